import { Injectable } from '@nestjs/common';
import { MINUTE_MS, newId } from '@payments/kernel';
import { Sweeps } from '@payments/messaging';
import type { Sweep } from '@payments/messaging';
import { Log, workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { CloseDays } from '../../application/close-days.js';

const NAME = 'ledger-day-ends';
const EVERY_MS = 5 * MINUTE_MS;

/** Records the end of the last day of every enterprise, once. */
@Injectable()
@Sweeps({ name: NAME })
export class DayEndsSweep implements Sweep {
  private nextRoundAt = performance.now() + EVERY_MS;
  /** The day that has ended for all of them. */
  private closed: string | undefined;

  constructor(
    private readonly closeDays: CloseDays,
    private readonly enterprises: Enterprises,
    private readonly log: Log,
  ) {}

  async sweep(): Promise<boolean> {
    if (performance.now() < this.nextRoundAt) return false;
    this.nextRoundAt = performance.now() + EVERY_MS;
    await this.round();
    return false;
  }

  async round(): Promise<void> {
    const day = this.closeDays.lastDay();
    if (day === this.closed) return;
    let isComplete = true;
    for (const id of await this.enterprises.ids()) isComplete = (await this.close(id)) && isComplete;
    if (isComplete) this.closed = day;
  }

  // A failure with one enterprise must not block the others; it is tried again with the next round.
  private async close(enterprise_id: string): Promise<boolean> {
    try {
      const tenant = await this.enterprises.get(enterprise_id);
      await workContext.run({ requestId: newId(), tenant, actor: NAME }, () => this.closeDays.execute());
      return true;
    } catch (error) {
      this.log.error('day_not_closed', { enterprise_id, error });
      return false;
    }
  }
}
