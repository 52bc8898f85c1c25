// docs/operate/bench-banks.md: what files, messages and statements of banks cost, beside the targets; from recorded parts.
import { achTable, bankFileTable, bankInstantTable, bankReturnsTables, ordersTable } from './bank-tables.mjs';
import { figurePageOf } from './figure-page.mjs';

const seconds = (most, value) => ({ most, value, unit: 's' });
const milliseconds = (most, value) => ({ most, value, unit: 'ms' });
const rate = ({ entries, rows }, program) => entries / rows.find((row) => row.program === program).seconds;
const peak = ({ rows }, program) => rows.find((row) => row.program === program).peak;
const ordersTargets = ({ submit, known }) => [
  { figure: '500 orders submitted, p99', ...milliseconds(25, submit.p99) },
  { figure: 'Waits for the database to submit 500 orders', most: 2, value: submit.waits, unit: '' },
  { figure: '500 orders asked for, p99', ...milliseconds(10, known.p99) },
];

/** By name: the option that measures it, its tables, and its figures with a target. Times have one with the counts of the target only. */
export const BANK_PARTS = {
  ach: {
    title: 'NACHA files',
    option: '--ach',
    table: achTable,
    targets: (part) => [
      { figure: 'Writer of NACHA files', least: 400_000, value: rate(part, 'write'), unit: 'entries/s' },
      { figure: 'Reader of NACHA files, all checks', least: 400_000, value: rate(part, 'read'), unit: 'entries/s' },
      { figure: 'Peak memory of the writer', most: 150, value: peak(part, 'write'), unit: 'MiB' },
      { figure: 'Peak memory of the reader', most: 200, value: peak(part, 'read'), unit: 'MiB' },
    ],
  },
  files: {
    title: 'A file of five enterprises, from its window to the bank',
    option: '--bank-files',
    table: ({ rows }) => bankFileTable(rows),
    targets: ({ rows }) =>
      rows.flatMap(({ entries, sealed, uploaded }) => {
        const count = entries.toLocaleString('en-US');
        if (entries === 1_000) return [{ figure: `${count} entries cut to uploaded`, ...seconds(5, uploaded) }];
        if (entries !== 100_000) return [];
        return [
          { figure: `${count} entries cut to sealed`, ...seconds(60, sealed) },
          { figure: `${count} entries cut to uploaded over SFTP`, ...seconds(75, uploaded) },
        ];
      }),
  },
  instant: {
    title: 'Payouts over RTP',
    option: '--bank-instant',
    table: bankInstantTable,
    targets: ({ uploaded }) => [
      { figure: 'From acceptance to bytes at the bank, p99', ...milliseconds(1_500, uploaded[1]) },
    ],
  },
  orders: {
    ...{ title: 'Orders to a bank', option: '--bank-orders', table: ordersTable },
    // With returns, orders are measured anyway.
    targets: (part, parts) => ('returns' in parts ? [] : ordersTargets(part)),
  },
  returns: {
    title: 'A file of returns, and the statement of its day',
    option: '--bank-returns',
    table: bankReturnsTables,
    targets: (part) => [
      ...ordersTargets(part.orders),
      ...(part.entries === 100_000
        ? [
            { figure: '100,000 returns until the ledger has them', ...seconds(120, part.returned) },
            { figure: 'The same file again, until it is known', ...seconds(2, part.duplicate) },
            {
              figure: 'A statement of 100,000 lines reconciled',
              ...seconds(20, part.statement.read + part.statement.compared),
            },
          ]
        : []),
    ],
  },
};

/** The lines of the page. `parts` by name, each with `date`, `machine` and what was measured. */
export function bankPageOf(parts) {
  const intro = [
    'Written by `npm run bench` with the option of a part and `--save`, from [bench-banks.json](bench-banks.json). The',
    'service, the simulated bank and PostgreSQL (with fsync) share the machine. Times depend on it: compare them within a part.',
  ];
  return figurePageOf({ heading: 'Benchmarks of bank files', intro, catalog: BANK_PARTS }, parts);
}
