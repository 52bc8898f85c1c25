/** A task that waits for a banking instant. */
export interface ScheduledWork {
  readonly queue: string;
  readonly subject_id: string;
  readonly until: Date;
}

/** Work that waits for banking time. In the current unit of work. */
export interface BankingTimeWaiter {
  /** Every queue that its work goes through. */
  readonly queues: readonly string[];
  /** What waits for an instant up to this one. */
  waits(until: Date): Promise<readonly ScheduledWork[]>;
  /** The first instant up to this one that something waits for. */
  firstWait(until: Date): Promise<Date | undefined>;
}

/** All work of this process that waits for banking time. */
export abstract class BankingTimeWaiters {
  abstract all(): readonly BankingTimeWaiter[];
}
