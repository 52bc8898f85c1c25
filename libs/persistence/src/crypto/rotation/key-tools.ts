import type { Transactions } from '../../database/transactions.js';
import type { DataKeys } from '../data-keys.js';
import type { FieldCipher } from '../field-cipher.js';
import type { KeyProvider } from '../key-provider.js';
import type { SealedColumns } from '../sealed-columns.js';
import type { Secrets } from '../secrets.js';

/** The outcome for the rows of one table. */
export interface KeyTally {
  readonly rows: number;
  readonly changed: number;
  readonly failed: number;
}

/** Receives the progress of work on keys. */
export interface KeyProgress {
  /** Another pass over `total` rows begins. */
  begin(what: string, total: number): void;
  add(table: string, tally: KeyTally): void;
  say(line: string): void;
}

/** Dependencies of the work on keys. */
export interface KeyTools {
  readonly transactions: Transactions;
  readonly dataKeys: DataKeys;
  readonly cipher: FieldCipher;
  readonly provider: KeyProvider;
  readonly secrets: Secrets;
  readonly sealed: SealedColumns;
  readonly progress: KeyProgress;
}
