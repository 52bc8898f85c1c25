import { Injectable } from '@nestjs/common';
import type { ObservedStep } from '@payments/transfers';
import { OutcomeCounts } from './ports.js';
import type { Outcomes } from './ports.js';

type Status = ObservedStep['transfers'][number]['status'];

/** Counts the completed and the failed transfers of bulk transfers, in the steps that change their status. */
@Injectable()
export class CountOutcomes {
  constructor(private readonly counts: OutcomeCounts) {}

  execute({ transfers, statuses }: Pick<ObservedStep, 'transfers' | 'statuses'>): void {
    const changes = new Map<string, Outcomes>();
    for (const { id, status, bulk_transfer_id } of transfers) {
      if (bulk_transfer_id === null) continue;
      const { completed, failed } = changes.get(bulk_transfer_id) ?? { completed: 0, failed: 0 };
      const before = statuses.get(id)!;
      changes.set(bulk_transfer_id, {
        completed: completed + isCompleted(status) - isCompleted(before),
        failed: failed + isFailed(status) - isFailed(before),
      });
    }
    // In one order, so that two workers cannot lock each other out.
    for (const [bulkId, change] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (change.completed !== 0 || change.failed !== 0) this.counts.add(bulkId, change);
    }
  }
}

function isCompleted(status: Status): number {
  return Number(status === 'completed' || status === 'settled');
}

function isFailed(status: Status): number {
  return Number(status === 'failed');
}
