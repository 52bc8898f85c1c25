import { httpErrors } from '@payments/http';
import { HOUR_MS } from '@payments/kernel';
import type { DomainError } from '@payments/kernel';

/** Verifications, and debit checks, of one account in 24 hours. */
export const MOST_OF_ONE_ACCOUNT = 5;
/** Verifications of all accounts in 24 hours, unless the enterprise has another limit. */
export const MOST_OF_ALL = 1_000;

/** A limit of a day is reached; whether it still holds can be asked every hour. */
export function tooManyRequests(seconds = HOUR_MS / 1_000): DomainError {
  return httpErrors.too_many_requests({ headers: { 'Retry-After': String(seconds) } });
}
