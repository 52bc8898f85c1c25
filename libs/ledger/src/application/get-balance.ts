import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { toBalanceView } from './balance.view.js';
import type { BalanceView } from './balance.view.js';
import { LedgerReader } from './ports.js';

@Injectable()
export class GetBalance {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reader: LedgerReader,
  ) {}

  execute(): Promise<BalanceView> {
    return this.unitOfWork.run(async () => {
      const { own, ofSubledgers } = await this.reader.balancesOfAll();
      return toBalanceView(own, ofSubledgers);
    });
  }
}
