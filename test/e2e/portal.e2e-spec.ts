import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@payments/testing';
import { PaymentsClient } from '@payments/client';
import type { NewWebhookConfiguration, PaymentsError, Transfer } from '@payments/client';
import type { BrowserContext, HTTPRequest, Page } from 'puppeteer-core';
import { responses } from '../../apps/api/src/description/examples/responses.table.js';
import { SUBSCRIPTIONS } from '../../libs/webhooks/src/domain/event-types.js';
import { userWithPassword } from '../support/chosen-password.js';
import { answerBelow, interceptRequests } from '../support/e2e/answered-requests.js';
import { account, payout } from '../support/e2e/bodies.js';
import type { Party } from '../support/e2e/bodies.js';
import { clientOf } from '../support/e2e/client.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { describeInChromium, PortalBrowser } from '../support/e2e/portal-browser.js';
import type { PortalEnterprise } from '../support/e2e/portal-browser.js';
import { expectGoodPage, requestsOf } from '../support/e2e/page-audit.js';
import {
  chord,
  click,
  hasHeading,
  heading,
  hostile,
  inDialog,
  overflowAt,
  press,
  replaceText,
  savedBy,
  says,
  screenshotIfAsked,
  signIn,
  submitSignIn,
  tabTo,
  textOf,
  until,
  violations,
} from '../support/e2e/portal-page.js';
import type { PortalLogin } from '../support/e2e/portal-page.js';
import { WebhookReceiver } from '../support/receiver.js';

const PICTURE = join(__dirname, '../../docs/images/portal.png');
const LARGEST_PICTURE = 200_000;
const VERIFIED_NUMBER = '987654321';
/** Of one creation, before the page says that there is no answer. */
const MOST_ATTEMPTS = 6;
/** The theme that was chosen, and how far lists were scrolled. */
const STORED = /^(payments-theme$|tsr-scroll-restoration)/;
const NOBODYS = '019c15a0-0000-7000-8000-000000000027';
/** Adds up how far things move, as the cumulative layout shift counts it. */
const WATCH_SHIFT = `{
  globalThis.shift = 0;
  const note = ({ value, hadRecentInput }) => { if (!hadRecentInput) globalThis.shift += value; };
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: 'layout-shift', buffered: true });
}`;
const dollars = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

const inAYear = () => `${new Date().getFullYear() + 1}-07-01`;

