import { FixedClock } from '@payments/kernel';
import type { UnitOfWork } from '@payments/kernel';
import type { Claim } from '@payments/messaging';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MakeAttempt } from './make-attempt.js';
import type { Deliveries, DueDelivery, Endpoint, Endpoints } from './ports.js';
import { DeliverToEndpoint } from './deliver-to-endpoint.js';

const now = new Date('2026-01-31T12:00:00.000Z');
const unitOfWork: UnitOfWork = { run: (work) => work(), read: (work) => work() };

const WELL = { enabled: true, probe_at: null, probe_in_ms: null };
const probedIn = (ms: number) => ({ enabled: true, probe_at: new Date(now.getTime() + ms), probe_in_ms: ms });

/** An endpoint, its deliveries and its task in memory. An attempt lasts until `end` is called for it. */
class World {
  endpoint: Pick<Endpoint, 'enabled' | 'probe_at' | 'probe_in_ms'> | undefined = WELL;
  /** Milliseconds until each is due. */
  readonly due = new Map<string, number>();
  readonly attempts = new Map<string, (succeeded: boolean) => void>();
  extensions = 0;
  heldSeconds: number | undefined;
  readonly begun: string[] = [];
  most = 0;
  task: string | number = 'held';
  onLeave: () => void = () => undefined;
  removals = 0;
  readonly serve: DeliverToEndpoint;

  constructor(webhookConcurrency = 5) {
    const endpoints = { load: async () => this.endpoint as Endpoint | undefined } as unknown as Endpoints;
    const deliveries = {
      due: async (_id: string, except: string[], limit: number) =>
        this.dueIds()
          .filter((id) => !except.includes(id))
          .slice(0, limit)
          .map((id) => ({ id }) as DueDelivery),
      nextDueInMs: async () => [...this.due.values()].sort((a, b) => a - b)[0],
      removeSome: async () => --this.removals > 0,
    } as unknown as Deliveries;
    const makeAttempt = { execute: (_receiver: Endpoint, { id }: DueDelivery) => this.attempt(id) };
    const config = { webhookConcurrency, webhookRate: 1_000 };
    this.serve = new DeliverToEndpoint(
      unitOfWork,
      endpoints,
      deliveries,
      makeAttempt as unknown as MakeAttempt,
      new FixedClock(now),
      config,
    );
  }

  add(...ids: string[]): void {
    for (const id of ids) this.due.set(id, 0);
  }

  visit(): Promise<void> {
    const claim = {
      subjectIds: ['c1'],
      tasks: [],
      extend: async (leaseSeconds: number) => {
        this.heldSeconds = leaseSeconds;
        this.extensions += 1;
        this.onLeave();
      },
      complete: async () => (this.task = 'completed'),
      postpone: async (_tasks: unknown, waitMs: number) => (this.task = waitMs),
    };
    return this.serve.execute(claim as unknown as Claim);
  }

  async until(met: () => boolean): Promise<void> {
    while (!met()) await sleep(1);
  }

  /** Ends attempts as they start. */
  async takeAll(visit: Promise<void>, succeeded = true): Promise<void> {
    let over = false;
    void visit.finally(() => (over = true));
    while (!over) {
      for (const id of [...this.attempts.keys()]) this.end(id, succeeded);
      await sleep(0);
    }
    await visit;
  }

  end(id: string, succeeded: boolean): void {
    if (succeeded) this.due.delete(id);
    else this.due.set(id, 60_000);
    this.attempts.get(id)!(succeeded);
  }

  private dueIds(): string[] {
    return [...this.due].filter(([, inMs]) => inMs <= 0).map(([id]) => id);
  }

  private attempt(id: string): Promise<boolean> {
    this.begun.push(id);
    const ended = new Promise<boolean>((resolve) => this.attempts.set(id, resolve));
    this.most = Math.max(this.most, this.attempts.size);
    return ended.finally(() => this.attempts.delete(id));
  }
}

const ids = (count: number) => Array.from({ length: count }, (_, index) => `d${index}`);

