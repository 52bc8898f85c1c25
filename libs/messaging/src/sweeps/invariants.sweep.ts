import { Inject, Injectable } from '@nestjs/common';
import { messagingMetrics } from '../metrics.table.js';
import { Sweeps } from '../outbox/handlers.js';
import type { Sweep } from '../outbox/handlers.js';
import { Log, Metrics } from '@payments/observability';
import { Enterprises, InvariantChecks, INVARIANTS } from '@payments/persistence';
import type { Invariant } from '@payments/persistence';

const EVERY_MS = 60_000;

/** Checks every enterprise once a minute, in the background, and reports violations. */
@Injectable()
@Sweeps({ name: 'invariants' })
export class InvariantsSweep implements Sweep {
  // Not at once: startup has priority.
  private nextRoundAt = performance.now() + EVERY_MS;

  constructor(
    private readonly checks: InvariantChecks,
    private readonly enterprises: Enterprises,
    private readonly metrics: Metrics,
    private readonly log: Log,
    @Inject(INVARIANTS) private readonly invariants: readonly Invariant[],
  ) {}

  async sweep(): Promise<boolean> {
    if (performance.now() < this.nextRoundAt) return false;
    this.nextRoundAt = performance.now() + EVERY_MS;
    await this.round();
    return false;
  }

  async round(): Promise<void> {
    const counts = new Map(this.invariants.map(({ name }) => [name, 0]));
    for (const enterpriseId of await this.enterprises.ids()) {
      for (const { invariant } of await this.checkOne(enterpriseId)) {
        counts.set(invariant, (counts.get(invariant) ?? 0) + 1);
      }
    }
    for (const [invariant, count] of counts)
      this.metrics.set(messagingMetrics.payments_invariant_violations, { invariant }, count);
  }

  // A failed check of one enterprise must not block the rest; its known violations are kept.
  private async checkOne(enterprise_id: string) {
    try {
      for (const { invariant, subject, message } of await this.checks.checkRecent(enterprise_id)) {
        this.log.error('invariant_violated', { enterprise_id, invariant, subject, reason: message });
      }
    } catch (error) {
      this.log.error('invariants_not_checked', { enterprise_id, error });
    }
    return this.checks.kept(enterprise_id);
  }
}
