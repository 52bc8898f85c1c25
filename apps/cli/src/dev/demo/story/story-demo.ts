import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS, newYorkDate } from '@payments/kernel';
import { supervise } from '@payments/quickstart';
import { CliError } from '../../../support/cli.error.js';
import type { Credentials } from '../../../support/enterprise.js';
import { counted } from '../../../support/terminal.js';
import { ensureCredentials } from '../../start/credentials.js';
import { startSteps } from '../../start/start.js';
import { demoDirectory, demoEnvironment } from '../environment.js';
import { ProgressView } from '../progress-view.js';
import { runPayments } from '../run-payments.js';
import { assertEqual, OWN } from './books.js';
import { COMPANY, SHOPS, WEEKS } from './company.js';
import { Month } from './month.js';
import { inThePast, setClockBack } from './past-clock.js';
import { fileOf } from './report-files.js';
import { stateMonth } from './statements.js';
import type { StatedDays } from './statements.js';
import type { Patience } from './waiting.js';

const STATIONS = ['company', ...Array.from({ length: WEEKS }, (_, week) => `week ${week + 1}`), 'month end', 'books'];
/** Longer than any day of New York. */
const LEAST_BEHIND = 25 * HOUR_MS;
/** UTC: before the first window of a day, so that the month goes the same way at every hour. */
const STARTS_AT = 12.5 * HOUR_MS;
const BEHIND = LEAST_BEHIND + ((Date.now() - LEAST_BEHIND - STARTS_AT) % (24 * HOUR_MS));

export interface StoryDemoOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutSeconds: number;
}

/**
 * A month of a made-up company, with a service of its own: payrolls with approvals, subledgers, returns, reports and
 * statements. Banks state days that have ended, so the month is played with clocks that are a day behind.
 * @returns the exit code. @throws CliError when a balance differs by a cent from what the story expects
 */
export async function runStoryDemo({ env, timeoutSeconds }: StoryDemoOptions): Promise<number> {
  const view = new ProgressView(STATIONS);
  const dataDir = demoDirectory(env, 'story-demo');
  // The story moves the banking time itself, and the clocks of its processes are behind the one of the database.
  const settings = await demoEnvironment(env, dataDir, {
    ...{ SANDBOX_DAY_SECONDS: '36000', CLOCK_TOLERANCE_SECONDS: String(2 * (BEHIND / 1000)) },
  });
  const played: PlayedMonth[] = [];
  setClockBack(BEHIND);
  try {
    const code = await runStory(inThePast(settings, BEHIND), async (credentials, signal) => {
      played.push(await play(credentials, { view, patience: { timeoutSeconds, signal } }));
    });
    if (played.length === 0) return code;
  } finally {
    setClockBack(0);
  }
  const { month, report, ...days } = played[0]!;
  return runWith(settings, async (signal) => {
    const files = await stateMonth(month, { ...days, patience: { timeoutSeconds, signal } });
    for (const { name, statements } of files) view.step(`${name}: ${counted(statements, 'statement')}, all closed`);
    for (const { name, text } of [{ name: 'reconciliation.csv', text: report }, ...files]) {
      writeFileSync(join(dataDir.path, name), text, { mode: 0o600 });
    }
    const { code, output } = await runPayments(['invariants', 'check'], { env: settings, signal });
    if (code !== 0) throw new CliError(output);
    view.reach('books');
    view.document('the books of the month', month.books.toString());
    view.step(output.split('\n', 1)[0]!);
    view.done(`The books close to the cent. Every change of a balance, and the statements, are in ${dataDir.path}.`);
  });
}

/** Runs the service for the work. */
function runWith(settings: NodeJS.ProcessEnv, work: (signal: AbortSignal) => Promise<void>): Promise<number> {
  return supervise(settings, { ...startSteps(), prepare: () => Promise.resolve(() => Promise.resolve('\n')), work });
}

/** Runs the service for a story about a new company. */
function runStory(
  settings: NodeJS.ProcessEnv,
  work: (credentials: Credentials, signal: AbortSignal) => Promise<void>,
): Promise<number> {
  let credentials: Credentials;
  return supervise(settings, {
    ...startSteps(),
    prepare: async (config, place) => {
      await ensureCredentials(config, place);
      const { createEnterprise } = await import('../../../support/enterprise.js');
      // A company of its own for each telling: its clock, balances and rules are new.
      credentials = await createEnterprise(config, {
        ...{ name: `${COMPANY} ${randomBytes(4).toString('hex')}`, requireApiKey: false },
        ...{ customerRequirements: 'at_transfer', uniqueAccountDetails: false },
      });
      return () => Promise.resolve('\n');
    },
    work: (signal) => work(credentials, signal),
  });
}

interface PlayedMonth extends Omit<StatedDays, 'patience'> {
  readonly month: Month;
  /** The reconciliation, as CSV. */
  readonly report: string;
}

async function play(
  credentials: Credentials,
  { view, patience }: { readonly view: ProgressView; readonly patience: Patience },
): Promise<PlayedMonth> {
  const begun = new Date();
  const month = new Month(credentials, view, patience);
  view.reach('company');
  await month.play();
  const report = await closeBooks(month, { start_time: begun.toISOString(), patience });
  const [start_date, end_date] = [newYorkDate(begun), newYorkDate(new Date())];
  return { month, report, start_date, end_date, enterpriseId: credentials.enterprise_id };
}

/** Compares every balance of the service with the story, and the reports of the month with both. @returns the reconciliation */
async function closeBooks(
  { books, payments }: Month,
  { start_time, patience }: { readonly start_time: string; readonly patience: Patience },
): Promise<string> {
  const { balance, total_balance } = await payments.ledger.balance();
  assertEqual('the company', books.balanceOf(OWN), balance.available + balance.pending);
  const shops = new Map(
    (await payments.subledgers.balances().toArray()).map((each) => [each.subledger_reference_id, each]),
  );
  for (const { customer_reference_id: shop } of SHOPS) {
    const { available, pending } = shops.get(shop)!;
    assertEqual(shop, books.balanceOf(shop), available + pending);
  }
  assertEqual('everything', books.total, total_balance.available + total_balance.pending);
  const period = { start_time, end_time: new Date().toISOString() };
  const { closing } = (await payments.reports.balances(period)).account_balances;
  assertEqual('the balance statement', books.total, closing.available_amount + closing.pending_amount);
  const { id } = await payments.reports.createRecon(period);
  const csv = await fileOf(payments, { id, what: 'the reconciliation' }, patience);
  const [header = '', ...rows] = csv.trim().split('\r\n');
  const column = header.split(',').indexOf('Ledger Amount');
  assertEqual('the reconciliation', books.total, Number(rows.at(-1)!.split(',')[column]));
  return csv;
}
