import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeInChromium } from '../support/e2e/portal-browser.js';
import { guards } from '../support/guards.js';

guards('test/bench', 'scripts/run.mjs', 'apps/portal/src/app');

interface Measured {
  readonly parts: {
    readonly guards: { readonly guards_us: number; readonly creation_us: number };
    readonly 'GET /deliver/persons/{id}': {
      readonly rows: readonly { readonly name: string; readonly rate: number }[];
    };
  };
}

const bench = (...args: string[]) => promisify(execFile)(process.execPath, ['test/bench/bench.mjs', ...args]);

describe('npm run bench', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'bench-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('measures an operation beside bare servers, and the guards of the service as it is', async () => {
    const json = join(directory, 'measured.json');
    const only = [
      '--only',
      'guards,GET /deliver/persons/{id}',
      '--seconds',
      '1',
      '--rounds',
      '1',
      '--connections',
      '2',
    ];
    await bench(...only, '--json', json);
    const { parts } = JSON.parse(await readFile(json, 'utf8')) as Measured;
    expect(parts.guards.guards_us).toBeGreaterThan(0);
    expect(parts.guards.creation_us).toBeGreaterThan(parts.guards.guards_us);
    const { rows } = parts['GET /deliver/persons/{id}'];
    expect(rows.map(({ name }) => name)).toEqual(['service', 'bare Fastify + pg', 'bare Fastify + pg, pipelined']);
    expect(rows.every(({ rate }) => rate > 0)).toBe(true);
  });

  it('measures a product, and names those that there are to whoever asks for another', async () => {
    const json = join(directory, 'previews.json');
    const few = ['--seconds', '1', '--rounds', '1', '--connections', '2', '--rate', '5'];
    await bench('--products', 'previews', ...few, '--json', json);
    const { preview, read } = JSON.parse(await readFile(json, 'utf8')) as Record<string, { readonly p99_ms: number }>;
    expect([preview!.p99_ms > 0, read!.p99_ms > 0]).toEqual([true, true]);

    await expect(bench('--products', 'previews,cards')).rejects.toMatchObject({
      ...{
        code: 2,
        stderr: 'No product: cards. There are controls, approvals, books, reports, bulk, previews, pages.\n',
      },
    });
  });

  describeInChromium('of pages', () => {
    it('measures what the portal takes, beside what it may take', async () => {
      const json = join(directory, 'pages.json');
      await bench('--products', 'pages', '--rows', '100', '--rounds', '1', '--json', json);
      const { figures } = JSON.parse(await readFile(json, 'utf8')) as { figures: { value: number; most: number }[] };
      expect(figures).toHaveLength(8);
      for (const { value, most } of figures) expect([value >= 0, most > 0]).toEqual([true, true]);
    });
  });
});
