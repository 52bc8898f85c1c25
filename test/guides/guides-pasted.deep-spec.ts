import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DAY_MS, HOUR_MS, isBankingDay, newYorkDate, newYorkInstant } from '@payments/kernel';
import type { WallTime } from '@payments/kernel';
import { ApiClient } from '../support/api-client.js';
import { freePorts } from '../support/e2e/free-ports.js';
import { advanceTo, FROZEN } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { itIf } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('README.md', 'docs', 'apps/api/src', 'libs/client/src', 'libs/http/src');

const run = promisify(execFile);
const root = join(__dirname, '../..');
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const weekdayOf = (day: string) => new Date(day).getUTCDay();
const hours = (day: string, to: WallTime) =>
  (newYorkInstant(day, to).getTime() - newYorkInstant(day, '00:00').getTime()) / HOUR_MS;

/** An instant of the first day from tomorrow on that is such a one. */
function nextDay(isSuch: (day: string) => boolean, wall: WallTime): Date {
  for (let time = Date.now() + DAY_MS; ; time += DAY_MS) {
    const day = newYorkDate(new Date(time));
    if (isSuch(day)) return newYorkInstant(day, wall);
  }
}

const INSTANTS = {
  'a Saturday noon': () => nextDay((day) => weekdayOf(day) === 6, '12:00'),
  'a holiday on a weekday': () => nextDay((day) => ![0, 6].includes(weekdayOf(day)) && !isBankingDay(day), '09:00'),
  'the evening of December 31': () => nextDay((day) => day.endsWith('-12-31'), '18:30'),
  'the Sunday on which the clocks change': () => nextDay((day) => hours(day, '12:00') !== 12, '03:00'),
  'the early morning of a February 29': () => nextDay((day) => day.endsWith('-02-29'), '03:00'),
};

const FIRST = 'docs/guides/first-payment.md';
/** Their blocks build a tree: guides.deep-spec.ts. */
const BUILT = /^adding-a-/;
const PAGES = [
  FIRST,
  ...readdirSync(join(root, 'docs/guides'))
    .filter((name) => !BUILT.test(name))
    .map((name) => `docs/guides/${name}`)
    .filter((page) => page !== FIRST),
  ...['README.md', 'docs/reference/sandbox.md'],
].filter((page) => blocksOf(page).length > 0);

/** The blocks of a page that a reader pastes into a shell. Blocks of other languages, such as console, are only shown. */
function blocksOf(page: string): string[] {
  return [...readFileSync(join(root, page), 'utf8').matchAll(/^```sh\n([^]*?)^```/gm)].map(([, text = '']) => text);
}

/** The commands of the repository that guides use: in the clone they are those of the built service. */
const NPM = `npm() {
  [ "$1 $2 $3 $4" = 'run -s payments --' ] || { echo "not for tests: npm $*" >&2; return 2; }
  shift 4
  node ${join(root, 'dist/apps/cli/src/main.js')} "$@"
}`;
/** A program that the script started would keep its output open, and a failed script would never end. */
const STOP_JOBS = `trap 'kill $(jobs -p) 2> /dev/null || true' EXIT`;
/** A reader waits for "Listening". */
const LISTENING = `until (: > /dev/tcp/localhost/4242) 2> /dev/null; do sleep 0.1; done`;

describe('the shell lines of the guides', () => {
  it('have no date, which would be wrong at another time of the year', () => {
    const dated = PAGES.flatMap((page) =>
      blocksOf(page).filter((text) => /\b20\d\d-\d\d/.test(text.replaceAll('v2022-09-21', ''))),
    );
    expect(dated).toEqual([]);
  });

  it('have no place that the reader must fill in', () => {
    expect(PAGES.flatMap((page) => blocksOf(page).filter((text) => /…|\b[A-Z]+_ID\b|<id>/.test(text)))).toEqual([]);
  });

  it('advance the clock alike with curl and with TypeScript', () => {
    const days = [...readFileSync(join(root, FIRST), 'utf8').matchAll(/banking_days"?: (\d+)/g)].map(
      ([, count]) => count,
    );
    expect([days.length, new Set(days).size]).toEqual([2, 1]);
  });

  describe.each(Object.entries(INSTANTS))('pasted on %s, page by page,', (_, instant) => {
    let service: TestService;
    let clone: string;
    let port: number;
    let refused: string[] = [];

    beforeAll(async () => {
      service = await startTestService(FROZEN, (app) => {
        app
          .getHttpAdapter()
          .getInstance()
          .addHook('onSend', (request, reply, payload) => {
            if (reply.statusCode >= 400) refused.push(`${request.method} ${request.url}: ${String(payload)}`);
            return Promise.resolve(payload);
          });
      });
      await service.startWorker();
      await service.api.listen(0, '127.0.0.1');
      const credentials = await service.createEnterprise();
      await advanceTo(await ApiClient.login(service.api, credentials), instant());
      clone = mkdtempSync(join(tmpdir(), 'payments-newcomer-'));
      mkdirSync(join(clone, '.data'));
      const base_url = await service.api.getUrl();
      writeFileSync(join(clone, '.data/credentials.json'), JSON.stringify({ base_url, ...credentials }));
      ({ api: port } = await freePorts());
    });
    afterAll(async () => {
      rmSync(clone, { recursive: true });
      await service.stop();
    });

    /** Runs the page as a newcomer does; returns its output. */
    async function paste(page: string): Promise<string> {
      refused = [];
      const [definitions = ''] = blocksOf(FIRST);
      const blocks = page === FIRST ? blocksOf(page) : [definitions, ...blocksOf(page)];
      const script = [STOP_JOBS, NPM, ...blocks].join('\n');
      const local = script
        .replace('node receiver.cjs &', (start) => `${start}\n${LISTENING}`)
        .replaceAll('4242', String(port));
      const env = { ...process.env, ...service.database.environment };
      const { stdout } = await run('bash', ['-eu', '-c', local], { cwd: clone, env }).catch((error: unknown) => {
        throw new Error([...refused, String((error as { stderr: string }).stderr)].join('\n'));
      });
      expect(refused).toEqual([]);
      return stdout;
    }

    itIf(hasOpenssl, 'There is no openssl on this machine: the guides were not run').each(PAGES)(
      'runs %s to its end, and no request is refused',
      async (page) => {
        const printed = await paste(page);
        if (page === FIRST) expect(printed.trimEnd().split('\n').at(-1)).toContain('"status":"completed"');
        if (page.endsWith('webhooks.md')) expect(printed).toContain('Verified OK');
      },
    );
  });
});
