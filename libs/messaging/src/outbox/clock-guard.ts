import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { DatabaseProbe, leastSkewMs } from '@payments/persistence';
import { Log } from '@payments/observability';

/**
 * Lets a worker work only while its clock is within CLOCK_TOLERANCE_SECONDS of the database's: windows, dates and
 * timestamps follow its clock, so a wrong one delays payments that another worker would send in time.
 */
@Injectable()
export class ClockGuard {
  private readonly toleranceMs: number;
  private right = true;

  constructor(
    private readonly database: DatabaseProbe,
    private readonly log: Log,
    @Inject(CONFIG) { clockToleranceSeconds }: Pick<Config, 'clockToleranceSeconds'>,
  ) {
    this.toleranceMs = clockToleranceSeconds * 1000;
  }

  /** As of the latest check. */
  get isRight(): boolean {
    return this.right;
  }

  /** Compares the clocks again. Without a database to ask, nothing changes. */
  async check(): Promise<boolean> {
    const skew = await this.database.clockSkew().catch(() => undefined);
    if (skew === undefined) return this.right;
    const isRight = leastSkewMs(skew) <= this.toleranceMs;
    if (isRight && !this.right) this.log.info('clock_right');
    if (!isRight && this.right) this.log.error('clock_wrong', { clock_ahead_ms: Math.round(skew.aheadMs) });
    this.right = isRight;
    return isRight;
  }
}
