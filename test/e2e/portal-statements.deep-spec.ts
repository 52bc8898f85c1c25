import type { Page } from 'puppeteer-core';
import { responses } from '../../apps/api/src/description/examples/responses.table.js';
import { answerBelow } from '../support/e2e/answered-requests.js';
import { expectGoodPage } from '../support/e2e/page-audit.js';
import { describeInChromium, PortalBrowser } from '../support/e2e/portal-browser.js';
import type { PortalEnterprise } from '../support/e2e/portal-browser.js';
import { click, hasHeading, hostile, press, says, tabTo, textOf, until } from '../support/e2e/portal-page.js';
import { guards } from '../support/guards.js';

guards(
  'apps/portal/src/api',
  'apps/portal/src/app',
  'apps/portal/src/ui',
  'apps/portal/src/pages/rails',
  'libs/portal/src',
);

type Json = Readonly<Record<string, unknown>>;
type Item = Json & { readonly id: string };

const STATEMENTS = '/portal/rails/statements';
const BREAKS = '/portal/rails/breaks';
const [example] = (responses['listBankStatements'] as { readonly statements: readonly Json[] }).statements;
const [line] = (responses['listBankStatementLines'] as { readonly lines: readonly Json[] }).lines;
const [found] = (responses['listBankBreaks'] as { readonly breaks: readonly Json[] }).breaks;
const { file } = responses['getBankFile'] as { readonly file: { readonly id: string; readonly file_name: string } };

const idOf = (end: number) => `019c15a0-0000-7000-8000-0000000009${String(end).padStart(2, '0')}`;
const PROOF = {
  ...{ closing: 87_500, open_lines: -1_999, in_transit: 2_000, unsettled: 500, opening_difference: 100 },
  ...{ ledger_cash: -90_000, difference: 899 },
};
const STATEMENT = { ...example, id: idOf(1), gap: true, bank_id: hostile('bank id'), proof: PROOF };
const BEFORE = { ...example, id: idOf(2), day: '2026-07-14', state: 'superseded' };
const batch = { file_id: file.id, file_name: file.file_name, batch: '1', entries: 2, amount: 12_500 };
const LINES: readonly Item[] = [
  { ...line, id: idOf(11), open: false, matched_by: 'sum', matched_with: [batch, { ...batch, batch: '2' }] },
  { ...line, id: idOf(12), position: 18, class: 'fee', amount: 1_999, text: hostile('text of the bank') },
  { ...line, id: idOf(13), position: 19, class: 'wire_in', direction: 'credit', open: false, explained_as: 'wire_in' },
];
const OPEN = LINES[1]!;
const UNEXPLAINED: Item = {
  ...found,
  id: idOf(21),
  line_id: OPEN.id,
  statement_id: STATEMENT.id,
  found: hostile('found'),
};
const AMOUNT: Item = {
  ...found,
  id: idOf(22),
  kind: 'amount',
  file_id: file.id,
  file_name: hostile('file'),
  difference: 1,
};

/** What the pages ask, and what they get. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  'GET /portal/rails/windows': responses['listBankWindows'],
  'GET /portal/rails/files': responses['listBankFiles'],
  'GET /portal/rails/exceptions': responses['listRailExceptions'],
  [`GET /portal/rails/files/${file.id}`]: responses['getBankFile'],
  [`GET /portal/rails/files/${file.id}/entries`]: responses['listBankFileEntries'],
  [`GET ${STATEMENTS}`]: (query: URLSearchParams) => ({
    statements: query.get('connection') === 'nowhere' ? [] : [STATEMENT, BEFORE],
  }),
  [`GET ${STATEMENTS}/${STATEMENT.id}`]: { statement: STATEMENT },
  [`GET ${STATEMENTS}/${STATEMENT.id}/lines`]: (query: URLSearchParams) => ({
    lines: LINES.filter((each) => !query.has('open') || String(each['open']) === query.get('open')),
  }),
  [`GET ${BREAKS}`]: (query: URLSearchParams) => ({
    breaks: [UNEXPLAINED, AMOUNT].filter(
      (each) =>
        query.get('state') === 'open' && (!query.has('kind') || query.getAll('kind').includes(String(each['kind']))),
    ),
  }),
};

/** Every page of statements and differences. */
const PAGES = {
  statements: '/rails/statements',
  'statements that no filter finds': '/rails/statements?connection=nowhere',
  statement: `/rails/statements/${STATEMENT.id}`,
  'open lines of a statement': `/rails/statements/${STATEMENT.id}?open=true`,
  differences: '/rails/breaks',
  'differences that no filter finds': '/rails/breaks?kind=balance',
} as const;

