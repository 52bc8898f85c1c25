import type { BankingDate } from '@payments/kernel';
import type { ReturnRate, VerificationCounts } from '../domain/return-rates.js';

/** The return rates of an originator. */
export interface OriginatorRates {
  readonly originator: string;
  readonly from: BankingDate;
  readonly to: BankingDate;
  readonly entries: number;
  readonly rates: readonly ReturnRate[];
}

/** The return rates of an originator on the wire, in responses and events. */
export interface ReturnRatesView extends OriginatorRates {
  readonly account_verification: VerificationCounts;
}
