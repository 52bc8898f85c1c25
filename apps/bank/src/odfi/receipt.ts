import { addBankingDays, bankingDayFrom, bankingDaysBetween, daysBetween } from '../calendar/banking-days.js';
import { longDate, newYorkTime } from '../calendar/new-york.js';

/** When a file came, and how long the bank's days are. */
export interface Receipt {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly dayMs: number;
}

export interface Settlement {
  readonly at: number;
  /** YYYY-MM-DD, a banking day. */
  readonly date: string;
}

/** The date of the receipt in New York. */
const receivedOn = ({ at }: Receipt): string => newYorkTime(at).date;

/** Calendar days from the receipt to an effective date (YYMMDD), negative if it is past. */
export function daysAhead(receipt: Receipt, effectiveDate: string): number {
  return daysBetween(receivedOn(receipt), longDate(effectiveDate) ?? receivedOn(receipt));
}

/**
 * Dates are true banking dates; a wait of n banking days lasts n of the bank's days, and at least one. An effective date
 * that is past settles on the next banking day.
 */
export function settlementOf(receipt: Receipt, effectiveDate: string): Settlement {
  const received = receivedOn(receipt);
  const effective = longDate(effectiveDate) ?? received;
  const date = effective < received ? addBankingDays(received, 1) : bankingDayFrom(effective);
  return { at: receipt.at + Math.max(1, bankingDaysBetween(received, date)) * receipt.dayMs, date };
}

/** A number of banking days after the settlement. */
export function afterSettlement(settlement: Settlement, days: number, dayMs: number): Settlement {
  return { at: settlement.at + days * dayMs, date: addBankingDays(settlement.date, days) };
}
