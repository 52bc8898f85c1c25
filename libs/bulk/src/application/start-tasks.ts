import type { TaskDraft } from '@payments/messaging';
import type { BankingMoment } from '@payments/transfers';
import type { BulkTransfer } from '../domain/bulk-transfer.js';
import { bulkQueues } from './queues.js';

/** The task that starts the creation, at its time; none while the bulk transfer waits for something else. */
export function startTasks(bulk: BulkTransfer, time: BankingMoment): TaskDraft[] {
  const { startsAt } = bulk;
  if (startsAt === undefined) return [];
  const due = startsAt === null || startsAt <= time.at ? {} : time.dueAt(startsAt);
  return [{ queue: bulkQueues.starts, subjectId: bulk.snapshot().id, ...due }];
}
