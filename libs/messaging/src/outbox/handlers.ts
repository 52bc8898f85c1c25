import { DiscoveryService } from '@nestjs/core';
import type { Claim } from './claim.js';

export interface TaskHandlerOptions {
  /** Name of the queue. */
  readonly queue: string;
  /** The most tasks of one enterprise in a claim, on their first attempt; retries run alone. */
  readonly batchSize: number;
  /** Concurrent claims per process. */
  readonly concurrency: number;
  /** How long a claim is held before it is given to another worker. */
  readonly leaseSeconds: number;
}

/** Does the work of one queue. It runs in the tenant's context and completes or postpones every task of the claim. */
export interface TaskHandler {
  handle(claim: Claim): Promise<void>;
}

/** Finds due work without a task whenever a relay wakes. Returns whether more may be due at once. */
export interface Sweep {
  sweep(): Promise<boolean>;
}

/** Marks a provider as the handler of a queue. */
export const HandlesTasks = DiscoveryService.createDecorator<TaskHandlerOptions>();

/** Marks a provider whose `sweep` runs whenever the relay wakes, at least every second. */
export const Sweeps = DiscoveryService.createDecorator<{ readonly name: string }>();
