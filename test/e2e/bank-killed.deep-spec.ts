import { mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@payments/testing';
import { readAchFile } from '../../apps/bank/src/ach/file-reader.js';
import { addBankingDays } from '../../apps/bank/src/calendar/banking-days.js';
import { newYorkTime, shortDate } from '../../apps/bank/src/calendar/new-york.js';
import type { BankEvent } from '../../apps/bank/src/journal/events.js';
import { companyFile } from '../support/bank/company-files.js';
import { Program } from '../support/e2e/program.js';
import { chooseSeed, seededRandom } from '../support/e2e/seeded-random.js';
import { guards } from '../support/guards.js';

guards('apps/bank/src', 'apps/cli/src/commands/bank.ts');

const FILES = 20;
const LONGEST_LIFE_MS = 1_500;
const RETURNED_CENTS = 1002;

describe('the simulated bank, while it is killed by SIGKILL,', () => {
  const seed = chooseSeed();
  const random = seededRandom(seed);
  const directory = mkdtempSync(join(tmpdir(), 'bank-killed-'));
  const outbound = (kind: string) => readdirSync(join(directory, 'outbound')).filter((name) => name.startsWith(kind));
  let bank: Program;

  const start = () =>
    new Program('cli', { args: ['bank', 'simulate', '--dir', directory, '--day-seconds', '0.5'], settings: {} });

  /** File number n of today, with one credit that will be returned. */
  function put(number: number): void {
    const { date } = newYorkTime(Date.now());
    const effectiveDate = shortDate(addBankingDays(date, 1));
    const bytes = companyFile({
      header: { creationDate: shortDate(date), modifier: String.fromCharCode(65 + number) },
      batches: [{ header: { effectiveDate }, entries: [{ cents: RETURNED_CENTS, sequence: number + 1 }] }],
    });
    writeFileSync(join(directory, 'inbound', `${number}.ach.part`), bytes);
    renameSync(join(directory, 'inbound', `${number}.ach.part`), join(directory, 'inbound', `${number}.ach`));
  }

  const isLocked = () => readdirSync(join(directory, '.bank')).includes('lock');

  /** Kills the bank; the command that runs it ends with it. */
  async function kill(): Promise<void> {
    process.kill(Number(readFileSync(join(directory, '.bank', 'lock'), 'utf8')), 'SIGKILL');
    await bank.ended;
  }

  beforeAll(async () => {
    mkdirSync(join(directory, 'inbound'), { recursive: true });
    bank = start();
    await bank.says('the bank works in');
  });

  afterAll(async () => {
    await bank.stop('SIGTERM');
    rmSync(directory, { recursive: true });
  });

  it('answers every file exactly once', async () => {
    for (let number = 0; number < FILES; number++) {
      put(number);
      await sleep(random() * LONGEST_LIFE_MS);
      await kill();
      bank = start();
      await bank.says('the bank works in');
    }
    const returned = () =>
      outbound('return').flatMap((name) =>
        readAchFile(readFileSync(join(directory, 'outbound', name))).batches.flatMap(({ entries }) => entries),
      );
    await eventually(`all entries are returned (seed ${seed})`, async () => returned().length >= FILES);
    await eventually('the statement is printed', async () => stated(directory));

    const acknowledged = outbound('acknowledgment').map((name) =>
      readFileSync(join(directory, 'outbound', name), 'latin1')
        .slice(0, 'FILE 10.ach ACCEPTED'.length)
        .trim(),
    );
    const expected = Array.from({ length: FILES }, (_, number) => `FILE ${number}.ach ACCEPTED`.trim());
    expect(acknowledged.sort()).toEqual(expected.sort());
    const originals = returned().map(({ addenda: [addenda] }) =>
      addenda && 'originalTrace' in addenda ? addenda.originalTrace : '',
    );
    expect(new Set(originals).size).toBe(FILES);
    expect(originals).toHaveLength(FILES);
    // What was paid out came back.
    const closing = journalOf(directory).flatMap((event) =>
      event.event === 'sent' && event.statement ? [event.statement] : [],
    );
    expect(closing.at(-1)?.closing_cents).toBe(100_000_000);
  });

  it('stops when the command that runs it is stopped', async () => {
    expect(await bank.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    expect(isLocked()).toBe(false);
  });

  it('stops when the command that runs it is killed', async () => {
    bank = start();
    await bank.says('the bank works in');
    expect(isLocked()).toBe(true);
    await bank.stop('SIGKILL');
    await eventually('the bank has stopped', async () => !isLocked());
  });

  it('refuses a directory that another bank uses', async () => {
    bank = start();
    await bank.says('the bank works in');
    expect(await start().ended).toMatchObject({ code: 1, stderr: expect.stringContaining('is used by process') });
  });
});

function journalOf(directory: string): BankEvent[] {
  return readFileSync(join(directory, '.bank', 'journal.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as BankEvent);
}

/** Whether every line of the account is on a statement. */
function stated(directory: string): boolean {
  const journal = journalOf(directory);
  const lines = journal.filter(({ event }) => event === 'booked').length;
  return journal.some((event) => event.event === 'sent' && event.statement?.last_line === lines);
}
