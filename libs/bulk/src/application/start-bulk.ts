import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { Ledger } from '@payments/ledger';
import { Tasks } from '@payments/messaging';
import type { Claim } from '@payments/messaging';
import { BankingTime } from '@payments/transfers';
import type { BankingMoment } from '@payments/transfers';
import { BulkStores } from './bulk-stores.js';
import type { BulkTransfer } from '../domain/bulk-transfer.js';
import { reserveOf } from './funds.js';
import { BulkFunds } from './ports.js';
import { bulkQueues } from './queues.js';
import { startTasks } from './start-tasks.js';

/**
 * Starts the creation of transfers. With the mode `all` the money of every payout is set aside first, in the same unit of
 * work, or the bulk transfer fails.
 */
@Injectable()
export class StartBulk {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly stores: BulkStores,
    private readonly funds: BulkFunds,
    private readonly ledger: Ledger,
    private readonly bankingTime: BankingTime,
    private readonly tasks: Tasks,
  ) {}

  async execute(claim: Claim): Promise<void> {
    for (const task of claim.tasks) {
      await this.unitOfWork.run(async () => {
        const time = await this.bankingTime.read();
        const bulk = await this.stores.bulks.lock(task.subject_id);
        await claim.complete([task]);
        if (bulk?.startsAt === undefined) return;
        if (bulk.startsAt !== null && bulk.startsAt > time.at) return this.tasks.schedule(startTasks(bulk, time));
        await this.start(bulk, time);
        await this.stores.bulks.save(bulk);
      });
    }
  }

  private async start(bulk: BulkTransfer, time: BankingMoment): Promise<void> {
    const { id, mode } = bulk.snapshot();
    if (mode === 'all' && !(await this.setAside(id, time))) {
      bulk.fail('enterprise_insufficient_funds', time.now);
      return;
    }
    bulk.start(time.now);
    const { status, rows } = bulk.snapshot();
    const chunks = status === 'running' ? await this.stores.rows.divide(id, rows) : [];
    await this.tasks.schedule(chunks.map((chunk) => ({ queue: bulkQueues.creation, subjectId: chunk.id })));
  }

  private async setAside(id: string, { at }: BankingMoment): Promise<boolean> {
    const needed = await this.stores.rows.fundsNeeded(id);
    if (needed.length === 0) return true;
    await this.funds.open(id, needed);
    const available = await this.ledger.lockBooks(needed.map(({ book }) => book));
    if (needed.some(({ book, amount }) => amount > (available.get(book) ?? 0n))) {
      await this.funds.close(id);
      return false;
    }
    await this.ledger.post(needed.map((funds, index) => reserveOf({ bulk_id: id, attempt: index + 1, ...funds }, at)));
    return true;
  }
}
