import type { PaymentsClient } from '@payments/client';
import { eventually } from '@payments/testing';
import type { Page } from 'puppeteer-core';
import { EVENT_TYPES } from '../../libs/webhooks/src/domain/event-types.js';
import { payout } from '../support/e2e/bodies.js';
import type { Party } from '../support/e2e/bodies.js';
import { clientOf } from '../support/e2e/client.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { expectAccessible } from '../support/e2e/page-audit.js';
import { describeInChromium, PortalBrowser } from '../support/e2e/portal-browser.js';
import type { PortalEnterprise } from '../support/e2e/portal-browser.js';
import { click, hasHeading, press, prove, says, tabTo, until } from '../support/e2e/portal-page.js';
import { WebhookReceiver } from '../support/receiver.js';
import { guards } from '../support/guards.js';

guards('apps/portal/src/api', 'apps/portal/src/app', 'apps/portal/src/ui', 'apps/portal/src/pages/webhooks');

const tab = (name: string) => `::-p-xpath(//*[@role="tab"][normalize-space()="${name}"])`;
const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Puts a stream of events in the place of the service's; `feed` writes so many of them. */
const STREAM = `{
  const ask = globalThis.fetch;
  const encoder = new TextEncoder();
  const eventOf = (id) => 'id: ' + id + '\\nevent: transfer_updated\\ndata: ' +
    JSON.stringify({ resource_type: 'transfer', resource_id: crypto.randomUUID(), sequence: 1 }) + '\\n\\n';
  let sent = 0;
  globalThis.fetch = async (request, init) => {
    if (!String(request.url ?? request).includes('/deliver/events/stream')) return ask(request, init);
    const body = new ReadableStream({
      start(stream) {
        globalThis.feed = async (count) => {
          for (let left = count; left > 0; left -= 4_000) {
            stream.enqueue(encoder.encode(Array.from({ length: Math.min(4_000, left) }, () => eventOf(++sent)).join('')));
            await new Promise((next) => setTimeout(next, 50));
          }
        };
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
}`;
/** Of an hour with 20 a second. */
const MANY_EVENTS = 72_000;

/** Before the second attempt, whose wait of 5 s varies by a tenth. */
const SHORTEST_WAIT_MS = 4_000;

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
    await expectAccessible(page);
    receiver.answer = () => 204;
    receiver.received.length = 0;
    portal.expected.add(403);
    await portal.forgetProofs();
    await portal.open(page, `/webhooks/${id}`);
    await press(page, 'Turn on');
    await prove(page, acme.user.password);
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

  it('that answer 500 show the class of the error and the next try, and a new attempt by itself', async () => {
    const { id, receiver } = await anEndpoint(500);
    await client.transfers.create(payout('refused', payee));
    await portal.visit(page, `/webhooks/${id}`);
    await says(page, /500 in [\d.]+ m?s/);
    const rows = () => page.$$eval('[role=row][data-index]', (all) => all.map((row) => row.innerText));
    const times = await page.$$eval('[role=columnheader]', (all) => all.map(({ textContent }) => textContent));
    expect(times).toContain('Next attempt');
    const [delivery] = await client.webhooks.deliveries(id).toArray();
    const attempted = delivery!.attempts.map(({ attempted_at }) => Date.parse(attempted_at));
    expect(Date.parse(delivery!.next_attempt_at!)).toBeGreaterThan(Math.max(...attempted) + SHORTEST_WAIT_MS);
    const place = times.indexOf('Next attempt');
    const next = await page.$$eval(
      '[role=row][data-index="0"] [role=gridcell]',
      (cells, at) => cells[at]?.querySelector('time')?.dateTime,
      place,
    );
    expect(Number.isNaN(Date.parse(next ?? ''))).toBe(false);
    receiver.answer = () => 204;
    await tabTo(page, '[role=row]');
    await page.keyboard.press('Space');
    await press(page, 'Redeliver');
    await says(page, 'Sent again to 1 endpoint.');
    await says(page, /204 in [\d.]+ m?s/);
    expect((await rows()).join()).toContain('204 in');
    await portal.visit(page, '/webhooks');
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

  it('tell an hour of events, 20 a second, to a page that shows the last 500', async () => {
    const open = await portal.newPage(page.browserContext());
    await open.evaluateOnNewDocument(STREAM);
    await portal.open(open, '/webhooks');
    const lines = 'document.querySelectorAll(\'ol[aria-label="Live tail"] li\').length';
    await until(open, 'globalThis.feed !== undefined');
    await open.evaluate(`feed(${MANY_EVENTS})`);
    await until(open, `${lines} === 500`);
    await open.close();
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
});
