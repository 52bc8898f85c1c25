import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { supervise } from '@payments/quickstart';
import { CliError } from '../../../support/cli.error.js';
import type { Credentials } from '../../../support/enterprise.js';
import { ensureCredentials } from '../../start/credentials.js';
import { startSteps } from '../../start/start.js';
import { demoDirectory, demoEnvironment } from '../environment.js';
import { ProgressView } from '../progress-view.js';
import { runPayments } from '../run-payments.js';
import { assertEqual, OWN } from './books.js';
import { COMPANY, SHOPS, WEEKS } from './company.js';
import { Month } from './month.js';
import { until } from './waiting.js';
import type { Patience } from './waiting.js';

const STATIONS = ['company', ...Array.from({ length: WEEKS }, (_, week) => `week ${week + 1}`), 'month end', 'books'];

export interface StoryDemoOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutSeconds: number;
}

/**
 * A month of a made-up company, with a service of its own: payrolls with approvals, subledgers, returns and reports.
 * @returns the exit code. @throws CliError when a balance differs by a cent from what the story expects
 */
export async function runStoryDemo({ env, timeoutSeconds }: StoryDemoOptions): Promise<number> {
  const view = new ProgressView(STATIONS);
  const dataDir = demoDirectory(env, 'story-demo');
  // The story moves the clock itself.
  const settings = await demoEnvironment(env, dataDir, { SANDBOX_DAY_SECONDS: '36000' });
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
    work: async (signal) => {
      const start_time = new Date().toISOString();
      const patience = { timeoutSeconds, signal };
      const month = new Month(credentials, view, patience);
      view.reach('company');
      await month.play();
      const report = await closeBooks(month, { start_time, patience });
      const file = join(dataDir.path, 'reconciliation.csv');
      writeFileSync(file, report, { mode: 0o600 });
      const { code, output } = await runPayments(['invariants', 'check'], { env: settings, signal });
      if (code !== 0) throw new CliError(output);
      view.reach('books');
      view.document('the books of the month', month.books.toString());
      view.step(output.split('\n', 1)[0]!);
      view.done(`The books close to the cent. Every change of a balance is in ${file}.`);
    },
  });
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
  await until(
    'the reconciliation is made',
    async () => {
      const { status, error } = await payments.reports.get(id);
      if (status === 'failed') throw new CliError(`the reconciliation failed: ${error}`);
      return status === 'completed';
    },
    patience,
  );
  const csv = await payments.reports.download(id);
  const [header = '', ...rows] = csv.trim().split('\r\n');
  const column = header.split(',').indexOf('Ledger Amount');
  assertEqual('the reconciliation', books.total, Number(rows.at(-1)!.split(',')[column]));
  return csv;
}
