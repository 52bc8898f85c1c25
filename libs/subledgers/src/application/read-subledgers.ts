import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { subledgerErrors } from '../domain/subledger.errors.js';
import { Subledgers } from './ports.js';
import type { SubledgerFilter } from './ports.js';
import { toSubledgerView } from './subledger.view.js';
import type { SubledgerView } from './subledger.view.js';

@Injectable()
export class ReadSubledgers {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly subledgers: Subledgers,
  ) {}

  /** @throws unknown_id */
  get(id: string): Promise<SubledgerView> {
    return this.unitOfWork.read(async () => {
      const subledger = await this.subledgers.find(id);
      if (subledger === undefined) throw subledgerErrors.unknown_id();
      return toSubledgerView(subledger);
    });
  }

  /** Newest first. */
  list(filter: SubledgerFilter): Promise<Page<SubledgerView>> {
    return this.unitOfWork.read(async () => {
      const { items, ...rest } = await this.subledgers.list(filter);
      return { items: items.map(toSubledgerView), ...rest };
    });
  }
}
