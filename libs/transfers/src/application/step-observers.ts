import type { LegState } from '../domain/leg.js';
import type { TransferState } from '../domain/transfer-state.js';
import type { TransferStatus } from '../domain/transfer-status.js';

/** What a step of transfers changed. */
export interface ObservedStep {
  /** The transfers whose status changed. */
  readonly transfers: readonly TransferState[];
  /** The status that transfers had before, by their id. */
  readonly statuses: ReadonlyMap<string, TransferStatus>;
  /** The legs that changed. */
  readonly legs: readonly LegState[];
  /** The same legs as they were before. New ones are not among them. */
  readonly before: readonly LegState[];
  /** The subledgers of their transfers, by transfer id. Those that move the enterprise's own money are not among them. */
  readonly subledgers: ReadonlyMap<string, string>;
}

/** Learns of every step of transfers, in its unit of work. If it throws, the step is rolled back. */
export interface StepObserver {
  observe(step: ObservedStep): Promise<void>;
}

/** All observers of this process. */
export abstract class StepObservers {
  abstract all(): readonly StepObserver[];
}
