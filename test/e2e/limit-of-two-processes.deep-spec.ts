import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { Agent } from 'undici';
import { newEnterprise } from '../support/e2e/enterprise.js';
import { freePorts, portSettings } from '../support/e2e/free-ports.js';
import type { Ports } from '../support/e2e/free-ports.js';
import { hasRedisServer, KillableRedis } from '../support/e2e/killable-redis.js';
import { Program } from '../support/e2e/program.js';
import { bearerOf, raw } from '../support/e2e/raw.js';
import type { Bearer, ClientCredentials } from '../support/e2e/raw.js';
import { guards } from '../support/guards.js';

guards('libs/auth/src/infrastructure/limits', 'libs/http/src/server', 'libs/messaging/src/queue');

const PER_SECOND = 50;
const SETTINGS = {
  RATE_LIMIT_WRITES: String(PER_SECOND),
  RATE_LIMIT_ADDRESS: '10000',
  // As behind a gateway: a token of one process is good at the other.
  PUBLIC_BASE_URL: 'http://payments.test',
  PUBLIC_VAULT_URL: 'http://vault.payments.test',
};
const DRIVEN_MS = 4_000;
/** A longer time without a response is due to the machine, not the limit: a full bucket gains no tokens. */
const LONGEST_GAP_MS = 200;
/** At each process: together several times the limit, also where a response takes 50 ms. */
const CALLERS = 6;
const PAUSE_MS = 20;

interface Api {
  readonly url: string;
  readonly program: Program;
}

interface Driven {
  /** How many requests each process let through. */
  readonly admitted: readonly number[];
  /** As many as one bucket gives at most in the time that it took. */
  readonly most: number;
  /** What one bucket gives to constant callers, for each process called alone, and for both. */
  readonly due: number;
  readonly dueOfEach: readonly number[];
}

/** The time in which callers got responses, without the gaps in which the machine did something else. */
class AskedTime {
  private lastAt = performance.now();
  private sumMs = 0;
  private refusedAtMs = 0;

  answered(isRefused: boolean): void {
    const now = performance.now();
    this.sumMs += Math.min(now - this.lastAt, LONGEST_GAP_MS);
    this.lastAt = now;
    if (isRefused) this.refusedAtMs = this.sumMs;
  }

  /** Up to the last refusal: callers who are not refused may be too slow to use up the limit. */
  get due(): number {
    return PER_SECOND + (PER_SECOND * this.refusedAtMs) / 1_000;
  }
}

/** Sends writing requests to all processes, each at more than the limit, and counts. */
async function drive(apis: readonly Api[], headers: Bearer): Promise<Driven> {
  const dispatcher = new Agent();
  const admitted = apis.map(() => 0);
  const start = performance.now();
  const asked = new AskedTime();
  const askedOfEach = apis.map(() => new AskedTime());
  const caller = async ({ url }: Api, process: number) => {
    while (performance.now() - start < DRIVEN_MS) {
      const { status } = await raw(`${url}/deliver/persons`, { method: 'POST', headers, body: '{}', dispatcher });
      asked.answered(status === 429);
      askedOfEach[process]!.answered(status === 429);
      // An empty person is refused by what comes after the limit, and costs little.
      if (status === 400) admitted[process]! += 1;
      else if (status !== 429) throw new Error(`answered ${status}`);
      await sleep(PAUSE_MS);
    }
  };
  const callers = apis.flatMap((api, process) => Array.from({ length: CALLERS }, () => caller(api, process)));
  await Promise.all(callers);
  await dispatcher.close();
  const most = PER_SECOND + (PER_SECOND * (performance.now() - start)) / 1_000;
  return { admitted, most, due: asked.due, dueOfEach: askedOfEach.map(({ due }) => due) };
}

const timesAway = ({ program }: Api) => program.stdout.split('limit_store_unavailable').length - 1;

/**
 * On a machine too busy to respond in 250 ms a process counts alone for a second, as without the store. It
 * logs this, and what it then admits is allowed for.
 */
const givenAlone = (apis: readonly Api[]) => apis.reduce((sum, api) => sum + timesAway(api), 0) * PER_SECOND * 2;

if (!hasRedisServer) process.stderr.write('No redis-server on the PATH: limits of two processes on PostgreSQL only.\n');

describe.each(['PostgreSQL', ...(hasRedisServer ? ['Redis'] : [])])('two api processes, limits in %s', (store) => {
  let redis: KillableRedis | undefined;
  let database: TestDatabase;
  let apis: readonly Api[] = [];
  let credentials: readonly ClientCredentials[];

  const startApi = async (ports: Ports): Promise<Api> => {
    const program = new Program('api', { settings: { ...database.environment, ...portSettings(ports) } });
    const url = `http://127.0.0.1:${ports.api}`;
    await program.answers(`${url}/health/ready`);
    return { url, program };
  };
  const bearerFor = (which: number) => bearerOf(apis[0]!.url, credentials[which]!);

  beforeAll(async () => {
    redis = store === 'Redis' ? await KillableRedis.start() : undefined;
    database = await createTestDatabase({ ...SETTINGS, ...(redis && { QUEUE_URL: redis.url }) });
    const ports = [await freePorts(), await freePorts()];
    const names = ['First', ...(redis ? ['Second'] : [])];
    [apis, credentials] = await Promise.all([
      Promise.all(ports.map(startApi)),
      Promise.all(names.map((name) => newEnterprise(database.environment, name))),
    ]);
  });
  afterAll(async () => {
    await Promise.all(apis.map(({ program }) => program.stop('SIGKILL')));
    await redis?.kill();
    await database.drop();
  });

  it('let through together what one limit allows, give or take a tenth', async () => {
    const { admitted, most, due } = await drive(apis, await bearerFor(0));
    const together = admitted.reduce((sum, count) => sum + count, 0);
    expect(together).toBeGreaterThan(due * 0.9);
    expect(together).toBeLessThan(most * 1.1 + givenAlone(apis));
    expect(Math.min(...admitted)).toBeGreaterThan(0);
  });

  if (store !== 'Redis') return;

  it('hold the limit each in its memory when Redis is gone', async () => {
    const bearer = await bearerFor(1);
    await redis!.kill();
    const { admitted, most, dueOfEach } = await drive(apis, bearer);
    for (const [process, count] of admitted.entries()) {
      expect(count).toBeGreaterThan(dueOfEach[process]! * 0.9);
      expect(count).toBeLessThan(most * 1.1);
    }
    expect(apis.every((api) => timesAway(api) > 0)).toBe(true);
  });
});
