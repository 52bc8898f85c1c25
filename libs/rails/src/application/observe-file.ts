import { SECOND_MS } from '@payments/kernel';
import type { Metrics } from '@payments/observability';
import type { FileState } from '../domain/file-state.js';
import { railsMetrics } from './metrics.table.js';

/** When each step of a file begins. */
const BEGINS = {
  seal: ({ created_at }: FileState) => created_at,
  upload: ({ created_at }: FileState) => created_at,
  acknowledge: ({ uploaded_at, created_at }: FileState) => uploaded_at ?? created_at,
} as const;

/** Measures how long a file took until a step of it ended. */
export function observeFile(
  metrics: Metrics,
  step: keyof typeof BEGINS,
  { file, endedAt }: { readonly file: FileState; readonly endedAt: Date },
): void {
  // A file begins by the clock of the database.
  const ms = Math.max(0, endedAt.getTime() - BEGINS[step](file).getTime());
  metrics.observe(railsMetrics.payments_rails_file_seconds, { step }, ms / SECOND_MS);
}
