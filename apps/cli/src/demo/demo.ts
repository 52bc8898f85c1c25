import { randomBytes } from 'node:crypto';
import { CliError } from '../cli.error.js';
import { DemoApi } from './api.js';
import type { DemoCredentials } from './api.js';
import { Picture } from './picture.js';
import { Receiver } from './receiver.js';
import type { ReceivedEvent } from './receiver.js';

const LAST_STATUS = 'completed';

export interface DemoOptions {
  readonly credentials: DemoCredentials;
  readonly timeoutSeconds: number;
}

/** How the payout ended, once that is known. */
class Outcome {
  resolve!: () => void;
  reject!: (error: Error) => void;
  readonly promise = new Promise<void>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });

  constructor() {
    // It may be known while the demo is still busy sending; whoever waits for it hears of it then.
    this.promise.catch(() => undefined);
  }
}

/**
 * A payout from the first request to the last webhook, against a running service.
 * @throws CliError when a call is refused, a signature is wrong, or the payout does not complete in time.
 */
export async function runDemo({ credentials, timeoutSeconds }: DemoOptions): Promise<void> {
  const picture = new Picture();
  const payout = new Outcome();
  const api = new DemoApi(credentials);
  const receiver = new Receiver((event) => {
    picture.event(event);
    judge(event, payout);
  });
  const timer = setTimeout(() => {
    payout.reject(new CliError(`the payout did not complete within ${timeoutSeconds} s; see the worker's log`));
  }, timeoutSeconds * 1000);
  try {
    const remove = await prepare(api, receiver, picture);
    try {
      await pay(api, picture);
      await payout.promise;
    } finally {
      await remove();
    }
    picture.done('The payout is completed, and every event arrived with both signatures right.');
  } finally {
    clearTimeout(timer);
    receiver.close();
  }
}

function judge({ event_type, event_data, genuine }: ReceivedEvent, payout: Outcome): void {
  if (!genuine) payout.reject(new CliError(`the signatures of ${event_type} are wrong`));
  const status = event_data['transfer']?.status;
  if (status === 'failed') payout.reject(new CliError('the payout failed; GET /deliver/transfers tells why'));
  if (status === LAST_STATUS) payout.resolve();
}

async function prepare(api: DemoApi, receiver: Receiver, picture: Picture): Promise<() => Promise<void>> {
  await api.logIn();
  picture.step('POST /oauth/token gave an access token for an hour');
  const url = await receiver.listen();
  const { webhook_configuration } = await api.call<{ webhook_configuration: { id: string } }>(
    'POST',
    '/webhooks/configurations',
    { event_types: ['subscribe_all'], url, enabled: true },
  );
  const path = `/webhooks/configurations/${webhook_configuration.id}`;
  const { secret } = await api.call<{ secret: string }>('GET', `${path}/secret`);
  const { enterprise_keypair } = await api.call<{ enterprise_keypair: { public_key: string } }>(
    'POST',
    '/webhooks/secret',
  );
  receiver.trust({ publicKey: enterprise_keypair.public_key, secret });
  picture.step(`POST /webhooks/configurations sends events to ${url}`);
  return async () => {
    await api.call('DELETE', path);
  };
}

async function pay(api: DemoApi, picture: Picture): Promise<void> {
  const mark = randomBytes(4).toString('hex');
  const customer_reference_id = `demo-${mark}`;
  const account_reference_id = `demo-account-${mark}`;
  await api.call('POST', '/deliver/businesses', business(customer_reference_id));
  picture.step(`POST /deliver/businesses registered ${customer_reference_id}`);
  await api.call('POST', '/deliver/external/accounts', {
    account_reference_id,
    customer_reference_id,
    customer_resource_type: 'business',
    account_type: 'checking',
    account_number: '1234567890',
    routing_number: '021000021',
    account_holder_name: 'Northwind Trading LLC',
  });
  picture.step(`POST /deliver/external/accounts registered ${account_reference_id}`);
  await api.call('POST', '/deliver/transfers', {
    transfer_reference_id: `demo-payout-${mark}`,
    destination: { account_reference_id, customer_reference_id },
    amount: 12_500,
    currency: 'USD',
    speed: 'same_day',
    account_statement_descriptor: 'DEMO PAYOUT',
  });
  picture.step('POST /deliver/transfers accepted a payout of $125.00; its events:');
}

function business(customer_reference_id: string): Record<string, unknown> {
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
