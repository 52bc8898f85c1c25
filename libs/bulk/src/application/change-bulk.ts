import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { Tasks } from '@payments/messaging';
import { BankingTime } from '@payments/transfers';
import type { BankingMoment } from '@payments/transfers';
import { bulkErrors } from '../domain/bulk.errors.js';
import type { BulkTransfer } from '../domain/bulk-transfer.js';
import { BulkApprovals } from './bulk-approvals.js';
import { toBulkView } from './bulk.view.js';
import type { BulkView } from './bulk.view.js';
import { Bulks, Parts } from './ports.js';
import { bulkQueues } from './queues.js';
import { startTasks } from './start-tasks.js';

/** Submits, confirms and cancels bulk transfers. */
@Injectable()
export class ChangeBulk {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly bulks: Bulks,
    private readonly parts: Parts,
    private readonly tasks: Tasks,
    private readonly bankingTime: BankingTime,
    private readonly bulkApprovals: BulkApprovals,
  ) {}

  /** @throws unknown_id, and as `BulkTransfer.submit` */
  submit(id: string, parts: number): Promise<BulkView> {
    return this.change(id, async (bulk, { now }) => {
      const before = bulk.snapshot().status;
      bulk.submit(parts, await this.parts.list(id), now);
      const isNew = bulk.snapshot().status !== before;
      if (isNew) await this.tasks.schedule([{ queue: bulkQueues.validation, subjectId: id }]);
    });
  }

  /** @throws unknown_id, bulk_not_ready */
  confirm(id: string): Promise<BulkView> {
    return this.change(id, async (bulk, time) => {
      bulk.confirm(time.now);
      await this.tasks.schedule(startTasks(bulk, time));
    });
  }

  /** @throws unknown_id, bulk_not_cancelable */
  cancel(id: string): Promise<BulkView> {
    return this.change(id, async (bulk, { now }) => {
      const { status: before, mode } = bulk.snapshot();
      bulk.cancel(now);
      if (before === bulk.snapshot().status) return;
      await this.bulkApprovals.withdraw(bulk);
      await this.parts.discard(id);
      if (before === 'running' && mode === 'all')
        await this.tasks.schedule([{ queue: bulkQueues.ends, subjectId: id }]);
    });
  }

  private change(id: string, step: (bulk: BulkTransfer, time: BankingMoment) => Promise<void>): Promise<BulkView> {
    return this.unitOfWork.run(async () => {
      const bulk = await this.bulks.lock(id);
      if (bulk === undefined) throw bulkErrors.unknown_id();
      await step(bulk, await this.bankingTime.read());
      await this.bulks.save(bulk);
      return toBulkView({ state: bulk.snapshot(), outcomes: await this.bulks.outcomes(id) });
    });
  }
}
