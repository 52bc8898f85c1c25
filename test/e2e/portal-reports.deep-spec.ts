import { PaymentsClient } from '@payments/client';
import type { Report } from '@payments/client';
import { eventually } from '@payments/testing';
import type { Page } from 'puppeteer-core';
import { userWithPassword } from '../support/chosen-password.js';
import { payout } from '../support/e2e/bodies.js';
import { clientOf } from '../support/e2e/client.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { describeInChromium, PortalBrowser } from '../support/e2e/portal-browser.js';
import type { PortalEnterprise } from '../support/e2e/portal-browser.js';
import { expectGoodPage } from '../support/e2e/page-audit.js';
import { click, hasHeading, press, savedBy, says, tabTo, textOf, until } from '../support/e2e/portal-page.js';
import { guards } from '../support/guards.js';

guards(
  'apps/portal/src/api',
  'apps/portal/src/app',
  'apps/portal/src/ui',
  'apps/portal/src/pages/reports',
  'apps/portal/src/pages/balance',
);

const newYorkDay = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(at);

/** Every page of reports; `:id` is that of one that is complete. */
const PAGES = {
  reports: '/reports',
  'reports that no filter finds': '/reports?status=failed',
  'new reconciliation': '/reports/new',
  'new statement': '/reports/new?kind=statement',
  'new export': '/reports/new?kind=export&resource=customers&status=verified&status=closed',
  'balance statement': '/reports/balances',
  report: '/reports/:id',
} as const;

