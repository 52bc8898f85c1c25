import { Money } from '@payments/kernel';
import type {
  BulkApproval,
  BulkMetadata,
  BulkMode,
  BulkState,
  FailureCode,
  OnDuplicate,
  ShownError,
} from '../domain/bulk-state.js';
import type { PaidAccount } from '@payments/transfers';
import type { RowStatus } from '../domain/bulk-state.js';
import type { BulkStatus } from '../domain/bulk-status.js';
import type { BulkFormat } from '../domain/file-rows.js';
import type { BulkRow, Outcomes, PartState, StoredBulk } from './ports.js';

/** How far a bulk transfer is, in rows. */
export interface BulkProgressView {
  readonly validated: number;
  readonly created: number;
  readonly skipped: number;
  readonly refused: number;
  /** Of those created. */
  readonly completed: number;
  readonly failed: number;
}

/** A bulk transfer on the wire, in responses and events. */
export interface BulkView {
  readonly id: string;
  readonly bulk_reference_id: string;
  readonly mode: BulkMode;
  readonly format: BulkFormat;
  readonly on_duplicate: OnDuplicate;
  readonly review: boolean;
  readonly expected_rows?: number;
  readonly expected_amount?: number;
  readonly execute_at?: string;
  readonly metadata?: BulkMetadata;
  readonly status: BulkStatus;
  readonly failure_code?: FailureCode;
  readonly approval?: BulkApproval;
  readonly rows: number;
  readonly amount: number;
  readonly progress: BulkProgressView;
  readonly first_errors: readonly ShownError[];
  readonly file_sha256?: string;
  readonly created_by?: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly submitted_at?: string;
  readonly confirmed_at?: string;
  readonly started_at?: string;
  readonly ended_at?: string;
}

/** A received part on the wire. */
export interface PartView {
  readonly number: number;
  readonly rows: number;
  readonly size: number;
  readonly sha256: string;
  readonly received_at: string;
}

/** A row on the wire. */
export interface RowView {
  readonly number: number;
  readonly line: number;
  readonly status: RowStatus;
  readonly transfer_reference_id?: string;
  readonly amount?: number;
  readonly transfer_id?: string;
  /** What it paid when it was validated, beside the accounts as they are now. */
  readonly accounts?: readonly PaidAccount[];
  readonly error_code?: string;
  readonly field?: string;
  readonly message?: string;
}

export const NO_OUTCOMES: Outcomes = { completed: 0, failed: 0 };

/** The allowlist of fields of a bulk transfer that are shown. Fields without a value are omitted. */
export function toBulkView({ state, outcomes }: Omit<StoredBulk, 'id'>): BulkView {
  const { expected_rows, expected_amount, metadata, failure_code, file_sha256, created_by } = state;
  const { validated, created, skipped, refused } = state;
  return {
    id: state.id,
    bulk_reference_id: state.bulk_reference_id,
    mode: state.mode,
    format: state.format,
    on_duplicate: state.on_duplicate,
    review: state.review,
    ...(expected_rows !== null && { expected_rows }),
    ...(expected_amount !== null && { expected_amount: Number(expected_amount) }),
    ...timesOf(state, ['execute_at']),
    ...(metadata && { metadata }),
    status: state.status,
    ...(failure_code !== null && { failure_code }),
    ...(state.approval && { approval: state.approval }),
    rows: state.rows,
    amount: Money.usd(state.amount).toWire(),
    progress: { validated, created, skipped, refused, ...outcomes },
    first_errors: state.first_errors,
    ...(file_sha256 !== null && { file_sha256 }),
    ...(created_by !== null && { created_by }),
    created_at: state.created_at.toISOString(),
    updated_at: state.updated_at.toISOString(),
    ...timesOf(state, ['submitted_at', 'confirmed_at', 'started_at', 'ended_at']),
  };
}

export function toPartView({ number, rows, size, digest, received_at }: PartState): PartView {
  return { number, rows, size, sha256: digest, received_at: received_at.toISOString() };
}

export function toRowView(row: BulkRow, accounts: readonly PaidAccount[]): RowView {
  const { number, line, status, transfer_reference_id, amount, transfer_id, error } = row;
  return {
    ...{ number, line, status },
    ...(transfer_reference_id !== null && { transfer_reference_id }),
    ...(amount !== null && { amount: Number(amount) }),
    ...(transfer_id !== null && { transfer_id }),
    ...(accounts.length > 0 && { accounts }),
    ...error,
  };
}

type Time = 'execute_at' | 'submitted_at' | 'confirmed_at' | 'started_at' | 'ended_at';

function timesOf(state: BulkState, names: readonly Time[]): Partial<Record<Time, string>> {
  return Object.fromEntries(names.flatMap((name) => (state[name] === null ? [] : [[name, state[name].toISOString()]])));
}
