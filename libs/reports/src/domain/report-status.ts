import type { Transitions } from '@payments/kernel';

export const REPORT_STATUSES = ['created', 'pending', 'completed', 'failed'] as const;

/** created: waits for a worker · pending: its file is made · completed: it can be downloaded · failed: it has no file. */
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** A trigger in the database enforces the same. */
export const reportTransitions: Transitions<ReportStatus> = {
  created: ['pending'],
  pending: ['completed', 'failed'],
  completed: [],
  failed: [],
};
