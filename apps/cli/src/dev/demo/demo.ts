import { randomBytes } from 'node:crypto';
import type { PaymentsClient, PaymentsEvent } from '@payments/client';
import { CliError } from '../../support/cli.error.js';
import { registerParty } from './parties.js';
import { ProgressView } from './progress-view.js';
import { receiveEvents } from './receive-events.js';

const STATUSES = ['created', 'pending', 'completed'];

export interface DemoOptions {
  readonly payments: PaymentsClient;
  readonly timeoutSeconds: number;
}

/**
 * A payout from the first request to the last webhook, against a running service.
 * @throws CliError when a signature is wrong, or the payout does not complete in time; the client's errors
 */
export async function runDemo({ payments, timeoutSeconds }: DemoOptions): Promise<void> {
  const view = new ProgressView(STATUSES);
  const awaited = 'the payout did not complete';
  await receiveEvents({ payments, view, timeoutSeconds, awaited, isLast: isCompleted }, () => pay(payments, view));
  view.done('The payout is completed. Every event arrived with two valid signatures.');
}

function isCompleted({ event_data }: PaymentsEvent): boolean {
  if (!('transfer' in event_data)) return false;
  const { status } = event_data.transfer;
  if (status === 'failed') throw new CliError('the payout failed; GET /deliver/transfers shows the reason');
  return status === 'completed';
}

async function pay(payments: PaymentsClient, view: ProgressView): Promise<void> {
  const mark = randomBytes(4).toString('hex');
  const destination = await registerParty(payments, view, mark);
  await payments.transfers.create({
    transfer_reference_id: `demo-payout-${mark}`,
    destination,
    amount: 12_500,
    currency: 'USD',
    speed: 'same_day',
    account_statement_descriptor: 'DEMO PAYOUT',
  });
  view.step('POST /deliver/transfers accepted a payout of $125.00; its events:');
}
