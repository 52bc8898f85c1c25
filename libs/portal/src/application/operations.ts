import type { Page, PageRequest } from '@payments/persistence';

/** Due tasks of one queue. */
export interface DueTasks {
  readonly queue: string;
  /** At most `MOST_COUNTED`. */
  readonly due: number;
  readonly oldest_due_seconds: number;
}

/** How the own work of the tenant goes. Counts are at most `MOST_COUNTED`. */
export interface WorkState {
  /** Queues without a due task are left out. */
  readonly queues: readonly DueTasks[];
  /** Tasks that an operator must redrive. */
  readonly dead_letters: number;
  /** Rules that the records of the tenant break. */
  readonly violations: number;
  /** Enabled webhook configurations, and those whose last attempt failed. */
  readonly endpoints: number;
  readonly failing_endpoints: number;
  /** Differences with the report of the bank. */
  readonly open_breaks: number;
}

/** How the newest attempts of a time at a webhook endpoint went, of at most `MOST_COUNTED`. */
export interface EndpointFigures {
  readonly configuration_id: string;
  readonly attempted_count: number;
  /** Those that the endpoint accepted. */
  readonly delivered_count: number;
  /** The time that 95% of the attempts did not exceed. */
  readonly p95_ms: number;
}

/** The leg of a difference. */
export interface LegSummary {
  readonly id: string;
  readonly transfer_id: string;
  readonly side: string;
  readonly rail: string;
  /** Cents. */
  readonly amount: bigint;
  readonly status: string;
}

/** A difference between own records and the report of the bank. */
export interface OpenBreak {
  readonly end_to_end_id: string;
  readonly kind: string;
  /** The view of each side, for people. */
  readonly own: string;
  readonly reported: string;
  /** The banking instant that it belongs to. */
  readonly banking_at: Date;
  readonly first_seen_at: Date;
  readonly last_seen_at: Date;
  /** Undefined where the bank reports what was never sent, or an earlier attempt. */
  readonly leg?: LegSummary;
}

export interface BreakCount {
  readonly kind: string;
  readonly count: number;
}

export interface ReconciliationState {
  /** When the last comparison ended; undefined before the first. */
  readonly compared_at?: Date;
  /** Of at most `MOST_COUNTED` breaks, by kind. */
  readonly counts: readonly BreakCount[];
  /** The oldest ones. */
  readonly breaks: readonly OpenBreak[];
}

/** Legs that were handed over together, and what became of them. */
export interface Batch {
  readonly id: string;
  readonly rails: readonly string[];
  /** The last window among its legs, a banking instant. */
  readonly window_at: Date;
  readonly legs: number;
  /** The sum of the credits to accounts, in cents. */
  readonly amount_out: bigint;
  /** The sum of the debits from accounts, in cents. */
  readonly amount_in: bigint;
  /** Each leg counts once, by what it is now. */
  readonly submitted: number;
  readonly accepted: number;
  readonly settled: number;
  readonly returned: number;
  readonly rejected: number;
}

export interface BatchLeg extends LegSummary {
  readonly end_to_end_id: string;
  readonly window_at: Date;
  readonly effective_date?: string;
  readonly trace_number?: string;
}

export interface BatchRequest extends PageRequest {
  /** The id of a batch. */
  readonly after?: string;
}

/** What operators look at, of the current tenant; each method is one statement over indexes, in the current unit of work. */
export abstract class OperationsReader {
  abstract work(now: Date): Promise<WorkState>;
  /** Endpoints without an attempt since then are left out. */
  abstract endpoints(since: Date, most: number): Promise<readonly EndpointFigures[]>;
  abstract reconciliation(most: number): Promise<ReconciliationState>;
  /** Newest first. */
  abstract batches(request: BatchRequest): Promise<Page<Batch>>;
  abstract batch(id: string): Promise<Batch | undefined>;
  /** By id; a batch has at most 500. */
  abstract batchLegs(id: string): Promise<readonly BatchLeg[]>;
}