/** Every page, and what is in the place of `:name`. */
const PAGES = {
  home: '/',
  transfers: '/transfers',
  'transfers that no filter finds': '/transfers?status=failed',
  transfer: '/transfers/:transfer',
  'new transfer': '/transfers/new',
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
  schedules: '/schedules',
  schedule: '/schedules/:schedule',
  batches: '/batches',
  batch: '/batches/:batch',
  balance: '/balance',
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

describeInChromium('the portal in a browser', () => {
  let portal: PortalBrowser;
  let acme: PortalEnterprise;
  let initech: PortalEnterprise;
  let client: PaymentsClient;
  let receiver: WebhookReceiver;
  let transfer: Transfer;
  let payee: Party;
  let page: Page;
  const ids: Record<string, string> = {};
  const pathOf = (name: keyof typeof PAGES) => PAGES[name].replace(/:(\w+)/, (_, id: string) => ids[id]!);

  beforeAll(async () => {
    portal = await PortalBrowser.start();
    [acme, initech] = await Promise.all([portal.enterprise('Acme'), portal.enterprise('Initech')]);
    client = clientOf(portal.origin, acme);
    receiver = new WebhookReceiver();
    receiver.answer = () => ({ status: 500, headers: { 'content-type': 'text/html' }, body: hostile('answer') });
    const [accounts] = await Promise.all([verifiedAccounts(client, 'one'), receiver.subscribe(client, 'transfer_all')]);
    payee = accounts.payee;
    const metadata = { note: hostile('metadata') };
    transfer = await client.transfers.create({ ...payout('payout-0001', payee), metadata });
    const [business] = await client.businesses.list().toArray();
    const [external] = await client.accounts.list().toArray();
    const [webhook] = await client.webhooks.list().toArray();
    const { transfer_reference_id: _, ...payment } = payout('', payee);
    const rent = { ...payment, schedule_reference_id: 'rent', recurrence: 'FREQ=MONTHLY', start_date: inAYear() };
    const schedule = await client.schedules.create(rent);
    const holder = { account_holder_name: 'Jane Doe', routing_number: '021000021', account_number: VERIFIED_NUMBER };
    const verification = await client.verifyAccounts.create(holder);
    Object.assign(ids, { transfer: transfer.id, business: business!.id, account: external!.id, webhook: webhook!.id });
    Object.assign(ids, { schedule: schedule.id, verification: verification.id });
    await eventually(
      'the payout is completed',
      async () => (await client.transfers.get(transfer.id)).status === 'completed',
    );
    page = await portal.signedIn(acme.user);
    const users = new PaymentsClient({ baseUrl: portal.origin, user: acme.user });
    const [batch] = await users.portal.batches().toArray();
    ids['batch'] = batch!.id;
  });

  /** The home page in the middle of a day. */
  async function recordPicture(): Promise<void> {
    const amounts = [129_900, 48_250, 1_250_000, 7_500, 31_000, 64_000];
    for (const [index, amount] of amounts.entries()) {
      const speed = (['asap', 'same_day', 'standard'] as const)[index % 3]!;
      await client.transfers.create({ ...payout(`invoice-204${index}`, payee), amount, speed });
    }
    await eventually('some are completed', async () => {
      const completed = await client.transfers.list({ status: ['completed'] }).toArray();
      return completed.length > amounts.length / 2;
    });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
    await portal.open(page);
    mkdirSync(join(PICTURE, '..'), { recursive: true });
    await page.screenshot({ path: PICTURE });
  }

  afterAll(async () => {
    await portal?.stop();
    await receiver?.close();
  });

  it.each(Object.keys(PAGES) as (keyof typeof PAGES)[])(
    'loads the page "%s" with few requests, without a fault of accessibility in both themes, and within 320 pixels',
    async (name) => {
      portal.expected.add(404);
      await expectGoodPage(page, name, () => portal.open(page, pathOf(name)));
    },
  );

  describe('the home page', () => {
    it('needs one request for its figures, and shows those of the API', async () => {
      const requests = await requestsOf(page, () => portal.open(page));
      expect(requests.filter((request) => request.includes('/portal/overview'))).toHaveLength(1);
      const { balance } = await client.ledger.balance();
      await says(page, dollars(balance.available));
      await says(page, /Volume\s+\$125\.00/);
      await says(page, /Success\s+100%/);
      await says(page, /Transfers by status\s+Completed\s+1 transfer/);
    });

    it('keeps its time in the address, and leads to the transfers that it has counted', async () => {
      await portal.open(page);
      await click(page, 'input[name=range][value="7d"]');
      await until(page, 'location.search === "?range=7d"');
      await click(page, '::-p-xpath(//section//a[normalize-space()="1 transfer"])');
      await hasHeading(page, 'Transfers');
      expect(new URL(page.url()).search).toMatch(/^\?status=completed&start_time=/);
      await says(page, 'payout-0001');
      await page.goBack();
      await until(page, 'location.search === "?range=7d"');
    });

    it('lets its charts be read by keyboard, and as tables', async () => {
      await portal.visit(page, '/');
      const slider = '[role=slider][aria-label^="Volume over time"]';
      await page.waitForSelector(slider);
      await page.focus(slider);
      const read = () => page.$eval(slider, (chart) => chart.getAttribute('aria-valuetext') ?? '');
      const texts: string[] = [];
      for (const key of ['End', 'ArrowLeft', 'ArrowLeft'] as const) {
        await page.keyboard.press(key);
        texts.push(await read());
        await says(page, texts.at(-1)!.split(', Volume')[0]!);
      }
      expect(new Set(texts).size).toBe(3);
      expect(texts).toContainEqual(expect.stringMatching(/Volume: \$125\.00$/));
      await press(page, 'Table');
      const table = await page.$$eval('table[aria-label="Volume over time"] td', (cells) =>
        cells.map(({ textContent }) => textContent),
      );
      expect(table.sort()).toEqual([...Array<string>(23).fill('$0.00'), '$125.00']);
    });

    it('shows three first steps to a new enterprise instead of empty charts', async () => {
      const other = await portal.signedIn(initech.user);
      await says(other, 'Three steps to a first payment');
      expect(await other.$('[role=slider]')).toBeNull();
      await other.browserContext().close();
    });

    it('shows a new payout without a reload', async () => {
      await portal.visit(page, '/');
      await says(page, 'Live');
      await client.transfers.create(payout('payout-live', payee));
      await says(page, 'payout-live');
    });
  });

  describe('the balance', () => {
    it('is drawn at the ends of days and now, to the cent', async () => {
      const days = [3, 2].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10));
      for (const [index, day] of days.entries()) {
        const values = [acme.enterprise_id, day, (index + 1) * 10_050];
        await portal.database.query(
          'INSERT INTO ledger.days (enterprise_id, day, last_position) VALUES ($1, $2, 0)',
          values.slice(0, 2),
        );
        await portal.database.query(
          `INSERT INTO ledger.day_ends (enterprise_id, book, account, day, balance)
           SELECT $1, '00000000-0000-0000-0000-000000000000', 'available', $2, $3::bigint`,
          values,
        );
      }
      await portal.visit(page, '/balance');
      const slider = '[role=slider][aria-label^="At the ends of days"]';
      await page.waitForSelector(slider);
      await page.focus(slider);
      const read = () => page.$eval(slider, (chart) => chart.getAttribute('aria-valuetext'));
      const { balance } = await client.ledger.balance();
      const now = `Now, Available: ${dollars(balance.available)}, Pending: ${dollars(balance.pending)}`;
      expect(await read()).toBe(now);
      await page.keyboard.press('Home');
      expect(await read()).toMatch(/^\w{3} \d{1,2}, \d{4}, Available: \$100\.50, Pending: \$0\.00$/);
      await page.keyboard.press('ArrowRight');
      expect(await read()).toMatch(/Available: \$201\.00, Pending: \$0\.00$/);
      await screenshotIfAsked(page, 'balance-days');
    });

    it('names each entry by its number, and leads from it to its transfer', async () => {
      const [entry] = await client.ledger.entries({ transfer_id: transfer.id }).toArray();
      await portal.visit(page, '/balance?account=reserved');
      await page.waitForSelector('[role=row][data-index="0"]');
      const numbers = await page.$$eval('[role=row][data-index]', (rows) =>
        rows.map((row) => Number(row.querySelector('[role=gridcell]')?.textContent)),
      );
      expect(numbers.length).toBeGreaterThan(0);
      const entries = await client.ledger.entries({ account: 'reserved' }).toArray();
      const positions = entries.map(({ position }) => position);
      const first = positions.indexOf(numbers[0]!);
      expect(numbers).toEqual(positions.slice(first, first + numbers.length));
      await click(page, `[role=row] a[href$="/transfers/${entry!.subject_id}"]`);
      await hasHeading(page, 'payout-0001');
    });

    it('is saved with all of its entries, as they are filtered', async () => {
      await portal.visit(page, '/balance?account=available');
      const saved = await savedBy(page, 'Export CSV');
      expect(saved).toBe(await client.ledger.entriesAsCsv({ account: 'available' }));
      expect(saved.split('\r\n').length).toBeGreaterThan(2);
    });
  });

  it('moves nothing that is there while its pages are painted', async () => {
    const still = await portal.newPage(page.browserContext());
    await still.evaluateOnNewDocument(WATCH_SHIFT);
    for (const path of ['/', '/transfers', pathOf('transfer')]) {
      await portal.open(still, path);
      await until(still, `performance.getEntriesByName('first-contentful-paint').length > 0`);
      const shift = Number(await still.evaluate('globalThis.shift'));
      expect({ path, isShaky: shift > 0.05 }).toEqual({ path, isShaky: false });
    }
    await still.close();
  });

  it('is shown in the README by a picture of at most 200 kB', async () => {
    if (process.env['RECORD_EXAMPLES'] === '1') await recordPicture();
    expect(statSync(PICTURE).size).toBeLessThanOrEqual(LARGEST_PICTURE);
  });

  it('shows no account number in full, not even under JSON', async () => {
    const { account_number } = account('one', 'business');
    for (const path of ['/accounts', pathOf('account'), '/transfers/new', pathOf('verification')]) {
      await portal.visit(page, path);
      const content = await page.content();
      expect([account_number, VERIFIED_NUMBER].filter((number) => content.includes(number))).toEqual([]);
    }
    await portal.visit(page, pathOf('account'));
    await says(page, `··${account_number.slice(-4)}`);
  });

  it('shows whatever belongs to another enterprise as what does not exist', async () => {
    portal.expected.add(404);
    const other = await portal.signedIn(initech.user);
    const shownAt = async (path: string) => {
      await portal.visit(other, '/');
      await portal.visit(other, path);
      await says(other, 'Not found');
      // The clock beside it goes on, and a heading may name the id that was asked for.
      return (await textOf(other)).replaceAll(/\d\d:\d\d(:\d\d)?|, in \d+ \w+|[\da-f]{8}…[\da-f]{4}/g, '');
    };
    const ofRecords = Object.values(PAGES).filter((path) => path.includes('/:'));
    expect(ofRecords.length).toBeGreaterThan(5);
    for (const path of ofRecords) {
      const of = (id: string) => shownAt(path.replace(/:\w+/, id));
      expect([path, await of(ids[path.split(':')[1]!]!)]).toEqual([path, await of(NOBODYS)]);
    }
    await other.browserContext().close();
  });

  it('finds customers by their names, and tells their events', async () => {
    await portal.visit(page, '/customers?kind=businesses&legal_name=Nobody');
    await says(page, 'Nothing matches the filters');
    const [business] = await client.businesses.list().toArray();
    await portal.visit(page, `/customers?kind=businesses&legal_name=${encodeURIComponent(business!.legal_name)}`);
    await click(page, `[role=row] a[href$="/${business!.id}"]`);
    await hasHeading(page, business!.legal_name);
    await click(page, '::-p-xpath(//*[@role="tab"][normalize-space()="Events"])');
    await says(page, 'Business verified #2');
    // A name of the other kind is no filter of this one.
    await portal.visit(page, '/customers?kind=persons&last_name=Nobody&legal_name=Nobody');
    await says(page, 'Nothing matches the filters');
    expect(await page.$('::-p-xpath(//search//label[normalize-space()="Legal name"])')).toBeNull();
  });

  it('leads from an account to its customer, from money to subledgers, and to what describes the API', async () => {
    await portal.visit(page, pathOf('account'));
    await click(page, 'main dd a[href*="/customers?kind="]');
    await page.waitForSelector('[role=row] a[href*="/customers/"]');
    expect(await page.$$eval('[role=row] a', (links) => links.length)).toBe(1);
    await portal.visit(page, '/');
    await click(page, 'main dd a[href$="/subledgers"]');
    await hasHeading(page, 'Subledgers');
    await portal.visit(page, '/developers');
    const served = await page.$$eval('header a[target=_blank]', (links) => links.map(({ href }) => href));
    expect(served).toHaveLength(3);
    for (const address of served) expect((await fetch(address)).status).toBe(200);
  });

  it('keeps filters in the address, and the back button brings them back', async () => {
    await portal.visit(page, '/transfers');
    await press(page, 'Completed');
    await until(page, 'location.search === "?status=completed"');
    await click(page, `[role=gridcell] a[href$="${transfer.id}"]`);
    await hasHeading(page, 'payout-0001');
    await page.goBack();
    await until(page, 'location.search === "?status=completed"');
    await hasHeading(page, 'Transfers');
  });

  it('opens the same list for a colleague who follows the address of a filtered one', async () => {
    const admin = new PaymentsClient({ baseUrl: portal.origin, user: acme.user, apiKey: acme.api_key });
    const login = await userWithPassword(admin, { name: 'colleague@acme.example', role: 'read_only' });
    const rowsOf = async (where: Page) => {
      await where.waitForSelector('[role=row][data-index="0"]');
      return where.$$eval('[role=row][data-index] a', (links) => links.map(({ textContent }) => textContent));
    };
    await portal.visit(page, '/');
    await portal.visit(page, `/transfers?status=completed&speed=same_day&transfer_reference_id=payout-0001`);
    const theirs = await portal.signedIn(login, page.url().split('/portal/app')[1]);
    const addressOf = (where: Page) => {
      const { pathname, searchParams } = new URL(where.url());
      return { pathname, filters: Object.fromEntries(searchParams) };
    };
    expect(addressOf(theirs)).toEqual(addressOf(page));
    expect(await rowsOf(theirs)).toEqual(await rowsOf(page));
    expect(await rowsOf(theirs)).toEqual(['payout-0001']);
    await theirs.browserContext().close();
  });

  it('exports the filtered list as a file in which nothing is a formula', async () => {
    const reference = `=HYPERLINK("https://evil.example")`;
    await client.transfers.create(payout(reference, payee));
    await portal.visit(page, `/transfers?transfer_reference_id=${encodeURIComponent(reference)}`);
    const [head, row] = (await savedBy(page, 'Export CSV')).split('\r\n');
    await says(page, '1 row is exported.');
    expect(head).toMatch(/^id,transfer_reference_id,.*amount_usd/);
    expect(row).toContain(`,"'=HYPERLINK(""https://evil.example"")",`);
    expect(row).toContain(',125.00,');
  });

  it('keeps filters and columns as a view, which another browser shows too', async () => {
    const name = hostile('view');
    await portal.visit(page, '/transfers?status=completed');
    await press(page, 'Columns');
    await click(page, '::-p-xpath(//*[@role="menuitemcheckbox"][normalize-space()="Speed"])');
    await page.keyboard.press('Escape');
    await until(page, '![...document.querySelectorAll("[role=columnheader]")].some((e) => e.textContent === "Speed")');
    const address = await page.evaluate('location.search');
    await press(page, 'Save view');
    await replaceText(page, 'dialog input[name=name]', name);
    await click(page, '::-p-xpath(//dialog//button[normalize-space()="Save view"])');
    await says(page, 'The view is saved.');
    const other = await portal.signedIn(acme.user, '/transfers', await portal.newContext());
    await click(other, `nav[aria-label="Saved views"] a[title=${JSON.stringify(name)}]`);
    await until(other, `location.search === ${JSON.stringify(address)}`);
    await says(other, 'payout-0001');
    expect(await other.$$eval('[role=columnheader]', (all) => all.map(({ textContent }) => textContent))).not.toContain(
      'Speed',
    );
    await other.browserContext().close();
    await portal.open(page, `/transfers${String(address)}`);
    await press(page, 'Delete view');
    await click(page, '::-p-xpath(//dialog//button[normalize-space()="Delete view"])');
    await says(page, 'The view is deleted.');
    await until(page, `document.querySelectorAll('nav[aria-label="Saved views"] a').length === 3`);
  });

  it('makes the rows of lists lower for whoever wants more of them, in every browser', async () => {
    type Place = { readonly y: number; readonly height: number };
    const heightIn = async (where: Page) => {
      await where.waitForSelector('[role=row][data-index="1"]');
      const rows = await where.$$eval('[role=row][data-index]', (all) =>
        all.map((each) => each.getBoundingClientRect().toJSON() as Place),
      );
      const [first, second] = rows.sort((one, two) => one.y - two.y);
      // They follow one another without a gap.
      expect(second!.y - first!.y).toBe(first!.height);
      return first!.height;
    };
    const choose = async (density: string) => {
      const saved = page.waitForResponse((answer) => answer.url().endsWith('/portal/me') && answer.ok());
      await click(page, 'button[aria-label^="Account menu"]');
      await click(page, `::-p-xpath(//*[@role="menuitemradio"][normalize-space()="${density}"])`);
      await saved;
    };
    await client.transfers.create(payout('second-row', payee));
    await portal.visit(page, '/transfers');
    const comfortable = await heightIn(page);
    await choose('Compact');
    await eventually('the rows are lower', async () => (await heightIn(page)) < comfortable);
    const compact = await heightIn(page);
    const other = await portal.signedIn(acme.user, '/transfers', await portal.newContext());
    expect(await heightIn(other)).toBe(compact);
    expect([...(await violations(other, 'light')), ...(await violations(other, 'dark'))]).toEqual([]);
    await screenshotIfAsked(other, 'compact');
    expect(await overflowAt(other, 320)).toBe(0);
    await other.browserContext().close();
    await choose('Comfortable');
    await eventually('the rows are as before', async () => (await heightIn(page)) === comfortable);
  });

  it('shows the entries of a batch, and what became of each event at each endpoint', async () => {
    await portal.visit(page, pathOf('batch'));
    await click(page, `[role=gridcell] a[href$="${transfer.id}"]`);
    await hasHeading(page, 'payout-0001');
    await click(page, '::-p-xpath(//*[@role="tab"][starts-with(normalize-space(), "Events")])');
    await says(page, receiver.url);
    await says(page, '500 in');
  });

  it('shows which requests of programs were refused, and finds them by their id', async () => {
    const refusal = await client.transfers.get(NOBODYS).catch((error: unknown) => error as PaymentsError);
    const { requestId } = refusal as PaymentsError;
    const users = new PaymentsClient({ baseUrl: portal.origin, user: acme.user });
    await eventually('the refused request', async () => {
      const found = await users.portal.refusedRequests({ request_id: requestId }).toArray();
      return found.length > 0;
    });
    await portal.visit(page, `/developers?request_id=${requestId}`);
    await says(page, 'GET /deliver/transfers/{id}');
    await says(page, 'unknown_id');
    await replaceText(page, 'input[data-filter]', 'no_such_code');
    await page.keyboard.press('Enter');
    await says(page, 'Nothing matches the filters');
  });

  describe('by keyboard alone', () => {
    it('leads from the list to a transfer', async () => {
      await portal.visit(page, '/');
      await page.keyboard.type('gt');
      await hasHeading(page, 'Transfers');
      await page.waitForSelector('[role=row][tabindex="0"]');
      await tabTo(page, '[role=row]');
      await page.keyboard.press('Space');
      await page.waitForSelector('section[aria-label="Details of the row"]');
      await page.keyboard.press('Escape');
      const reference = await page.$eval('[role=row]:focus a', (link) => link.textContent);
      await page.keyboard.press('Enter');
      await hasHeading(page, reference);
    });

    it('finds a transfer by the beginning of its reference', async () => {
      await portal.visit(page, '/balance');
      await chord(page, 'Control', 'k');
      await page.waitForSelector('dialog[open] [role=combobox]');
      await page.keyboard.type('payout-0001');
      await says(page, /payout-0001\s.*Completed/s);
      await page.keyboard.press('Enter');
      await hasHeading(page, 'payout-0001');
    });

    it('sends a new transfer after a review', async () => {
      await portal.visit(page, '/');
      await page.keyboard.type('n');
      await hasHeading(page, 'New transfer');
      await tabTo(page, 'input[name=destination]');
      await page.keyboard.type('business');
      await page.keyboard.press('Enter');
      await tabTo(page, 'input[name=amount]');
      await page.keyboard.type('1,250.00');
      await says(page, /Same-day ACH/);
      await tabTo(page, 'input[name=reference]');
      await page.keyboard.type('payout-0002');
      await chord(page, 'Control', 'Enter');
      await says(page, 'Send $1,250.00');
      await screenshotIfAsked(page, 'review');
      await tabTo(page, 'dialog[open] button:last-of-type:not([aria-label])');
      await page.keyboard.press('Enter');
      await hasHeading(page, 'payout-0002');
      const [sent] = await client.transfers.list({ transfer_reference_id: 'payout-0002' }).toArray();
      expect(sent).toMatchObject({ amount: 125_000, speed: 'asap' });
    });
  });

  describe('a new transfer', () => {
    const fill = async (reference: string, amount: string) => {
      await portal.visit(page, '/');
      await portal.visit(page, '/transfers/new');
      await click(page, 'input[name=destination]');
      await page.keyboard.type('business');
      await page.keyboard.press('Enter');
      await replaceText(page, 'input[name=amount]', amount);
      await replaceText(page, 'input[name=reference]', reference);
    };
    const submit = () => chord(page, 'Control', 'Enter');

    it('names everything that is missing, and leads to it', async () => {
      await portal.visit(page, '/');
      await portal.visit(page, '/transfers/new');
      await submit();
      await says(page, 'Choose the account to pay to.');
      await says(page, 'Enter a reference.');
      expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('alert');
    });

    it('refuses an amount that is none with a sentence', async () => {
      await fill('payout-0003', '');
      for (const [amount, sentence] of [
        ['1250.005', 'An amount has at most two decimals.'],
        ['1,2,50', 'Enter an amount such as 1,250.00.'],
        ['-5', 'Enter an amount above zero.'],
        ['1e3', 'Enter an amount such as 1,250.00.'],
      ] as const) {
        await replaceText(page, 'input[name=amount]', amount);
        await submit();
        await says(page, sentence);
      }
    });

    it('says beside the field what the API refuses', async () => {
      portal.expected.add(400).add(409);
      await fill('payout-0001', '10');
      await submit();
      await press(page, 'Send $10.00');
      await page.waitForSelector('input[name=reference][aria-invalid=true]');
    });

    it('is sent once, even if an answer is lost', async () => {
      await fill('payout-0004', '20');
      await submit();
      await says(page, 'Send $20.00');
      const end = await loseAnswers(page, '/deliver/transfers', 1);
      await press(page, 'Send $20.00');
      await says(page, 'Trying again');
      await hasHeading(page, 'payout-0004');
      expect(await client.transfers.list({ transfer_reference_id: 'payout-0004' }).toArray()).toHaveLength(1);
      expect(portal.complaints.splice(0)).toEqual([expect.stringContaining('ERR_CONNECTION_RESET')]);
      await end();
    });

    it('is sent once, even if no answer comes until it is reviewed again', async () => {
      await fill('payout-0014', '30');
      await submit();
      await says(page, 'Send $30.00');
      const end = await loseAnswers(page, '/deliver/transfers', MOST_ATTEMPTS);
      await press(page, 'Send $30.00');
      await until(page, `[...document.querySelectorAll('dialog [role=alert]')].length > 0`);
      await end();
      await press(page, 'Back');
      await submit();
      await press(page, 'Send $30.00');
      await hasHeading(page, 'payout-0014');
      expect(await client.transfers.list({ transfer_reference_id: 'payout-0014' }).toArray()).toHaveLength(1);
      expect(portal.complaints.splice(0)).toHaveLength(MOST_ATTEMPTS);
    });
  });

  describe('bank files', () => {
    const listed = responses['listBankFiles'] as { readonly files: readonly { readonly id: string }[] };
    const { exceptions } = responses['listRailExceptions'] as {
      readonly exceptions: readonly { readonly id: string }[];
    };
    const { file, ...batches } = responses['getBankFile'] as { readonly file: { readonly id: string } };
    const open = async (user: PortalLogin, changes: object = {}) => {
      const other = await portal.signedIn(user);
      const one = `/portal/rails/files/${file.id}`;
      const asked = await answerBelow(other, '/portal/rails', {
        'GET /portal/rails/windows': responses['listBankWindows'],
        'GET /portal/rails/files': listed,
        'GET /portal/rails/exceptions': { exceptions },
        [`GET ${one}`]: { file: { ...file, ...changes }, ...batches },
        [`GET ${one}/entries`]: responses['listBankFileEntries'],
        [`POST ${one}/hold`]: responses['holdBankFile'],
        [`POST /portal/rails/exceptions/${exceptions[0]!.id}/resolve`]: responses['resolveRailException'],
      });
      return { other, asked };
    };

    it('are not used where no bank gets any', async () => {
      await portal.visit(page, '/rails');
      await says(page, 'Files to banks are not used here');
    });

    it('show the windows of today, and an exception is resolved with a reason', async () => {
      const { other, asked } = await open(acme.user);
      await portal.visit(other, '/rails');
      for (const text of ['FIRST BANK', 'Windows of today', 'Needs a decision', 'In doubt']) await says(other, text);
      expect([...(await violations(other, 'light')), ...(await violations(other, 'dark'))]).toEqual([]);
      expect(await overflowAt(other, 320)).toBe(0);
      await press(other, 'Resolve');
      await other.waitForSelector('dialog[open] input[name=reason]');
      await other.waitForSelector('dialog[open] button:disabled');
      await replaceText(other, 'dialog[open] input[name=reason]', 'settled by wire');
      await click(other, 'dialog[open] button:last-of-type:not([aria-label])');
      await says(other, 'The exception is resolved.');
      const path = `/portal/rails/exceptions/${exceptions[0]!.id}/resolve`;
      expect(asked).toEqual([{ method: 'POST', path, body: { reason: 'settled by wire' } }]);
      await other.browserContext().close();
    });

    it('have a page with batches and masked entries, where an administrator holds one', async () => {
      const { other, asked } = await open(acme.user);
      await portal.visit(other, `/rails/${file.id}`);
      for (const text of ['Batches', 'PPD', '··7890', 'ADA BYRON']) await says(other, text);
      expect(await overflowAt(other, 320)).toBe(0);
      expect(await violations(other, 'light')).toEqual([]);
      await press(other, 'Hold');
      await replaceText(other, 'dialog[open] input[name=reason]', 'the bank asks to wait');
      await click(other, 'dialog[open] button:last-of-type:not([aria-label])');
      await says(other, 'The decision is recorded.');
      expect(asked.map(({ body }) => body)).toEqual([{ reason: 'the bank asks to wait' }]);
      await other.browserContext().close();
    });

    it('of several enterprises can only be looked at', async () => {
      const { other } = await open(acme.user, { shared: true });
      await portal.visit(other, `/rails/${file.id}`);
      await says(other, 'the operator of the service manages it');
      expect(await other.$$('::-p-xpath(//main//button[contains(., "Hold")])')).toEqual([]);
      await other.browserContext().close();
    });
  });

  describe('live updates', () => {
    it('hold a new row of a list back until somebody wants to see it', async () => {
      await portal.visit(page, '/');
      await portal.visit(page, '/transfers');
      await says(page, 'Live');
      const isShown = async () => (await textOf(page)).includes('payout-0005');
      await client.transfers.create(payout('payout-0005', payee));
      await page.waitForSelector('::-p-xpath(//button[contains(., "new row")])');
      expect(await isShown()).toBe(false);
      await click(page, '::-p-xpath(//button[contains(., "new row")])');
      await says(page, 'payout-0005');
    });

    it('show on the page of a transfer what became of it', async () => {
      const { id } = await client.transfers.create(payout('payout-0006', payee));
      await portal.visit(page, `/transfers/${id}`);
      await says(page, /payout-0006\s+Completed/);
    });
  });

  describe('customers and accounts', () => {
    const NUMBER = '000123456789';
    const fill = async (values: Readonly<Record<string, string>>) => {
      for (const [name, text] of Object.entries(values)) await replaceText(page, `input[name=${name}]`, text);
    };

    it('are created, and no number is left in the page', async () => {
      await portal.visit(page, '/customers/new?kind=businesses');
      await fill({ legal_name: 'Kramerica Industries LLC', tax_id: '987654321', customer_reference_id: 'kramerica' });
      await page.select('select[name=entity_type]', 'c_corporation');
      await fill({ address1: '129 West 81st Street', city: 'New York', zip5: '10024' });
      await page.select('select[name=state]', 'NY');
      await press(page, 'Create the customer');
      await hasHeading(page, 'Kramerica Industries LLC');
      await click(page, 'a[href*="/accounts/new"]');
      await hasHeading(page, 'New account');
      await fill({ routing_number: '021000021', account_number: NUMBER, account_reference_id: 'kramerica-1' });
      await press(page, 'Add the account');
      await hasHeading(page, 'Kramerica Industries LLC');
      await says(page, '··6789');
      expect(await page.content()).not.toMatch(`${NUMBER}|987654321`);
      expect(await page.evaluate('JSON.stringify([history.state, location.href, localStorage])')).not.toContain(NUMBER);
      // What is merely left to a cache is gone minutes later, so the page is looked at a few times only.
      let looks = 0;
      const isForgotten = async () => {
        expect((looks += 1)).toBeLessThan(10);
        const memory = await memoryOf(page);
        expect(memory).toContain('Kramerica Industries LLC');
        return ![NUMBER, '987654321'].some((number) => memory.includes(number));
      };
      await eventually('no memory of the page holds a number', isForgotten);
    });

    it('are changed, only in what was changed', async () => {
      const of = async () => (await client.businesses.list({ customer_reference_id: 'kramerica' }).toArray())[0]!;
      const { id, legal_name } = await of();
      await portal.visit(page, `/customers/businesses/${id}`);
      await press(page, 'Edit');
      await replaceText(page, 'dialog input[name=business_name]', 'Kramerica');
      await replaceText(page, 'dialog textarea[name=metadata]', 'team: sales');
      const sent = page.waitForRequest((request) => request.method() === 'PATCH');
      await press(page, 'Save');
      const body = JSON.parse((await sent).postData() ?? '') as object;
      expect(body).toEqual({ business_name: 'Kramerica', metadata: { team: 'sales' } });
      await says(page, 'The changes are saved.');
      expect(await of()).toMatchObject({ legal_name, business_name: 'Kramerica', metadata: { team: 'sales' } });
      await press(page, 'Edit');
      await replaceText(page, 'dialog input[name=legal_name]', '');
      portal.expected.add(400);
      await press(page, 'Save');
      await page.waitForSelector('dialog input[name=legal_name][aria-invalid=true]');
      await press(page, 'Cancel');
    });

    it('take over what the bank corrected, and no number is left in the page', async () => {
      const { account_reference_id } = payee;
      const of = async () => (await client.accounts.list({ account_reference_id }).toArray())[0]!;
      const { id } = await of();
      await client.transfers.create({ ...payout('corrected', payee), amount: 1_005, speed: 'standard' });
      await eventually('the bank reports a correction', async () => (await of()).corrections !== undefined);
      const { corrections } = await of();
      await portal.visit(page, `/accounts/${id}`);
      await says(page, 'The bank reported a correction.');
      await press(page, 'Apply');
      await says(page, 'The correction is applied.');
      expect(await of()).toMatchObject({ ...corrections });
      expect((await of()).corrections).toBeUndefined();
      expect(await page.content()).not.toContain(corrections!.account_number);
      await eventually('the account is verified anew', async () => (await of()).status === 'verified');
    });

    it('show beside each field what the API refuses', async () => {
      portal.expected.add(400);
      await portal.visit(page, '/accounts/new');
      await fill({ routing_number: '12', account_number: 'abc' });
      await press(page, 'Add the account');
      await page.waitForSelector('input[name=routing_number][aria-invalid=true]');
      await page.waitForSelector('input[name=account_number][aria-invalid=true]');
    });
  });

  it('pauses a schedule, resumes it, and ends it for good', async () => {
    const { transfer_reference_id: _, ...payment } = payout('', payee);
    const monthly = { ...payment, recurrence: 'FREQ=MONTHLY', start_date: inAYear() };
    const { id } = await client.schedules.create({ ...monthly, schedule_reference_id: 'paused' });
    await portal.visit(page, `/schedules/${id}`);
    await press(page, 'Pause');
    await says(page, 'Its dates are skipped until it is resumed.');
    await click(page, inDialog('Pause'));
    await says(page, 'The schedule is paused.');
    expect((await client.schedules.get(id)).paused_at).toBeDefined();
    await press(page, 'Resume');
    await click(page, inDialog('Resume'));
    await says(page, 'The schedule is resumed.');
    expect((await client.schedules.get(id)).paused_at).toBeUndefined();
    await press(page, 'End for good');
    await click(page, inDialog('End for good'));
    await says(page, 'The schedule has ended.');
    expect(await client.schedules.get(id)).toMatchObject({ end_reason: 'deleted' });
    await until(page, `![...document.querySelectorAll('main button')].some((e) => e.textContent === 'Pause')`);
  });

  describe('the pages of an administrator', () => {
    const isAskedAgain = async (path: string) => {
      portal.expected.add(403);
      await portal.forgetProofs();
      await portal.open(page, path);
    };
    const prove = async () => {
      await says(page, 'Confirm that it is you');
      await replaceText(page, 'input[name=proof]', acme.user.password);
      await press(page, 'Continue');
    };
    const choose = async (menu: string, item: string) => {
      await click(page, `button[aria-label="${menu}"]`);
      await click(page, `::-p-xpath(//*[@role="menuitem"][normalize-space()="${item}"])`);
    };

    it('create a user, who chooses a password by a link that is shown once, and disable the user', async () => {
      await isAskedAgain('/users');
      await press(page, 'New user');
      await replaceText(page, 'input[name=name]', 'maria@acme.example');
      await press(page, 'Create the user');
      await prove();
      await says(page, 'Password of the user');
      const link = await page.$eval('dialog dl > div:last-child code', (code) => code.textContent);
      await click(page, 'dialog input[type=checkbox]');
      await press(page, 'Close');
      expect(await page.content()).not.toContain(link);
      const other = await portal.newPage();
      await portal.open(other, link.slice(link.indexOf('/set-password')));
      await hasHeading(other, 'Choose your password');
      expect([...(await violations(other, 'light')), ...(await violations(other, 'dark'))]).toEqual([]);
      await replaceText(other, 'input[name=next]', 'twelve blue lamps at dawn');
      await replaceText(other, 'input[name=again]', 'twelve blue lamps at dawn');
      await press(other, 'Set the password');
      await says(other, 'With the name and password of your user.');
      await signIn(other, { name: 'maria@acme.example', password: 'twelve blue lamps at dawn' });
      await choose('Actions for maria@acme.example', 'Disable');
      await press(page, 'Disable');
      await says(page, 'maria@acme.example is disabled.');
      await other.browserContext().close();
    });

    it('open menus above the notices of what was done', async () => {
      await click(page, 'button[aria-label="Actions for maria@acme.example"]');
      await page.waitForSelector('[role=menuitem]');
      // The notices reach over the whole window, as if very many were shown.
      const onTop = await page.evaluate(`(() => {
        const isOnTop = (element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        };
        const { style } = document.querySelector('[role=region][aria-live]');
        Object.assign(style, { inset: '0', width: 'auto' });
        const found = ['h1', '[role=menuitem]'].map((selector) => isOnTop(document.querySelector(selector)));
        Object.assign(style, { inset: '', width: '' });
        return found;
      })()`);
      expect(onTop).toEqual([false, true]);
    });

    it('offer nothing that would take away the last administrator', async () => {
      await portal.visit(page, '/');
      await portal.visit(page, '/users');
      const own = (await page.waitForSelector(`::-p-xpath(//*[@role="row"][contains(., "${acme.user.name}")])`))!;
      expect(await own.evaluate((row) => row.querySelectorAll('button').length)).toBe(0);
      expect(await page.$('button[aria-label="Actions for maria@acme.example"]')).not.toBeNull();
    });

    it('change a setting after showing it before and after', async () => {
      await isAskedAgain('/settings');
      await replaceText(page, 'input[name=portal_idle_minutes]', '45');
      await press(page, 'Save');
      await says(page, '30 → 45');
      await click(page, 'dialog[open] button:last-of-type:not([aria-label])');
      await prove();
      await says(page, 'The settings are saved.');
      expect(await page.$eval('input[name=portal_idle_minutes]', ({ value }) => value)).toBe('45');
      await portal.visit(page, '/audit?action=settings.changed');
      await tabTo(page, '[role=row]');
      await page.keyboard.press('Space');
      await says(page, /What changed\s+portal_idle_minutes\s+(30|none) → 45/);
      await page.keyboard.press('Escape');
    });

    it('make a client with chosen scopes, and disable it', async () => {
      await portal.visit(page, '/developers');
      await press(page, 'New client');
      await click(page, 'input[name=width][value=some]');
      await click(page, 'input[name=scopes][value="read:transfers"]');
      await press(page, 'Create the client');
      await says(page, 'Client secret');
      await click(page, 'dialog input[type=checkbox]');
      await press(page, 'Close');
      await says(page, '1 scope');
      await press(page, 'Disable');
      await says(page, 'Its requests are refused within 5 seconds.');
      await click(page, 'dialog[open] button:last-of-type:not([aria-label])');
      await says(page, 'The client is disabled.');
    });

    it('change an endpoint, and keep all that it subscribes to', async () => {
      const event_types = SUBSCRIPTIONS.filter(
        (type) => type !== 'subscribe_all',
      ) as NewWebhookConfiguration['event_types'];
      const { url } = (await client.webhooks.list().toArray())[0]!;
      const { id } = await client.webhooks.create({ url, event_types, enabled: false });
      await isAskedAgain(`/webhooks/${id}`);
      await press(page, 'Edit');
      await press(page, 'Save');
      await prove();
      await says(page, 'The endpoint is saved.');
      expect(new Set((await client.webhooks.get(id)).event_types)).toEqual(new Set(event_types));
      await client.webhooks.delete(id);
    });

    it('change an endpoint, test it, and show its secret only to somebody who proves anew who it is', async () => {
      await portal.visit(page, pathOf('webhook'));
      await press(page, 'Edit');
      await click(page, 'dialog input[value=person_all]');
      await press(page, 'Save');
      await says(page, 'The endpoint is saved.');
      await says(page, 'All person events');
      await press(page, 'Send a test');
      await says(page, 'The endpoint did not accept the test: 500.');
      await isAskedAgain(pathOf('webhook'));
      await choose('More actions', 'Show the secret');
      await prove();
      await says(page, 'Secret of the endpoint');
      expect(await page.$eval('dialog code', (code) => code.textContent)).toMatch(/^whsec_/);
      await press(page, 'Close');
      expect(await page.content()).not.toContain('whsec_');
    });
  });

  describe('the tools for endpoints', () => {
    it('tail the events of the enterprise, and can be paused', async () => {
      await portal.visit(page, '/webhooks');
      await says(page, 'Waiting for the next event.');
      const lines = () => page.$$eval('ol[aria-label="Live tail"] li', (items) => items.length);
      await client.transfers.create(payout('tailed', payee));
      await page.waitForSelector('ol[aria-label="Live tail"] li a[href*="/transfers/"]');
      await press(page, 'Pause');
      const paused = await lines();
      await client.transfers.create(payout('tailed-2', payee));
      await says(page, /\d+ events? came meanwhile/);
      expect(await lines()).toBe(paused);
      await press(page, 'Resume');
      await until(page, `document.querySelectorAll('ol[aria-label="Live tail"] li').length > ${paused}`);
      await replaceText(page, 'input[name=tail]', 'person');
      expect(await lines()).toBe(0);
    });

    it('say how many events of a day each endpoint has accepted', async () => {
      await portal.visit(page, '/webhooks');
      await says(page, /0% of \d+/);
    });

    it('check a signature in the browser', async () => {
      const { headers, body } = receiver.received.at(-1)!;
      const values = {
        secret: await client.webhooks.secret(ids['webhook']!),
        id: String(headers['webhook-id']),
        timestamp: String(headers['webhook-timestamp']),
        signature: String(headers['webhook-signature']),
      };
      await portal.visit(page, '/webhooks');
      for (const [name, text] of Object.entries(values)) await replaceText(page, `input[name=${name}]`, text);
      await replaceText(page, 'textarea[name=body]', body);
      const requests = await requestsOf(page, async () => {
        await press(page, 'Check');
        await says(page, 'The signature is right.');
        await replaceText(page, 'textarea[name=body]', `${body} `);
        await press(page, 'Check');
        await says(page, 'No signature in the header matches.');
      });
      expect(requests.filter((request) => request.startsWith('POST'))).toEqual([]);
      await portal.visit(page, '/');
    });

    it('send failed events again, and say how far that is', async () => {
      await portal.visit(page, pathOf('webhook'));
      await click(page, 'button[aria-label="More actions"]');
      await click(page, '::-p-xpath(//*[@role="menuitem"][normalize-space()="Send again since…"])');
      await press(page, 'Send again since…');
      await says(page, /\d+ of [1-9]\d* checked deliveries are sent again\. Done\./);
      await press(page, 'Close');
    });
  });

  describe('when something goes wrong', () => {
    it('gives up slow reads of a page that is left', async () => {
      const other = await portal.newPage(page.browserContext());
      await portal.open(other);
      const held = new Promise<HTTPRequest>((found) => {
        other.on('request', (request) => {
          if (request.url().includes('/ledger/entries') && request.method() === 'GET') found(request);
          else void request.continue();
        });
      });
      await other.setRequestInterception(true);
      const ended = new Promise<string>((aborted) =>
        other.on('requestfailed', (request) => {
          if (request.url().includes('/ledger/entries')) aborted(request.failure()?.errorText ?? '');
        }),
      );
      await click(other, 'nav a[href$="/balance"]');
      await held;
      await click(other, 'nav a[href$="/accounts"]');
      expect(await ended).toBe('net::ERR_ABORTED');
      await hasHeading(other, 'Accounts');
      await other.close();
    });
  });

  describe('text of clients and endpoints', () => {
    it('is shown as text wherever it stands, and never runs', async () => {
      const mark = 'hostile';
      const business = await client.businesses.create({
        customer_reference_id: hostile('customer'),
        legal_name: 'Vandelay Industries LLC',
        metadata: { note: hostile('business') },
      });
      await client.accounts.create({
        ...account(mark, 'business'),
        account_reference_id: hostile('account'),
        customer_reference_id: hostile('customer'),
        account_holder_name: `"' onclick=alert(1) x="`,
      });
      const [external] = await client.accounts.list({ customer_reference_id: hostile('customer') }).toArray();
      const payment = await client.transfers.create(payout(hostile('transfer'), payee));
      const { transfer_reference_id: _, ...terms } = payout('', payee);
      const start_date = inAYear();
      await client.schedules.create({
        ...{ ...terms, schedule_reference_id: hostile('schedule'), recurrence: 'FREQ=MONTHLY', start_date },
      });
      const admin = new PaymentsClient({ baseUrl: portal.origin, user: acme.user, apiKey: acme.api_key });
      await admin.policies.create({
        ...{ name: hostile('policy'), applies_to: ['transfer'], required: 1, enabled: false },
        conditions: [{ field: 'amount', operator: 'gte', value: 1 }],
        approvers: { roles: ['admin'] },
      });
      const { id: group } = await client.transferGroups.create({ transfer_group_reference_id: hostile('group') });
      const grouped = await client.transfers.create({ ...payout('in-a-group', payee), transfer_group_id: group });
      const shown: Record<string, string> = {
        '/schedules': hostile('schedule'),
        '/policies': hostile('policy'),
        [`/transfers/${grouped.id}`]: hostile('group'),
        '/transfers': hostile('transfer'),
        [`/transfers/${payment.id}`]: hostile('transfer'),
        [pathOf('transfer')]: hostile('metadata'),
        '/customers?kind=businesses': hostile('customer'),
        [`/customers/businesses/${business.id}`]: hostile('business'),
        '/accounts': `"' onclick=alert(1) x="`,
        [`/accounts/${external!.id}`]: hostile('account'),
      };
      for (const [path, text] of Object.entries(shown)) {
        await portal.visit(page, path);
        await says(page, text);
      }
      await portal.visit(page, pathOf('webhook'));
      await tabTo(page, '[role=row]');
      // The oldest delivery has been tried.
      await page.keyboard.press('End');
      await page.waitForSelector('[role=row]:focus');
      await page.keyboard.press('Space');
      await says(page, hostile('answer'));
      await portal.visit(page, `/transfers?transfer_reference_id=${encodeURIComponent(hostile('address'))}`);
      await says(page, 'Nothing matches the filters');
      // Text that became markup would load its picture and run, which the policy of the page reports.
      expect(await page.$('img, [onclick], [onerror]')).toBeNull();
      expect(portal.complaints).toEqual([]);
    });
  });

  describe('the sign-in', () => {
    let context: BrowserContext;
    let tab: Page;

    beforeAll(async () => {
      context = await portal.newContext();
      tab = await portal.newPage(context);
    });

    it('says the same of a wrong name and of a wrong password', async () => {
      await portal.open(tab);
      expect(portal.complaints).toEqual([]);
      portal.expected.add(401);
      const answers: string[] = [];
      for (const name of ['nobody@nowhere', initech.user.name]) {
        await submitSignIn(tab, name, 'wrong-password-1');
        await says(tab, 'The name or the password is wrong.');
        answers.push(await textOf(tab));
      }
      expect(answers[0]).toBe(answers[1]);
    });

    it('opens the page that was asked for, with its filters', async () => {
      await portal.open(tab, '/transfers?status=failed');
      expect(await violations(tab, 'light')).toEqual([]);
      await signIn(tab, initech.user);
      await hasHeading(tab, 'Transfers');
      expect(new URL(tab.url()).search).toBe('?status=failed');
    });

    it('never leaves the portal for another site, whatever the address says', async () => {
      const stranger = await portal.newPage();
      await portal.open(stranger, '/transfers?back=https://evil.example&next=//evil.example');
      await signIn(stranger, initech.user);
      await hasHeading(stranger, 'Transfers');
      expect(new URL(stranger.url()).origin).toBe(portal.origin);
      await stranger.browserContext().close();
    });

    it('keeps one cookie that no script reads, and no token in storage or document', async () => {
      expect(await context.cookies()).toEqual([
        expect.objectContaining({
          ...{ name: 'payments-session', httpOnly: true, sameSite: 'Strict', path: '/portal/session' },
        }),
      ]);
      const stored = await tab.evaluate(
        'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
      );
      expect(stored).not.toMatch(/eyJ|prt_/);
      // What is kept is how it looks, and nothing of the enterprise.
      const keys = await tab.evaluate('[...Object.keys(localStorage), ...Object.keys(sessionStorage)]');
      expect((keys as string[]).filter((key) => !STORED.test(key))).toEqual([]);
      expect(await tab.content()).not.toMatch(/eyJ|prt_/);
    });

    it('is shared by two tabs that load at the same time', async () => {
      const other = await portal.newPage(context);
      await Promise.all([tab.reload({ waitUntil: 'domcontentloaded' }), portal.open(other, '/balance')]);
      await hasHeading(tab, 'Transfers');
      await hasHeading(other, 'Balance');
      await other.close();
    });

    it('is not prolonged by what a page reads by itself, only by somebody who is there', async () => {
      const idle = await portal.signedIn(acme.user);
      // The token has run out: eleven minutes later every read is refused.
      await idle.evaluate('{ const now = Date.now; Date.now = () => now() + 660_000; }');
      const asked: string[] = [];
      await idle.setRequestInterception(true);
      idle.on('request', (request) => {
        const { pathname } = new URL(request.url());
        asked.push(pathname);
        const isRefused = pathname === '/portal/overview' && !asked.includes('/portal/session/refresh');
        void (isRefused ? request.respond({ status: 401, body: '' }) : request.continue());
      });
      await client.transfers.create(payout('payout-0007', payee));
      await eventually('the page reads by itself', () => Promise.resolve(asked.includes('/portal/overview')));
      await idle.evaluate('new Promise((done) => setTimeout(done, 500))');
      expect(asked).not.toContain('/portal/session/refresh');
      await idle.keyboard.press('Shift');
      await says(idle, 'payout-0007');
      expect(asked).toContain('/portal/session/refresh');
      await idle.browserContext().close();
    });

    it('ends in every tab when one signs out', async () => {
      const other = await portal.newPage(context);
      await portal.open(other, '/customers');
      await tab.bringToFront();
      await click(tab, 'button[aria-label^="Account menu"]');
      const items = await tab.waitForSelector('[role=menu]');
      await (await items!.$$('[role=menuitem]')).at(-1)!.click();
      await says(tab, 'You are signed out.');
      await says(other, 'You were signed out in another tab.');
      await eventually('the cookie is gone', async () => (await context.cookies()).length === 0);
      await portal.open(other);
      expect(await heading(other)).toBe('Sign in');
    });

    it('says of too many tries when to come again', async () => {
      portal.expected.add(429);
      for (let attempt = 0; attempt < 11; attempt += 1) {
        await submitSignIn(tab, initech.user.name, 'wrong-password-1');
      }
      await says(tab, /Too many attempts\. Try again in \d+ minutes?\./);
    });
  });

  it('never wrote an error to the console, broke the policy or asked another site', () => {
    expect(portal.complaints).toEqual([]);
  });
});

/** All that scripts of the page hold, once what nobody holds is gone. */
async function memoryOf(page: Page): Promise<string> {
  const session = await page.createCDPSession();
  const parts: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot');
  await session.detach();
  return parts.join('');
}

/** The next creations at the path reach the service, but the page gets no answer. @returns what ends it */
async function loseAnswers(page: Page, path: string, times: number): Promise<() => Promise<void>> {
  let left = times;
  return interceptRequests(page, (request) => {
    if (left === 0 || request.method() !== 'POST' || !request.url().endsWith(path)) return false;
    left -= 1;
    void request
      .fetchPostData()
      .then((body = '') => fetch(request.url(), { method: 'POST', headers: request.headers(), body }))
      .finally(() => void request.abort('connectionreset'));
    return true;
  });
}
