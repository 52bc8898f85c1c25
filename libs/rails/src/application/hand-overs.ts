import type { OrderRail } from '../domain/entry-state.js';

/** Payments of an enterprise that wait for the end of a window, and are no entries before. */
export interface WaitingHandOver {
  readonly rail: OrderRail;
  /** Banking instant. */
  readonly window_at: Date;
  readonly payments: number;
  readonly cents: bigint;
}

/** What has not been handed over yet. */
export abstract class HandOvers {
  /** In all windows, of an enterprise. */
  abstract waiting(enterpriseId: string): Promise<WaitingHandOver[]>;
  /** Lets workers hand over what waits for a window before that ends. `windowAt` is a banking instant. */
  abstract bringForward(enterpriseId: string, rail: OrderRail, windowAt: Date): Promise<void>;
  /** Whether an enterprise may still hand over orders of a window: a cut waits for them. `windowAt` is a banking instant. */
  abstract arePending(enterpriseIds: readonly string[], rail: OrderRail, windowAt: Date): Promise<boolean>;
}
