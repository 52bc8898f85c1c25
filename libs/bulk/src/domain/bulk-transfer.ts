import { canMove, DAY_MS } from '@payments/kernel';
import { bulkErrors } from './bulk.errors.js';
import { BEGINNING } from './bulk-state.js';
import type { BulkEvent, BulkRequest, BulkState, FailureCode, ShownError } from './bulk-state.js';
import { bulkTransitions } from './bulk-status.js';
import type { BulkStatus } from './bulk-status.js';

export const MAX_PARTS = 500;
export const MAX_ROWS = 100_000;
const MAX_AHEAD_MS = 30 * DAY_MS;
const SHOWN_ERRORS = 20;
/** Events report the progress of the creation in these steps. */
const STEPS = 20;

/** What the service knows of a received part without opening it. */
export interface ReceivedPart {
  readonly number: number;
  readonly rows: number;
  /** Whether its last record is complete. */
  readonly ends_line: boolean;
}

/** What became of rows. */
export interface RowCounts {
  readonly created?: number;
  readonly skipped?: number;
  readonly refused: number;
  readonly errors: readonly ShownError[];
}

/** What was found in one part. */
export interface ValidatedPart extends RowCounts {
  readonly rows: number;
  readonly lines: number;
  /** Cents of the rows that were not refused. */
  readonly amount: bigint;
  /** Of the accounts of all rows so far. */
  readonly accounts_sha256: string | null;
}

/** A file of transfers: the only place that decides what may happen to it. */
export class BulkTransfer {
  private readonly events: BulkEvent[] = [];

  private constructor(private state: BulkState) {}

  /** @throws invalid_execute_at */
  static create(
    request: BulkRequest,
    { now, at, ...maker }: Pick<BulkState, 'id' | 'created_by' | 'owner'> & { readonly now: Date; readonly at: Date },
  ): BulkTransfer {
    const { expected_amount, execute_at = null } = request;
    if (execute_at !== null && (execute_at <= at || execute_at.getTime() > at.getTime() + MAX_AHEAD_MS)) {
      throw bulkErrors.invalid_execute_at();
    }
    const bulk = new BulkTransfer({
      ...{ ...BEGINNING, ...request, ...maker, execute_at },
      expected_amount: expected_amount === undefined ? null : BigInt(expected_amount),
      ...{ created_at: now, updated_at: now },
    });
    bulk.record(now);
    return bulk;
  }

  static restore(state: BulkState): BulkTransfer {
    return new BulkTransfer(state);
  }

  snapshot(): BulkState {
    return this.state;
  }

  /** The events since the bulk transfer was loaded, or since the last call. */
  takeEvents(): BulkEvent[] {
    return this.events.splice(0);
  }

  /** @throws bulk_not_uploading */
  demandUploading(): void {
    if (this.state.status !== 'uploading') throw bulkErrors.bulk_not_uploading();
  }

  /**
   * The file is complete. Submitting it again with the same number of parts changes nothing.
   * @throws bulk_not_uploading, missing_parts, invalid_part, bulk_empty, too_many_rows, expected_rows_mismatch
   */
  submit(parts: number, received: readonly ReceivedPart[], now: Date): void {
    if (this.state.parts === parts && this.state.status !== 'canceled') return;
    this.demandUploading();
    const numbers = new Set(received.map(({ number }) => number));
    const missing = Array.from({ length: parts }, (_, index) => index + 1).filter((number) => !numbers.has(number));
    const surplus = received.filter(({ number }) => number > parts).map(({ number }) => number);
    if (missing.length > 0) throw bulkErrors.missing_parts({ details: { parts: missing } });
    if (surplus.length > 0) {
      const message = `parts must be the number of all parts; part ${Math.max(...surplus)} was received, too`;
      throw bulkErrors.missing_parts({ message, details: { parts: surplus } });
    }
    const cut = received.find(({ number, ends_line }) => number < parts && !ends_line);
    if (cut !== undefined) {
      const message = `Part ${cut.number} does not end with a line break, but another part follows.`;
      throw bulkErrors.invalid_part({ message, details: { part: cut.number } });
    }
    const rows = received.reduce((sum, part) => sum + part.rows, 0);
    this.demandRows(rows);
    this.change({ parts, rows, submitted_at: now });
    this.moveTo('validating', now);
  }

  /** Counts what was found in the next part. */
  addPart({ rows, lines, amount, accounts_sha256, ...counts }: ValidatedPart, now: Date): void {
    const { state } = this;
    if (state.validated + rows > state.rows) throw new Error(`bulk transfer ${state.id} has more rows than it counted`);
    this.change({
      ...{ validated_parts: state.validated_parts + 1, validated: state.validated + rows, lines: state.lines + lines },
      ...{ amount: state.amount + amount, accounts_sha256, updated_at: now },
    });
    this.count(counts);
  }

  /** Every part was validated. */
  finishValidation(file_sha256: string, now: Date): void {
    const { state } = this;
    if (state.validated !== state.rows) throw new Error(`bulk transfer ${state.id} lost rows in its validation`);
    this.change({ file_sha256 });
    const failure = this.failureOfRows();
    if (failure === undefined) this.moveTo('ready', now);
    else this.end('invalid', failure, now);
  }

