import { PaymentsClient } from '@payments/client';
import { eventually } from '@payments/testing';
import type { Page } from 'puppeteer-core';
import { userWithPassword } from '../support/chosen-password.js';
import { answerBelow } from '../support/e2e/answered-requests.js';
import { payout } from '../support/e2e/bodies.js';
import type { Party } from '../support/e2e/bodies.js';
import { clientOf } from '../support/e2e/client.js';
import { expectGoodPage } from '../support/e2e/page-audit.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { describeInChromium, PortalBrowser } from '../support/e2e/portal-browser.js';
import type { PortalEnterprise } from '../support/e2e/portal-browser.js';
import {
  click,
  hostile,
  inDialog,
  press,
  replaceText,
  says,
  screenshotIfAsked,
  tabTo,
  textOf,
  until,
} from '../support/e2e/portal-page.js';
import { guards } from '../support/guards.js';

guards('apps/portal/src/api', 'apps/portal/src/app', 'apps/portal/src/ui', 'apps/portal/src/pages/limits');

const dollars = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

describeInChromium('limits and return rates in the portal', () => {
  let portal: PortalBrowser;
  let acme: PortalEnterprise;
  let client: PaymentsClient;
  let admin: PaymentsClient;
  let payee: Party;
  let page: Page;

  beforeAll(async () => {
    // Only the tools of the sandbox let days pass.
    portal = await PortalBrowser.start({ SANDBOX_DAY_SECONDS: '3600' });
    acme = await portal.enterprise('Acme');
    client = clientOf(portal.origin, acme);
    admin = new PaymentsClient({ baseUrl: portal.origin, user: acme.user, apiKey: acme.api_key });
    payee = (await verifiedAccounts(client, 'one')).payee;
    await client.sandbox.credit({ amount: 100_000_000 });
    page = await portal.signedIn(acme.user);
  });
  afterAll(() => portal?.stop());

  it('say what they are for as long as there are none', async () => {
    await portal.visit(page, '/limits');
    for (const text of ['No limits yet', 'No debits yet']) await says(page, text);
  });

  it('name beside its field what is wrong, before and after the API has seen it', async () => {
    portal.expected.add(400);
    await press(page, 'New limit');
    await page.keyboard.type('Payouts of a day');
    await replaceText(page, 'input[name=max_amount]', '1e3');
    await press(page, 'Save the limit');
    await says(page, 'Enter an amount such as 1,250.00.');
    await replaceText(page, 'input[name=max_amount]', '');
    await replaceText(page, 'input[name=max_count]', 'many');
    await press(page, 'Save the limit');
    await page.waitForSelector('input[name=max_count][aria-invalid=true]');
    await replaceText(page, 'input[name=max_count]', '');
    await press(page, 'Save the limit');
    await says(page, 'Enter an amount, a number of transfers, or both.');
    await screenshotIfAsked(page, 'limit-dialog');
  });

  it('are written by keyboard alone, and take effect', async () => {
    await replaceText(page, 'input[name=max_amount]', '500,000.00');
    await replaceText(page, 'input[name=max_count]', '500');
    await page.select('select[name=window]', 'day');
    await tabTo(page, 'dialog button[type=submit]');
    await page.keyboard.press('Enter');
    await says(page, 'The limit is saved.');
    for (const text of ['All transfers of the enterprise', 'What is paid to others', 'A day', '500 transfers']) {
      await says(page, text);
    }
    expect(await admin.limits.list()).toMatchObject([
      {
        ...{ name: 'Payouts of a day', per: 'enterprise', direction: 'out', window: 'day', action: 'refuse' },
        ...{ max_amount: 50_000_000, max_count: 500, enabled: true },
      },
    ]);
  });

  it('show to the cent what is used and what is left', async () => {
    let count = 0;
    const { used_amount = 0, used_count = 0 } = await eventually('a payout counts', async () => {
      count += 1;
      await client.transfers.create({ ...payout(`counted-${count}`, payee), amount: 12_345 });
      const [limit] = await admin.limits.used();
      return limit!.used_count !== undefined && limit!.used_count > 0 && limit!;
    });
    await portal.open(page, '/limits');
    // Those made meanwhile count, too.
    await eventually('the page shows what is used', async () => {
      const [now] = await admin.limits.used();
      const text = await textOf(page);
      return (
        text.includes(
          `${dollars(now!.used_amount!)} of $500,000.00 used, ${dollars(50_000_000 - now!.used_amount!)} left`,
        ) && text.includes(`${now!.used_count} of 500 transfers used, ${500 - now!.used_count!} left`)
      );
    });
    expect(used_amount).toBe(12_345 * used_count);
    await says(page, 'Counts less from');
  });

  it('are changed, and deleted after a question', async () => {
    await press(page, 'Edit');
    await page.waitForSelector('dialog[open] input[name=name]');
    expect(await page.$eval('input[name=max_amount]', ({ value }) => value)).toBe('500000.00');
    await page.select('select[name=per]', 'customer');
    await replaceText(page, 'input[name=who]', payee.customer_reference_id);
    await replaceText(page, 'input[name=max_amount]', '9999999999999.99');
    await click(page, 'dialog input[name=enabled]');
    await press(page, 'Save the limit');
    for (const text of [`Those of the customer ${payee.customer_reference_id}`, '$9,999,999,999,999.99', 'Off']) {
      await says(page, text);
    }
    const other = {
      per: 'account',
      direction: 'in',
      window: '7d',
      max_count: 3,
      action: 'refuse',
      enabled: true,
    } as const;
    await admin.limits.create({ ...other, name: hostile('limit') });
    await portal.open(page, '/limits');
    await says(page, hostile('limit'));
    expect(await page.$('img, [onerror]')).toBeNull();
    await click(page, '[aria-label="Delete Payouts of a day"]');
    await says(page, 'What is used of it is deleted as well.');
    await click(page, inDialog('Delete'));
    await says(page, 'The limit is deleted.');
    await until(page, `!document.querySelector('main').innerText.includes('Payouts of a day')`);
    expect((await admin.limits.list()).map(({ name }) => name)).toEqual([hostile('limit')]);
  });

  it('are only looked at by users who may only read', async () => {
    const login = await userWithPassword(admin, { name: 'reader@acme.example', role: 'read_only' });
    const reader = await portal.signedIn(login);
    const refused: string[] = [];
    reader.on('response', (answer) => void (answer.status() === 403 && refused.push(answer.url())));
    await portal.visit(reader, '/limits');
    await says(reader, hostile('limit'));
    expect(await reader.$$eval('main button', (all) => all.map((each) => each.textContent))).toEqual([]);
    expect(refused).toEqual([]);
    await reader.browserContext().close();
  });

  it('show the rates of each originator beside what Nacha allows', async () => {
    const other = await portal.signedIn(acme.user);
    const rate = (kind: string, returned: number, [rate_ppm, limit_ppm, state]: [number, number, string]) => ({
      ...{ kind, returned, rate_ppm, limit_ppm, state },
    });
    const period = { from: '2026-09-28', to: '2026-11-26' };
    const rates = [
      rate('unauthorized', 6, [6_000, 5_000, 'exceeded']),
      rate('administrative', 25, [25_000, 30_000, 'warning']),
      rate('overall', 31, [31_000, 150_000, 'ok']),
    ];
    const none = ['unauthorized', 'administrative', 'overall'].map((kind) => rate(kind, 0, [0, 5_000, 'ok']));
    await answerBelow(other, '/deliver/return-rates', {
      'GET /deliver/return-rates': {
        return_rates: [
          {
            ...{ originator: acme.enterprise_id, ...period, entries: 1_000, rates },
            account_verification: { entries: 40, returned: 3 },
          },
          {
            ...{ originator: hostile('originator'), ...period, entries: 1, rates: none },
            account_verification: { entries: 0, returned: 0 },
          },
        ],
      },
    });
    await expectGoodPage(other, () => portal.open(other, '/limits'));
    const rows = await other.$$eval('[role=row][data-index]', (all) => all.map((row) => row.innerText.split('\n')));
    expect(rows).toEqual([
      ['Acme', 'Unauthorized', '6 of 1,000', '0.6%', '0.5%', 'Exceeded'],
      ['Acme', 'Administrative', '25 of 1,000', '2.5%', '3%', 'Near the limit'],
      ['Acme', 'All returns', '31 of 1,000', '3.1%', '15%', 'OK'],
      ['Acme', 'Account verification', '3 of 40', '7.5%'],
      ...['Unauthorized', 'Administrative', 'All returns'].map((kind) => [
        ...[hostile('originator'), kind, '0 of 1', '0%', '0.5%', 'OK'],
      ]),
    ]);
    expect(await other.$('img, [onerror]')).toBeNull();
    await other.browserContext().close();
  });

  it('have a good page', async () => {
    await admin.limits.create({
      ...{ name: 'Payouts of a month', per: 'enterprise', direction: 'out', window: '30d', action: 'refuse' },
      ...{ max_amount: 1, max_count: 1, enabled: true },
    });
    await expectGoodPage(page, () => portal.open(page, '/limits'));
  });

  it('wait for another administrator under dual control, and so do policies', async () => {
    await admin.portal.createUser({ name: 'second@acme.example', role: 'admin' });
    const policy = await admin.policies.create({
      ...{ name: 'Large', applies_to: ['transfer'], required: 1, approvers: { roles: ['admin'] }, enabled: true },
      conditions: [{ field: 'amount', operator: 'gte', value: 1_000_000 }],
    });
    await admin.portal.updateSettings({ dual_control: true });
    for (const [path, name, save] of [
      ['/limits', 'Payouts of a month', 'Save the limit'],
      ['/policies', policy.name, 'Save the policy'],
    ] as const) {
      await portal.open(page, path);
      await click(page, `[aria-label="Edit ${name}"]`);
      await press(page, save);
      await says(page, 'It changes once another administrator approves it.');
    }
  });
});
