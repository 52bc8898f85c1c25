import { PaymentsClient } from '@payments/client';
import type { Page } from 'puppeteer-core';
import { userWithPassword } from '../support/chosen-password.js';
import { clientOf } from '../support/e2e/client.js';
import { expectGoodPage } from '../support/e2e/page-audit.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { describeInChromium, PortalBrowser } from '../support/e2e/portal-browser.js';
import type { PortalEnterprise } from '../support/e2e/portal-browser.js';
import {
  click,
  hasHeading,
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

guards('apps/portal/src/api', 'apps/portal/src/app', 'apps/portal/src/ui', 'apps/portal/src/pages/subledgers');

const NOBODYS = '019c15a0-0000-7000-8000-000000000027';

/** Every page of subledgers and book transfers; `:id` is a subledger with money. */
const PAGES = {
  subledgers: '/subledgers',
  'subledgers that no filter finds': '/subledgers?customer_reference_id=nobody',
  subledger: '/subledgers/:id',
  'subledger that does not exist': `/subledgers/${NOBODYS}`,
  'new subledger': '/subledgers/new',
  'book transfers': '/subledgers/transfers',
  'book transfers that no filter finds': '/subledgers/transfers?status=created',
  'new book transfer': '/subledgers/transfers/new',
} as const;

describeInChromium('subledgers in the portal', () => {
  let portal: PortalBrowser;
  let acme: PortalEnterprise;
  let client: PaymentsClient;
  let owner: string;
  let page: Page;

  beforeAll(async () => {
    portal = await PortalBrowser.start();
    portal.expected.add(400).add(404);
    acme = await portal.enterprise('Acme');
    client = clientOf(portal.origin, acme);
    owner = (await verifiedAccounts(client, 'one')).payee.customer_reference_id;
    await client.sandbox.credit({ amount: 100_000_000 });
    page = await portal.signedIn(acme.user);
  });
  afterAll(() => portal?.stop());

  const subledger = async (reference: string) =>
    (await client.subledgers.list({ subledger_reference_id: reference }).toArray())[0]!;
  const rows = () => page.$$eval('[role=row][data-index]', (all) => all.map((row) => row.innerText));

  async function move(reference: string, amount: string, { source = '', destination = '' }): Promise<void> {
    await portal.visit(page, '/subledgers/transfers');
    await portal.visit(page, '/subledgers/transfers/new');
    await replaceText(page, 'input[name=book_transfer_reference_id]', reference);
    await replaceText(page, 'input[name=amount]', amount);
    await replaceText(page, 'input[name=source]', source);
    await replaceText(page, 'input[name=destination]', destination);
    await press(page, 'Review');
  }

  it('say what they are for as long as there are none', async () => {
    await portal.visit(page, '/subledgers');
    await says(page, 'No subledgers yet');
    await portal.visit(page, '/subledgers/transfers');
    await says(page, 'No book transfers yet');
  });

  it('are created for a customer, by keyboard alone', async () => {
    await portal.visit(page, '/subledgers');
    await tabTo(page, 'main a[href$="/subledgers/new"]');
    await page.keyboard.press('Enter');
    await hasHeading(page, 'New subledger');
    await tabTo(page, 'input[name=subledger_reference_id]');
    await page.keyboard.type('wallet');
    await page.keyboard.press('Tab');
    await page.keyboard.type(owner);
    await page.keyboard.press('Enter');
    await hasHeading(page, 'wallet');
    expect(await subledger('wallet')).toMatchObject({
      customer_reference_id: owner,
      customer_resource_type: 'business',
    });
    for (const text of ['$0.00', 'No entries yet', 'Business']) await says(page, text);
  });

  it('are refused beside the field', async () => {
    await portal.visit(page, '/subledgers/new?customer=nobody');
    await replaceText(page, 'input[name=subledger_reference_id]', 'wallet');
    await press(page, 'Create the subledger');
    await page.waitForSelector('input[name=customer_reference_id][aria-invalid=true]');
    await replaceText(page, 'input[name=customer_reference_id]', 'Acme');
    await press(page, 'Create the subledger');
    await says(page, 'A subledger with this reference already exists.');
    await replaceText(page, 'input[name=subledger_reference_id]', hostile('subledger'));
    await press(page, 'Create the subledger');
    await hasHeading(page, hostile('subledger'));
  });

  it('are filled after a review, and show their entries and their balance to the cent', async () => {
    await portal.visit(page, `/subledgers/${(await subledger('wallet')).id}`);
    await click(page, 'main a[href*="/subledgers/transfers/new"]');
    await hasHeading(page, 'New book transfer');
    expect(await page.$eval('input[name=destination]', ({ value }) => value)).toBe('wallet');
    await press(page, 'Review');
    for (const text of ['Enter a reference.', 'Enter an amount.']) await says(page, text);
    await replaceText(page, 'input[name=book_transfer_reference_id]', 'fund-1');
    await replaceText(page, 'input[name=amount]', '1,234.56');
    await press(page, 'Review');
    await says(page, 'From the enterprise itself to wallet.');
    await screenshotIfAsked(page, 'book-transfer-review');
    await click(page, inDialog('Move $1,234.56'));
    await says(page, '$1,234.56 has moved.');
    await hasHeading(page, 'Book transfers');
    await says(page, 'The enterprise itself → wallet');
    expect(await client.subledgers.balance((await subledger('wallet')).id)).toMatchObject({ available: 123_456 });
    await portal.visit(page, '/subledgers?subledger_reference_id=wallet');
    await until(page, `document.querySelectorAll('[role=row][data-index]').length === 1`);
    expect((await rows())[0]).toContain('$1,234.56');
    await portal.visit(page, `/subledgers/${(await subledger('wallet')).id}`);
    await says(page, 'Available (the enterprise itself) → Available');
    const { id } = await subledger('wallet');
    await click(page, '::-p-xpath(//a[normalize-space()="Filter and save them"])');
    await hasHeading(page, 'Balance');
    expect(new URL(page.url()).search).toBe(`?subledger_id=${id}`);
    await until(page, `document.querySelectorAll('[role=row][data-index]').length === 1`);
    expect((await rows())[0]).toContain('$1,234.56');
    await tabTo(page, '[role=row]');
    await page.keyboard.press('Space');
    await page.waitForSelector(`section[aria-label="Details of the row"] a[href$="/subledgers/${id}"]`);
  });

  it('are found by their owner, with their balances', async () => {
    await portal.visit(page, `/subledgers?customer_reference_id=${owner}`);
    await until(page, `document.querySelectorAll('[role=row][data-index]').length === 1`);
    expect((await rows())[0]).toContain('$1,234.56');
    expect((await client.subledgers.balances({ customer_reference_id: owner }).toArray()).length).toBe(1);
  });

  it('tell the sides of a refused book transfer apart, and nothing has moved', async () => {
    await move('wrong', '1', { source: 'nowhere', destination: 'wallet' });
    await click(page, inDialog('Move $1.00'));
    await page.waitForSelector('input[name=source][aria-invalid=true]');
    await says(page, 'No subledger has this reference.');
    expect(await page.$('input[name=destination][aria-invalid=true]')).toBeNull();
    await replaceText(page, 'input[name=source]', '');
    await replaceText(page, 'input[name=destination]', '');
    await press(page, 'Review');
    await says(page, 'Enter the subledger on at least one side.');
    await move('fund-1', '1', { destination: 'wallet' });
    await click(page, inDialog('Move $1.00'));
    await says(page, 'A book transfer with this reference already exists.');
    expect(await client.bookTransfers.list().toArray()).toHaveLength(1);
  });

  it('say when the source has too little, and why a book transfer failed', async () => {
    await move('too-much', '99,999.99', { source: 'wallet' });
    await click(page, inDialog('Move $99,999.99'));
    await says(page, 'Nothing has moved: the source does not have enough available money.');
    await press(page, 'Failed');
    await until(page, 'location.search === "?status=failed"');
    await until(page, `document.querySelectorAll('[role=row][data-index]').length === 1`);
    await tabTo(page, '[role=row]');
    await page.keyboard.press('Space');
    const [failed] = await client.bookTransfers.list({ status: ['failed'] }).toArray();
    await says(page, failed!.status_reasons![0]!.source.reason_code_message);
  });

  it('ask for a large amount once more, and move it once even if the answer is lost and it is reviewed again', async () => {
    await move('large', '100,000', { destination: 'wallet' });
    await page.waitForSelector('dialog[open] button:disabled');
    await replaceText(page, 'dialog input[name=typed]', '100,000.00');
    const session = await page.createCDPSession();
    await session.send('Fetch.enable', {
      patterns: [{ urlPattern: '*/deliver/booktransfers', requestStage: 'Response' }],
    });
    const lost = new Promise<void>((done) => {
      session.once('Fetch.requestPaused', ({ requestId }) => {
        void session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' }).then(() => done());
      });
    });
    await click(page, inDialog('Move $100,000.00'));
    await lost;
    await session.detach();
    await says(page, 'did not answer');
    await click(page, inDialog('Cancel'));
    await press(page, 'Review');
    await replaceText(page, 'dialog input[name=typed]', '100,000.00');
    await click(page, inDialog('Move $100,000.00'));
    await says(page, '$100,000.00 has moved.');
    expect(await client.bookTransfers.list({ book_transfer_reference_id: 'large' }).toArray()).toHaveLength(1);
    expect(portal.complaints.splice(0)).toEqual([expect.stringContaining('ERR_CONNECTION_RESET')]);
  });

  it('are closed only when they are empty, after a question', async () => {
    const { id } = await subledger('wallet');
    await portal.visit(page, `/subledgers/${id}`);
    await press(page, 'Close');
    await says(page, 'Close the subledger wallet?');
    await click(page, inDialog('Close'));
    await says(page, 'The subledger has money');
    await click(page, inDialog('Cancel'));
    const empty = await subledger(hostile('subledger'));
    await portal.visit(page, `/subledgers/${empty.id}`);
    await press(page, 'Close');
    await click(page, inDialog('Close'));
    await says(page, 'The subledger is closed.');
    await page.waitForSelector('::-p-xpath(//main//*[normalize-space()="Closed"])');
    expect((await subledger(hostile('subledger'))).closed_at).toBeDefined();
    expect(await page.$('img, [onerror]')).toBeNull();
  });

  it('are only looked at by users who may only read', async () => {
    const admin = new PaymentsClient({ baseUrl: portal.origin, user: acme.user, apiKey: acme.api_key });
    const login = await userWithPassword(admin, { name: 'reader@acme.example', role: 'read_only' });
    const reader = await portal.signedIn(login);
    const refused: string[] = [];
    reader.on('response', (answer) => void (answer.status() === 403 && refused.push(answer.url())));
    const { id } = await subledger('wallet');
    for (const path of ['/subledgers', `/subledgers/${id}`, '/subledgers/transfers']) {
      await portal.visit(reader, path);
      const offered = await reader.$$eval('main header button, main a[href*="/new"]', (all) => all.length);
      expect([path, offered]).toEqual([path, 0]);
      expect(await textOf(reader)).not.toContain('Your role cannot see this');
    }
    for (const path of ['/subledgers/new', '/subledgers/transfers/new']) {
      await portal.visit(reader, path);
      await says(reader, 'Your role cannot see this');
    }
    expect(refused).toEqual([]);
    await reader.browserContext().close();
  });

  it.each(Object.keys(PAGES) as (keyof typeof PAGES)[])(
    'load the page "%s" with few requests, without a fault of accessibility in both themes, and within 320 pixels',
    async (name) => {
      const { id } = await subledger('wallet');
      await expectGoodPage(page, () => portal.open(page, PAGES[name].replace(':id', id)));
    },
  );
});
