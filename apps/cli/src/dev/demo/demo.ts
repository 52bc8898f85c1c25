import { randomBytes } from 'node:crypto';
import { verifyWebhook, verifyWebhookRsa, WebhookVerificationError } from '@payments/client';
import type { NewBusiness, PaymentsClient, PaymentsEvent } from '@payments/client';
import { CliError } from '../../support/cli.error.js';
import { Receiver } from '../receiver.js';
import type { Delivery } from '../receiver.js';
import { ProgressView } from './progress-view.js';

const LAST_STATUS = 'completed';

export interface DemoOptions {
  readonly payments: PaymentsClient;
  readonly timeoutSeconds: number;
}

/** The keys that verify the two signatures of a webhook. */
interface Keys {
  readonly secret: string;
  readonly publicKey: string;
}

/** The outcome of the payout, once known. */
class Outcome {
  resolve!: () => void;
  reject!: (error: Error) => void;
  readonly promise = new Promise<void>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });

  constructor() {
    // The event may arrive while the demo is still sending; waiters are notified then.
    this.promise.catch(() => undefined);
  }
}

/**
 * A payout from the first request to the last webhook, against a running service.
 * @throws CliError when a signature is wrong, or the payout does not complete in time; the client's errors
 */
export async function runDemo({ payments, timeoutSeconds }: DemoOptions): Promise<void> {
  const view = new ProgressView();
  const payout = new Outcome();
  const keys: { current?: Keys } = {};
  const receiver = new Receiver((delivery) => checkDelivery(delivery, { keys: keys.current, view, payout }));
  const timer = setTimeout(() => {
    payout.reject(new CliError(`the payout did not complete within ${timeoutSeconds} s; see the worker's log`));
  }, timeoutSeconds * 1000);
  try {
    const url = await receiver.listen();
    const { id } = await payments.webhooks.create({ event_types: ['subscribe_all'], url, enabled: true });
    try {
      keys.current = { secret: await payments.webhooks.secret(id), publicKey: await payments.webhooks.createKeyPair() };
      view.step(`POST /webhooks/configurations sends events to ${url}`);
      await pay(payments, view);
      await payout.promise;
    } finally {
      await payments.webhooks.delete(id);
    }
    view.done('The payout is completed. Every event arrived with two valid signatures.');
  } finally {
    clearTimeout(timer);
    receiver.close();
  }
}

interface DeliveryCheck {
  readonly keys: Keys | undefined;
  readonly view: ProgressView;
  readonly payout: Outcome;
}

function checkDelivery({ headers, body }: Delivery, { keys, view, payout }: DeliveryCheck): void {
  const event = JSON.parse(body.toString()) as PaymentsEvent;
  const genuine = keys !== undefined && isGenuine({ headers, body }, keys);
  view.event(event, genuine);
  if (!genuine) payout.reject(new CliError(`the signatures of ${event.event_type} are not valid`));
  if (!('transfer' in event.event_data)) return;
  const { status } = event.event_data.transfer;
  if (status === 'failed') payout.reject(new CliError('the payout failed; GET /deliver/transfers shows the reason'));
  if (status === LAST_STATUS) payout.resolve();
}

function isGenuine({ headers, body }: Delivery, { secret, publicKey }: Keys): boolean {
  try {
    verifyWebhook(body, headers, secret);
    verifyWebhookRsa(body, headers, publicKey);
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}

async function pay(payments: PaymentsClient, view: ProgressView): Promise<void> {
  const mark = randomBytes(4).toString('hex');
  const customer_reference_id = `demo-${mark}`;
  const account_reference_id = `demo-account-${mark}`;
  await payments.businesses.create(business(customer_reference_id));
  view.step(`POST /deliver/businesses registered ${customer_reference_id}`);
  await payments.accounts.create({
    account_reference_id,
    customer_reference_id,
    customer_resource_type: 'business',
    account_type: 'checking',
    account_number: '1234567890',
    routing_number: '021000021',
    account_holder_name: 'Northwind Trading LLC',
  });
  view.step(`POST /deliver/external/accounts registered ${account_reference_id}`);
  await payments.transfers.create({
    transfer_reference_id: `demo-payout-${mark}`,
    destination: { account_reference_id, customer_reference_id },
    amount: 12_500,
    currency: 'USD',
    speed: 'same_day',
    account_statement_descriptor: 'DEMO PAYOUT',
  });
  view.step('POST /deliver/transfers accepted a payout of $125.00; its events:');
}

function business(customer_reference_id: string): NewBusiness {
  return {
    customer_reference_id,
    legal_name: 'Northwind Trading LLC',
    entity_type: 'limited_liability_company',
    tax_id: '123456789',
    tax_id_type: 'ein',
    addresses: [
      {
        type: 'legal',
        address1: '500 Market Street',
        city: 'San Francisco',
        state: 'CA',
        country: 'US',
        zip5: '94105',
      },
    ],
  };
}
