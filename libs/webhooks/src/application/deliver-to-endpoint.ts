import { Inject, Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import type { Claim } from '@payments/messaging';
import { MakeAttempt } from './make-attempt.js';
import { SlidingWindowLimiter } from './sliding-window-limiter.js';
import { Deliveries, Endpoints } from './ports.js';
import type { DueDelivery, Endpoint } from './ports.js';
import { PrefetchBuffer } from './prefetch-buffer.js';

/**
 * The lease of an endpoint whose worker stops responding. A renewal ends within six seconds, pool wait
 * and statement at their limits; so a successful one is in time, and a worker may pause for nine.
 */
export const LEASE_SECONDS = 15;
const RENEW_EVERY_MS = 5_000;
/** The initial prefetch, in multiples of the concurrency. */
const READ_AHEAD = 2;
/** While attempts are running, polls for new deliveries back off. */
const FIRST_LOOK_MS = 50;
const LAST_LOOK_MS = 1_600;

interface Found {
  readonly endpoint: Endpoint;
  readonly delivery: DueDelivery;
}

/** The state of one worker's visit to one endpoint. */
interface Visit {
  readonly claim: Claim;
  readonly id: string;
  readonly pace: SlidingWindowLimiter;
  /** Attempts until their result is written: as many may be sent twice when the process is killed. */
  readonly underWay: Map<string, Promise<void>>;
  /** Something was delivered: the work does not crash its process. */
  isProven: boolean;
  readonly ahead: PrefetchBuffer<Found>;
  lookAgainMs: number;
  failed?: { readonly error: unknown };
}

/**
 * Sends what is due for one endpoint until nothing is left. One task stands for an endpoint, so one worker at a time
 * serves it: that enforces its limits, and keeps a hanging endpoint from delaying others.
 */
@Injectable()
export class DeliverToEndpoint {
  private stopping = false;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly endpoints: Endpoints,
    private readonly deliveries: Deliveries,
    private readonly makeAttempt: MakeAttempt,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'webhookConcurrency' | 'webhookRate'>,
  ) {}

  /** Starts no further attempts; endpoints are released when the running ones end. */
  stop(): void {
    this.stopping = true;
  }

  /** @param claim one task, whose subject is the configuration. */
  async execute(claim: Claim): Promise<void> {
    const visit: Visit = {
      claim,
      id: claim.subjectIds[0]!,
      pace: new SlidingWindowLimiter(this.config.webhookRate, this.clock),
      underWay: new Map(),
      isProven: false,
      ahead: new PrefetchBuffer(READ_AHEAD * this.config.webhookConcurrency, this.clock),
      lookAgainMs: FIRST_LOOK_MS,
    };
    const renewal = setInterval(() => this.renew(visit), RENEW_EVERY_MS);
    try {
      while (!(await this.round(visit)));
    } finally {
      await Promise.allSettled(visit.underWay.values());
      clearInterval(renewal);
    }
  }

  /** Returns whether the visit has ended. */
  private async round(visit: Visit): Promise<boolean> {
    const { underWay } = visit;
    const isIdle = await this.begin(visit);
    if (visit.failed !== undefined) throw visit.failed.error;
    if (underWay.size === 0) return this.leave(visit);
    const ends = [...underWay.values()];
    if (isIdle) {
      const pause = pauseOf(visit.lookAgainMs);
      visit.lookAgainMs = Math.min(2 * visit.lookAgainMs, LAST_LOOK_MS);
      await Promise.race([...ends, pause.over]);
      pause.cancel();
    } else {
      await Promise.race(ends);
    }
    return false;
  }

  /** Starts as many attempts as may run at once; returns whether there is room for more. */
  private async begin(visit: Visit): Promise<boolean> {
    const { underWay, ahead } = visit;
    const room = () => this.config.webhookConcurrency - underWay.size;
    if (this.stopping || visit.failed !== undefined || room() === 0) return false;
    if (ahead.isEmpty) {
      const isProbing = !(await this.look(visit));
      if (isProbing) return false;
    }
    if (!ahead.isEmpty) visit.lookAgainMs = FIRST_LOOK_MS;
    for (const found of ahead.take(room())) this.start(visit, found);
    return room() > 0;
  }

  /** Prefetches; returns false when there is nothing to poll for until the running attempt ends. */
  private look({ id, underWay, ahead }: Visit): Promise<boolean> {
    return this.unitOfWork.read(async () => {
      const [endpoint, due] = await Promise.all([
        this.endpoints.load(id),
        this.deliveries.due(id, [...underWay.keys()], ahead.limit),
      ]);
      if (endpoint === undefined || !endpoint.enabled) return false;
      const isFailing = endpoint.probe_at !== null;
      if (isFailing && (underWay.size > 0 || endpoint.probe_in_ms! > 0)) return false;
      const next = isFailing ? due.slice(0, 1) : due;
      ahead.fill(next.map((delivery) => ({ endpoint, delivery })));
      return true;
    });
  }

  private start(visit: Visit, { endpoint, delivery }: Found): void {
    const { pace, underWay, ahead } = visit;
    const attempt = async () => {
      await pauseOf(pace.take()).over;
      const succeeded = await this.makeAttempt.execute(endpoint, delivery);
      // A failure must also affect what was prefetched before it.
      if (!succeeded) ahead.clear();
      else if (!visit.isProven) {
        visit.isProven = true;
        // Reported at once, so that a worker killed from outside is not counted as a crash of this task.
        this.renew(visit);
      }
    };
    const ended = attempt()
      .catch((error: unknown) => {
        visit.failed ??= { error };
      })
      .finally(() => underWay.delete(delivery.id));
    underWay.set(delivery.id, ended);
  }

  /**
   * Ends the visit, unless a delivery has become due. Extending the lease locks the task, so a transaction that adds
   * deliveries waits, and then finds a task without a lease.
   */
  private leave({ claim, id }: Visit): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      await this.extend(claim);
      const endpoint = await this.endpoints.load(id);
      const nextInMs = await this.nextWork(id, endpoint);
      if (nextInMs === undefined) await claim.complete();
      else if (nextInMs > 0 || this.stopping || endpoint === undefined)
        await claim.postpone(claim.tasks, Math.max(0, nextInMs), { restart: true });
      else return false;
      return true;
    });
  }

  // Returns the milliseconds until then.
  private async nextWork(id: string, endpoint: Endpoint | undefined): Promise<number | undefined> {
    if (endpoint === undefined) return (await this.deliveries.removeSome(id)) ? 0 : undefined;
    const next = endpoint.enabled ? await this.deliveries.nextDueInMs(id) : undefined;
    if (next === undefined || endpoint.probe_in_ms === null) return next;
    return Math.max(next, endpoint.probe_in_ms);
  }

  private renew(visit: Visit): void {
    this.unitOfWork
      .run(() => this.extend(visit.claim))
      .catch((error: unknown) => {
        visit.failed ??= { error };
      });
  }

  private extend(claim: Claim): Promise<void> {
    return claim.extend(LEASE_SECONDS);
  }
}

function pauseOf(ms: number): { readonly over: Promise<void>; readonly cancel: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const over = ms <= 0 ? Promise.resolve() : new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  return { over, cancel: () => clearTimeout(timer) };
}
