import type { Direction } from './transaction-code.table.js';

/** Counts and sums, as the controls of batches and files state them. Amounts are cents. */
export interface AchTotals {
  /** Entry and addenda records. */
  readonly records: number;
  /** The sum of the receiving banks' eight digits, of which the last ten digits count. */
  readonly hash: number;
  readonly debit: number;
  readonly credit: number;
}

const HASH_MODULUS = 10 ** 10;
/**
 * Sums stop here, above what a control's 12 digits can state. Ten million entries of ten digits would pass 2^53; a sum
 * that cannot agree any more need not be exact, so safe integers suffice and no bigint slows every entry down.
 */
const CEILING = 10 ** 13;

export class RunningTotals implements AchTotals {
  records = 0;
  hash = 0;
  debit = 0;
  credit = 0;

  addEntry(receivingDfi: string, amount: number, direction: Direction): void {
    this.records += 1;
    this.hash = (this.hash + Number(receivingDfi)) % HASH_MODULUS;
    if (direction === 'debit') this.debit = Math.min(this.debit + amount, CEILING);
    else this.credit = Math.min(this.credit + amount, CEILING);
  }

  addAddenda(): void {
    this.records += 1;
  }

  addBatch({ records, hash, debit, credit }: AchTotals): void {
    this.records += records;
    this.hash = (this.hash + hash) % HASH_MODULUS;
    this.debit = Math.min(this.debit + debit, CEILING);
    this.credit = Math.min(this.credit + credit, CEILING);
  }

  snapshot(): AchTotals {
    return { records: this.records, hash: this.hash, debit: this.debit, credit: this.credit };
  }
}