describeInChromium('statements and differences in the portal', () => {
  let portal: PortalBrowser;
  let acme: PortalEnterprise;
  let page: Page;

  beforeAll(async () => {
    portal = await PortalBrowser.start();
    acme = await portal.enterprise('Acme');
    page = await portal.signedIn(acme.user);
    await answerBelow(page, '/portal/rails', ANSWERS);
  });
  afterAll(() => portal?.stop());

  it('say what they are for as long as there are none', async () => {
    const other = await portal.signedIn(acme.user);
    await portal.visit(other, '/rails/statements');
    await says(other, 'No statements yet');
    await portal.visit(other, '/rails/breaks');
    await says(other, 'No differences');
    await other.browserContext().close();
  });

  it('are led to from the files, by keyboard alone', async () => {
    await portal.visit(page, '/rails');
    await tabTo(page, 'main a[href$="/rails/statements"]');
    await page.keyboard.press('Enter');
    await hasHeading(page, 'Statements');
    await tabTo(page, '[role=row]');
    await page.keyboard.press('Enter');
    await hasHeading(page, 'Jul 15, 2026');
  });

  it('show the sums, the state and the gap of each statement', async () => {
    await portal.visit(page, '/rails/statements');
    const rows = () => page.$$eval('[role=row][data-index]', (all) => all.map((row) => row.innerText));
    await says(page, 'Corrected later');
    const [first, second] = await rows();
    for (const text of ['Jul 15, 2026', 'first-bank ··0030', '$0.00', '$125.00', '$875.00', 'Current', 'Gap']) {
      expect(first).toContain(text);
    }
    expect(second).not.toContain('Gap');
  });

  it('show what each line was matched with, and lead on to the file', async () => {
    await portal.visit(page, `/rails/statements/${STATEMENT.id}`);
    for (const text of ['$1,000.00', '−$125.00', '$875.00', 'something is missing', hostile('bank id')]) {
      await says(page, text);
    }
    await says(page, 'The closing balance of the bank and the ledger differ by $8.99.');
    // What is taken off has its sign turned, so that the parts sum up to the difference.
    const parts = await page.$$eval('main dd', (all) =>
      all.map(({ innerText }) => innerText).filter((text) => /\$/.test(text)),
    );
    expect(parts.slice(-7)).toEqual(['$875.00', '$19.99', '$20.00', '−$5.00', '−$1.00', '−$900.00', '$8.99']);
    await says(page, `${file.file_name}, batch 1 and 1 more`);
    for (const text of ['Matched', 'Not matched', 'Explained as Wire in', '−$19.99']) await says(page, text);
    await tabTo(page, '[role=row]');
    await page.keyboard.press('Space');
    for (const text of ['The sum of a day', '2 entries, $125.00']) await says(page, text);
    await page.keyboard.press('Enter');
    await hasHeading(page, file.file_name);
  });

  it('show the lines that nothing matches alone, and the address keeps it', async () => {
    await portal.visit(page, `/rails/statements/${STATEMENT.id}`);
    await page.select('search select', 'true');
    await until(page, 'location.search === "?open=true"');
    await until(page, `document.querySelectorAll('[role=row][data-index]').length === 1`);
    await says(page, hostile('text of the bank'));
    await page.select('search select', 'false');
    await until(page, `document.querySelectorAll('[role=row][data-index]').length === 2`);
  });

  it('say what to do about a difference, with the command, and lead on to the line and to the file', async () => {
    await portal.visit(page, '/rails/breaks');
    await says(page, 'Unexplained line');
    await press(page, 'What to do');
    const command = `rails statements explain ${OPEN.id} --as fee --enterprise ${acme.enterprise_id} --reason "REASON"`;
    await says(page, `npm run -s payments -- ${command}`);
    for (const text of ['The operator says what the line is', hostile('found')]) await says(page, text);
    await click(page, '::-p-xpath(//dialog//a[normalize-space()="Open the statement"])');
    await hasHeading(page, 'Jul 15, 2026');
    await until(page, `document.querySelectorAll('[role=row][data-index]').length === 1`);
    await portal.visit(page, '/rails/breaks');
    await press(page, 'Amount');
    await until(page, 'location.search === "?kind=amount"');
    await until(page, `document.querySelectorAll('[role=row][data-index]').length === 1`);
    expect(await textOf(page)).toContain(hostile('file'));
    await press(page, 'What to do');
    await says(page, `rails files show ${file.id} --decode`);
    await click(page, '::-p-xpath(//dialog//a[normalize-space()="Open the file"])');
    await hasHeading(page, file.file_name);
  });

  it('open the file of a difference by keyboard alone', async () => {
    await portal.visit(page, '/rails/breaks?kind=amount');
    await tabTo(page, '[role=row]');
    await page.keyboard.press('Enter');
    await hasHeading(page, file.file_name);
  });

  it('run no text of a bank', async () => {
    for (const path of Object.values(PAGES)) {
      await portal.visit(page, path);
      expect(await page.$('img, [onerror]')).toBeNull();
    }
    expect(portal.complaints).toEqual([]);
  });

  it.each(Object.keys(PAGES) as (keyof typeof PAGES)[])(
    'load the page "%s" with few requests, without a fault of accessibility in both themes, and within 320 pixels',
    async (name) => {
      await expectGoodPage(page, () => portal.open(page, PAGES[name]));
    },
  );
});
