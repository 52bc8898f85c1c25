import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { Log } from '@payments/platform';
import { EventRetention } from './ports.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
const KEPT_MS = 30 * DAY_MS;
/** How many events are removed in one transaction. */
export const REMOVAL_BATCH = 500;
const BETWEEN_STEPS_MS = 200;
const BETWEEN_ROUNDS_MS = 60_000;

/**
 * Removes events after 30 days with their deliveries, a small step at a time, one enterprise after the other. What is
 * still held for a configuration that is off goes with them, and leaves a notice.
 */
@Injectable()
export class ExpireEvents {
  private readonly waiting: string[] = [];
  private nextStepAt = 0;
  private nextRoundAt = 0;

  constructor(
    private readonly retention: EventRetention,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Does a step, if it is time for one. */
  async execute(): Promise<void> {
    const at = this.clock.now();
    if (at.getTime() < this.nextStepAt) return;
    if (this.waiting.length === 0) {
      if (at.getTime() < this.nextRoundAt) return;
      this.nextRoundAt = at.getTime() + BETWEEN_ROUNDS_MS;
      this.waiting.push(...(await this.retention.enterprises()));
    }
    this.nextStepAt = at.getTime() + BETWEEN_STEPS_MS;
    const enterpriseId = this.waiting.shift();
    if (enterpriseId !== undefined) await this.step(enterpriseId, at);
  }

  private async step(enterpriseId: string, at: Date): Promise<void> {
    const before = new Date(at.getTime() - KEPT_MS);
    const step = { limit: REMOVAL_BATCH, at };
    const { events, expired } = await this.retention.removeOldest(enterpriseId, before, step);
    if (expired > 0) this.log.warn('webhook_deliveries_expired', { count: expired });
    if (events === REMOVAL_BATCH) this.waiting.push(enterpriseId);
  }
}
