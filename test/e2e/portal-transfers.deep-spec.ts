import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@payments/testing';
import type { PaymentsClient, Transfer } from '@payments/client';
import type { Page } from 'puppeteer-core';
import { account, partyOf, payout } from '../support/e2e/bodies.js';
import type { Party } from '../support/e2e/bodies.js';
import { clientOf } from '../support/e2e/client.js';
import { fewAtOnce } from '../support/e2e/few-at-once.js';
import { copyTransfer } from '../support/e2e/many-transfers.js';
import { requestsOf } from '../support/e2e/page-audit.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { describeInChromium, PortalBrowser } from '../support/e2e/portal-browser.js';
import type { PortalEnterprise } from '../support/e2e/portal-browser.js';
import {
  chord,
  click,
  hasHeading,
  payTo,
  press,
  replaceText,
  savedBy,
  says,
  tabTo,
  until,
} from '../support/e2e/portal-page.js';
import { WebhookReceiver } from '../support/receiver.js';
import { FROZEN } from '../support/sandbox.js';
import { guards } from '../support/guards.js';

guards(
  'apps/portal/src/api',
  'apps/portal/src/app',
  'apps/portal/src/ui',
  'apps/portal/src/pages/transfer',
  'apps/portal/src/pages/transfers',
  'apps/portal/src/pages/new-transfer',
);

/** More than are held. */
const MANY = 3_600;
const MOST_HELD = 3_000;
const MOST_DRAWN = 100;
const DAY_MS = 86_400_000;
/** Accounts that a form lists before it has to search. */
const LISTED = 100;

/** More dollars than the balance has, in cents that fit into one transfer. */
const LARGE = 98_000_000;

/** Answers to previews of this amount come only when nobody asks any more. */
const SLOW_PREVIEWS = `(dollars) => {
  const sent = window.fetch;
  Object.assign(window, { previewsAsked: 0, previewsCanceled: 0 });
  window.fetch = async (request) => {
    const isSlow = request.url.endsWith('/preview') && (await request.clone().json()).amount === dollars * 100;
    if (!isSlow) return sent(request);
    window.previewsAsked += 1;
    return new Promise((_, reject) => {
      request.signal.addEventListener('abort', () => {
        window.previewsCanceled += 1;
        reject(request.signal.reason);
      });
    });
  };
}`;

interface Watched {
  readonly rows: number;
  /** The longest time. */
  /** The most that were in the document at once. */
  readonly drawn: number;
}

/** What the page of a transfer shows as JSON. */
interface Answers {
  readonly transfer: object;
  readonly entries: readonly object[];
  readonly events: readonly { readonly event_id: string }[];
}

const tab = (name: string) => `::-p-xpath(//*[@role="tab"][starts-with(normalize-space(), "${name}")])`;
const row = (reference: string) => `::-p-xpath(//*[@role="row"][.//a[normalize-space()="${reference}"]])`;

