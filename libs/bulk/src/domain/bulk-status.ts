import type { Transitions } from '@payments/kernel';

export const BULK_STATUSES = [
  'uploading',
  'validating',
  'invalid',
  'ready',
  'running',
  'completed',
  'completed_with_errors',
  'failed',
  'canceled',
] as const;

/**
 * uploading: parts arrive · validating: every row is checked · invalid: nothing is created · ready: waits for its
 * confirmation or its time · running: transfers are created · completed, completed_with_errors: every row was created, or
 * some were refused · failed: nothing was created · canceled: the rest is not created.
 */
export type BulkStatus = (typeof BULK_STATUSES)[number];

/** A trigger in the database enforces the same. */
export const bulkTransitions: Transitions<BulkStatus> = {
  uploading: ['validating', 'canceled'],
  validating: ['invalid', 'ready', 'canceled'],
  invalid: [],
  ready: ['running', 'failed', 'canceled'],
  running: ['completed', 'completed_with_errors', 'canceled'],
  completed: [],
  completed_with_errors: [],
  failed: [],
  canceled: [],
};
