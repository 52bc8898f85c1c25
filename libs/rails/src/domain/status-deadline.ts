import { MINUTE_MS } from '@payments/kernel';
import type { Connection } from './connection.js';
import { isInstantRail } from './entry-state.js';
import type { FileState } from './file-state.js';

/** Why a message of a company is in doubt: the bank should have reported a status by now. */
export const NO_STATUS = 'no_status';

/** FedNow answers no earlier after the time stamp of a payment. */
const LEAST_SECONDS_BETWEEN_BANKS = 25;
const LONGEST_PAUSE_MINUTES = 30;

type Message = Pick<FileState, 'rail' | 'purpose'>;

/** Until when the payments of a message that the bank got at an instant should have a status; null if none is expected. */
export function statusDueAt(
  { rail, purpose }: Message,
  { iso }: Pick<Connection, 'iso'>,
  at: Date,
): FileState['status_due_at'] {
  if (!isInstantRail(rail) || purpose !== 'payments') return null;
  const least = iso.profile === 'pacs.008.001.08' ? LEAST_SECONDS_BETWEEN_BANKS : 0;
  return new Date(at.getTime() + Math.max(iso.status_within_seconds, least) * 1_000);
}

/** How long to wait after the nth inquiry: 1, 2, 4, 8, 16 and 30 minutes. */
export function pauseAfterInquiry(inquiries: number): number {
  return Math.min(2 ** Math.max(0, inquiries - 1), LONGEST_PAUSE_MINUTES) * MINUTE_MS;
}
