import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentsClient } from '@payments/client';
import { eventually } from '@payments/testing';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { payout } from '../support/e2e/bodies.js';
import { clientOf } from '../support/e2e/client.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { expectAccessible } from '../support/e2e/page-audit.js';
import { describeInChromium, PortalBrowser } from '../support/e2e/portal-browser.js';
import type { PortalEnterprise } from '../support/e2e/portal-browser.js';
import { chord, hasHeading, says, screenshotIfAsked, tabTo, until } from '../support/e2e/portal-page.js';
import { guards } from '../support/guards.js';

guards(
  'apps/portal/src/api',
  'apps/portal/src/app',
  'apps/portal/src/ui',
  'apps/portal/src/pages',
  'libs/portal/src',
  'libs/http/src/web-app',
);

/** The side bar that is shown, in the page or as a drawer. */
const SIDE = `[...document.querySelectorAll('aside')].find((side) => side.getClientRects().length > 0)`;

describeInChromium('the frame of the portal', () => {
  let portal: PortalBrowser;
  let acme: PortalEnterprise;
  let client: PaymentsClient;
  let page: Page;

  beforeAll(async () => {
    portal = await PortalBrowser.start();
    acme = await portal.enterprise('Acme');
    client = clientOf(portal.origin, acme);
    const { payee } = await verifiedAccounts(client, 'one');
    await client.transfers.create(payout('business-payout', payee));
    page = await portal.signedIn(acme.user);
  });
  afterAll(() => portal?.stop());

  describe('the side bar', () => {
    afterAll(() => page.setViewport({ width: 1280, height: 800 }));

    it.each([
      [1_280, 800],
      [1_280, 600],
      [320, 800],
      [320, 568],
    ])('shows the banking clock in a window of %i by %i, and its list scrolls beside it', async (width, height) => {
      await page.setViewport({ width, height });
      await portal.open(page);
      if (width < 900) await page.click('button[aria-label="Open navigation"]');
      await until(page, `${SIDE}?.innerText.includes('Banking clock')`);
      await screenshotIfAsked(page, `side-${width}x${height}`);
      const place = (await page.evaluate(`{
        const clock = [...${SIDE}.children].find((part) => part.innerText.includes('Banking clock'));
        const { top, bottom, left, right } = clock.getBoundingClientRect();
        const seen = [top + 2, bottom - 2].map((y) => clock.contains(document.elementFromPoint((left + right) / 2, y)));
        ({ isInside: top >= 0 && bottom <= innerHeight, seen });
      }`)) as object;
      expect(place).toEqual({ isInside: true, seen: [true, true] });
    });

    it.each([
      [1_280, 800],
      [320, 568],
      // 400% of 1280 by 1024.
      [320, 256],
    ])('leads by Tab through all of its links in their order, each in sight, at %i by %i', async (width, height) => {
      await page.setViewport({ width, height });
      await portal.open(page);
      if (width < 900) await page.click('button[aria-label="Open navigation"]');
      const links = (await page.evaluate(
        `[...${SIDE}.querySelectorAll('a')].map(({ pathname }) => pathname)`,
      )) as string[];
      expect(links.length).toBeGreaterThan(15);
      await tabTo(page, 'nav[aria-label="Main navigation"] a');
      const visited: unknown[] = [];
      for (let visits = 0; visits < links.length; visits += 1) {
        visited.push(
          await page.evaluate(`{
            const { pathname } = document.activeElement;
            const { top, bottom, left } = document.activeElement.getBoundingClientRect();
            const isSeen = [top + 1, bottom - 1].every((y) =>
              document.activeElement.contains(document.elementFromPoint(left + 20, y)));
            [pathname, isSeen];
          }`),
        );
        await page.keyboard.press('Tab');
      }
      expect(visited).toEqual(links.map((link) => [link, true]));
    });
  });

  describe('a page', () => {
    const LINKS = ['/transfers', '/accounts', '/webhooks', '/settings'];

    it('that is led to is told: its title is its heading, the only one, and has the focus', async () => {
      await portal.open(page);
      for (const path of LINKS) {
        await page.focus(`nav[aria-label="Main navigation"] a[href$="/portal/app${path}"]`);
        const before = await page.title();
        await page.keyboard.press('Enter');
        await until(page, `document.title !== ${JSON.stringify(before)} && document.activeElement.matches('h1')`);
        const headings = await page.$$eval('h1', (all) => all.map(({ textContent }) => textContent));
        expect([path, headings]).toEqual([path, [(await page.title()).replace(' · Payments', '')]]);
      }
    });

    it('has its focus in sight, never behind what stays at the top', async () => {
      await page.setViewport({ width: 1_280, height: 500 });
      await portal.open(page, '/transfers/new');
      await page.waitForSelector('main form button[type=submit]');
      await page.focus('main form button[type=submit]');
      const hidden: unknown[] = [];
      let steps = 0;
      while (!(await page.evaluate(`document.activeElement.closest('main form') === null`))) {
        const found = await page.evaluate(`{
          const { top, bottom, left, right } = document.activeElement.getBoundingClientRect();
          const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          over?.closest('header, aside') ? document.activeElement.outerHTML.slice(0, 80) : null;
        }`);
        if (found !== null) hidden.push(found);
        await chord(page, 'Shift', 'Tab');
        steps += 1;
      }
      expect(hidden).toEqual([]);
      expect(steps).toBeGreaterThan(6);
      await page.setViewport({ width: 1_280, height: 800 });
    });

    it('reads its own data before any counts, even when its script comes late', async () => {
      const fresh = await portal.signedIn(acme.user);
      const asked: string[] = [];
      const late = async (request: HTTPRequest) => {
        const [name] = /approvals|attention|clients|developers-page/.exec(new URL(request.url()).pathname) ?? [];
        if (name !== undefined) asked.push(name);
        if (name === 'developers-page') await sleep(3_000);
        await request.continue();
      };
      await fresh.setRequestInterception(true);
      fresh.on('request', (request: HTTPRequest) => void late(request));
      await portal.open(fresh, '/developers');
      await eventually('the number of approvals', () => Promise.resolve(asked.includes('approvals')));
      expect(asked).toEqual(['developers-page', 'clients', 'approvals']);
      await fresh.browserContext().close();
    });

    it('moves nothing for whoever wants less motion', async () => {
      await portal.open(page);
      await chord(page, 'Control', 'k');
      await page.waitForSelector('dialog[open] [role=combobox]');
      const moving = await page.evaluate(
        `document.getAnimations().map((each) => each.effect.getComputedTiming().duration)`,
      );
      expect((moving as number[]).filter((duration) => duration > 1)).toEqual([]);
      await page.keyboard.press('Escape');
    });
  });

  describe('the search', () => {
    const options = () => page.$$eval('dialog[open] [role=option]', (all) => all.map((option) => option.innerText));
    const open = async (text: string) => {
      await portal.visit(page, '/balance');
      await chord(page, 'Control', 'k');
      await page.waitForSelector('dialog[open] [role=combobox]');
      await page.keyboard.type(text);
    };

    it('is narrowed to one kind of resource, by keyboard alone', async () => {
      await open('business-');
      await says(page, 'business-payout');
      await says(page, 'Northwind Trading LLC');
      await page.keyboard.press('Tab');
      await page.keyboard.type('B');
      await until(page, `!document.querySelector('dialog[open]').innerText.includes('business-payout')`);
      await says(page, 'Northwind Trading LLC');
      expect(await options()).toEqual([expect.stringContaining('Northwind Trading LLC')]);
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
      await until(page, `!document.querySelector('dialog[open]').innerText.includes('Northwind')`);
      await says(page, 'business-payout');
      await screenshotIfAsked(page, 'search-narrowed');
      await expectAccessible(page);
      await chord(page, 'Shift', 'Tab');
      await page.keyboard.press('Enter');
      await hasHeading(page, 'business-payout');
    });

    it('offers no pages while it is narrowed, and all again afterwards', async () => {
      await open('trans');
      await until(page, `document.querySelectorAll('dialog[open] [role=option]').length > 1`);
      await page.select('dialog[open] select', 'person');
      await says(page, 'Nothing matches.');
      expect(await options()).toEqual([]);
      await page.select('dialog[open] select', '');
      await until(page, `document.querySelectorAll('dialog[open] [role=option]').length > 1`);
      await page.keyboard.press('Escape');
    });
  });
});
