import { Injectable } from '@nestjs/common';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import { MOST_SUBLEDGERS, subledgerErrors } from '../domain/subledger.errors.js';
import type { SubledgerState } from '../domain/subledger.js';
import { Subledgers } from './ports.js';
import { toSubledgerView } from './subledger.view.js';
import type { SubledgerView } from './subledger.view.js';

export interface NewSubledger {
  readonly subledger_reference_id: string;
  readonly customer_reference_id: string;
}

@Injectable()
export class CreateSubledger {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly subledgers: Subledgers,
    private readonly clock: Clock,
  ) {}

  /** @throws invalid_customer_reference_id, too_many_subledgers, duplicate_subledger_reference_id */
  execute({ subledger_reference_id, customer_reference_id }: NewSubledger): Promise<SubledgerView> {
    return this.unitOfWork.run(async () => {
      const owner = await this.subledgers.findOwner(customer_reference_id);
      if (owner === undefined) throw subledgerErrors.invalid_customer_reference_id();
      const open = await this.subledgers.countOpen(MOST_SUBLEDGERS);
      if (open >= MOST_SUBLEDGERS) throw subledgerErrors.too_many_subledgers();
      const now = this.clock.now();
      const subledger: SubledgerState = {
        ...{ id: newId(), subledger_reference_id, ...owner },
        ...{ sequence: 1, closed_at: null, debits_return_until: null, created_at: now, updated_at: now },
      };
      await this.subledgers.add(subledger);
      return toSubledgerView(subledger);
    });
  }
}
