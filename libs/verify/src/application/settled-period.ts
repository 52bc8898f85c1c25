import { bankingDaysBetween, DAY_MS } from '@payments/kernel';
import { COUNTS_DAYS } from './validity.js';

/** Banks return entries within two banking days; five leave time for late ones. */
const SETTLED_BANKING_DAYS = 5;

/** When a payment must have settled, in banking time, to show that its account is valid. */
export function settledPeriod(at: Date): { readonly from: Date; readonly until: Date } {
  let until = at;
  while (bankingDaysBetween(until, at) < SETTLED_BANKING_DAYS) until = new Date(until.getTime() - DAY_MS);
  return { from: new Date(at.getTime() - COUNTS_DAYS * DAY_MS), until };
}
