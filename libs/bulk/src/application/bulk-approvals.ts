import { Injectable } from '@nestjs/common';
import { Tasks } from '@payments/messaging';
import { Approvals } from '@payments/persistence';
import type { DecidedApproval } from '@payments/persistence';
import { BankingTime } from '@payments/transfers';
import type { BulkTransfer } from '../domain/bulk-transfer.js';
import { Bulks, Parts } from './ports.js';
import { startTasks } from './start-tasks.js';

/** Approvals that bulk transfers wait for: one for the whole file. In the current unit of work. */
@Injectable()
export class BulkApprovals {
  constructor(
    private readonly approvals: Approvals,
    private readonly bulks: Bulks,
    private readonly parts: Parts,
    private readonly bankingTime: BankingTime,
    private readonly tasks: Tasks,
  ) {}

  /** Holds a bulk transfer that has become ready, if a policy demands that. */
  async demand(bulk: BulkTransfer): Promise<void> {
    const { id, status, bulk_reference_id, mode, amount, created_by, owner, metadata } = bulk.snapshot();
    if (status !== 'ready') return;
    const { rows, refused, skipped, on_duplicate, file_sha256, execute_at } = bulk.snapshot();
    const approval = await this.approvals.demand({
      ...{ type: 'bulk_transfer', id, maker: { created_by, owner } },
      contributors: await this.parts.senders(id),
      facts: { amount, metadata, origin: 'bulk' },
      shown: {
        ...{ bulk_reference_id, mode, on_duplicate, rows, refused, skipped, amount: Number(amount), file_sha256 },
        ...(execute_at && { execute_at: execute_at.toISOString() }),
      },
    });
    if (approval !== undefined) bulk.awaitApproval(approval.id);
  }

  /** Closes the approval of a bulk transfer that was canceled before it was decided. */
  async withdraw(bulk: BulkTransfer): Promise<void> {
    const { id, approval } = bulk.snapshot();
    if (approval?.status === 'withdrawn') await this.approvals.withdraw('bulk_transfer', [id]);
  }

  async resolve(decided: readonly DecidedApproval[]): Promise<void> {
    const time = await this.bankingTime.read();
    for (const { subject_id, status } of decided.toSorted((a, b) => (a.subject_id < b.subject_id ? -1 : 1))) {
      const bulk = await this.bulks.lock(subject_id);
      if (bulk === undefined) continue;
      bulk.decide(status, time.now);
      await this.bulks.save(bulk);
      await this.tasks.schedule(startTasks(bulk, time));
    }
  }
}