describe(DeliverToEndpoint.name, () => {
  afterEach(() => void jest.useRealTimers());

  it('sends due deliveries oldest first, five at once, and ends its task', async () => {
    const world = new World();
    world.add(...ids(23));
    await world.takeAll(world.visit());
    expect(world.begun).toEqual(ids(23));
    expect([world.most, world.task]).toEqual([5, 'completed']);
  });

  it('postpones its task until the next delivery is due', async () => {
    const world = new World();
    world.add('d1');
    await world.takeAll(world.visit(), false);
    expect(world.task).toBe(60_000);
  });

  it('continues with deliveries added while it was finishing', async () => {
    const world = new World();
    world.onLeave = () => {
      world.add('late');
      world.onLeave = () => undefined;
    };
    await world.takeAll(world.visit());
    expect([world.begun, world.task]).toEqual([['late'], 'completed']);
  });

  it('sends new deliveries while one hangs', async () => {
    const world = new World();
    world.add('hangs');
    const visit = world.visit();
    await world.until(() => world.attempts.has('hangs'));
    world.add('new');
    await world.until(() => world.attempts.has('new'));
    await world.takeAll(visit);
    expect(world.task).toBe('completed');
  });

  it('sends nothing to a configuration that is off', async () => {
    const world = new World();
    world.endpoint = { ...WELL, enabled: false };
    world.add('d1');
    await world.visit();
    expect([world.begun, world.task]).toEqual([[], 'completed']);
  });

  it('sends nothing to a failing endpoint before its next probe', async () => {
    const world = new World();
    world.endpoint = probedIn(30_000);
    world.add('d1');
    await world.visit();
    expect([world.begun, world.task]).toEqual([[], 30_000]);
  });

  it('sends a failing endpoint one delivery, and the rest after a success', async () => {
    const world = new World();
    world.endpoint = probedIn(0);
    world.add(...ids(8));
    const visit = world.visit();
    await world.until(() => world.attempts.size > 0);
    await sleep(20);
    expect(world.begun).toEqual(['d0']);
    world.endpoint = WELL;
    await world.takeAll(visit);
    expect([world.begun, world.most]).toEqual([ids(8), 5]);
  });

  it('drops prefetched deliveries when an attempt opens the circuit', async () => {
    const world = new World();
    world.add(...ids(8));
    const visit = world.visit();
    await world.until(() => world.attempts.size === 5);
    world.endpoint = probedIn(30_000);
    await world.takeAll(visit, false);
    expect([world.begun, world.task]).toEqual([ids(5), 30_000]);
  });

  it('removes the deliveries of a deleted configuration in batches', async () => {
    const world = new World();
    world.endpoint = undefined;
    world.removals = 2;
    await world.visit();
    expect(world.task).toBe(0);
    await world.visit();
    expect(world.task).toBe('completed');
  });

  it('reports its first delivery, so that no crash is counted', async () => {
    const world = new World(1);
    world.add('d1', 'd2');
    const visit = world.visit();
    await world.until(() => world.attempts.has('d1'));
    expect(world.extensions).toBe(0);
    world.end('d1', true);
    await world.until(() => world.attempts.has('d2'));
    expect(world.extensions).toBe(1);
    await world.takeAll(visit);
  });

  it('extends its lease to fifteen seconds every five seconds', async () => {
    jest.useFakeTimers();
    const world = new World(1);
    world.add('hangs');
    const visit = world.visit();
    await jest.advanceTimersByTimeAsync(14_900);
    expect([world.begun, world.extensions]).toEqual([['hangs'], 2]);
    expect(world.heldSeconds).toBe(15);
    jest.useRealTimers();
    await world.takeAll(visit);
  });

  it('starts nothing after shutdown and releases the endpoint when attempts end', async () => {
    const world = new World();
    world.add(...ids(8));
    const visit = world.visit();
    await world.until(() => world.attempts.size === 5);
    world.serve.stop();
    await world.takeAll(visit);
    expect([world.begun, world.task]).toEqual([ids(5), 0]);
  });

  it('fails after all attempts end if a result cannot be written', async () => {
    const world = new World(2);
    world.add('bad', 'good');
    const visit = world.visit();
    await world.until(() => world.attempts.size === 2);
    let failed = false;
    const outcome = visit.catch(() => (failed = true));
    world.attempts.get('bad')!(Promise.reject(new Error('no database')) as unknown as boolean);
    await sleep(5);
    expect(failed).toBe(false);
    world.end('good', true);
    await outcome;
    expect([failed, world.task]).toEqual([true, 'held']);
  });
});
