import type { OrderRail } from '../../domain/entry-state.js';
import type { Expected } from './expected.js';

/** What the test files of a connection are made of. The same ones always give the same bytes. */
export interface Certification {
  readonly at: Date;
  /** The first trace number and sequence, far from those of real files. */
  readonly seed: number;
  /** Routing number of the bank of the made-up payees and payers. */
  readonly receiver: string;
  readonly settlementAccount: string;
  /** By which RTP knows payments of the test, as their statuses told, by end-to-end id. */
  readonly references: ReadonlyMap<string, string>;
}

/** A batch of a NACHA file, as its header and control have it. */
interface TestBatch {
  readonly company_id: string;
  readonly sec: string;
  readonly service_class: number;
  readonly description: string;
  /** YYMMDD. */
  readonly effective_date: string;
  /** With the offset. */
  readonly entries: number;
  /** Cents. */
  readonly debit: number;
  readonly credit: number;
}

/** A file or message by which the bank certifies the connection. */
export interface TestFile {
  readonly name: string;
  readonly rail: OrderRail;
  /** What is in it, for the bank. */
  readonly what: string;
  /** Of a message: its definition; null: a NACHA file. */
  readonly definition: string | null;
  /** Null when the writer refuses it. */
  readonly content: Buffer | null;
  readonly problem: string | null;
  /** None of a message. */
  readonly batches: readonly TestBatch[];
  readonly entries: number;
  /** Cents. */
  readonly debit: number;
  readonly credit: number;
  /** What the bank must send back. */
  readonly expected: readonly Expected[];
}

/** Real files of the day have modifiers from A on, so that those of tests begin at the other end. */
export const TEST_MODIFIERS = '0123456789ZYXWVUTSRQPONMLKJIHGFEDCBA';
