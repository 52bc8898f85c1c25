import type { LegState } from './leg.js';
import type { Posting } from './postings.js';
import type { StatusChange, TransferEvent } from './transfer-state.js';

/** A step of a leg that is scheduled for a banking instant. */
export interface ScheduledStep {
  readonly kind: 'hand_over' | 'end_of_hold';
  readonly leg_id: string;
  /** Banking time. */
  readonly from: Date;
  readonly until: Date;
}

/** The changes from the steps of a transfer. All are written in one transaction, or none. */
export interface TransferChanges {
  readonly events: readonly TransferEvent[];
  readonly statuses: readonly StatusChange[];
  /** The legs that changed. */
  readonly legs: readonly LegState[];
  /** The same legs as they were before. New ones are not among them. */
  readonly before: readonly LegState[];
  readonly postings: readonly Posting[];
  readonly steps: readonly ScheduledStep[];
}
