import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DAY_MS, isBankingDay, newYorkDate, newYorkInstant } from '@payments/kernel';
import { ApiClient } from '../support/api-client.js';
import { freePorts } from '../support/e2e/free-ports.js';
import { advanceTo, FROZEN } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { itIf } from '../support/skip-unless.js';

const run = promisify(execFile);
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const weekdayOf = (day: string) => new Date(day).getUTCDay();

/** The shell lines of a page, from a heading to the next one. */
function shellOf(page: string, heading: string): string {
  const [, section = ''] = readFileSync(join(__dirname, '../..', page), 'utf8').split(`\n## ${heading}\n`);
  const [text = ''] = section.split('\n## ', 1);
  return [...text.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block]) => block).join('\n');
}

/** An instant of the first day from tomorrow on that is such a one. */
function nextDay(isSuch: (day: string) => boolean, wall: '03:00' | '09:00' | '12:00' | '18:30'): Date {
  for (let time = Date.now() + DAY_MS; ; time += DAY_MS) {
    const day = newYorkDate(new Date(time));
    if (isSuch(day)) return newYorkInstant(day, wall);
  }
}

const INSTANTS = {
  'a Sunday morning': () => nextDay((day) => weekdayOf(day) === 0, '03:00'),
  'a Saturday noon': () => nextDay((day) => weekdayOf(day) === 6, '12:00'),
  'a Friday after the last window': () => nextDay((day) => weekdayOf(day) === 5 && isBankingDay(day), '18:30'),
  'a holiday on a weekday': () => nextDay((day) => ![0, 6].includes(weekdayOf(day)) && !isBankingDay(day), '09:00'),
  'a Wednesday before the first window': () => nextDay((day) => weekdayOf(day) === 3 && isBankingDay(day), '03:00'),
};

/** A program that the script started would keep its output open, and a failed script would never end. */
const STOP_JOBS = `trap 'kill $(jobs -p) 2> /dev/null || true' EXIT`;

describe('commands of the guides', () => {
  let service: TestService;
  let base_url: string;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    await service.startWorker();
    await service.api.listen(0, '127.0.0.1');
    base_url = await service.api.getUrl();
  });
  afterAll(() => service.stop());

  /** Runs the script of a newcomer in a separate clone and enterprise; returns its output. */
  async function paste(script: string, credentials: object): Promise<string> {
    const clone = mkdtempSync(join(tmpdir(), 'payments-newcomer-'));
    try {
      mkdirSync(join(clone, '.data'));
      writeFileSync(join(clone, '.data/credentials.json'), JSON.stringify({ base_url, ...credentials }));
      return (await run('bash', ['-euo', 'pipefail', '-c', `${STOP_JOBS}\n${script}`], { cwd: clone })).stdout;
    } finally {
      rmSync(clone, { recursive: true, force: true });
    }
  }

  it.each(Object.entries(INSTANTS))('ends in a completed first payment on %s', async (_, instant) => {
    const credentials = await service.createEnterprise();
    const client = await ApiClient.login(service.api, credentials);
    await advanceTo(client, instant());
    const printed = await paste(shellOf('docs/guides/first-payment.md', 'With curl'), credentials);
    const { transfers } = JSON.parse(printed.trimEnd().split('\n').at(-1)!) as { transfers: { status: string }[] };
    expect(transfers.map(({ status }) => status)).toEqual(['completed']);
  });

  it('advances the clock alike with curl and with TypeScript', () => {
    const guide = readFileSync(join(__dirname, '../../docs/guides/first-payment.md'), 'utf8');
    const days = [...guide.matchAll(/banking_days"?: (\d+)/g)].map(([, count]) => count);
    expect([days.length, new Set(days).size]).toEqual([2, 1]);
  });

  it('makes a business with the first request of the README', async () => {
    const printed = await paste(shellOf('README.md', 'First request'), await service.createEnterprise());
    expect(JSON.parse(printed)).toMatchObject({ business: { customer_reference_id: 'initech' } });
  });

  itIf(hasOpenssl, 'There is no openssl on this machine: the guide to verify a webhook was not run')(
    'verifies a webhook with openssl',
    async () => {
      const [, credentials] = /([^]*?\nsend\(\).*\n)/.exec(shellOf('docs/guides/first-payment.md', 'With curl'))!;
      const { api: port } = await freePorts();
      // A reader waits for "Listening".
      const listening = `until (: > /dev/tcp/localhost/4242) 2> /dev/null; do sleep 0.1; done`;
      const script = shellOf('docs/guides/webhooks.md', 'Verify one with openssl')
        .replace('node receiver.cjs &', (start) => `${start}\n${listening}`)
        .replaceAll('4242', String(port));
      expect(script).toContain('openssl dgst');
      const printed = await paste(`${credentials}\n${script}`, await service.createEnterprise());
      expect(printed).toContain('Verified OK');
    },
  );
});
