import { Injectable } from '@nestjs/common';
import { Money, UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { subledgerErrors } from '../domain/subledger.errors.js';
import { SubledgerBalances } from './ports.js';
import type { BalanceFilter, SubledgerBalance } from './ports.js';

/** Amounts in cents. Money that is reserved for transfers is in neither amount. */
export interface SubledgerBalanceView {
  readonly subledger_id: string;
  readonly subledger_reference_id: string;
  readonly pending: number;
  readonly available: number;
  readonly currency: 'USD';
  readonly updated_at: string;
}

@Injectable()
export class ReadBalances {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly balances: SubledgerBalances,
  ) {}

  /** @throws unknown_id */
  get(id: string): Promise<SubledgerBalanceView> {
    return this.unitOfWork.read(async () => {
      const balance = await this.balances.find(id);
      if (balance === undefined) throw subledgerErrors.unknown_id();
      return toView(balance);
    });
  }

  /** In the order of the subledgers, newest first. */
  list(filter: BalanceFilter): Promise<Page<SubledgerBalanceView>> {
    return this.unitOfWork.read(async () => {
      const { items, ...rest } = await this.balances.list(filter);
      return { items: items.map(toView), ...rest };
    });
  }
}

function toView({ subledger_id, subledger_reference_id, ...amounts }: SubledgerBalance): SubledgerBalanceView {
  return {
    ...{ subledger_id, subledger_reference_id },
    pending: Money.usd(amounts.pending).toWire(),
    available: Money.usd(amounts.available).toWire(),
    currency: 'USD',
    updated_at: amounts.updated_at.toISOString(),
  };
}
