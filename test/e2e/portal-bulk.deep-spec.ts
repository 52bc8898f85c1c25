import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PaymentsClient } from '@payments/client';
import type { BulkTransfer } from '@payments/client';
import { eventually } from '@payments/testing';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { userWithPassword } from '../support/chosen-password.js';
import { payoutFile } from '../support/bulk-files.js';
import { interceptRequests } from '../support/e2e/answered-requests.js';
import { clientOf } from '../support/e2e/client.js';
import { expectGoodPage } from '../support/e2e/page-audit.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import type { Party } from '../support/e2e/bodies.js';
import { describeInChromium, PortalBrowser } from '../support/e2e/portal-browser.js';
import type { PortalEnterprise } from '../support/e2e/portal-browser.js';
import { click, hasHeading, inDialog, press, replaceText, savedBy, says, until } from '../support/e2e/portal-page.js';
import { guards } from '../support/guards.js';

guards(
  'apps/portal/src/api',
  'apps/portal/src/app',
  'apps/portal/src/ui',
  'apps/portal/src/pages/bulk',
  'libs/bulk/src/infrastructure/http',
);

const MIB = 1024 * 1024;
/** As long as one record may almost be, so that few rows fill a part. */
const PADDED = 60_000;

/** Every page of bulk transfers; `:id` is that of one with the status. */
const PAGES: Readonly<Record<string, readonly [path: string, status: BulkTransfer['status']]>> = {
  'bulk transfers': ['/bulk', 'completed'],
  'bulk transfers that no filter finds': ['/bulk?status=failed', 'completed'],
  'new bulk transfer': ['/bulk/new', 'completed'],
  'bulk transfer that is uploaded': ['/bulk/:id', 'uploading'],
  'bulk transfer with refused rows': ['/bulk/:id?status=refused', 'invalid'],
  'bulk transfer that is complete': ['/bulk/:id', 'completed'],
};

const isPart = (request: HTTPRequest) => request.method() === 'PUT' && request.url().includes('/parts/');
/** An answer that asks for patience. */
const busyFor = (seconds: string) => ({
  ...{ status: 503, headers: { 'Retry-After': seconds }, contentType: 'application/json', body: '{}' },
});
const numberOf = (request: HTTPRequest) => Number(request.url().split('/').at(-1));

