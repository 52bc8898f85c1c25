const { bankPageOf } = jest.requireActual<{ bankPageOf(parts: Readonly<Record<string, object>>): string[] }>(
  './bank-page.mjs',
);

const conditions = { date: '2026-01-31', machine: '2 cores' };
const orders = {
  submit: { p50: 12, p99: 24.4, waits: 2 },
  known: { p50: 3, p99: 11.2, waits: 1 },
  anchor: { p50: 5, p99: 9, waits: 1 },
};
const program = (name: string, seconds: number, peak: number) => ({ program: name, seconds, cpu: seconds, peak });
const file = (entries: number, sealed: number, uploaded: number) => ({
  ...{ entries, sealed, uploaded, before: 120, peak: 180, exported: { seconds: 2, peak: 150 } },
});
const returned = (entries: number) => ({
  ...{ ...conditions, orders, entries, accepted: 90, ingested: 30, returned: 110, duplicate: 2.5 },
  statement: { read: 8, compared: 11 },
});
const parts = {
  ach: {
    ...{ ...conditions, entries: 1_000_000, megabytes: 95 },
    rows: [program('write', 2, 84), program('lines', 1, 60), program('read', 4, 85)],
  },
  files: { ...conditions, rows: [file(1_000, 2, 3.5), file(20_000, 8, 9), file(100_000, 50, 80)] },
  instant: { ...conditions, rate: 100, count: 800, ordered: [40, 90], begun: [60, 200], uploaded: [90, 1_200] },
  orders: { ...conditions, ...orders },
  returns: returned(100_000),
};

/** The rows of the table of figures, as cells. */
const figuresOf = (lines: readonly string[]) =>
  lines
    .slice(lines.findIndex((line) => line.startsWith('| figure')) + 2)
    .filter((_, at, all) => all.slice(0, at + 1).every((each) => each.startsWith('|')))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

describe('the page of the benchmarks of banks', () => {
  it('sets each figure beside its target and says which are met', () => {
    expect(figuresOf(bankPageOf(parts))).toEqual([
      ['Writer of NACHA files', 'at least 400,000 entries/s', '500,000 entries/s', 'yes'],
      ['Reader of NACHA files, all checks', 'at least 400,000 entries/s', '250,000 entries/s', '**no**'],
      ['Peak memory of the writer', 'at most 150 MiB', '84 MiB', 'yes'],
      ['Peak memory of the reader', 'at most 200 MiB', '85 MiB', 'yes'],
      ['1,000 entries cut to uploaded', 'at most 5 s', '3.5 s', 'yes'],
      ['100,000 entries cut to sealed', 'at most 60 s', '50 s', 'yes'],
      ['100,000 entries cut to uploaded over SFTP', 'at most 75 s', '80 s', '**no**'],
      ['From acceptance to bytes at the bank, p99', 'at most 1,500 ms', '1,200 ms', 'yes'],
      ['500 orders submitted, p99', 'at most 25 ms', '24.4 ms', 'yes'],
      ['Waits for the database to submit 500 orders', 'at most 2', '2', 'yes'],
      ['500 orders asked for, p99', 'at most 10 ms', '11.2 ms', '**no**'],
      ['100,000 returns until the ledger has them', 'at most 120 s', '110 s', 'yes'],
      ['The same file again, until it is known', 'at most 2 s', '2.5 s', '**no**'],
      ['A statement of 100,000 lines reconciled', 'at most 20 s', '19 s', 'yes'],
    ]);
  });

  it('compares times with a target only where as many entries were measured', () => {
    const few = { files: { ...conditions, rows: [file(2_000, 900, 900)] }, returns: returned(500) };
    expect(figuresOf(bankPageOf(few)).map(([figure]) => figure)).toEqual([
      '500 orders submitted, p99',
      'Waits for the database to submit 500 orders',
      '500 orders asked for, p99',
    ]);
  });

  it('shows the tables of what was measured, each with its date and its command, and no others', () => {
    const page = bankPageOf({ instant: parts.instant }).join('\n');
    expect(page).toContain('2026-01-31: 2 cores; `npm run bench -- --bank-instant`.');
    expect(page.match(/^## .*/gm)).toEqual(['## Payouts over RTP']);
    expect(page).not.toContain('undefined');
  });
});
