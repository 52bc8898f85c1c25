import type { BankingDate } from '@payments/kernel';
import type { ListRequest, Page } from '@payments/persistence';
import type { EntryStatus, OrderRail } from '../domain/entry-state.js';

/** An order and its entry as people may see them, column-shaped. What an order lacks that could not be written is null. */
export interface ShownEntry {
  readonly id: string;
  readonly end_to_end_id: string;
  readonly connection: string | null;
  readonly rail: OrderRail;
  readonly side: 'source' | 'destination';
  /** Cents. */
  readonly amount: number;
  readonly state: EntryStatus;
  /** Of its rejection or return. */
  readonly code: string | null;
  readonly sec: string | null;
  readonly transaction_code: number | null;
  readonly routing_number: string | null;
  /** The last four digits. */
  readonly account_number: string | null;
  readonly name: string | null;
  readonly individual_id: string | null;
  readonly file_id: string | null;
  readonly trace: string | null;
  readonly return_trace: string | null;
  /** By which RTP knows an instant payment. */
  readonly clearing_reference: string | null;
  /** Banking instants. */
  readonly window_at: Date;
  readonly effective_date: BankingDate;
  readonly settles_at: Date;
  readonly occurred_at: Date;
  readonly created_at: Date;
}

/** A result of an order, and whether the service has been told. */
export interface ShownResult {
  readonly kind: string;
  readonly code: string | null;
  readonly occurred_at: Date;
  readonly reported_at: Date | null;
}

/** Payments of the current tenant that wait for the end of a window. */
export interface WaitingPayments {
  readonly rail: string;
  /** Banking instant. */
  readonly window_at: Date;
  readonly count: number;
}

/** Entries of the current tenant for people, without account numbers. Reads only. */
export abstract class ShownEntries {
  abstract find(endToEndId: string): Promise<ShownEntry | undefined>;
  abstract results(endToEndId: string): Promise<ShownResult[]>;
  /** How many entries wait for their file, by window. */
  abstract waiting(): Promise<WaitingPayments[]>;
  /** The entries of a file in the order of the file. */
  abstract ofFile(fileId: string, request: ListRequest): Promise<Page<ShownEntry>>;
}
