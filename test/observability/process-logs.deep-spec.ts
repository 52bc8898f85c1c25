import { createTestDatabase } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { Program } from '../support/e2e/program.js';
import { statusOf } from '../support/e2e/raw.js';
import { guards } from '../support/guards.js';

guards('apps/api/src', 'apps/worker/src', 'libs/config/src', 'libs/observability/src');

type Line = Record<string, unknown>;

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

describe('the log of a process', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ LOG_LEVEL: 'info' });
  });
  afterAll(() => database.drop());

  const run = (app: 'api' | 'worker', settings: Record<string, string> = {}) =>
    new Program(app, { settings: { ...database.environment, ...settings } });

  it.each(['api', 'worker'] as const)('reports invalid settings of the %s in one JSON line', async (app) => {
    const { code, stdout, stderr } = await run(app, { LOG_LEVEL: 'loud', PORT: 'x', KEY_RING_FILE: '' }).ended;
    expect([code, stderr]).toEqual([1, '']);
    expect(linesOf(stdout)).toEqual([
      expect.objectContaining({ level: 'error', process: app, event: 'start_failed' }) as Line,
    ]);
    expect(linesOf(stdout)[0]!['reason']).toMatch(/^PORT: .*; LOG_LEVEL: .*; correct it or unset it$/);
  });

  it('logs why a process cannot start even at LOG_LEVEL=silent', async () => {
    const { code, stdout } = await run('worker', { KEY_RING_FILE: '/nowhere.json', LOG_LEVEL: 'silent' }).ended;
    expect(code).toBe(1);
    expect(linesOf(stdout)).toMatchObject([
      { event: 'start_failed', reason: expect.stringContaining('KEY_RING_FILE') as string },
    ]);
  });

  it('reports invalid settings as text with LOG_FORMAT=pretty', async () => {
    const { stdout } = await run('api', { LOG_FORMAT: 'pretty', LOG_LEVEL: 'loud' }).ended;
    expect(stdout).toMatch(/^\d\d:\d\d:\d\d\.\d{3} api error start_failed reason=LOG_LEVEL: .*\n$/);
  });

  it('lists the open ports in the started event', async () => {
    const programs = { api: run('api'), worker: run('worker') };
    const started = async (program: Program) => {
      await program.says('"event":"started"');
      return linesOf(program.stdout).find(({ event }) => event === 'started')!;
    };
    const [api, worker] = await Promise.all([started(programs.api), started(programs.worker)]);
    const ports = [api['port'], api['vault_port'], api['metrics_port'], worker['port']];
    expect(new Set(ports).size).toBe(4);
    const live = ports.map((port) => statusOf(`http://127.0.0.1:${String(port)}/health/live`));
    expect(await Promise.all(live)).toEqual([200, 200, 200, 200]);
    for (const program of Object.values(programs)) expect((await program.stop('SIGTERM')).code).toBe(0);
  });
});
