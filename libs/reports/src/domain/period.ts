import { DAY_MS } from '@payments/kernel';
import { reportErrors } from './report.errors.js';

const MAX_DAYS = 400;

/** What a report covers: from the start, and before the end. */
export interface Period {
  readonly start_time: Date;
  readonly end_time: Date;
}

/** @throws invalid_end_time */
export function demandPeriod({ start_time, end_time }: Period, now: Date): void {
  const length = end_time.getTime() - start_time.getTime();
  if (length <= 0 || length > MAX_DAYS * DAY_MS || end_time > now) throw reportErrors.invalid_end_time();
}
