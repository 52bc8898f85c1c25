import type { BankingDate } from '@payments/kernel';
import type { ReturnRate } from '../domain/return-rates.js';

/** The return rates of an originator on the wire, in responses and events. */
export interface OriginatorRates {
  readonly originator: string;
  readonly from: BankingDate;
  readonly to: BankingDate;
  readonly entries: number;
  readonly rates: readonly ReturnRate[];
}
