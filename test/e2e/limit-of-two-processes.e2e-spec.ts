import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { freePorts, portSettings } from '../support/e2e/free-ports.js';
import { tokenOf } from '../support/e2e/http-client.js';
import type { ClientCredentials } from '../support/e2e/http-client.js';
import { hasRedisServer, KillableRedis } from '../support/e2e/killable-redis.js';
import { Program } from '../support/e2e/program.js';

const PER_SECOND = 50;
const SETTINGS = {
  RATE_LIMIT_WRITES: String(PER_SECOND),
  RATE_LIMIT_ADDRESS: '10000',
  // As behind a gateway: a token of one process is good at the other.
  PUBLIC_BASE_URL: 'http://payments.test',
};
const DRIVEN_MS = 6_000;
/** At each process: together several times the limit, also where an answer takes 50 ms. */
const CALLERS = 6;
const PAUSE_MS = 20;
const START_MS = 60_000;

interface Api {
  readonly url: string;
  readonly program: Program;
}

interface Driven {
  /** How many requests each process let through. */
  readonly admitted: readonly number[];
  /** As many as one bucket gives in the time that it took. */
  readonly due: number;
}

/** Sends writing requests to all processes, each at more than the limit, and counts. */
async function drive(apis: readonly Api[], token: string): Promise<Driven> {
  const headers = {
    authorization: `Bearer ${token}`,
    'service-version': 'v2022-09-21',
    'content-type': 'application/json',
  };
  const admitted = apis.map(() => 0);
  const start = performance.now();
  let answeredAt = start;
  const caller = async ({ url }: Api, process: number) => {
    while (performance.now() - start < DRIVEN_MS) {
      const answer = await fetch(`${url}/deliver/persons`, { method: 'POST', headers, body: '{}' });
      answeredAt = performance.now();
      await answer.arrayBuffer();
      // An empty person is refused by what comes after the limit, and costs little.
      if (answer.status === 400) admitted[process]! += 1;
      else if (answer.status !== 429) throw new Error(`answered ${answer.status}`);
      await sleep(PAUSE_MS);
    }
  };
  const callers = apis.flatMap((api, process) => Array.from({ length: CALLERS }, () => caller(api, process)));
  await Promise.all(callers);
  return { admitted, due: PER_SECOND + (PER_SECOND * (answeredAt - start)) / 1_000 };
}

const timesAway = ({ program }: Api) => program.stdout.split('limit_store_away').length - 1;

/**
 * On a machine that is too busy to answer in 250 ms a process counts alone for a second, as with the store gone. It
 * says so, and what it may then give is not held against it.
 */
const givenAlone = (apis: readonly Api[]) => apis.reduce((sum, api) => sum + timesAway(api), 0) * PER_SECOND * 2;

if (!hasRedisServer) process.stderr.write('No redis-server on the PATH: limits of two processes on PostgreSQL only.\n');

describe.each(['PostgreSQL', ...(hasRedisServer ? ['Redis'] : [])])('two api processes, limits in %s', (store) => {
  let redis: KillableRedis | undefined;
  let database: TestDatabase;
  let apis: readonly Api[] = [];
  let tokens: readonly string[];

  const startApi = async (): Promise<Api> => {
    const ports = await freePorts();
    const program = new Program('api', { settings: { ...database.environment, ...portSettings(ports) } });
    const url = `http://127.0.0.1:${ports.api}`;
    await program.answers(`${url}/health/ready`);
    return { url, program };
  };
  const newToken = async (name: string) => {
    const args = ['enterprise', 'create', '--name', name, '--json'];
    const { stdout } = await Program.run('cli', { args, settings: database.environment });
    return (await tokenOf(apis[0]!.url, JSON.parse(stdout) as ClientCredentials))!;
  };

  beforeAll(async () => {
    redis = store === 'Redis' ? await KillableRedis.start() : undefined;
    database = await createTestDatabase({ ...SETTINGS, ...(redis && { QUEUE_URL: redis.url }) });
    // One after the other: each looks for free ports.
    for (let i = 0; i < 2; i += 1) apis = [...apis, await startApi()];
    tokens = [await newToken('First'), await newToken('Second')];
  }, START_MS);
  afterAll(async () => {
    await Promise.all(apis.map(({ program }) => program.stop('SIGKILL')));
    await redis?.kill();
    await database.drop();
  });

  it('let through together what one limit allows, give or take a tenth', async () => {
    const { admitted, due } = await drive(apis, tokens[0]!);
    const together = admitted.reduce((sum, count) => sum + count, 0);
    expect(together).toBeGreaterThan(due * 0.9);
    expect(together).toBeLessThan(due * 1.1 + givenAlone(apis));
    expect(Math.min(...admitted)).toBeGreaterThan(0);
  });

  if (store !== 'Redis') return;

  it('hold the limit each in its memory when Redis is gone', async () => {
    await redis!.kill();
    const { admitted, due } = await drive(apis, tokens[1]!);
    for (const count of admitted) {
      expect(count).toBeGreaterThan(due * 0.9);
      expect(count).toBeLessThan(due * 1.1);
    }
    expect(apis.every((api) => timesAway(api) > 0)).toBe(true);
  });
});
