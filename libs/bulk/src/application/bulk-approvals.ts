import { Injectable } from '@nestjs/common';
import { Tasks } from '@payments/messaging';
import { Approvals, shownOf } from '@payments/persistence';
import type { DecidedApproval, Hidden } from '@payments/persistence';
import { BankingTime } from '@payments/transfers';
import type { BulkState } from '../domain/bulk-state.js';
import type { BulkTransfer } from '../domain/bulk-transfer.js';
import { Bulks, Parts } from './ports.js';
import { startTasks } from './start-tasks.js';

const RECORD = 'it is a record of what has happened, and decides nothing';
const READING = 'it says how the file was read, whose digest is shown';

/** Approvers see every other field of a bulk transfer. */
const HIDDEN: Hidden<BulkState> = {
  id: 'the approval shows it as subject_id',
  created_by: 'the approval shows it as requested_by',
  owner: 'it decides who may approve, not what is paid',
  approval: 'it is this approval',
  format: READING,
  columns: READING,
  parts: READING,
  validated_parts: READING,
  lines: READING,
  validated: READING,
  first_errors: 'refused rows pay nothing, and are counted as refused',
  review: 'it says whether the maker confirms it, too',
  status: RECORD,
  failure_code: RECORD,
  created: RECORD,
  reported: RECORD,
  sequence: RECORD,
  version: RECORD,
  submitted_at: RECORD,
  confirmed_at: RECORD,
  started_at: RECORD,
  ended_at: RECORD,
  created_at: RECORD,
  updated_at: RECORD,
};

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
    const state = bulk.snapshot();
    const { id, status, amount, created_by, owner, metadata } = state;
    if (status !== 'ready') return;
    const approval = await this.approvals.demand({
      ...{ type: 'bulk_transfer', id, maker: { created_by, owner } },
      contributors: await this.parts.senders(id),
      facts: { amount, metadata, origin: 'bulk' },
      shown: shownOf(state, HIDDEN),
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
