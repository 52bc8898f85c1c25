import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { CitusCluster, lacksForCitus } from '../support/e2e/citus-cluster.js';
import { describeIf } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('libs/persistence/src', 'migrations');

const root = join(__dirname, '../..');
const program = join(root, 'node_modules/jest/bin/jest.js');

/** The suites that know the service by what it answers and stores: patterns of their paths, each of less than ten minutes. */
const AREAS = [
  'accounts/',
  'auth/',
  'bulk/',
  'controls/',
  'customers/',
  'http/idempotency',
  'ledger/',
  'portal/',
  'rails/[a-e]',
  'rails/[f-n]',
  'rails/[o-z]',
  'reports/',
  'schedules/',
  'subledgers/',
  'tenancy/',
  'transfers/[a-q]',
  'transfers/[r-s]',
  'transfers/t',
  'verify/',
  'webhooks/',
] as const;

const lacking = lacksForCitus();

describeIf(lacking === undefined, `${lacking}: the integration suites were NOT RUN on Citus.`)('on Citus', () => {
  let cluster: CitusCluster | undefined;
  let env: NodeJS.ProcessEnv;
  let run: ChildProcess | undefined;

  beforeAll(async () => {
    cluster = await CitusCluster.create({});
    env = { ...process.env, TEST_RESULTS: '', ...(await cluster.asTemplate()) };
  });
  // One that is still running when its time is up.
  afterEach(() => run?.kill());
  afterAll(() => cluster?.drop());

  it.each(AREAS)('the suites of %s pass as on one server', async (area) => {
    const args = [
      '--selectProjects',
      'integration',
      'deep',
      '--maxWorkers',
      '2',
      '--testPathPatterns',
      `/test/${area}`,
    ];
    run = spawn(process.execPath, [program, ...args], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    run.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(run, 'close')) as [number | null];
    if (code !== 0) throw new Error(output);
  });
});
