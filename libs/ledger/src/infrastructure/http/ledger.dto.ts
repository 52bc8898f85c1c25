import { MAX_TRANSFER_CENTS } from '@payments/kernel';
import { cents, instant, ListQuery, oneOf, Optional, Required, uuidText } from '@payments/http';
import type { DayBalanceFilter } from '../../application/list-day-balances.js';
import type { EntryFilter } from '../../application/ports.js';
import { ledgerAccounts } from '../../domain/accounts.js';
import type { LedgerAccount } from '../../domain/accounts.js';

/** The query of a list of entries. */
export class EntryQuery extends ListQuery implements EntryFilter {
  /** Entries posted then or later. */
  @Optional(instant())
  readonly start_time?: Date;

  /** Entries posted before. */
  @Optional(instant())
  readonly end_time?: Date;

  @Optional({ ...uuidText(), expected: 'the id of a transfer (a UUID)' })
  readonly transfer_id?: string;

  /** Entries that debit or credit the account. */
  @Optional(oneOf(ledgerAccounts))
  readonly account?: LedgerAccount;

  /** Entries that debit or credit the book of the subledger. */
  @Optional(uuidText())
  readonly subledger_id?: string;

  /** If omitted, the Accept header decides. */
  @Optional(oneOf(['json', 'csv']))
  readonly format?: 'json' | 'csv';
}

/** The query of the balances at the ends of days. */
export class DayBalanceQuery implements DayBalanceFilter {
  /** An instant of the first day in New York. */
  @Optional({ ...instant(), fromQuery: true })
  readonly start_time?: Date;

  /** An instant of the last day in New York. */
  @Optional(instant())
  readonly end_time?: Date;

  /** The money of the subledger instead of the enterprise's own. */
  @Optional(uuidText())
  readonly subledger_id?: string;
}

/** Body of `POST /sandbox/balance/credit`. */
export class SandboxCreditDto {
  @Required(cents({ max: Number(MAX_TRANSFER_CENTS) }))
  readonly amount!: number;
}
