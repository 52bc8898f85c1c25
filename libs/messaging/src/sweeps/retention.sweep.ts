import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { databaseTime, Enterprises, REMOVED_AT_ONCE, Transactions } from '@payments/persistence';
import { messagingMetrics } from '../metrics.table.js';
import { Sweeps } from '../outbox/handlers.js';
import type { Sweep } from '../outbox/handlers.js';
import { SweepTurns } from './sweep-turns.js';
import { Log, Metrics } from '@payments/observability';
import type { RetentionRule } from '@payments/persistence';

/** Injection token of the retention rules. */
export const RETENTION = Symbol('RETENTION');

/** A rule with its configured period. */
export interface KeptRule extends Omit<RetentionRule, 'keptMs'> {
  readonly keptMs: number;
}

const TURN = 'retention';
const BETWEEN_ROUNDS_MS = 60_000;
const AFTER_REMOVAL_MS = 200;
const AFTER_NOTHING_MS = 20;

interface JobRun {
  readonly rule: KeptRule;
  readonly enterpriseId: string | undefined;
  removed: number;
}

/**
 * Removes expired data, by all rules and for all enterprises in turn, in small steps with pauses between them, so that
 * payments are not affected. Each is checked once a minute, by one worker. What has more than a step goes on after all
 * others have had theirs.
 */
@Injectable()
@Sweeps({ name: 'retention' })
export class Retention implements Sweep {
  private runs: JobRun[] = [];
  /** Those that have had their step, and have more. */
  private unfinished: JobRun[] = [];
  private nextRoundAt = 0;

  constructor(
    private readonly transactions: Transactions,
    private readonly enterprises: Enterprises,
    private readonly turns: SweepTurns,
    private readonly metrics: Metrics,
    private readonly log: Log,
    @Inject(RETENTION) private readonly rules: readonly KeptRule[],
  ) {}

  /** Takes one step when a round is due. Returns whether the round continues. */
  async sweep(): Promise<boolean> {
    if (this.runs.length === 0) this.takeUnfinished();
    if (this.runs.length === 0) {
      if (performance.now() < this.nextRoundAt) return false;
      // Before the attempt: a failed one also waits a minute.
      this.nextRoundAt = performance.now() + BETWEEN_ROUNDS_MS;
      if (!(await this.turns.holds(TURN))) return false;
      await this.beginRound();
    } else if (!(await this.turns.holds(TURN))) {
      // Another worker has begun its own round.
      this.runs = [];
      this.unfinished = [];
    }
    const run = this.runs.shift();
    if (run === undefined) return false;
    const count = await this.step(run);
    if (count < REMOVED_AT_ONCE) this.end(run);
    else this.unfinished.push(run);
    await sleep(count > 0 ? AFTER_REMOVAL_MS : AFTER_NOTHING_MS);
    return this.runs.length + this.unfinished.length > 0;
  }

  // When the next round is due, it has these too, and what has expired of the others since.
  private takeUnfinished(): void {
    if (performance.now() < this.nextRoundAt) this.runs = this.unfinished;
    else for (const run of this.unfinished) this.end(run);
    this.unfinished = [];
  }

  private async beginRound(): Promise<void> {
    const ids = await this.enterprises.ids();
    for (const rule of this.rules) {
      const whose = rule.ofAll === true ? [undefined] : ids;
      this.runs.push(...whose.map((enterpriseId) => ({ rule, enterpriseId, removed: 0 })));
    }
  }

  // A failed run, for example one that yielded to a payment, is repeated in the next round.
  private async step(jobRun: JobRun): Promise<number> {
    const { rule, enterpriseId } = jobRun;
    const scope = { role: 'maintenance', ...(enterpriseId !== undefined && { enterpriseId }) } as const;
    try {
      const count = await this.transactions.run(scope, async (transaction) => {
        const now = await databaseTime(transaction);
        const before = new Date(now.getTime() - rule.keptMs);
        return rule.remove({ transaction, enterpriseId, before, now, log: this.log });
      });
      jobRun.removed += count;
      this.metrics.count(messagingMetrics.payments_removed_rows_total, { what: rule.what }, count);
      return count;
    } catch (error) {
      this.log.error('retention_failed', { what: rule.what, ...whoseOf(jobRun), error });
      return 0;
    }
  }

  private end(jobRun: JobRun): void {
    if (jobRun.removed > 0) {
      this.log.info('rows_removed', { what: jobRun.rule.what, count: jobRun.removed, ...whoseOf(jobRun) });
    }
  }
}

function whoseOf({ enterpriseId }: JobRun): { enterprise_id?: string } {
  return enterpriseId === undefined ? {} : { enterprise_id: enterpriseId };
}
