import { Injectable } from '@nestjs/common';
import { DatabaseProbe } from './database-probe.js';
import { Queues } from '../queue/queues.js';

const CHECK_TIMEOUT_MS = 1_500;
const CACHE_MS = 500;
/** Work that is due is begun within a second or two, unless there is more than the workers get done, or no worker. */
const LAGGING_SECONDS = 60;

export type CheckStatus = 'ok' | 'degraded' | 'down';

export interface Readiness {
  readonly status: 'ready' | 'degraded' | 'not_ready';
  readonly checks: Readonly<Record<string, CheckStatus | 'draining'>>;
}

/**
 * How the process is. Only the database decides whether it is ready; a lost queue, or work that is not begun in time,
 * makes it `degraded`, because the outbox keeps the work.
 */
@Injectable()
export class Health {
  private draining = false;
  private started = false;
  private latest: { readonly at: number; readonly checks: Promise<Record<string, CheckStatus>> } | undefined;

  constructor(
    private readonly database: DatabaseProbe,
    private readonly queues: Queues,
  ) {}

  markStarted(): void {
    this.started = true;
  }

  /** From now on the process asks to be left alone: it is about to stop. */
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
    const checks = await this.checks();
    if (this.draining) return { status: 'not_ready', checks: { ...checks, shutdown: 'draining' } };
    if (checks['database'] !== 'ok') return { status: 'not_ready', checks };
    return { status: Object.values(checks).includes('degraded') ? 'degraded' : 'ready', checks };
  }

  private checks(): Promise<Record<string, CheckStatus>> {
    const now = performance.now();
    if (this.latest === undefined || now - this.latest.at > CACHE_MS) this.latest = { at: now, checks: this.check() };
    return this.latest.checks;
  }

  private async check(): Promise<Record<string, CheckStatus>> {
    const [database, queue, outbox] = await Promise.all([
      answers(() => this.database.ask()),
      answers(() => this.queues.waiting('webhook-deliveries')),
      answers(async () => {
        const seconds = await this.database.oldestDueSeconds();
        if (seconds > LAGGING_SECONDS) throw new Error('work is not begun in time');
      }),
    ]);
    return {
      database: database ? 'ok' : 'down',
      queue: queue ? 'ok' : 'degraded',
      outbox: outbox ? 'ok' : 'degraded',
    };
  }
}

async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
  });
  const asked = ask().then(
    () => true,
    () => false,
  );
  const answered = await Promise.race([asked, timeout]);
  clearTimeout(timer);
  return answered;
}
