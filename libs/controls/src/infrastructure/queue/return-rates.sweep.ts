import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { Sweeps, SweepTurns } from '@payments/messaging';
import type { Sweep } from '@payments/messaging';
import { Log, workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { TellReturnRates } from '../../application/tell-return-rates.js';

const NAME = 'return-rates';
const EVERY_MS = 10 * 60_000;

/** Tells which return rates have changed their state because days have passed, or because of a setting. */
@Injectable()
@Sweeps({ name: NAME })
export class ReturnRatesSweep implements Sweep {
  // Not at once: startup has priority.
  private nextRoundAt = performance.now() + EVERY_MS;

  constructor(
    private readonly tellReturnRates: TellReturnRates,
    private readonly enterprises: Enterprises,
    private readonly turns: SweepTurns,
    private readonly log: Log,
  ) {}

  async sweep(): Promise<boolean> {
    if (performance.now() < this.nextRoundAt) return false;
    this.nextRoundAt = performance.now() + EVERY_MS;
    if (await this.turns.holds(NAME)) await this.round();
    return false;
  }

  async round(): Promise<void> {
    for (const id of await this.enterprises.ids()) await this.tellOf(id);
  }

  // One enterprise must not block the others.
  private async tellOf(enterprise_id: string): Promise<void> {
    try {
      const tenant = await this.enterprises.get(enterprise_id);
      await workContext.run({ requestId: newId(), tenant, actor: NAME }, () => this.tellReturnRates.all());
    } catch (error) {
      this.log.error('return_rates_not_told', { enterprise_id, error });
    }
  }
}
