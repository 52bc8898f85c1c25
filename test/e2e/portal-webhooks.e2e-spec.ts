import type { PaymentsClient } from '@payments/client';
import { eventually } from '@payments/testing';
import type { Page } from 'puppeteer-core';
import { EVENT_TYPES } from '../../libs/webhooks/src/domain/event-types.js';
import { payout } from '../support/e2e/bodies.js';
import type { Party } from '../support/e2e/bodies.js';
import { clientOf } from '../support/e2e/client.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { describeInChromium, PortalBrowser } from '../support/e2e/portal-browser.js';
import type { PortalEnterprise } from '../support/e2e/portal-browser.js';
import { click, hasHeading, overflowAt, press, says, tabTo, until, violations } from '../support/e2e/portal-page.js';
import { WebhookReceiver } from '../support/receiver.js';

const tab = (name: string) => `::-p-xpath(//*[@role="tab"][normalize-space()="${name}"])`;
const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

describeInChromium('the endpoints of the portal', () => {
  let portal: PortalBrowser;
  let acme: PortalEnterprise;
  let client: PaymentsClient;
  let payee: Party;
  let page: Page;
  const receivers: WebhookReceiver[] = [];

  beforeAll(async () => {
    portal = await PortalBrowser.start();
    acme = await portal.enterprise('Acme');
    client = clientOf(portal.origin, acme);
    ({ payee } = await verifiedAccounts(client, 'one'));
    page = await portal.signedIn(acme.user);
  });
  afterAll(async () => {
    await portal?.stop();
    for (const receiver of receivers) await receiver.close();
  });

  /** The only endpoint, and its answers. */
  async function anEndpoint(status: number) {
    const receiver = new WebhookReceiver();
    receivers.push(receiver);
    receiver.answer = () => status;
    await receiver.subscribe(client, 'transfer_all');
    const [configuration] = await client.webhooks.list().toArray();
    return { id: configuration!.id, receiver };
  }
  const isOn = async (id: string) => (await client.webhooks.get(id)).enabled;

  it('that answered 410 are turned off, say why, and go on where they stopped', async () => {
    const { id, receiver } = await anEndpoint(410);
    await client.transfers.create(payout('unheard', payee));
    await eventually('it is off', async () => !(await isOn(id)));
    await portal.visit(page, '/');
    await says(page, '1 webhook endpoint was turned off');
    await click(page, 'main a[href$="/webhooks"]');
    await portal.visit(page, `/webhooks/${id}`);
    await says(page, 'The endpoint answered 410, so it was turned off.');
    await says(page, 'Its events wait for up to 30 days.');
    expect([...(await violations(page, 'light')), ...(await violations(page, 'dark'))]).toEqual([]);
    expect(await overflowAt(page, 320)).toBe(0);
    receiver.answer = () => 204;
    receiver.received.length = 0;
    await press(page, 'Turn on');
    await says(page, 'The endpoint is on. Its events are being sent.');
    await until(page, `!document.body.innerText.includes('answered 410')`);
    await eventually('what waited is sent', () =>
      Promise.resolve(receiver.received.some(({ body }) => body.includes('"unheard"'))),
    );
    // Its page would ask for it again.
    await portal.visit(page, '/webhooks');
    await client.webhooks.delete(id);
  });

  it('that accepted nothing for 120 hours are turned off, and every page counts them', async () => {
    const { id } = await anEndpoint(500);
    await client.transfers.create(payout('failing', payee));
    await eventually('it fails', async () => {
      const failing = await portal.database.query(
        `UPDATE webhooks.failing_endpoints SET failing_since = now() - interval '121 hours', failures = 14
         WHERE configuration_id = $1 RETURNING 1`,
        [id],
      );
      return failing.length > 0;
    });
    await client.transfers.create(payout('failing-2', payee));
    await eventually('it is off', async () => !(await isOn(id)));
    await portal.visit(page, `/webhooks/${id}`);
    await says(page, 'The endpoint accepted nothing for 120 hours, so it was turned off.');
    await portal.open(page, '/customers');
    const mark = await page.waitForSelector('header a[aria-label="1 thing needs attention"]');
    expect(await mark!.evaluate((link) => link.textContent)).toBe('1');
    await mark!.click();
    await says(page, '1 webhook endpoint was turned off');
    await client.webhooks.delete(id);
  });

  it('get an event again by keyboard alone', async () => {
    const { id, receiver } = await anEndpoint(204);
    const transfer = await client.transfers.create(payout('by-keyboard', payee));
    const came = () => receiver.received.filter(({ event }) => event.sequence === 1).length;
    await eventually('the first event came', () => Promise.resolve(came() === 1));
    await portal.visit(page, `/transfers/${transfer.id}`);
    await tabTo(page, '[role=tab]');
    for (const name of ['Legs and route', 'Ledger', 'Events']) {
      await page.keyboard.press('ArrowRight');
      await until(page, `document.activeElement.textContent === ${JSON.stringify(name)}`);
    }
    await page.waitForSelector('[role=tabpanel] section button');
    await tabTo(page, '[role=tabpanel] section button');
    await page.keyboard.press('Enter');
    await says(page, 'Sent again to 1 endpoint.');
    await eventually('it came again', () => Promise.resolve(came() === 2));
    await client.webhooks.delete(id);
  });

  it('show their secret for 30 seconds, and again when asked', async () => {
    const { id } = await anEndpoint(204);
    const other = await portal.newPage(page.browserContext());
    // Half a minute passes in two seconds.
    await other.evaluateOnNewDocument(`{
      const { setTimeout: wait } = globalThis;
      globalThis.setTimeout = (run, ms, ...rest) => wait(run, ms === 30_000 ? 2_000 : ms, ...rest);
    }`);
    await portal.open(other, `/webhooks/${id}`);
    await click(other, 'button[aria-label="More actions"]');
    await click(other, '::-p-xpath(//*[@role="menuitem"][normalize-space()="Show the secret"])');
    await until(other, `document.querySelector('dialog code')?.textContent === '••••••••'`);
    expect(await other.content()).not.toContain('whsec_');
    await press(other, 'Show');
    await until(other, `document.querySelector('dialog code').textContent.startsWith('whsec_')`);
    await until(other, `document.querySelector('dialog code').textContent === '••••••••'`);
    await press(other, 'Close');
    await other.close();
    await client.webhooks.delete(id);
  });

  it('lead to a catalog of every event, with reason codes and roles beside it', async () => {
    await portal.visit(page, '/webhooks');
    await click(page, '::-p-xpath(//a[normalize-space()="Event catalog"])');
    await hasHeading(page, 'Reference');
    const cells = (selector: string) => page.$$eval(selector, (all) => all.map(({ textContent }) => textContent));
    expect((await cells('main tbody th')).sort()).toEqual([...EVENT_TYPES].sort());
    await click(page, tab('Reason codes'));
    await says(page, 'closed_account');
    const reasons = await client.reference.reasonCodes();
    for (const { reason_code, meaning } of reasons)
      await says(page, new RegExp(`${reason_code}[^]*${literal(meaning)}`));
    await click(page, tab('Roles'));
    await says(page, 'Payment approver');
    const [approvals] = await page.$$eval('main tbody tr', (rows) =>
      rows.flatMap(({ cells: row }) =>
        row[0]!.textContent === 'Approvals' ? [[...row].map((cell) => cell.textContent)] : [],
      ),
    );
    expect(approvals).toEqual(['Approvals', 'Read and change', 'Read', 'Read and change', 'Read', 'Read']);
  });

  it('never wrote an error to the console, broke the policy or asked another site', () => {
    expect(portal.complaints).toEqual([]);
  });
});
