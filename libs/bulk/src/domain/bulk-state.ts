import type { DomainEvent } from '@payments/kernel';
import type { BulkStatus } from './bulk-status.js';
import type { BulkFormat } from './file-rows.js';
import type { RowError } from './read-row.js';

export const BULK_MODES = ['all', 'each'] as const;
/** all: every row must be good, and the money of all payouts is set aside first · each: good rows are created. */
export type BulkMode = (typeof BULK_MODES)[number];

export const ON_DUPLICATE = ['reject', 'skip'] as const;
/** skip: a row whose transfer exists with the same amount and parties counts as done. */
export type OnDuplicate = (typeof ON_DUPLICATE)[number];

export const ROW_STATUSES = ['valid', 'refused', 'created', 'skipped'] as const;
/** valid: not created yet · refused · created: it has its transfer · skipped: its transfer existed before. */
export type RowStatus = (typeof ROW_STATUSES)[number];

/** Why nothing was created. */
export const FAILURE_CODES = [
  ...(['rows_refused', 'expected_amount_mismatch', 'enterprise_insufficient_funds'] as const),
  ...(['approval_rejected', 'approval_expired'] as const),
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

export const APPROVAL_STATUSES = ['pending', 'approved', 'rejected', 'expired', 'withdrawn'] as const;

/** The approval that a policy demands of a bulk transfer. `withdrawn`: it was canceled before that was decided. */
export interface BulkApproval {
  readonly id: string;
  readonly status: (typeof APPROVAL_STATUSES)[number];
}

export type BulkMetadata = Readonly<Record<string, string | number | boolean>>;

/** A refused row as the bulk transfer shows it. */
export interface ShownError extends RowError {
  readonly number: number;
  /** Of the file, from 1. */
  readonly line: number;
}

/** A bulk transfer as the client requests it. */
export interface BulkRequest {
  readonly bulk_reference_id: string;
  readonly mode: BulkMode;
  readonly format: BulkFormat;
  readonly expected_rows?: number;
  /** Cents. */
  readonly expected_amount?: number;
  readonly on_duplicate?: OnDuplicate;
  readonly review?: boolean;
  readonly execute_at?: Date;
  readonly metadata?: BulkMetadata;
}

/** A bulk transfer as stored, column-shaped. */
export interface BulkState {
  readonly id: string;
  readonly bulk_reference_id: string;
  readonly mode: BulkMode;
  readonly format: BulkFormat;
  readonly on_duplicate: OnDuplicate;
  readonly review: boolean;
  readonly expected_rows: number | null;
  /** Cents. */
  readonly expected_amount: bigint | null;
  /** Banking time. */
  readonly execute_at: Date | null;
  readonly metadata: BulkMetadata | null;
  readonly status: BulkStatus;
  readonly failure_code: FailureCode | null;
  /** Null if no policy holds it. */
  readonly approval: BulkApproval | null;
  /** The columns of a CSV file, once its first part was received. */
  readonly columns: readonly string[] | null;
  /** How many parts the file has, once it was submitted, and how many of them were validated. */
  readonly parts: number | null;
  readonly validated_parts: number;
  /** The lines of the validated parts. */
  readonly lines: number;
  /** How many rows the submitted file has; what was found in them so far. */
  readonly rows: number;
  readonly validated: number;
  /** Cents of the validated rows that were not refused. */
  readonly amount: bigint;
  readonly created: number;
  readonly skipped: number;
  readonly refused: number;
  /** The first refused rows. */
  readonly first_errors: readonly ShownError[];
  /** Hexadecimal. */
  readonly file_sha256: string | null;
  /** Of the details of all accounts that the rows pay, hexadecimal; null where an earlier release validated them. */
  readonly accounts_sha256: string | null;
  /** The share of finished rows that an event has reported, in twentieths. */
  readonly reported: number;
  /** Counts the events. */
  readonly sequence: number;
  readonly version: number;
  readonly created_by: string | null;
  readonly owner: string | null;
  readonly submitted_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The values of a new bulk transfer. Its keys are the columns. */
export const BEGINNING = {
  ...{ id: undefined, bulk_reference_id: undefined, mode: undefined, format: undefined },
  ...{ on_duplicate: 'reject', review: false, expected_rows: null, expected_amount: null, execute_at: null },
  ...{
    metadata: null,
    status: 'uploading',
    failure_code: null,
    approval: null,
    columns: null,
    parts: null,
    validated_parts: 0,
  },
  ...{ lines: 0, rows: 0, validated: 0, amount: 0n, created: 0, skipped: 0, refused: 0, first_errors: [] },
  ...{ file_sha256: null, accounts_sha256: null, reported: 0, sequence: 0, version: 1, created_by: null, owner: null },
  ...{ submitted_at: null, confirmed_at: null, started_at: null, ended_at: null },
  ...{ created_at: undefined, updated_at: undefined },
} as const satisfies { readonly [Field in keyof BulkState]: BulkState[Field] | undefined };

/** Every field of a bulk transfer as stored. */
export const BULK_FIELDS = Object.keys(BEGINNING) as readonly (keyof BulkState)[];

export interface BulkEvent extends DomainEvent<'bulk_transfer_updated'> {
  readonly sequence: number;
  /** The bulk transfer as it was right after the event. */
  readonly state: BulkState;
}
