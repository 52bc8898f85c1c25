const { productPageOf } = jest.requireActual<{ productPageOf(parts: Readonly<Record<string, object>>): string[] }>(
  './page.mjs',
);

const conditions = { date: '2026-01-31', machine: '2 cores' };
const latency = (...values: readonly [string, number][]) =>
  Object.fromEntries(values.map(([name, p99_ms]) => [name, { p50_ms: 1, p99_ms }]));
const parts = {
  controls: { ...conditions, without: 400, controlled: 380 },
  approvals: { ...conditions, rows: 100_000, ...latency(['few', 4], ['many', 10]) },
  books: {
    ...{ ...conditions, moved: { book: 300, door: 1_000, spread: 2_000 }, paid: { one: 500, many: 490 } },
    read: latency(['balance', 4], ['balances', 8]),
  },
  reports: {
    ...{ ...conditions, transfers: 20_000, rows: 60_000, copy: 200_000, report: 40_000 },
    ...{ memory: { before: 200, peak: 290 }, latency: latency(['without', 10], ['beside', 11]) },
  },
  bulk: {
    ...{ ...conditions, rows: 20_000, single: 1_000, bulk: 3_100 },
    ...{ memory: { before: 200, peak: 260 }, latency: latency(['without', 10], ['beside', 17]) },
  },
  previews: { ...conditions, ...latency(['preview', 6], ['read', 4]) },
  pages: { ...conditions, figures: [{ figure: 'The slowest key', most: 200, value: 248, unit: 'ms' }] },
};

describe('the page of the benchmarks of products', () => {
  it('sets each ratio beside its target and says which are met', () => {
    const figures = productPageOf(parts)
      .filter((line) => / \| (yes|\*\*no\*\*) \|$/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map(([, figure, target, measured, met]) => [figure, target, measured, met]);
    expect(figures).toEqual([
      ['Worked off with three policies and three limits ÷ without', 'at least 0.9', '0.95', 'yes'],
      ['GET /deliver/approvals?mine=true, p99: 100,000 waiting ÷ 100', 'at most 2', '2.5', '**no**'],
      [
        'Book transfers of one enterprise ÷ changing two rows, one of them always the same',
        'at least 0.5',
        '0.3',
        '**no**',
      ],
      ['Payouts from a thousand subledgers ÷ from one', 'at least 0.95', '0.98', 'yes'],
      ['Balances of 500 of 10,000 subledgers ÷ balance of the enterprise, p99', 'at most 3', '2', 'yes'],
      ['Rows of a reconciliation report ÷ COPY', 'at least 0.15', '0.2', 'yes'],
      ['Memory that the worker gains in reports', 'at most 60 MB', '90 MB', '**no**'],
      ['POST /deliver/transfers, p99: beside reports ÷ without', 'at most 1.3', '1.1', 'yes'],
      ['Rows of a bulk ÷ single creations', 'at least 3', '3.1', 'yes'],
      ['Memory that the worker gains in a bulk', 'at most 80 MB', '60 MB', 'yes'],
      ['POST /deliver/transfers, p99: beside a bulk ÷ without', 'at most 1.5', '1.7', '**no**'],
      ['POST /deliver/transfers/preview ÷ GET /deliver/transfers/{id}, p99', 'at most 1.5', '1.5', 'yes'],
      ['The slowest key', 'at most 200 ms', '248 ms', '**no**'],
    ]);
  });

  it('shows the tables of what was measured, each with its date and its command, and no others', () => {
    const page = productPageOf({ previews: parts.previews }).join('\n');
    expect(page).toContain('2026-01-31: 2 cores; `npm run bench -- --products previews`.');
    expect(page.match(/^## .*/gm)).toEqual(['## Previews']);
    expect(page).not.toContain('undefined');
  });
});
