import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@payments/config';
import type { PaymentsClient, PaymentsEvent } from '@payments/client';
import { supervise, writePrivateJson } from '@payments/quickstart';
import { connect } from '../../../support/connection.js';
import { ensureCredentials, newCredentials } from '../../start/credentials.js';
import { startSteps } from '../../start/start.js';
import { demoDirectory, demoEnvironment } from '../environment.js';
import { registerParty } from '../parties.js';
import { ProgressView } from '../progress-view.js';
import { receiveEvents } from '../receive-events.js';
import { showBankFiles } from './bank-view.js';
import { DemoBank } from './demo-bank.js';
import { demoProfile } from './demo-profile.js';
import { ExpectedEndings } from './expected-endings.js';
import { reconciled } from './reconciled.js';

const STATIONS = ['transfer', 'file', 'status', 'acknowledgment', 'return', 'statement', 'webhook', 'reconciliation'];
/** The simulated bank returns a debit of so many cents, for insufficient funds. */
const RETURNED_CENTS = 10_001;
const RETURN_CODE = 'R01';
const ACCOUNT = '1000200030\n';

export interface FilesDemoOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutSeconds: number;
}

/**
 * Payments that go to a bank in a file, and what comes back, with a service and a simulated bank of its own.
 * @returns the exit code. @throws CliError when a transfer does not end as the bank decided
 */
export async function runFilesDemo({ env, timeoutSeconds }: FilesDemoOptions): Promise<number> {
  const view = new ProgressView(STATIONS);
  const dataDir = demoDirectory(env, 'files-demo');
  const bank = new DemoBank(join(dataDir.path, 'bank'));
  const banksFile = join(dataDir.path, 'banks.json');
  try {
    const settings = await demoEnvironment(env, dataDir, {
      ...{ SANDBOX_DAY_SECONDS: '1', PROCESSOR: 'bank', BANKS_FILE: banksFile },
    });
    return await supervise(settings, {
      ...startSteps(),
      prepare: async (config, place) => {
        await bank.start();
        // The profile needs the enterprise, so the enterprise is made without it.
        const withoutBank: Config = { ...config, processor: { kind: 'sandbox' } };
        await ensureCredentials(withoutBank, place);
        const { enterprise_id } = await newCredentials(withoutBank, place.dataDir);
        writeProfile(banksFile, { directory: bank.directory, enterpriseId: enterprise_id });
        return () => Promise.resolve('\n');
      },
      work: async (signal) => {
        await showPayments({ payments: connect(dataDir.credentials), view, timeoutSeconds, bank, signal });
        const report = await reconciled({ env: settings, timeoutSeconds, signal });
        view.reach('reconciliation');
        view.document('payments rails reconcile', report);
        view.done(
          `Both payouts are completed, the debit came back, and the statement agrees. The files are in ${bank.directory}.`,
        );
      },
    });
  } finally {
    await bank.stop();
  }
}

// A connection of its own for each demo: its bank has seen no file, modifier or trace number before. The ledger of its enterprise has
// nothing yet, or days of an earlier demo, some of which are still to come, would be compared with this bank's.
function writeProfile(path: string, { directory, enterpriseId }: { directory: string; enterpriseId: string }): void {
  const accountFile = `${path}.account`;
  writeFileSync(accountFile, ACCOUNT, { mode: 0o600 });
  const name = `demo-${randomBytes(4).toString('hex')}`;
  writePrivateJson(path, demoProfile({ name, enterpriseId, directory, accountFile }));
}

interface Showing {
  readonly payments: PaymentsClient;
  readonly view: ProgressView;
  readonly timeoutSeconds: number;
  readonly bank: DemoBank;
  readonly signal: AbortSignal;
}

async function showPayments({ payments, view, timeoutSeconds, bank, signal }: Showing): Promise<void> {
  const over = new AbortController();
  const mark = randomBytes(4).toString('hex');
  const endings = new ExpectedEndings({
    [`demo-payout-${mark}`]: { status: 'completed' },
    [`demo-instant-${mark}`]: { status: 'completed' },
    [`demo-debit-${mark}`]: { status: 'failed', network_reason_code: RETURN_CODE },
  });
  const isLast = (event: PaymentsEvent) => {
    if (endings.take(event)) view.reach('webhook');
    return endings.isOver;
  };
  const awaited = 'the payments did not end';
  await Promise.all([
    receiveEvents({ payments, view, timeoutSeconds, awaited, isLast, signal }, () => pay(payments, view, mark)).finally(
      () => over.abort(),
    ),
    showBankFiles(bank.directory, view, AbortSignal.any([signal, over.signal])),
  ]);
}

async function pay(payments: PaymentsClient, view: ProgressView, mark: string): Promise<void> {
  const party = await registerParty(payments, view, mark);
  const common = { currency: 'USD', speed: 'standard' } as const;
  await payments.transfers.create({
    ...{ ...common, transfer_reference_id: `demo-payout-${mark}`, destination: party, amount: 12_500 },
  });
  await payments.transfers.create({
    ...{ ...common, transfer_reference_id: `demo-debit-${mark}`, source: party, amount: RETURNED_CENTS },
  });
  await payments.transfers.create({
    ...{ ...common, speed: 'asap', transfer_reference_id: `demo-instant-${mark}`, destination: party, amount: 2_000 },
  });
  view.reach('transfer');
  view.step(
    'POST /deliver/transfers accepted a payout of $125.00, a debit of $100.01, which the bank will return, and an instant payment of $20.00',
  );
}