describeInChromium('the transfers of the portal', () => {
  let portal: PortalBrowser;
  let acme: PortalEnterprise;
  let client: PaymentsClient;
  let payee: Party;
  let page: Page;
  const receiver = new WebhookReceiver();
  const create = (reference: string, change: object = {}): Promise<Transfer> =>
    client.transfers.create({ ...payout(reference, payee), speed: 'standard', ...change });
  const inStatus = (id: string, status: Transfer['status']) =>
    eventually(`the transfer is ${status}`, async () => (await client.transfers.get(id)).status === status);

  beforeAll(async () => {
    portal = await PortalBrowser.start(FROZEN);
    acme = await portal.enterprise('Acme');
    client = clientOf(portal.origin, acme);
    ({ payee } = await verifiedAccounts(client, 'one'));
    await client.sandbox.credit({ amount: 10_000_000 });
    page = await portal.signedIn(acme.user);
  });
  afterAll(async () => {
    await portal?.stop();
    await receiver.close();
  });

  describe('several rows', () => {
    it('are selected by key and by pointer, canceled, and each says what came of it', async () => {
      const sent = await create('several-sent', { speed: 'asap' });
      await inStatus(sent.id, 'completed');
      for (const name of ['several-1', 'several-2', 'several-3']) await inStatus((await create(name)).id, 'pending');
      await portal.visit(page, '/transfers');
      await click(page, `${row('several-1')} >>> input[type=checkbox]`).catch(() => undefined);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('x');
      await until(page, `document.querySelectorAll('[role=row][aria-selected=true]').length === 2`);
      await says(page, '2 selected');
      await page.keyboard.press('x');
      await says(page, '1 selected');
      await chord(page, 'Shift', 'Space');
      await says(page, '2 selected');
      for (let moved = 0; moved < 2; moved += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('x');
      await says(page, '3 selected');
      portal.expected.add(400);
      await press(page, 'Cancel');
      await says(page, 'Cancel 3 transfers?');
      await press(page, 'Cancel 3 transfers');
      await until(page, `document.querySelectorAll('dialog li[data-outcome]').length === 3`);
      await says(page, '2 of 3 canceled.');
      const outcomes = await page.$$eval('dialog li', (items) => items.map(({ innerText }) => innerText));
      expect(outcomes.filter((text) => text.includes('Canceled'))).toHaveLength(2);
      expect(outcomes).toContainEqual(expect.stringMatching(/several-sent.*can no longer be canceled/s));
      await click(page, 'dialog button:not([aria-label])');
      expect(await page.$('section[aria-label=Selected]')).toBeNull();
      for (const [name, status] of [
        ['several-1', 'failed'],
        ['several-2', 'failed'],
        ['several-3', 'pending'],
      ] as const) {
        const [found] = await client.transfers.list({ transfer_reference_id: name }).toArray();
        expect([name, found!.status]).toEqual([name, status]);
      }
    });

    it('are shown beside each other by Space and the arrows', async () => {
      await portal.visit(page, '/transfers?transfer_reference_id=none');
      await portal.visit(page, '/transfers');
      await page.waitForSelector('[role=row][tabindex="0"]');
      await tabTo(page, '[role=row]');
      const peeked = () => page.$eval('section[aria-label="Details of the row"] h2', (h2) => h2.textContent);
      const focused = () => page.$eval('[role=row]:focus a', (link) => link.textContent);
      await page.keyboard.press('Space');
      await page.waitForSelector('section[aria-label="Details of the row"]');
      const seen = new Set<string>();
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp'] as const) {
        await page.keyboard.press(key);
        await until(
          page,
          `document.querySelector('[role=row]:focus a')?.textContent ===
            document.querySelector('section[aria-label="Details of the row"] h2')?.textContent`,
        );
        expect(await peeked()).toBe(await focused());
        seen.add(await peeked());
      }
      expect(seen.size).toBe(2);
      await page.keyboard.press('Escape');
    });

    it('are found by their reason', async () => {
      await portal.visit(page, '/transfers');
      await page.select('search select', 'canceled_transfer');
      await until(page, 'location.search === "?reason_code=canceled_transfer"');
      await until(page, `document.querySelectorAll('[role=grid] [role=row] a').length === 2`);
      await portal.open(page, '/transfers?reason_code=closed_account');
      await says(page, 'Nothing matches the filters');
    });
  });

  describe('a long list', () => {
    let newest: Transfer;

    beforeAll(async () => {
      newest = await create('newest', { speed: 'asap' });
      await inStatus(newest.id, 'completed');
      await copyTransfer(portal.database.adminUrl, newest.id, MANY);
    });

    const shownRows = () => page.$$eval('[role=grid] [role=row] a', (links) => links.map((link) => link.textContent));
    /** Scrolls by windows until the page says that it has so many rows. */
    const scrollTo = (rows: number, direction: 1 | -1) =>
      page.evaluate(`(${SCROLL})(${rows}, ${direction})`) as Promise<Watched>;

    it('goes to a day, and back to where it was', async () => {
      await portal.visit(page, '/transfers?status=completed');
      await press(page, 'Go to date');
      const day = new Date(Date.parse(newest.created_at) - DAY_MS);
      const local = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'));
      await page.evaluate(`document.querySelector('dialog input[name=day]').value = '${local.join('-')}'`);
      await click(page, 'dialog button[type=submit]');
      await until(page, `location.search === '?status=completed&end_time=${local.join('-')}'`);
      const midnight = new Date(local[0] as unknown as number, day.getMonth(), day.getDate() + 1).getTime();
      const expected = `copy-${Math.floor((Date.parse(newest.created_at) - midnight) / 60_000) + 1}`;
      await says(page, expected);
      expect((await shownRows())[0]).toBe(expected);
      await page.goBack();
      await until(page, 'location.search === "?status=completed"');
    });

    it('holds a limited number of rows, draws few of them, and reads the first ones again', async () => {
      await portal.visit(page, '/');
      await portal.visit(page, '/transfers?status=completed');
      const down = await scrollTo(MANY + 1, 1);
      expect(down.rows).toBeGreaterThan(MANY);
      expect(down.drawn).toBeLessThan(MOST_DRAWN);
      // The rows are counted before the last of them is drawn.
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      await until(page, `[...document.querySelectorAll('[role=row] a')].at(-1)?.textContent === 'copy-${MANY}'`);
      // Without the pages that were dropped the list begins with rows that are not there.
      const blanks = `document.querySelectorAll('[role=row][aria-busy]').length`;
      const again = await requestsOf(page, async () => {
        await page.evaluate('scrollTo(0, 0)');
        await until(
          page,
          `${blanks} === 0 && [...document.querySelectorAll('[role=row] a')].some((a) => a.textContent === 'newest')`,
        );
      });
      expect(again).toContainEqual(expect.stringMatching(/^GET .*\/deliver\/transfers\?/));
      for (const watched of [await scrollTo(MOST_HELD, 1), await scrollTo(0, -1)])
        expect(watched.drawn).toBeLessThan(MOST_DRAWN);
      expect((await shownRows()).slice(0, 3)).toEqual(expect.arrayContaining(['newest', 'copy-1']));
    });

    it('is shown again where it was left, by the back button', async () => {
      // A copy has neither legs nor a history.
      portal.expected.add(400).add(404);
      await portal.visit(page, '/');
      await portal.visit(page, '/transfers?status=completed');
      await scrollTo(250, 1);
      const link = (await page.$$('[role=grid] [role=row] a')).at(12)!;
      await link.scrollIntoView();
      const place = Number(await page.evaluate('scrollY'));
      expect(place).toBeGreaterThan(4_000);
      const reference = await link.evaluate((a) => a.textContent);
      await link.click();
      await hasHeading(page, reference);
      await page.goBack();
      await hasHeading(page, 'Transfers');
      await until(page, `Math.abs(scrollY - ${place}) < 60`);
      expect(new URL(page.url()).search).toBe('?status=completed');
      expect(await shownRows()).toContain(reference);
    });
  });

  describe('a transfer', () => {
    it('is moved by the clock of the sandbox, without a reload', async () => {
      const { id } = await create('moved');
      await inStatus(id, 'pending');
      await portal.visit(page, `/transfers/${id}`);
      await says(page, /moved\s+Pending/);
      await client.sandbox.advance({ banking_days: 1 });
      await says(page, /moved\s+(Completed|Settled)/);
    });

    it('is canceled as long as it can be, and says why it no longer can', async () => {
      const { id } = await create('too-late');
      await inStatus(id, 'pending');
      await portal.visit(page, `/transfers/${id}`);
      await press(page, 'Cancel');
      await says(page, 'Cancel this transfer?');
      await client.sandbox.advance({ banking_days: 1 });
      portal.expected.add(400);
      await press(page, 'Cancel the transfer');
      await says(page, 'The transfer can no longer be canceled.');
      await press(page, 'Keep it');
      await until(
        page,
        `[...document.querySelectorAll('h1 ~ *, main button')].every((e) => e.textContent !== 'Cancel')`,
      );
    });

    it('of $100,000 or more is canceled once its amount was typed, alone and with others', async () => {
      const large = await create('large', { amount: 10_000_000 });
      await inStatus(large.id, 'pending');
      await portal.visit(page, `/transfers/${large.id}`);
      await press(page, 'Cancel');
      const disabled = (text: string) => `::-p-xpath(//dialog//button[normalize-space()="${text}"][@disabled])`;
      await page.waitForSelector(disabled('Cancel the transfer'));
      await press(page, 'Keep it');
      await portal.visit(page, '/transfers?transfer_reference_id=large');
      await page.waitForSelector(row('large'));
      await tabTo(page, '[role=row]');
      await page.keyboard.press('x');
      await press(page, 'Cancel');
      await page.waitForSelector(disabled('Cancel 1 transfer'));
      await replaceText(page, 'dialog input[name=typed]', '100,000.01');
      await page.waitForSelector(disabled('Cancel 1 transfer'));
      await replaceText(page, 'dialog input[name=typed]', '100,000');
      await press(page, 'Cancel 1 transfer');
      await says(page, '1 of 1 canceled.');
      await inStatus(large.id, 'failed');
      await click(page, 'dialog button:not([aria-label])');
    });

    it('that failed is tried again as a new one, and the old one stays', async () => {
      const { id } = await create('returned', { amount: 4_321 });
      await client.sandbox.outcome(id, { kind: 'return', code: 'R03' });
      await client.sandbox.advance({ banking_days: 3 });
      await inStatus(id, 'failed');
      await portal.visit(page, `/transfers/${id}`);
      await says(page, 'R03');
      await click(page, `a[href*="/transfers/new?from=${id}"]`);
      await hasHeading(page, 'New transfer');
      await page.waitForSelector('input[name=amount][value="43.21"]');
      await chord(page, 'Control', 'Enter');
      await press(page, 'Send $43.21');
      await hasHeading(page, 'returned-retry-1');
      const [again] = await client.transfers.list({ transfer_reference_id: 'returned-retry-1' }).toArray();
      expect(again).toMatchObject({ amount: 4_321, destination: partyOf(payee) });
      expect((await client.transfers.get(id)).status).toBe('failed');
    });

    it('takes the rail that its form has named', async () => {
      for (const [speed, rail] of [
        ['standard', 'ACH'],
        ['asap', undefined],
      ] as const) {
        await portal.visit(page, '/');
        await portal.visit(page, '/transfers/new');
        await payTo(page);
        await click(page, `input[name=speed][value=${speed}]`);
        await replaceText(page, 'input[name=amount]', '31');
        await replaceText(page, 'input[name=reference]', `previewed-${speed}`);
        await says(page, /: taken/);
        const shown = await page.$eval('[data-eligible=true] span', (item) => item.textContent);
        const [named] = shown.split(':');
        if (rail !== undefined) expect(named).toBe(rail);
        await chord(page, 'Control', 'Enter');
        await press(page, 'Send $31.00');
        await hasHeading(page, `previewed-${speed}`);
        await click(page, tab('Legs'));
        await says(page, `${named}: taken`);
      }
    });

    it('joins the group that its form names, which the review repeats', async () => {
      const { id: group } = await client.transferGroups.create({ transfer_group_reference_id: 'december' });
      await portal.visit(page, '/');
      await portal.visit(page, '/transfers/new');
      await payTo(page);
      await replaceText(page, 'input[name=amount]', '12');
      await replaceText(page, 'input[name=reference]', 'grouped');
      await page.select('select[name=group]', group);
      await chord(page, 'Control', 'Enter');
      await until(page, `document.querySelector('dialog dl')?.textContent.includes('december')`);
      await press(page, 'Send $12.00');
      await hasHeading(page, 'grouped');
      const [grouped] = await client.transfers.list({ transfer_group_id: group }).toArray();
      expect(grouped).toMatchObject({ transfer_reference_id: 'grouped' });
      await portal.visit(page, `/transfers/new?from=${grouped!.id}`);
      await until(page, `document.querySelector('select[name=group]')?.value === ${JSON.stringify(group)}`);
    });

    it('is previewed while it is written, and an answer that comes late is not shown', async () => {
      await portal.visit(page, '/transfers/new');
      await page.evaluate(`(${SLOW_PREVIEWS})(${LARGE})`);
      await says(page, 'Choose an account and enter an amount');
      await payTo(page);
      await replaceText(page, 'input[name=amount]', LARGE.toFixed(2));
      await until(page, 'window.previewsAsked === 1');
      await replaceText(page, 'input[name=amount]', '31');
      await says(page, 'It can be sent.');
      await says(page, 'Arrives');
      await until(page, 'window.previewsCanceled === 1');
      await says(page, 'It can be sent.');
      await replaceText(page, 'input[name=amount]', (LARGE + 1).toFixed(2));
      await says(page, 'It would be created, but fail.');
      portal.expected.add(400);
      await replaceText(page, 'input[name=descriptor]', 'not / fine ?');
      await says(page, 'A statement descriptor has letters');
    });

    it('shows each endpoint of an event once, though two have one address', async () => {
      const servers = Array.from({ length: 2 }, () => createServer((_, response) => response.writeHead(204).end()));
      const [first, second] = await Promise.all(servers.map(addressOf));
      const subscribe = (url: string) => client.webhooks.create({ event_types: ['transfer_all'], url, enabled: true });
      const ids = [await subscribe(first!), await subscribe(second!), await subscribe(second!)].map(({ id }) => id);
      const { id } = await create('twins', { speed: 'asap' });
      await inStatus(id, 'completed');
      await portal.visit(page, `/transfers/${id}`);
      await click(page, tab('Events'));
      const isShown = (...urls: string[]) =>
        until(
          page,
          `JSON.stringify(document.querySelector('main section')?.innerText.match(/http:\\S+/g)) ===
            ${JSON.stringify(JSON.stringify(urls))}`,
        );
      await isShown(first!, second!, second!);
      // What is left moves up, so that each of the twins is drawn anew.
      await client.webhooks.delete(ids[0]!);
      await press(page, 'Redeliver');
      await isShown(second!, second!);
      await Promise.all(ids.slice(1).map((each) => client.webhooks.delete(each)));
      for (const server of servers) server.close();
    });

    it('shows the new attempt of an event that is sent again', async () => {
      await receiver.subscribe(client, 'transfer_all');
      receiver.answer = () => 500;
      const { id } = await create('redelivered', { speed: 'asap' });
      await inStatus(id, 'completed');
      await eventually('the event came', () =>
        Promise.resolve(receiver.received.some(({ body }) => body.includes('"redelivered"'))),
      );
      await portal.visit(page, `/transfers/${id}`);
      await click(page, tab('Events'));
      await says(page, '500 in');
      receiver.answer = () => 204;
      await press(page, 'Redeliver');
      await says(page, 'Sent again to 1 endpoint.');
      await says(page, '204 in');
      await click(page, 'main section details summary');
      const [event] = await client.events.list({ resource_id: id }).toArray();
      const shown = await page.$eval('main section details[open] pre', (pre) => pre.textContent);
      expect(JSON.parse(shown)).toEqual(event);
    });

    it('tells who made it, what it belongs to and all that happened to it, as the API answers', async () => {
      const { id: group } = await client.transferGroups.create({ transfer_group_reference_id: 'run-7' });
      const { id, created_by } = await create('told', { transfer_group_id: group });
      await inStatus(id, 'pending');
      await client.sandbox.advance({ banking_days: 1 });
      await eventually('it is completed', async () => (await client.transfers.get(id)).status !== 'pending');
      await portal.visit(page, `/transfers/${id}`);
      await page.waitForSelector(`::-p-xpath(//dd/a[normalize-space()="${created_by}"])`);
      await page.waitForSelector('::-p-xpath(//dd/a[normalize-space()="run-7"])');
      for (const kind of ['Ledger', 'Events', 'Deliveries']) {
        await click(page, `::-p-xpath(//button[@aria-pressed="false"][normalize-space()="${kind}"])`);
      }
      for (const text of ['Available → Reserved', 'Banking time', '204 in', 'Legs in banking time']) {
        await says(page, text);
      }
      // The bar of the leg ends where the last of its parts does.
      const parts = await page.$$eval('rect[data-kind]', (all) =>
        all.map((part) => ['x', 'width'].map((name) => Number.parseFloat(part.getAttribute(name) ?? ''))),
      );
      const [start, width] = parts.at(-1)!;
      expect(start! + width!).toBeCloseTo(100);
      await click(page, tab('JSON'));
      await until(page, `document.querySelector('main pre')?.textContent.includes('"events"')`);
      await until(page, `document.querySelector('main pre').textContent.includes('"entries"')`);
      const shown = JSON.parse(await page.$eval('main pre', (pre) => pre.textContent)) as Answers;
      expect(shown.transfer).toEqual(await client.transfers.get(id));
      expect(shown.entries).toEqual(await client.ledger.entries({ transfer_id: id }).toArray());
      const told = await client.events.list({ resource_id: id }).toArray();
      expect(shown.events.map(({ event_id }) => event_id).sort()).toEqual(told.map(({ event_id }) => event_id).sort());
    });
  });

  describe('a new transfer', () => {
    const begin = async () => {
      await portal.visit(page, '/');
      await portal.visit(page, '/transfers/new');
    };
    const fill = async (reference: string, amount: string) => {
      await payTo(page);
      await replaceText(page, 'input[name=amount]', amount);
      await replaceText(page, 'input[name=reference]', reference);
    };
    const valueOf = (name: string) =>
      page.evaluate(`document.querySelector('[name="${name}"]').value`) as Promise<string>;

    it('moves the money of a subledger, which is offered once there is one, and keeps its metadata', async () => {
      await begin();
      await fill('of-a-wallet', '14');
      expect(await page.$('select[name=subledger]')).toBeNull();
      const { customer_reference_id } = payee;
      await client.subledgers.create({ subledger_reference_id: 'wallet', customer_reference_id });
      await page.waitForSelector('select[name=subledger]');
      await page.select('select[name=subledger]', 'wallet');
      await press(page, 'Add a pair');
      await page.waitForSelector('input[name="metadata.key.0"]:focus');
      await replaceText(page, 'input[name="metadata.value.0"]', 'sales');
      await chord(page, 'Control', 'Enter');
      await says(page, 'Enter a key for the value, or remove it.');
      await replaceText(page, 'input[name="metadata.key.0"]', 'team');
      await chord(page, 'Control', 'Enter');
      await until(page, `/wallet.*team: sales/s.test(document.querySelector('dialog dl')?.innerText)`);
      await press(page, 'Send $14.00');
      await hasHeading(page, 'of-a-wallet');
      const [sent] = await client.transfers.list({ transfer_reference_id: 'of-a-wallet' }).toArray();
      expect(sent).toMatchObject({ subledger_reference_id: 'wallet', metadata: { team: 'sales' } });
      await portal.visit(page, `/transfers/new?from=${sent!.id}`);
      await until(page, `document.querySelector('select[name=subledger]')?.value === 'wallet'`);
      expect([await valueOf('metadata.key.0'), await valueOf('metadata.value.0')]).toEqual(['team', 'sales']);
    });

    it('has at most five pairs of metadata, which are added and removed by keyboard', async () => {
      await begin();
      const add = '::-p-xpath(//button[normalize-space()="Add a pair"])';
      for (let row = 0; row < 5; row += 1) {
        await page.focus(add);
        await page.keyboard.press('Enter');
        await page.waitForSelector(`input[name="metadata.key.${row}"]:focus`);
        await page.keyboard.type(`key-${row}`);
      }
      expect(await page.$(add)).toBeNull();
      await page.focus('button[aria-label="Remove pair 2"]');
      await page.keyboard.press('Enter');
      await until(page, `document.activeElement?.textContent === 'Add a pair'`);
      const keys = await page.$$eval('input[name^="metadata.key"]', (inputs) => inputs.map(({ value }) => value));
      expect(keys).toEqual(['key-0', 'key-2', 'key-3', 'key-4']);
    });

    it('waits for an account that is added meanwhile, and has it chosen', async () => {
      const number = '000987654321';
      await begin();
      await fill('to-a-new-account', '77');
      await press(page, 'Add a pair');
      await replaceText(page, 'input[name="metadata.key.0"]', 'kept');
      await press(page, 'New account');
      await hasHeading(page, 'New account');
      expect(await valueOf('customer_reference_id')).toBe(payee.customer_reference_id);
      await page.goBack();
      await page.waitForSelector('input[name=amount][value="77"]');
      expect(await valueOf('metadata.key.0')).toBe('kept');
      await press(page, 'New account');
      await hasHeading(page, 'New account');
      await replaceText(page, 'input[name=routing_number]', '021000021');
      await replaceText(page, 'input[name=account_number]', number);
      await replaceText(page, 'input[name=account_reference_id]', 'added');
      await press(page, 'Add the account');
      await hasHeading(page, 'New transfer');
      await page.reload({ waitUntil: 'domcontentloaded' });
      await until(page, `document.querySelector('input[name=destination]')?.value.endsWith('··4321')`);
      const kept = await Promise.all(['amount', 'reference', 'metadata.key.0'].map(valueOf));
      expect(kept).toEqual(['77', 'to-a-new-account', 'kept']);
      const stored = 'JSON.stringify([history.state, location.href, { ...localStorage }, { ...sessionStorage }])';
      expect(`${await page.content()} ${String(await page.evaluate(stored))}`).not.toContain(number);
      await chord(page, 'Control', 'Enter');
      await press(page, 'Send $77.00');
      await hasHeading(page, 'to-a-new-account');
      const [sent] = await client.transfers.list({ transfer_reference_id: 'to-a-new-account' }).toArray();
      expect(sent!.destination).toMatchObject({ account_reference_id: 'added' });
    });

    it('deposits to an account of the enterprise, which is added on the way', async () => {
      await begin();
      await fill('deposited', '18');
      await click(page, 'input[name=useCase][value=deposit]');
      // The account of somebody else is not chosen any more.
      await until(page, `document.querySelector('input[name=destination]').value === ''`);
      await says(page, 'No verified account of your enterprise yet.');
      await click(page, 'input[name=source]');
      await page.keyboard.type('person');
      await page.keyboard.press('Enter');
      await click(page, '::-p-xpath((//main//button[normalize-space()="New account"])[2])');
      await hasHeading(page, 'New account');
      expect(await valueOf('customer_resource_type')).toBe('enterprise');
      await replaceText(page, 'input[name=routing_number]', '021000021');
      await replaceText(page, 'input[name=account_number]', '000555544443');
      await replaceText(page, 'input[name=account_reference_id]', 'own');
      await press(page, 'Add the account');
      await until(page, `document.querySelector('input[name=destination]')?.value.endsWith('··4443')`);
      await chord(page, 'Control', 'Enter');
      await press(page, 'Send $18.00');
      await hasHeading(page, 'deposited');
      const [sent] = await client.transfers.list({ use_case: 'deposit' }).toArray();
      expect(sent).toMatchObject({ transfer_reference_id: 'deposited', destination: { account_reference_id: 'own' } });
    });

    it('says until when it leaves with the next same-day file, as the clock of the bank does beside it', async () => {
      await begin();
      await fill('by-the-cut-off', '19');
      await click(page, 'input[name=speed][value=same_day]');
      await says(page, /Cut-off\s/);
      const { next_same_day_window_at: cutOff } = await client.sandbox.clock();
      await page.waitForSelector(`main dd time[datetime="${cutOff}"]`);
      await client.sandbox.advance({ to: new Date(Date.parse(cutOff!) + 1_000).toISOString() });
      await portal.open(page, '/transfers/new');
      const next = (await client.sandbox.clock()).next_same_day_window_at!;
      const eastern = new Date(next).toLocaleTimeString('en-US', {
        ...{ timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
      });
      await says(page, new RegExp(`Same-day cut-off (\\w+ \\d+, )?${eastern}(:00)?, (in \\d|tomorrow)`));
    });

    it('finds accounts that are older than those that it lists, by their reference and by their customer', async () => {
      const initech = await portal.enterprise('Initech');
      const theirs = clientOf(portal.origin, initech);
      const old = await verifiedAccounts(theirs, 'old');
      await fewAtOnce(LISTED, async (number) => {
        const account_number = String(2_000_000_000 + number);
        const names = { account_reference_id: `many-${number}`, account_holder_name: 'Vandelay Industries LLC' };
        await theirs.accounts.create({ ...account('old', 'business'), account_number, ...names });
      });
      await eventually('all of them are verified', async () => {
        const verified = await theirs.accounts.list({ status: ['verified'] }).toArray();
        return verified.length === LISTED + 2;
      });
      const other = await portal.signedIn(initech.user, '/transfers/new');
      const destination = `document.querySelector('input[name=destination]')`;
      for (const [typed, { account_reference_id }] of [
        ['account-of-b', old.payee],
        ['jane', old.payer],
      ] as const) {
        await payTo(other, typed, account_reference_id);
        await until(other, `${destination}.value.endsWith('··7890')`);
        await replaceText(other, 'input[name=amount]', '15');
        await says(other, ': taken');
        await replaceText(other, 'input[name=reference]', `to-${typed}`);
        await chord(other, 'Control', 'Enter');
        await press(other, 'Send $15.00');
        await hasHeading(other, `to-${typed}`);
        const [sent] = await theirs.transfers.list({ transfer_reference_id: `to-${typed}` }).toArray();
        expect(sent!.destination).toMatchObject({ account_reference_id });
        // Another try knows the account, too.
        await portal.visit(other, `/transfers/new?from=${sent!.id}`);
        await until(other, `${destination}?.value.endsWith('··7890')`);
        await portal.visit(other, '/transfers/new');
      }
      await other.browserContext().close();
    });
  });

  describe('the filters of the list', () => {
    let group: string;
    // No other transfer of this file has such an amount.
    const THESE = 'amount_min=7000000&amount_max=7000300';
    const shows = async (filters: string, ...references: string[]) => {
      await portal.visit(page, `/transfers?${THESE}&${filters}`);
      await page.waitForSelector(row(references[0]!));
      const all = ['filtered-fast', 'filtered-alone', 'filtered-small'];
      const shown = await Promise.all(all.map(async (each) => ((await page.$(row(each))) ? [each] : [])));
      expect(shown.flat().sort()).toEqual([...references].sort());
    };

    beforeAll(async () => {
      ({ id: group } = await client.transferGroups.create({ transfer_group_reference_id: 'filtered' }));
      await create('filtered-fast', { speed: 'asap', amount: 7_000_000 });
      await create('filtered-alone', { amount: 7_000_100 });
      await create('filtered-small', { amount: 7_000_200, transfer_group_id: group });
      await eventually('all have a rail', async () => {
        const found = await client.transfers.list({ amount_min: 7_000_000, amount_max: 7_000_200 }).firstPage();
        const plans = await Promise.all(found.map(({ id }) => client.transfers.explain(id)));
        return found.length === 3 && plans.every(({ legs }) => legs.every(({ rail }) => rail !== null));
      });
    });

    it('keep the transfers of a use case and of a speed, and show when each arrives', async () => {
      await shows('speed=asap', 'filtered-fast');
      await shows('use_case=payout&speed=standard', 'filtered-alone', 'filtered-small');
      await portal.visit(page, `/transfers?${THESE}&use_case=direct_debit`);
      await says(page, 'Nothing matches the filters');
      await portal.visit(page, `/transfers?${THESE}&speed=asap&columns=arrives`);
      const [fast] = await client.transfers.list({ transfer_reference_id: 'filtered-fast' }).toArray();
      const [year, month, day] = fast!.estimated_funds_delivery_date!.slice(0, 10).split('-').map(Number);
      const date = new Date(Date.UTC(year!, month! - 1, day));
      await says(page, date.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'medium' }));
    });

    it('are set by a view for what failed today, beside the way to approvals', async () => {
      await portal.visit(page, '/transfers');
      await click(page, '::-p-xpath(//nav[@aria-label="Saved views"]//a[normalize-space()="Failed today"])');
      await until(page, 'location.search.startsWith("?status=failed&start_time=20")');
      await page.waitForSelector('nav[aria-label="Saved views"] a[aria-current=page]');
      await page.waitForSelector('nav[aria-label="Saved views"] a[href$="/approvals"]');
      expect(await page.$('::-p-xpath(//button[normalize-space()="Save view"])')).toBeNull();
    });

    it('leave a list whose first row j finds from anywhere on the page, and Enter opens', async () => {
      await portal.visit(page, `/transfers?${THESE}`);
      await page.waitForSelector(row('filtered-alone'));
      await page.keyboard.press('j');
      await page.waitForSelector('[role=row][data-index="0"]:focus');
      await page.keyboard.press('Enter');
      await until(page, 'location.pathname.startsWith("/portal/app/transfers/")');
    });

    it('do not matter for rows that are selected and saved', async () => {
      await portal.visit(page, `/transfers?${THESE}`);
      await page.waitForSelector(row('filtered-alone'));
      await tabTo(page, '[role=row]');
      await page.keyboard.press('x');
      await page.keyboard.press('j');
      await page.waitForSelector('[role=row][data-index="1"]:focus');
      await page.keyboard.press('x');
      await says(page, '2 selected');
      const [head, ...saved] = (await savedBy(page, 'Export the selection')).trim().split('\r\n');
      expect(head).toMatch(/^id,transfer_reference_id,/);
      expect(saved.map((line) => line.split(',')[1])).toEqual(['filtered-small', 'filtered-alone']);
      await press(page, 'Clear the selection');
    });

    it('keep the transfers of a rail, of a group, and of a creator', async () => {
      await shows('rail=ach', 'filtered-alone', 'filtered-small');
      await shows(`transfer_group_id=${group}`, 'filtered-small');
      const [{ created_by: creator } = {}] = await client.transfers.list().firstPage();
      await shows(`created_by=${creator}`, 'filtered-fast', 'filtered-alone', 'filtered-small');
      await portal.visit(page, `/transfers?${THESE}&created_by=nobody`);
      await says(page, 'Nothing matches the filters');
    });

    it('take amounts in dollars, and mark what is none', async () => {
      await portal.visit(page, '/transfers?transfer_reference_id=filtered-alone');
      const from = 'aria/Amount from[role="textbox"]';
      await click(page, from);
      await page.keyboard.type('70,001');
      await page.keyboard.press('Enter');
      await until(page, 'location.search.includes("amount_min=7000100")');
      await page.waitForSelector(row('filtered-alone'));
      await click(page, from);
      await page.keyboard.type('x');
      await page.keyboard.press('Enter');
      await page.waitForSelector('input[aria-invalid="true"]');
      expect(page.url()).toContain('amount_min=7000100');
      await saysBesideField('Enter an amount such as 1,250.00.');
      await replaceText(page, from, '70,002');
      await page.keyboard.press('Enter');
      await until(page, 'location.search.includes("amount_min=7000200")');
      expect(await page.$('input[aria-invalid="true"]')).toBeNull();
      const ofGroup = 'aria/Group[role="textbox"]';
      await click(page, ofGroup);
      await page.keyboard.type('group-1');
      await page.keyboard.press('Tab');
      await saysBesideField('Enter a whole id.');
      expect(page.url()).not.toContain('transfer_group_id');
    });

    it('leave out of an address that was edited what they do not understand', async () => {
      const edited = '?amount_min=7000100&amount_max=lots&status=lost&transfer_group_id=group-1&admin=1';
      await page.goto(new URL(`/portal/app/transfers${edited}`, page.url()).href);
      await page.waitForSelector(row('filtered-alone'));
      expect(await page.$(row('filtered-fast'))).toBeNull();
      expect(new URL(page.url()).search).toBe('?amount_min=7000100');
    });

    /** Of the one field that is wrong. */
    async function saysBesideField(text: string): Promise<void> {
      const id = `document.querySelector('input[aria-invalid="true"]')?.getAttribute('aria-describedby')`;
      await until(page, `document.getElementById(${id})?.textContent === ${JSON.stringify(text)}`);
    }
  });
});

async function addressOf(server: Server): Promise<string> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Scrolls by parts of a window as a person does. */
const SCROLL = `async (rows, direction) => {
  const all = () => [...document.querySelectorAll('[role=row]')];
  const last = () => Math.max(...all().map((row) => Number(row.getAttribute('aria-rowindex'))));
  let drawn = 0;
  while (direction === 1 ? last() < rows : scrollY > 0) {
    scrollBy(0, direction * 400);
    await new Promise((next) => setTimeout(next, 16));
    drawn = Math.max(drawn, all().length);
  }
  return { rows: last(), drawn };
}`;