describeInChromium('reports in the portal', () => {
  let portal: PortalBrowser;
  let acme: PortalEnterprise;
  let client: PaymentsClient;
  let admin: PaymentsClient;
  let page: Page;

  beforeAll(async () => {
    portal = await PortalBrowser.start();
    acme = await portal.enterprise('Acme');
    client = clientOf(portal.origin, acme);
    admin = new PaymentsClient({ baseUrl: portal.origin, user: acme.user, apiKey: acme.api_key });
    const { payee } = await verifiedAccounts(client, 'one');
    await client.sandbox.credit({ amount: 1_000_000 });
    const { id } = await client.transfers.create({ ...payout('payout-1', payee), speed: 'asap' });
    await eventually('it is settled', async () => (await client.transfers.get(id)).status === 'completed');
    page = await portal.signedIn(acme.user);
  });
  afterAll(() => portal?.stop());

  const newest = async (): Promise<Report> => (await client.reports.list().toArray())[0]!;
  const fileOf = ({ id }: Report) => client.reports.download(id);
  const setDay = (name: string, day: string) =>
    page.evaluate(`document.querySelector('input[name=${name}]').value = '${day}'`);
  const change = (id: string, columns: string) =>
    portal.database.query(`UPDATE reports.reports SET ${columns} WHERE id = $1`, [id]);
  /** As if the minute after the period was over. */
  async function makeNow(id: string): Promise<void> {
    await portal.database.query('UPDATE platform.tasks SET run_at = now() WHERE subject_id = $1', [id]);
    await portal.database.query('NOTIFY payments_wake');
  }

  it('say what they are for as long as there are none', async () => {
    await portal.visit(page, '/reports');
    await says(page, 'No reports yet');
  });

  it('reconcile a period, and save the very file of the API', async () => {
    await click(page, 'main a[href$="/reports/new"]');
    await hasHeading(page, 'New report');
    await setDay('end_time', newYorkDay(Date.now()));
    await press(page, 'Create');
    await hasHeading(page, 'Reconciliation');
    await page.waitForSelector('::-p-xpath(//button[normalize-space()="Download"])');
    const report = await newest();
    expect(report).toMatchObject({ kind: 'recon', report_scope: 'total', status: 'completed' });
    expect(report.rows).toBeGreaterThan(2);
    for (const text of [String(report.rows), 'Kept until', 'The enterprise and all subledgers']) await says(page, text);
    expect(await savedBy(page, 'Download')).toBe(await fileOf(report));
  });

  it('lead from the balance to a statement in the chosen format, by keyboard alone', async () => {
    await portal.visit(page, '/balance');
    await tabTo(page, 'main header button');
    await page.keyboard.press('Enter');
    for (const format of ['CSV', 'BAI2', 'camt.053']) {
      await until(page, `document.querySelector('[role=menuitem]:focus')?.textContent === '${format}'`);
      await page.keyboard.press(format === 'camt.053' ? 'Enter' : 'ArrowDown');
    }
    await until(page, 'location.search === "?kind=statement&format=camt053"');
    await tabTo(page, 'button[type=submit]');
    await page.keyboard.press('Enter');
    await hasHeading(page, 'Statement');
    await page.waitForSelector('::-p-xpath(//button[normalize-space()="Download"])');
    const saved = await savedBy(page, 'Download');
    expect(saved).toContain('urn:iso:std:iso:20022:tech:xsd:camt.053.001.08');
    expect(saved).toBe(await fileOf(await newest()));
  });

  it.each(['bai2', 'csv'] as const)('write a statement as %s', async (format) => {
    await portal.visit(page, `/reports/new?kind=statement&format=${format}`);
    await press(page, 'Create');
    await page.waitForSelector('::-p-xpath(//button[normalize-space()="Download"])');
    const report = await newest();
    expect(report).toMatchObject({ kind: 'statement', format });
    expect(await savedBy(page, 'Download')).toBe(await fileOf(report));
  });

  it('name what is wrong beside its field', async () => {
    portal.expected.add(400);
    await portal.visit(page, '/reports/new?kind=statement');
    await setDay('end_date', newYorkDay(Date.now() + 86_400_000));
    await press(page, 'Create');
    await says(page, 'end_date must be a day that has ended in New York');
    expect(await page.$eval('input[name=end_date]', (input) => input.getAttribute('aria-invalid'))).toBe('true');
  });

  it('export the rows that the address asks for, and say how far they are', async () => {
    await portal.visit(page, '/reports/new?kind=export&resource=transfers&status=failed&type=x');
    expect(await page.$$eval('[aria-pressed=true]', (chips) => chips.map((chip) => chip.textContent))).toEqual([
      'Failed',
    ]);
    await press(page, 'Completed');
    await until(page, 'location.search.endsWith("&status=failed&status=completed")');
    await setDay('end_time', newYorkDay(Date.now()));
    await press(page, 'Create');
    await hasHeading(page, 'Export: Transfers');
    await says(page, 'It waits to be made.');
    const { id, filters } = await newest();
    expect(filters).toEqual({ status: ['failed', 'completed'] });
    expect(await page.$('::-p-xpath(//button[normalize-space()="Download"])')).toBeNull();
    await change(id, `status = 'pending', progress = '{"head":"","after":""}', rows = 2048, bytes = 3145728`);
    await says(page, 'It is being made. Rows so far: 2,048, 3 MiB');
    await change(id, 'rows = 0, bytes = 0');
    await makeNow(id);
    await page.waitForSelector('::-p-xpath(//button[normalize-space()="Download"])');
    const report = await newest();
    expect([report.id, report.rows]).toEqual([id, 1]);
    expect(await savedBy(page, 'Download')).toContain('payout-1');
  });

  it('export every resource with the filters that it has, the audit log too', async () => {
    await portal.visit(page, '/reports/new?kind=export');
    const resources = await page.$$eval('select[name=resource] option', (all) => all.map((each) => each.value));
    expect(resources).toEqual(['transfers', 'ledger_entries', 'events', 'audit', 'customers', 'accounts']);
    for (const resource of resources) {
      await portal.visit(page, '/reports/new?kind=export');
      await page.select('select[name=resource]', resource);
      await until(
        page,
        `location.search.endsWith(${JSON.stringify(`resource=${resource}`)}) || ${resource === 'transfers'}`,
      );
      await page.select('select[name=format]', 'ndjson');
      await press(page, 'Create');
      await until(page, `document.querySelector('h1').textContent.startsWith('Export: ')`);
      expect(await newest()).toMatchObject({ kind: 'export', resource, format: 'ndjson' });
    }
  });

  it('can be found by what they are, and the address keeps it', async () => {
    await portal.visit(page, '/reports');
    await press(page, 'Statement');
    await until(page, 'location.search === "?kind=statement"');
    await until(page, `document.querySelectorAll('[role=row][data-index]').length === 3`);
    await portal.open(page, '/reports?kind=statement');
    await until(page, `document.querySelectorAll('[role=row][data-index]').length === 3`);
  });

  it('say why they failed, that their file has expired, and are deleted after a question', async () => {
    const { id } = (await client.reports.list({ kind: ['statement'] }).toArray())[0]!;
    await portal.visit(page, `/reports/${id}`);
    await change(id, `completed_at = completed_at - interval '31 days'`);
    await portal.open(page, `/reports/${id}`);
    await says(page, 'The file has expired.');
    expect(await page.$('::-p-xpath(//button[normalize-space()="Download"])')).toBeNull();
    const now = new Date().toISOString();
    const asked = {
      resource: 'events',
      format: 'csv',
      start_time: new Date(Date.now() - 86_400_000).toISOString(),
      end_time: now,
    } as const;
    const failed = await client.reports.createExport(asked);
    await change(failed.id, `status = 'pending'`);
    await change(failed.id, `status = 'failed', error = 'too_large'`);
    await portal.visit(page, `/reports/${failed.id}`);
    await says(page, 'The file would be over 2 GiB.');
    await press(page, 'Delete');
    await says(page, 'Its file is deleted as well.');
    await click(page, '::-p-xpath(//dialog//button[normalize-space()="Delete"])');
    await hasHeading(page, 'Reports');
    expect((await client.reports.list().toArray()).map((report) => report.id)).not.toContain(failed.id);
  });

  it('state the balances of a period to the cent', async () => {
    await portal.visit(page, '/reports/balances');
    await says(page, 'What moved the balances');
    const { balance } = await client.ledger.balance();
    const text = (await textOf(page)).replaceAll(/[$,]/g, '');
    const closing = text.slice(text.indexOf('Closing'));
    expect(closing).toContain((balance.available / 100).toFixed(2));
    await portal.visit(page, '/reports/balances?subledger_reference_id=nowhere');
    await says(page, 'subledger_reference_id must be that of a subledger');
  });

  it('are read and saved by users who may only read, and nothing else is offered to them', async () => {
    const login = await userWithPassword(admin, { name: 'reader@acme.example', role: 'read_only' });
    const reader = await portal.signedIn(login);
    const refused: string[] = [];
    reader.on('response', (answer) => void (answer.status() === 403 && refused.push(answer.url())));
    const audit = await admin.reports.createExport({
      ...{ resource: 'audit', format: 'csv', start_time: new Date(Date.now() - 3_600_000).toISOString() },
      end_time: new Date(Date.now() - 60_000).toISOString(),
    });
    await makeNow(audit.id);
    await eventually('it is complete', async () => (await admin.reports.get(audit.id)).status === 'completed');
    const [recon] = await client.reports.listRecon().toArray();
    const actions = () =>
      reader.$$eval('main header button, main a[href*="/new"]', (all) => all.map((each) => each.textContent));
    for (const [path, offered] of [
      ['/reports', []],
      ['/reports/balances', []],
      ['/balance', []],
      [`/reports/${recon!.id}`, ['Download']],
      [`/reports/${audit.id}`, []],
    ] as const) {
      await portal.visit(reader, path);
      expect([path, await actions()]).toEqual([path, offered]);
    }
    await says(reader, 'Only users who may read the audit log can download it.');
    await portal.visit(reader, '/reports/new');
    await says(reader, 'Your role cannot see this');
    await portal.visit(reader, `/reports/${recon!.id}`);
    expect(await savedBy(reader, 'Download')).toBe(await fileOf(recon!));
    expect(refused).toEqual([]);
    await reader.browserContext().close();
  });

  it.each(Object.keys(PAGES) as (keyof typeof PAGES)[])(
    'load the page "%s" with few requests, without a fault of accessibility in both themes, and within 320 pixels',
    async (name) => {
      const [recon] = await client.reports.listRecon().toArray();
      await expectGoodPage(page, () => portal.open(page, PAGES[name].replace(':id', recon!.id)));
    },
  );
});