describeInChromium('bulk transfers in the portal', () => {
  let portal: PortalBrowser;
  let acme: PortalEnterprise;
  let client: PaymentsClient;
  let admin: PaymentsClient;
  let payee: Party;
  let page: Page;
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'portal-bulk-'));
    portal = await PortalBrowser.start();
    acme = await portal.enterprise('Acme');
    client = clientOf(portal.origin, acme);
    admin = new PaymentsClient({ baseUrl: portal.origin, user: acme.user, apiKey: acme.api_key });
    ({ payee } = await verifiedAccounts(client, 'one'));
    await client.sandbox.credit({ amount: 100_000_000 });
    page = await portal.signedIn(acme.user);
  });
  afterAll(async () => {
    await portal?.stop();
    await rm(directory, { recursive: true });
  });

  async function fileOf(name: string, content: string): Promise<string> {
    const path = join(directory, name);
    await writeFile(path, content);
    return path;
  }
  async function choose(on: Page, path: string): Promise<void> {
    const input = await on.waitForSelector('input[type=file]');
    await (input as unknown as { uploadFile(file: string): Promise<void> }).uploadFile(path);
  }
  /** Uploads a file, and waits for the page of its bulk transfer. */
  async function upload(path: string, reference: string, mode: 'all' | 'each' = 'all'): Promise<void> {
    await portal.visit(page, '/bulk/new');
    await choose(page, path);
    await replaceText(page, 'input[name=bulk_reference_id]', reference);
    await page.select('select[name=mode]', mode);
    await press(page, 'Upload');
    await hasHeading(page, reference);
  }
  const newest = async (): Promise<BulkTransfer> => (await client.bulkTransfers.list().toArray())[0]!;
  /** One that waits for an approval, as soon as the policy is known everywhere. */
  async function heldOne(): Promise<BulkTransfer> {
    let held: BulkTransfer | undefined;
    await eventually('a bulk transfer is held', async () => {
      const mark = `held-${Date.now()}`;
      const created = await client.bulkTransfers.create({
        ...{ bulk_reference_id: mark, mode: 'each', format: 'csv', review: true },
      });
      await client.bulkTransfers.upload(created, Buffer.from(csv(mark, 1)));
      await eventually(
        'it is checked',
        async () => (held = await client.bulkTransfers.get(created.id)).status === 'ready',
      );
      return held?.approval !== undefined;
    });
    return held!;
  }
  const hasStatus = (text: string) =>
    until(page, `document.querySelector('main header [data-tone]')?.textContent === ${JSON.stringify(text)}`);
  const csv = (prefix: string, rows: number, isBad: (row: number) => boolean = () => false) =>
    payoutFile(payee, rows, { prefix, isBad });
  /** Five parts of almost 1 MiB, the last one smaller. */
  function largeFile(prefix: string, lastAmount = 100): string {
    const rows = payoutFile(payee, 80, {
      ...{ format: 'ndjson', prefix },
      amountOf: (row) => (row === 80 ? lastAmount : 100),
    }).split('\n');
    return rows.map((row) => (row === '' ? '' : row.padEnd(PADDED))).join('\n');
  }

  it('say what they are for as long as there are none', async () => {
    await portal.visit(page, '/bulk');
    await says(page, 'No bulk transfers yet');
  });

  it('are made of a file, checked, and started only after the sum was seen', async () => {
    await portal.visit(page, '/bulk');
    await click(page, 'main a[href$="/bulk/new"]');
    await hasHeading(page, 'New bulk transfer');
    await choose(page, await fileOf('payroll.csv', csv('payroll', 3)));
    await until(page, `document.querySelector('input[name=bulk_reference_id]').value === 'payroll'`);
    await press(page, 'Upload');
    await hasHeading(page, 'payroll');
    await hasStatus('Ready');
    const ready = await newest();
    expect(ready).toMatchObject({ bulk_reference_id: 'payroll', mode: 'all', format: 'csv', rows: 3, amount: 300 });
    expect(await client.transfers.list().toArray()).toEqual([]);
    await press(page, 'Start');
    await says(page, '3 transfers are created: $3.00.');
    await click(page, inDialog('Start'));
    await hasStatus('Completed');
    const transfers = await client.transfers.list().toArray();
    expect(transfers.map(({ transfer_reference_id: reference }) => reference).sort()).toEqual([
      ...['payroll-1', 'payroll-2', 'payroll-3'],
    ]);
    // What the page has read of a row before it was created leads nowhere yet.
    await click(page, '::-p-xpath(//*[@role="row"][contains(., "Created")]//a[normalize-space()="payroll-2"])');
    await hasHeading(page, 'payroll-2');
  });

  it('name each refused row with line and code, and save them without a formula that a spreadsheet would run', async () => {
    const file = csv('=1+1', 4, (row) => row === 2 || row === 3);
    await upload(await fileOf('each.csv', file), 'each', 'each');
    await hasStatus('Ready');
    const { id, progress } = await newest();
    expect(progress.refused).toBe(2);
    await press(page, 'Refused');
    await until(page, 'location.search === "?status=refused"');
    await until(page, `document.querySelectorAll('[role=row][data-index]').length === 2`);
    const rows = await page.$$eval('[role=row][data-index]', (all) =>
      all.map((row) => [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent)),
    );
    const [refused] = await client.bulkTransfers.rows(id, { status: ['refused'] }).toArray();
    expect(rows.map(([line, reference, , status, code]) => [line, reference, status, code])).toEqual([
      ['3', '=1+1-2', 'Refused', refused!.error_code],
      ['4', '=1+1-3', 'Refused', refused!.error_code],
    ]);
    const saved = await savedBy(page, 'Refused rows');
    expect(saved).toBe(await client.bulkTransfers.errors(id));
    const cells = saved
      .trim()
      .split('\r\n')
      .slice(1)
      .flatMap((row) => row.split(','));
    expect(cells).toContain("'=1+1-2");
    expect(cells.filter((cell) => /^"?[=+\-@\t\r]/.test(cell))).toEqual([]);
    await press(page, 'Start');
    await says(page, '2 refused rows are left out.');
    await click(page, inDialog('Start'));
    await hasStatus('Completed with errors');
  });

  it('start by themselves at the time that was chosen, after somebody has seen the sum', async () => {
    portal.expected.add(400);
    const setTime = (value: string) =>
      page.evaluate(`document.querySelector('input[name=execute_at]').value = '${value}'`);
    await portal.visit(page, '/bulk/new');
    await choose(page, await fileOf('timed.csv', csv('timed', 2)));
    await setTime('2020-01-01T00:00');
    await press(page, 'Upload');
    await page.waitForSelector('input[name=execute_at][aria-invalid=true]');
    const at = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000);
    await setTime(new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16));
    await press(page, 'Upload');
    await hasHeading(page, 'timed');
    await hasStatus('Ready');
    await press(page, 'Start');
    await says(page, 'They are created from');
    await click(page, inDialog('Start'));
    await says(page, 'It starts by itself at the time below.');
    expect(await newest()).toMatchObject({ execute_at: at.toISOString(), status: 'ready', progress: { created: 0 } });
  });

  it('create nothing if one row is wrong and all must be right', async () => {
    await upload(
      await fileOf(
        'invalid.csv',
        csv('invalid', 3, (row) => row === 3),
      ),
      'invalid',
    );
    await hasStatus('Invalid');
    await says(page, 'Nothing is created: rows are wrong.');
    expect(await page.$('::-p-xpath(//button[normalize-space()="Start"])')).toBeNull();
  });

  it('go on after the tab was closed at 40%, with the same file alone, and send nothing twice', async () => {
    portal.expected.add(503);
    const file = largeFile('large');
    const path = await fileOf('large.ndjson', file);
    expect(Math.ceil(file.length / MIB)).toBe(5);
    const first = await portal.signedIn(acme.user, '/bulk/new');
    await first.setRequestInterception(true);
    first.on('request', (request) => {
      if (isPart(request) && numberOf(request) > 2) void request.respond(busyFor('60'));
      else void request.continue();
    });
    await choose(first, path);
    await press(first, 'Upload');
    await says(first, /4\d% of large.ndjson have arrived/);
    expect(await first.$('input[type=file]')).toBeNull();
    const context = first.browserContext();
    const { id } = await newest();
    // A page that is closing intercepts nothing any more.
    await first.setOfflineMode(true);
    await first.close();

    const again = await portal.newPage(context);
    const sent: number[] = [];
    again.on('request', (request) => void (isPart(request) && sent.push(numberOf(request))));
    await portal.open(again, `/bulk/${id}`);
    await says(again, /4\d% of large.ndjson have arrived/);
    const value = await again.$eval('progress', ({ position }) => position);
    expect(Math.round(value * 10)).toBe(4);
    // What differs is the last row, of which the service has nothing yet.
    await choose(again, await fileOf('other.ndjson', largeFile('large', 200)));
    await says(again, 'This is another file than the one whose upload began.');
    expect(sent).toEqual([]);
    await choose(again, path);
    await until(again, `document.querySelector('main header [data-tone]')?.textContent === 'Ready'`);
    expect(sent).toEqual([3, 4, 5]);
    expect(await client.bulkTransfers.get(id)).toMatchObject({ rows: 80, amount: 8_000, status: 'ready' });
    await context.close();
  });

  it('are sent on when the service was away for a moment', async () => {
    portal.expected.add(503);
    const path = await fileOf('retried.csv', csv('retried', 2));
    let refused = 0;
    const end = await interceptRequests(page, (request) => {
      if (!isPart(request) || refused === 2) return false;
      refused += 1;
      void request.respond(busyFor('0'));
      return true;
    });
    await upload(path, 'retried');
    await hasStatus('Ready');
    end();
    expect(refused).toBe(2);
  });

  it('say which column or line of the file is wrong', async () => {
    portal.expected.add(400);
    await upload(await fileOf('column.csv', 'transfer_reference_id,payee\nx,y\n'), 'column');
    await says(page, 'The header names a column that does not exist. Column: payee.');
    expect(await page.$('input[type=file]')).toBeNull();
    const rows = largeFile('line').split('\n');
    rows[40] = '{"transfer_reference_id":';
    await upload(await fileOf('line.ndjson', rows.join('\n')), 'line');
    await says(page, 'Line 41.');
    await press(page, 'Cancel');
    await click(page, inDialog('Cancel this bulk transfer?'));
    await hasStatus('Canceled');
    expect(await newest()).toMatchObject({ bulk_reference_id: 'line', status: 'canceled' });
  });

  it('name what is missing beside its field', async () => {
    await portal.visit(page, '/bulk/new');
    await press(page, 'Upload');
    await says(page, 'Choose a file.');
    expect(await page.$eval('input[type=file]', (input) => input.getAttribute('aria-invalid'))).toBe('true');
    await choose(page, await fileOf('payroll.csv', csv('again', 1)));
    await press(page, 'Upload');
    await says(page, 'A bulk transfer with this reference already exists.');
    expect(await page.$eval('input[name=bulk_reference_id]', (input) => input.getAttribute('aria-invalid'))).toBe(
      'true',
    );
  });

  it('ask for large sums once more, and wait for approvals that a policy demands', async () => {
    const file = payoutFile(payee, 2, { prefix: 'rich', amountOf: () => 5_000_000 });
    await upload(await fileOf('rich.csv', file), 'rich');
    await hasStatus('Ready');
    await press(page, 'Start');
    await says(page, '$100,000.00');
    expect(await page.$(inDialog('Start'))).toBeNull();
    await replaceText(page, 'input[name=typed]', '100,000');
    await page.waitForSelector(inDialog('Start'));
    await click(page, inDialog('Cancel'));
    await press(page, 'Cancel');
    await click(page, inDialog('Cancel this bulk transfer?'));
    await hasStatus('Canceled');

    await admin.portal.createUser({ name: 'amy@acme.example', role: 'payment_approver' });
    const { id } = await admin.policies.create({
      ...{ name: 'Every file', applies_to: ['bulk_transfer'], required: 1, enabled: true },
      ...{ conditions: [{ field: 'amount', operator: 'gte', value: 1 }], approvers: { roles: ['payment_approver'] } },
    });
    const held = await heldOne();
    await portal.visit(page, `/bulk/${held.id}`);
    await says(page, 'It waits until it is approved.');
    expect(await page.$('::-p-xpath(//button[normalize-space()="Start"])')).toBeNull();
    const [account] = (await client.bulkTransfers.rows(held.id).toArray())[0]!.accounts!;
    await client.accounts.update(account!.account_id, { account_number: '9900887766' });
    await portal.visit(page, `/approvals/${held.approval!.id}`);
    await says(page, `The account details have since changed. Changed`);
    await says(page, `${account!.paid.account_holder_name}, ··${account!.paid.account_number.slice(-4)}`);
    await admin.policies.delete(id);
  });

  it('are found by what they are, and the address keeps it', async () => {
    await portal.visit(page, '/bulk');
    await press(page, 'Completed');
    await until(page, 'location.search === "?status=completed"');
    await until(page, `document.querySelectorAll('[role=row][data-index]').length === 1`);
    await portal.open(page, '/bulk?status=completed');
    await until(page, `document.querySelectorAll('[role=row][data-index]').length === 1`);
  });

  it('are read by users who may only read, and no upload, start or cancel is offered to them', async () => {
    const login = await userWithPassword(admin, { name: 'reader@acme.example', role: 'read_only' });
    const reader = await portal.signedIn(login);
    const refused: string[] = [];
    reader.on('response', (response) => void (response.status() === 403 && refused.push(response.url())));
    const waiting = await client.bulkTransfers.create({ bulk_reference_id: 'waits', mode: 'each', format: 'csv' });
    const [invalid] = await client.bulkTransfers.list({ status: ['invalid'] }).toArray();
    const offered = () =>
      reader.$$eval('main header button, main a[href*="/new"], main input', (all) =>
        all.map((each) => each.textContent || each.getAttribute('type')),
      );
    await portal.visit(reader, `/bulk/${waiting.id}`);
    await says(reader, '0 B have arrived.');
    expect(await offered()).toEqual([]);
    await portal.visit(reader, `/bulk/${invalid!.id}`);
    expect(await offered()).toEqual(['Refused rows']);
    expect(await savedBy(reader, 'Refused rows')).toBe(await client.bulkTransfers.errors(invalid!.id));
    await portal.visit(reader, '/bulk/new');
    await says(reader, 'Your role cannot see this');
    expect(await reader.$('input[type=file]')).toBeNull();
    await click(reader, 'nav[aria-label="Main navigation"] a[href$="/bulk"]');
    await hasHeading(reader, 'Bulk transfers');
    expect(await reader.$('main a[href*="/new"]')).toBeNull();
    expect(refused).toEqual([]);
    await reader.browserContext().close();
  });

  it.each(Object.entries(PAGES))(
    'load the page "%s" with few requests, without a fault of accessibility in both themes, and within 320 pixels',
    async (_, [path, status]) => {
      const [found] = await client.bulkTransfers.list({ status: [status] }).toArray();
      await expectGoodPage(page, () => portal.open(page, path.replace(':id', found!.id)));
    },
  );
});
