import { eventually } from '@payments/testing';
import { PaymentsClient } from '@payments/client';
import type { PaymentsError, Transfer } from '@payments/client';
import type { BrowserContext, Page } from 'puppeteer-core';
import { userWithPassword } from '../support/chosen-password.js';
import { loseAnswers } from '../support/e2e/answered-requests.js';
import { account, payout } from '../support/e2e/bodies.js';
import type { Party } from '../support/e2e/bodies.js';
import { expectAccessible, requestsOf } from '../support/e2e/page-audit.js';
import { describeInChromium } from '../support/e2e/portal-browser.js';
import type { PortalBrowser, PortalEnterprise } from '../support/e2e/portal-browser.js';
import {
  choose,
  chord,
  click,
  hasHeading,
  heading,
  hostile,
  inDialog,
  payTo,
  press,
  prove,
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
import { NOT_IN_BAR, ROLE_PAGES, ROLES } from '../support/e2e/portal-roles.table.js';
import { NOBODYS, PAGES, VERIFIED_NUMBER, inAYear, startPortalWorld } from '../support/e2e/portal-world.js';
import type { PageName, PortalWorld } from '../support/e2e/portal-world.js';
import type { WebhookReceiver } from '../support/receiver.js';

/** The theme that was chosen, and how far lists were scrolled. */
const STORED = /^(payments-theme$|tsr-scroll-restoration)/;
const dollars = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

describeInChromium('the portal in a browser', () => {
  let world: PortalWorld;
  let portal: PortalBrowser;
  let acme: PortalEnterprise;
  let initech: PortalEnterprise;
  let client: PaymentsClient;
  let receiver: WebhookReceiver;
  let transfer: Transfer;
  let payee: Party;
  let page: Page;
  let ids: PortalWorld['ids'];
  let pathOf: PortalWorld['pathOf'];

  beforeAll(async () => {
    world = await startPortalWorld();
    ({ portal, acme, initech, client, receiver, transfer, payee, page, ids, pathOf } = world);
  });
  afterAll(() => world?.stop());

  it.each(Object.keys(PAGES) as PageName[])(
    'shows the page "%s" without a fault of accessibility, and within 320 pixels',
    async (name) => {
      portal.expected.add(404);
      await portal.visit(page, pathOf(name));
      await expectAccessible(page, ['light']);
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

    it('shows a new payout without a reload', async () => {
      await portal.visit(page, '/');
      await says(page, 'Live');
      await client.transfers.create(payout('payout-live', payee));
      await says(page, 'payout-live');
    });
  });

  describe('the balance', () => {
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

  it('sends a new transfer once, even if an answer is lost', async () => {
    await portal.visit(page, '/');
    await portal.visit(page, '/transfers/new');
    await payTo(page);
    await replaceText(page, 'input[name=amount]', '20');
    await replaceText(page, 'input[name=reference]', 'payout-0004');
    await chord(page, 'Control', 'Enter');
    await says(page, 'Send $20.00');
    const end = await loseAnswers(page, '/deliver/transfers', 1);
    await press(page, 'Send $20.00');
    await says(page, 'Trying again');
    await hasHeading(page, 'payout-0004');
    expect(await client.transfers.list({ transfer_reference_id: 'payout-0004' }).toArray()).toHaveLength(1);
    expect(portal.complaints.splice(0)).toEqual([expect.stringContaining('ERR_CONNECTION_RESET')]);
    end();
  });

  it.each(ROLES)('shows the role %s the pages that it may see, and no others', async (role) => {
    const login = await userWithPassword(world.admin, { name: `${role}@acme.example`, role });
    const other = await portal.signedIn(login);
    const shown = await other.$$eval('nav[aria-label="Main navigation"] a', (links) =>
      links.map(({ pathname }) => pathname.replace('/portal/app', '') || '/'),
    );
    const allowed = Object.keys(ROLE_PAGES).filter((path) => ROLE_PAGES[path]!.includes(role));
    expect(shown.sort()).toEqual(allowed.filter((path) => !NOT_IN_BAR.includes(path)).sort());
    portal.expected.add(403);
    await portal.visit(other, '/users');
    await says(other, 'Your role cannot see this');
    await portal.visit(other, '/transfers');
    const isOffered = (await other.$('a[href$="/transfers/new"]')) !== null;
    expect(isOffered).toBe(role === 'payment_initiator');
    await other.browserContext().close();
  });

  it('pays what a policy holds once, when another user has approved it', async () => {
    await world.admin.policies.create({
      ...{ name: 'Large payouts', applies_to: ['transfer'], required: 1, enabled: true },
      conditions: [{ field: 'amount', operator: 'gte', value: 1_000_000 }],
      approvers: { roles: ['payment_approver'] },
    });
    let tries = 0;
    // A policy takes effect within seconds.
    const { id, approval } = await eventually('the policy holds a payout', async () => {
      const large = { amount: 1_250_000, speed: 'asap' } as const;
      const made = await client.transfers.create({ ...payout(`held-${(tries += 1)}`, payee), ...large });
      const { approval } = await eventually('it is judged', async () => {
        const now = await client.transfers.get(made.id);
        return (now.approval !== undefined || now.status !== 'created') && now;
      });
      return approval && { id: made.id, approval };
    });
    const login = await userWithPassword(world.admin, { name: 'amy@acme.example', role: 'payment_approver' });
    const other = await portal.signedIn(login);
    await portal.visit(other, `/approvals/${approval.id}`);
    await press(other, 'Approve');
    await other.waitForSelector('dialog input[name=comment]:focus');
    await other.keyboard.type('Checked against the invoice');
    await click(other, inDialog('Approve $12,500.00'));
    await says(other, 'Approved');
    await eventually('it is paid', async () => (await client.transfers.get(id)).status === 'completed');
    expect(await client.transfers.list({ transfer_reference_id: `held-${tries}` }).toArray()).toHaveLength(1);
    await other.browserContext().close();
  });

  it('says of files to banks that they are not used where no bank gets any', async () => {
    await portal.visit(page, '/rails');
    await says(page, 'Files to banks are not used here');
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

    it('create a user, who chooses a password by a link that is shown once, and disable the user', async () => {
      await isAskedAgain('/users');
      await press(page, 'New user');
      await replaceText(page, 'input[name=name]', 'maria@acme.example');
      await press(page, 'Create the user');
      await prove(page, acme.user.password);
      await says(page, 'Password of the user');
      const link = await page.$eval('dialog dl > div:last-child code', (code) => code.textContent);
      await click(page, 'dialog input[type=checkbox]');
      await press(page, 'Close');
      expect(await page.content()).not.toContain(link);
      const other = await portal.newPage();
      await portal.open(other, link.slice(link.indexOf('/set-password')));
      await hasHeading(other, 'Choose your password');
      await expectAccessible(other);
      await replaceText(other, 'input[name=next]', 'twelve blue lamps at dawn');
      await replaceText(other, 'input[name=again]', 'twelve blue lamps at dawn');
      await press(other, 'Set the password');
      await says(other, 'With the name and password of your user.');
      await signIn(other, { name: 'maria@acme.example', password: 'twelve blue lamps at dawn' });
      await choose(page, 'Actions for maria@acme.example', 'Disable');
      await press(page, 'Disable');
      await says(page, 'maria@acme.example is disabled.');
      await other.browserContext().close();
    });

    it('change a setting after showing it before and after', async () => {
      await isAskedAgain('/settings');
      await replaceText(page, 'input[name=portal_idle_minutes]', '45');
      await press(page, 'Save');
      await says(page, '30 → 45');
      await click(page, 'dialog[open] button:last-of-type:not([aria-label])');
      await prove(page, acme.user.password);
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
      await choose(page, 'More actions', 'Show the secret');
      await prove(page, acme.user.password);
      await says(page, 'Secret of the endpoint');
      expect(await page.$eval('dialog code', (code) => code.textContent)).toMatch(/^whsec_/);
      await press(page, 'Close');
      expect(await page.content()).not.toContain('whsec_');
    });
  });

  describe('the tools for endpoints', () => {
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