  /** When the creation starts, in banking time; null: now. Undefined: it waits for its confirmation. */
  get startsAt(): Date | null | undefined {
    const { status, review, confirmed_at, execute_at, approval } = this.state;
    if (approval !== null && approval.status !== 'approved') return undefined;
    return status === 'ready' && (!review || confirmed_at !== null) ? execute_at : undefined;
  }

  /** Holds a bulk transfer that has become ready until it is approved. */
  awaitApproval(id: string): void {
    this.change({ approval: { id, status: 'pending' } });
    // The event of its last step is not stored yet.
    this.events.splice(0, Infinity, ...this.events.map((event) => ({ ...event, state: this.state })));
  }

  /** Acts on the decision, unless the bulk transfer was canceled before. */
  decide(status: 'approved' | 'rejected' | 'expired', now: Date): void {
    const { approval } = this.state;
    if (approval?.status !== 'pending') return;
    this.change({ approval: { ...approval, status } });
    if (status === 'approved') this.record(now);
    else this.fail(status === 'rejected' ? 'approval_rejected' : 'approval_expired', now);
  }

  /** Confirming again changes nothing. @throws bulk_not_ready */
  confirm(now: Date): void {
    const { status, review, confirmed_at } = this.state;
    if (confirmed_at !== null && status !== 'canceled') return;
    if (status !== 'ready' || !review) throw bulkErrors.bulk_not_ready();
    this.change({ confirmed_at: now });
    this.record(now);
  }

  start(now: Date): void {
    this.change({ started_at: now });
    this.moveTo('running', now);
    this.finishIfDone(now);
  }

  /** Nothing is created. */
  fail(code: FailureCode, now: Date): void {
    this.end('failed', code, now);
  }

  /** Counts rows that a step of the creation finished. */
  recordRows(counts: RowCounts, now: Date): void {
    if (this.state.status !== 'running') throw new Error(`bulk transfer ${this.state.id} is not running`);
    this.count(counts);
    if (this.finishIfDone(now)) return;
    const reported = Math.floor((STEPS * this.finished) / this.state.rows);
    if (reported === this.state.reported) this.change({ updated_at: now });
    else {
      this.change({ reported });
      this.record(now);
    }
  }

  /** What was created stays. Canceling again changes nothing. @throws bulk_not_cancelable */
  cancel(now: Date): void {
    if (this.state.status === 'canceled') return;
    if (!canMove(bulkTransitions, this.state.status, 'canceled')) throw bulkErrors.bulk_not_cancelable();
    const { approval } = this.state;
    const withdrawn = approval?.status === 'pending' && { approval: { ...approval, status: 'withdrawn' as const } };
    this.change({ ended_at: now, ...withdrawn });
    this.moveTo('canceled', now);
  }

  private get finished(): number {
    const { created, skipped, refused } = this.state;
    return created + skipped + refused;
  }

  private demandRows(rows: number): void {
    const { expected_rows } = this.state;
    if (rows === 0) throw bulkErrors.bulk_empty();
    if (rows > MAX_ROWS) throw bulkErrors.too_many_rows({ details: { rows } });
    if (expected_rows !== null && rows !== expected_rows) {
      throw bulkErrors.expected_rows_mismatch({ details: { rows, expected_rows } });
    }
  }

  private failureOfRows(): FailureCode | undefined {
    const { mode, refused, rows, amount, expected_amount } = this.state;
    if (mode === 'all' ? refused > 0 : refused === rows) return 'rows_refused';
    return expected_amount !== null && amount !== expected_amount ? 'expected_amount_mismatch' : undefined;
  }

  private count({ created = 0, skipped = 0, refused, errors }: RowCounts): void {
    const { state } = this;
    const first_errors = [...state.first_errors, ...errors].sort((a, b) => a.number - b.number).slice(0, SHOWN_ERRORS);
    this.change({
      ...{ created: state.created + created, skipped: state.skipped + skipped },
      ...{ refused: state.refused + refused, first_errors },
    });
  }

  private finishIfDone(now: Date): boolean {
    const { rows, refused } = this.state;
    if (this.finished < rows) return false;
    this.end(refused === 0 ? 'completed' : 'completed_with_errors', null, now);
    return true;
  }

  private end(status: BulkStatus, failure_code: FailureCode | null, now: Date): void {
    this.change({ failure_code, ended_at: now });
    this.moveTo(status, now);
  }

  private moveTo(status: BulkStatus, now: Date): void {
    const from = this.state.status;
    if (!canMove(bulkTransitions, from, status)) {
      throw new Error(`bulk transfer ${this.state.id}: no transition from ${from} to ${status}`);
    }
    this.change({ status });
    this.record(now);
  }

  private record(now: Date): void {
    this.change({ sequence: this.state.sequence + 1, updated_at: now });
    const { sequence } = this.state;
    this.events.push({ type: 'bulk_transfer_updated', occurredAt: now, sequence, state: this.state });
  }

  private change(change: Partial<BulkState>): void {
    this.state = { ...this.state, ...change };
  }
}
