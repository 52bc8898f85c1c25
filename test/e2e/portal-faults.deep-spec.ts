import { eventually } from '@payments/testing';
import type { PaymentsClient } from '@payments/client';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { account, payout } from '../support/e2e/bodies.js';
import type { Party } from '../support/e2e/bodies.js';
import { clientOf } from '../support/e2e/client.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { expectAccessible } from '../support/e2e/page-audit.js';
import { describeInChromium, PortalBrowser } from '../support/e2e/portal-browser.js';
import type { PortalEnterprise } from '../support/e2e/portal-browser.js';
import { chord, click, hasHeading, payTo, press, replaceText, says, until } from '../support/e2e/portal-page.js';
import { guards } from '../support/guards.js';

guards(
  'apps/portal/src/api',
  'apps/portal/src/app',
  'apps/portal/src/ui',
  'libs/http/src/web-app',
  'apps/portal/vite.config.mjs',
);

const DAY_MS = 86_400_000;
const AGAIN = 'What you see is read again by itself.';
const UNANSWERED =
  /net::ERR_(CONNECTION_(REFUSED|RESET)|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/;
/** The waits before a request is tried again pass in a twentieth of their time. */
const SHORT_WAITS = `{
  const { setTimeout: wait } = globalThis;
  globalThis.setTimeout = (run, ms, ...rest) => wait(run, [1_000, 2_000, 4_000].includes(ms) ? ms / 20 : ms, ...rest);
}`;

describeInChromium('the portal in trouble', () => {
  let portal: PortalBrowser;
  let acme: PortalEnterprise;
  let client: PaymentsClient;
  let payee: Party;

  beforeAll(async () => {
    portal = await PortalBrowser.start();
    acme = await portal.enterprise('Acme');
    client = clientOf(portal.origin, acme);
    ({ payee } = await verifiedAccounts(client, 'one'));
    await client.sandbox.credit({ amount: 10_000_000 });
    await client.transfers.create(payout('payout-0001', payee));
  });
  afterAll(() => portal?.stop());

  it('keeps a form that is half filled in while the service is killed and started, and sends it once', async () => {
    const page = await portal.signedIn(acme.user, '/transfers/new');
    await payTo(page);
    await replaceText(page, 'input[name=reference]', 'half-filled');
    await says(page, 'Live');
    await portal.killApi();
    await says(page, 'Not live');
    await replaceText(page, 'input[name=amount]', '27.50');
    await says(page, `The service did not answer. Check your connection and try again. ${AGAIN}`);
    await portal.startApi();
    await says(page, /: taken/);
    await until(page, `document.querySelector('header')?.innerText.includes('Not live') === false`);
    await until(page, `!document.body.innerText.includes(${JSON.stringify(AGAIN)})`);
    const values = await page.$$eval('main input:not([type=radio])', (inputs) => inputs.map(({ value }) => value));
    expect(values).toEqual(expect.arrayContaining(['27.50', 'half-filled']));
    await chord(page, 'Control', 'Enter');
    await press(page, 'Send $27.50');
    await hasHeading(page, 'half-filled');
    expect(await client.transfers.list({ transfer_reference_id: 'half-filled' }).toArray()).toHaveLength(1);
    expect(portal.complaints.splice(0).filter((text) => !UNANSWERED.test(text))).toEqual([]);
    await page.browserContext().close();
  });

  it.each([
    [429, { 'Retry-After': '2' }, 'Too many requests. Try again in 2 seconds.'],
    [503, {}, 'The service is busy or restarting. Try again in a moment.'],
  ] as const)('says why it waits after an answer %d, and reads again', async (status, headers, sentence) => {
    portal.expected.add(status);
    const page = await portal.signedIn(acme.user);
    const asked: number[] = [];
    await page.setRequestInterception(true);
    page.on('request', (request: HTTPRequest) => {
      const isFirst = request.url().includes('/deliver/ledger/entries') && asked.push(performance.now()) === 1;
      void (isFirst
        ? request.respond({ status, headers, contentType: 'application/json', body: '{}' })
        : request.continue());
    });
    await click(page, 'nav a[href$="/balance"]');
    await says(page, `${sentence} ${AGAIN}`);
    await says(page, /Ledger entries/);
    await until(page, `!document.body.innerText.includes(${JSON.stringify(AGAIN)})`);
    expect(asked).toHaveLength(2);
    if (status === 429) expect(asked[1]! - asked[0]!).toBeGreaterThanOrEqual(2_000);
    await page.browserContext().close();
  });

  it('says what could not be loaded, with the id of the request, and keeps what was there', async () => {
    portal.expected.add(500);
    const page = await portal.newPage();
    await page.evaluateOnNewDocument(SHORT_WAITS);
    await portal.signIn(page, acme.user);
    let isBroken = true;
    const headers = { 'x-request-id': 'f0f0f0f0-0000-7000-8000-000000000500' };
    const body = JSON.stringify({ error_code: 'internal_error', message: 'Internal error' });
    await page.setRequestInterception(true);
    page.on('request', (request: HTTPRequest) => {
      const isRefused = isBroken && request.url().includes('/deliver/external/accounts');
      void (isRefused
        ? request.respond({ status: 500, headers, contentType: 'application/json', body })
        : request.continue());
    });
    await click(page, 'nav a[href$="/accounts"]');
    await says(page, 'This could not be loaded');
    await says(page, 'The service failed to answer this request.');
    await page.waitForSelector('main [role=alert] button[aria-label^="Copy"]');
    await expectAccessible(page);
    isBroken = false;
    await press(page, 'Try again');
    await page.waitForSelector('[role=row] a[href*="/accounts/"]');
    isBroken = true;
    await client.accounts.create({ ...account('two', 'business'), customer_reference_id: payee.customer_reference_id });
    await says(page, 'This could not be updated');
    expect(await page.$('[role=row] a[href*="/accounts/"]')).not.toBeNull();
    await page.browserContext().close();
  });

  describe('when a new build has other files', () => {
    interface Gone {
      refused: number;
      loads: number;
      /** Whether the file is missing for the load with this number; the first is 0. */
      isGone: (load: number) => boolean;
    }
    const FILE = /\/portal\/assets\/balance-page.*\.js/;

    async function withoutBalance(page: Page, isGone: Gone['isGone']): Promise<Gone> {
      portal.expected.add(404);
      const seen: Gone = { refused: 0, loads: 0, isGone };
      page.on('load', () => (seen.loads += 1));
      await page.setRequestInterception(true);
      page.on('request', (request: HTTPRequest) => {
        const isRefused = FILE.test(request.url()) && seen.isGone(seen.loads);
        if (isRefused) seen.refused += 1;
        void (isRefused ? request.respond({ status: 404, body: '' }) : request.continue());
      });
      return seen;
    }

    afterEach(() => {
      // A failed import may be noted before the page is gone, and where there is no page.
      expect(portal.complaints.splice(0).filter((text) => !/^JSHandle@error|balance-page/.test(text))).toEqual([]);
    });

    it('reloads once', async () => {
      const page = await portal.signedIn(acme.user);
      const seen = await withoutBalance(page, (load) => load === 0);
      await click(page, 'nav a[href$="/balance"]');
      await hasHeading(page, 'Balance');
      expect([seen.refused > 0, seen.loads]).toEqual([true, 1]);
      await page.browserContext().close();
    });

    it('says that it is here when that did not help', async () => {
      const page = await portal.signedIn(acme.user);
      const seen = await withoutBalance(page, () => true);
      await click(page, 'nav a[href$="/balance"]');
      await hasHeading(page, 'A new version is here');
      expect(seen.loads).toBe(1);
      await expectAccessible(page);
      seen.isGone = () => false;
      await press(page, 'Reload');
      await hasHeading(page, 'Balance');
      await page.browserContext().close();
    });

    it('keeps what is typed while somebody only points at the link to such a file', async () => {
      const page = await portal.signedIn(acme.user, '/transfers/new');
      const seen = await withoutBalance(page, (load) => load === 0);
      await replaceText(page, 'input[name=amount]', '27.50');
      await page.hover('nav a[href$="/balance"]');
      await eventually('the file is refused', () => Promise.resolve(seen.refused > 0));
      await page.evaluate('new Promise((done) => setTimeout(done, 500))');
      expect(await page.$eval('input[name=amount]', ({ value }) => value)).toBe('27.50');
      expect(seen.loads).toBe(0);
      await click(page, 'nav a[href$="/balance"]');
      await hasHeading(page, 'Balance');
      expect(seen.loads).toBe(1);
      await page.browserContext().close();
    });
  });

  it.each([
    ['ahead', DAY_MS],
    ['behind', -DAY_MS],
  ])('shows times right on a machine whose clock is a day %s', async (_, difference) => {
    const page = await portal.newPage();
    await page.evaluateOnNewDocument(`{
      const Real = Date;
      globalThis.Date = class extends Real {
        constructor(...parts) { parts.length === 0 ? super(Real.now() + ${difference}) : super(...parts); }
        static now() { return Real.now() + ${difference}; }
      };
    }`);
    await portal.signIn(page, acme.user);
    await says(page, /Volume\s+\$\d/);
    await says(page, 'payout-0001');
    await says(page, /Transfers by status\s+Completed/);
    const times = await page.$$eval('[role=grid] time', (all) => all.map((time) => time.textContent));
    // Of today: without a date.
    expect(times.every((time) => /^\d\d:\d\d:\d\d$/.test(time))).toBe(true);
    await isSteady(page);
    await page.browserContext().close();
  });

  it('never wrote another error to the console, broke the policy or asked another site', () => {
    expect(portal.complaints).toEqual([]);
  });
});

/** Nobody is signed out, and nothing asks whether somebody is there. */
async function isSteady(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => setTimeout(done, 2_500))');
  expect(await page.$('dialog[open]')).toBeNull();
  await hasHeading(page, 'Home');
}
