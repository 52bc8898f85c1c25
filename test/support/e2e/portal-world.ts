import { eventually } from '@payments/testing';
import { PaymentsClient } from '@payments/client';
import type { Transfer } from '@payments/client';
import type { Page } from 'puppeteer-core';
import { WebhookReceiver } from '../receiver.js';
import { payout } from './bodies.js';
import type { Party } from './bodies.js';
import { clientOf } from './client.js';
import { verifiedAccounts } from './parties.js';
import { PortalBrowser } from './portal-browser.js';
import type { PortalEnterprise } from './portal-browser.js';
import { hostile } from './portal-page.js';
import type { PortalLogin } from './portal-page.js';

/** Of an account whose ownership is verified. */
export const VERIFIED_NUMBER = '987654321';
/** An id of nothing. */
export const NOBODYS = '019c15a0-0000-7000-8000-000000000027';

/** Every page, and what is in the place of `:name`. */
export const PAGES = {
  home: '/',
  transfers: '/transfers',
  'transfers that no filter finds': '/transfers?status=failed',
  transfer: '/transfers/:transfer',
  'new transfer': '/transfers/new',
  'bulk transfers': '/bulk',
  'new bulk transfer': '/bulk/new',
  approvals: '/approvals',
  policies: '/policies',
  sandbox: '/sandbox',
  persons: '/customers?kind=persons',
  customer: '/customers/businesses/:business',
  'new person': '/customers/new?kind=persons',
  'new business': '/customers/new?kind=businesses',
  accounts: '/accounts',
  'new account': '/accounts/new',
  account: '/accounts/:account',
  verifications: '/verifications',
  verification: '/verifications/:verification',
  'bank files': '/rails',
  'bank statements': '/rails/statements',
  'differences from statements': '/rails/breaks',
  schedules: '/schedules',
  'new schedule': '/schedules/new',
  schedule: '/schedules/:schedule',
  batches: '/batches',
  batch: '/batches/:batch',
  balance: '/balance',
  subledgers: '/subledgers',
  'new subledger': '/subledgers/new',
  'book transfers': '/subledgers/transfers',
  'new book transfer': '/subledgers/transfers/new',
  limits: '/limits',
  reports: '/reports',
  'new report': '/reports/new',
  health: '/health',
  webhooks: '/webhooks',
  webhook: '/webhooks/:webhook',
  'reference of events': '/reference',
  'reference of reason codes': '/reference?part=reasons',
  'reference of roles': '/reference?part=roles',
  developers: '/developers',
  users: '/users',
  settings: '/settings',
  sessions: '/sessions',
  audit: '/audit',
  password: '/password',
  'second factor': '/second-factor',
  'transfer that does not exist': `/transfers/${NOBODYS}`,
  nowhere: '/nowhere',
} as const;
export type PageName = keyof typeof PAGES;

export const inAYear = () => `${new Date().getFullYear() + 1}-07-01`;

/** The portal, with two enterprises, of which one has something on every page. */
export interface PortalWorld {
  readonly portal: PortalBrowser;
  readonly acme: PortalEnterprise;
  /** Has nothing yet. */
  readonly initech: PortalEnterprise;
  /** Of `acme`, as are all that follow. */
  readonly client: PaymentsClient;
  readonly admin: PaymentsClient;
  /** Gets all events of transfers, and accepts none. */
  readonly receiver: WebhookReceiver;
  /** A completed one. */
  readonly transfer: Transfer;
  readonly payee: Party;
  /** Of an administrator who has signed in. */
  readonly page: Page;
  readonly ids: Readonly<Record<string, string>>;
  pathOf(name: PageName): string;
  /** @throws Error when a page wrote an error, broke its policy or asked another site */
  stop(): Promise<void>;
}

export async function startPortalWorld(): Promise<PortalWorld> {
  const portal = await PortalBrowser.start();
  const [acme, initech] = await Promise.all([portal.enterprise('Acme'), portal.enterprise('Initech')]);
  const client = clientOf(portal.origin, acme);
  const receiver = new WebhookReceiver();
  receiver.answer = () => ({ status: 500, headers: { 'content-type': 'text/html' }, body: hostile('answer') });
  const [{ payee }] = await Promise.all([verifiedAccounts(client, 'one'), receiver.subscribe(client, 'transfer_all')]);
  const transfer = await completed(client, payee);
  const page = await portal.signedIn(acme.user);
  const ids = await idsOf(client, { payee, transfer, user: acme.user, baseUrl: portal.origin });
  return {
    ...{ portal, acme, initech, client, receiver, transfer, payee, page, ids },
    admin: new PaymentsClient({ baseUrl: portal.origin, user: acme.user, apiKey: acme.api_key }),
    pathOf: (name) => PAGES[name].replace(/:(\w+)/, (_, id: string) => ids[id]!),
    stop: async () => {
      try {
        await portal.stop();
      } finally {
        await receiver.close();
      }
    },
  };
}

async function completed(client: PaymentsClient, payee: Party): Promise<Transfer> {
  const metadata = { note: hostile('metadata') };
  const transfer = await client.transfers.create({ ...payout('payout-0001', payee), metadata });
  await eventually(
    'the payout is completed',
    async () => (await client.transfers.get(transfer.id)).status === 'completed',
  );
  return transfer;
}

interface Made {
  readonly payee: Party;
  readonly transfer: Transfer;
  readonly user: PortalLogin;
  readonly baseUrl: string;
}

/** One of each kind that has a page, by the names in `PAGES`. */
async function idsOf(
  client: PaymentsClient,
  { payee, transfer, user, baseUrl }: Made,
): Promise<Record<string, string>> {
  const { transfer_reference_id: _, ...payment } = payout('', payee);
  const rent = { ...payment, schedule_reference_id: 'rent', recurrence: 'FREQ=MONTHLY', start_date: inAYear() };
  const holder = { account_holder_name: 'Jane Doe', routing_number: '021000021', account_number: VERIFIED_NUMBER };
  const first = async (list: { toArray(): Promise<{ readonly id: string }[]> }) => (await list.toArray())[0]!.id;
  return {
    transfer: transfer.id,
    business: await first(client.businesses.list()),
    account: await first(client.accounts.list()),
    webhook: await first(client.webhooks.list()),
    schedule: (await client.schedules.create(rent)).id,
    verification: (await client.verifyAccounts.create(holder)).id,
    batch: await first(new PaymentsClient({ baseUrl, user }).portal.batches()),
  };
}
