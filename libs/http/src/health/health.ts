import { Injectable } from '@nestjs/common';
import { withTimeout } from '@payments/kernel';
import { CLOCK_SKEW, DatabaseProbe, leastSkewMs } from '@payments/persistence';
import type { ClockSkew } from '@payments/persistence';
import { ENTERPRISE_CREATED, Queues } from '@payments/messaging';

const CHECK_TIMEOUT_MS = 1_500;
const CACHE_MS = 500;
/** Due work starts within a second or two unless the workers are overloaded or none runs. */
const LAGGING_SECONDS = 60;

export type CheckStatus = 'ok' | 'degraded' | 'down';

export interface Readiness {
  readonly status: 'ready' | 'degraded' | 'not_ready';
  readonly checks: Readonly<Record<string, CheckStatus | 'draining'>>;
}

/** Throws while a dependency of the process is unhealthy. */
export type DependencyCheck = () => void | Promise<void>;

/**
 * The health of the process. Only the database decides whether it is ready; a lost queue, work that starts late, a clock
 * that differs from the database's, or an unhealthy dependency makes it `degraded`, because the outbox keeps the work.
 */
@Injectable()
export class Health {
  private readonly watched = new Map<string, () => boolean>();
  private draining = false;
  private started = false;
  private readonly dependencies = new Map<string, DependencyCheck>();
  private latest: { readonly at: number; readonly checks: Promise<Record<string, CheckStatus>> } | undefined;

  constructor(
    private readonly database: DatabaseProbe,
    private readonly queues: Queues,
  ) {}

  /** Adds a check of the process itself. It is shown only while it fails, and then the process is not ready. */
  watch(name: string, isWell: () => boolean): void {
    this.watched.set(name, isWell);
  }

  /** Adds a check of a context's dependency. While it throws, the process is degraded. */
  watchDependency(name: string, check: DependencyCheck): void {
    this.dependencies.set(name, check);
  }

  markStarted(): void {
    this.started = true;
  }

  /** From now on the process reports not ready, because it is about to stop. */
  drain(): void {
    this.draining = true;
  }

  get isDraining(): boolean {
    return this.draining;
  }

  get hasStarted(): boolean {
    return this.started;
  }

  async readiness(): Promise<Readiness> {
    const checks = { ...(await this.checks()), ...this.failing() };
    if (this.draining) return { status: 'not_ready', checks: { ...checks, shutdown: 'draining' } };
    if (Object.values(checks).includes('down')) return { status: 'not_ready', checks };
    return { status: Object.values(checks).includes('degraded') ? 'degraded' : 'ready', checks };
  }

  private failing(): Record<string, CheckStatus> {
    return Object.fromEntries([...this.watched].filter(([, isWell]) => !isWell()).map(([name]) => [name, 'down']));
  }

  private checks(): Promise<Record<string, CheckStatus>> {
    const now = performance.now();
    if (this.latest === undefined || now - this.latest.at > CACHE_MS) this.latest = { at: now, checks: this.check() };
    return this.latest.checks;
  }

  private async check(): Promise<Record<string, CheckStatus>> {
    let skew: ClockSkew | undefined;
    const dependencies = Promise.all(
      [...this.dependencies].map(
        async ([name, check]) => [name, stateOf(await succeeds(async () => await check()))] as const,
      ),
    );
    const [database, queue, outbox] = await Promise.all([
      succeeds(async () => {
        [skew] = await Promise.all([this.database.clockSkew(), this.database.assertWritable()]);
      }),
      succeeds(() => this.queues.waiting(ENTERPRISE_CREATED)),
      succeeds(async () => {
        const seconds = await this.database.oldestDueSeconds();
        if (seconds > LAGGING_SECONDS) throw new Error('tasks are not started in time');
      }),
    ]);
    return {
      database: database ? 'ok' : 'down',
      queue: stateOf(queue),
      outbox: stateOf(outbox),
      ...(database && skew && { clock: stateOf(leastSkewMs(skew) < CLOCK_SKEW.warnMs) }),
      ...Object.fromEntries(await dependencies),
    };
  }
}

function stateOf(answered: boolean): CheckStatus {
  return answered ? 'ok' : 'degraded';
}

function succeeds(ask: () => Promise<unknown>): Promise<boolean> {
  return withTimeout(ask(), CHECK_TIMEOUT_MS, 'the check takes too long').then(
    () => true,
    () => false,
  );
}
