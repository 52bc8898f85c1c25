import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@payments/testing';
import { PaymentsClient } from '@payments/client';
import type { NewWebhookConfiguration } from '@payments/client';
import type { BrowserContext, HTTPRequest, Page } from 'puppeteer-core';
import { responses } from '../../apps/api/src/description/examples/responses.table.js';
import { SUBSCRIPTIONS } from '../../libs/webhooks/src/domain/event-types.js';
import { userWithPassword } from '../support/chosen-password.js';
import { answerBelow, loseAnswers } from '../support/e2e/answered-requests.js';
import { payout } from '../support/e2e/bodies.js';
import type { Party } from '../support/e2e/bodies.js';
import { expectAccessible, expectGoodPage } from '../support/e2e/page-audit.js';
import { describeInChromium } from '../support/e2e/portal-browser.js';
import type { PortalBrowser, PortalEnterprise } from '../support/e2e/portal-browser.js';
import {
  chord,
  click,
  hasHeading,
  hostile,
  overflowAt,
  payTo,
  press,
  prove,
  replaceText,
  savedBy,
  says,
  screenshotIfAsked,
  submitSignIn,
  textOf,
  until,
  violations,
} from '../support/e2e/portal-page.js';
import type { PortalLogin } from '../support/e2e/portal-page.js';
import { PAGES, startPortalWorld } from '../support/e2e/portal-world.js';
import type { PageName, PortalWorld } from '../support/e2e/portal-world.js';
import { guards } from '../support/guards.js';

const PICTURE = join(__dirname, '../../docs/images/portal.png');
const LARGEST_PICTURE = 200_000;
/** Of one creation, before the page says that there is no answer. */
const MOST_ATTEMPTS = 6;
/** Adds up how far things move, as the cumulative layout shift counts it. */
const WATCH_SHIFT = `{
  globalThis.shift = 0;
  const note = ({ value, hadRecentInput }) => { if (!hadRecentInput) globalThis.shift += value; };
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: 'layout-shift', buffered: true });
}`;
const dollars = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

guards('apps/portal/src', 'libs/portal/src', 'libs/http/src/web-app', 'libs/webhooks/src/infrastructure/http');

describeInChromium('the portal in a browser, beyond the smoke test', () => {
  let world: PortalWorld;
  let portal: PortalBrowser;
  let acme: PortalEnterprise;
  let initech: PortalEnterprise;
  let client: PaymentsClient;
  let payee: Party;
  let page: Page;
  let pathOf: PortalWorld['pathOf'];

  beforeAll(async () => {
    world = await startPortalWorld();
    ({ portal, acme, initech, client, payee, page, pathOf } = world);
  });
  afterAll(() => world?.stop());

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

  it.each(Object.keys(PAGES) as PageName[])(
    'loads the page "%s" with few requests, without a fault of accessibility in both themes, and within 320 pixels',
    async (name) => {
      portal.expected.add(404);
      await expectGoodPage(page, () => portal.open(page, pathOf(name)));
    },
  );

  describe('the home page', () => {
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
    await portal.open(page, '/transfers');
    const comfortable = await heightIn(page);
    await choose('Compact');
    await eventually('the rows are lower', async () => (await heightIn(page)) < comfortable);
    const compact = await heightIn(page);
    const other = await portal.signedIn(acme.user, '/transfers', await portal.newContext());
    expect(await heightIn(other)).toBe(compact);
    await expectAccessible(other);
    await other.browserContext().close();
    await choose('Comfortable');
    await eventually('the rows are as before', async () => (await heightIn(page)) === comfortable);
  });

  describe('by keyboard alone', () => {
    it('finds a transfer by the beginning of its reference', async () => {
      await portal.visit(page, '/balance');
      await chord(page, 'Control', 'k');
      await page.waitForSelector('dialog[open] [role=combobox]');
      await page.keyboard.type('payout-0001');
      await says(page, /payout-0001\s.*Completed/s);
      await page.keyboard.press('Enter');
      await hasHeading(page, 'payout-0001');
    });
  });

  describe('a new transfer', () => {
    const fill = async (reference: string, amount: string) => {
      await portal.visit(page, '/');
      await portal.visit(page, '/transfers/new');
      await payTo(page);
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

    it('is sent once, even if no answer comes until it is reviewed again', async () => {
      await fill('payout-0014', '30');
      await submit();
      await says(page, 'Send $30.00');
      const end = await loseAnswers(page, '/deliver/transfers', MOST_ATTEMPTS);
      await press(page, 'Send $30.00');
      await until(page, `[...document.querySelectorAll('dialog [role=alert]')].length > 0`);
      end();
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

    it('show the windows of today, and an exception is resolved with a reason', async () => {
      const { other, asked } = await open(acme.user);
      await portal.visit(other, '/rails');
      for (const text of ['FIRST BANK', 'Windows of today', 'Needs a decision', 'In doubt']) await says(other, text);
      await expectAccessible(other);
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
    const fill = async (values: Readonly<Record<string, string>>) => {
      for (const [name, text] of Object.entries(values)) await replaceText(page, `input[name=${name}]`, text);
    };

    it('are changed, only in what was changed', async () => {
      const of = async () => (await client.businesses.list({ customer_reference_id: 'kramerica' }).toArray())[0]!;
      await client.businesses.create({ customer_reference_id: 'kramerica', legal_name: 'Kramerica Industries LLC' });
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

  describe('the pages of an administrator', () => {
    const isAskedAgain = async (path: string) => {
      portal.expected.add(403);
      await portal.forgetProofs();
      await portal.open(page, path);
    };

    it('open menus above the notices of what was done', async () => {
      await userWithPassword(world.admin, { name: 'maria@acme.example', role: 'admin' });
      await portal.visit(page, '/users');
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

    it('change an endpoint, and keep all that it subscribes to', async () => {
      const event_types = SUBSCRIPTIONS.filter(
        (type) => type !== 'subscribe_all',
      ) as NewWebhookConfiguration['event_types'];
      const { url } = (await client.webhooks.list().toArray())[0]!;
      const { id } = await client.webhooks.create({ url, event_types, enabled: false });
      await isAskedAgain(`/webhooks/${id}`);
      await press(page, 'Edit');
      await press(page, 'Save');
      await prove(page, acme.user.password);
      await says(page, 'The endpoint is saved.');
      expect(new Set((await client.webhooks.get(id)).event_types)).toEqual(new Set(event_types));
      await client.webhooks.delete(id);
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

  describe('the sign-in', () => {
    let context: BrowserContext;
    let tab: Page;

    beforeAll(async () => {
      context = await portal.newContext();
      tab = await portal.signedIn(initech.user, '/transfers', context);
      portal.expected.add(401).add(429);
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

    it('says of too many tries when to come again', async () => {
      const stranger = await portal.newPage();
      await portal.open(stranger);
      for (let attempt = 0; attempt < 11; attempt += 1) {
        await submitSignIn(stranger, initech.user.name, 'wrong-password-1');
      }
      await says(stranger, /Too many attempts\. Try again in \d+ minutes?\./);
    });
  });
});
