import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { eventually } from '@payments/testing';
import { lives } from './start-directory.js';

const root = join(__dirname, '../../..');
/** One that is still running when the run is stopped. */
const LONG_SUITE = ['--selectProjects', 'integration', '--testPathPatterns', 'test/http/idempotency'];

/** The processes whose command line or environment names the directory. */
function processesOf(directory: string): number[] {
  const names = (file: string) => {
    try {
      return readFileSync(file, 'utf8').includes(directory);
    } catch {
      return false;
    }
  };
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => names(`/proc/${pid}/cmdline`) || names(`/proc/${pid}/environ`)).map(Number);
}

function directoryWithServer(parent: string): string | undefined {
  const directories = readdirSync(parent).map((name) => join(parent, name));
  const files = directories.flatMap((path) => readdirSync(path, { recursive: true }).map((file) => ({ path, file })));
  return files.find(({ file }) => basename(String(file)) === 'postmaster.pid')?.path;
}

/** States that `npm test` leaves nothing behind, whichever of the signals ends it. */
export function describeStoppedRun(signals: readonly NodeJS.Signals[]): void {
  describe('npm test', () => {
    let parent: string;

    beforeAll(() => {
      parent = mkdtempSync(join(tmpdir(), 'stopped-run-'));
      chmodSync(parent, 0o711);
    });
    afterAll(() => rmSync(parent, { recursive: true, force: true }));

    it.each(signals)('leaves no server and no folder after %s', async (signal) => {
      const { REDIS_URL: _, TEST_REDIS_URL: __, ...env } = process.env;
      const run = spawn(process.execPath, ['scripts/test.mjs', ...LONG_SUITE], {
        cwd: root,
        env: { ...env, TMPDIR: parent },
        stdio: 'ignore',
      });
      const ended = once(run, 'exit');
      try {
        const directory = await eventually('a database server runs', () =>
          Promise.resolve(directoryWithServer(parent)),
        );
        const pids = processesOf(directory);
        expect(pids.length).toBeGreaterThan(2);
        run.kill(signal);
        await ended;
        await eventually('no folder is left', () => Promise.resolve(readdirSync(parent).length === 0));
        // The process that removes the folder ends after it.
        const left = () => [...pids, ...processesOf(directory)].filter(lives);
        await eventually('no process is left', () => Promise.resolve(left().length === 0));
      } finally {
        run.kill('SIGKILL');
      }
    });
  });
}
