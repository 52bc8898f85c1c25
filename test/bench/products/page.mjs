// docs/operate/bench-products.md: what the products around transfers cost, beside the targets; from recorded parts.
import { figurePageOf } from '../figure-page.mjs';
import {
  approvalsTable,
  booksTable,
  bulkTable,
  controlsTable,
  pagesTable,
  previewsTable,
  reportsTable,
} from './tables.mjs';

const atLeast = (figure, least, value) => ({ figure, least, value });
const atMost = (figure, most, value, unit) => ({ figure, most, value, ...(unit && { unit }) });
const p99 = (latencies, one, other) => latencies[one].p99_ms / latencies[other].p99_ms;
const grown = ({ before, peak }) => peak - before;

/** By name: its table, and its figures with a target. */
export const PRODUCTS = {
  controls: {
    ...{ title: 'Policies and limits', option: '--products controls' },
    ...{ table: controlsTable },
    targets: ({ controlled, without }) => [
      atLeast('Worked off with three policies and three limits ÷ without', 0.9, controlled / without),
    ],
  },
  approvals: {
    ...{ title: 'Approvals that a user may decide', option: '--products approvals' },
    ...{ table: approvalsTable },
    targets: ({ rows, ...latencies }) => [
      atMost(
        `GET /deliver/approvals?mine=true, p99: ${rows.toLocaleString('en-US')} waiting ÷ 100`,
        2,
        p99(latencies, 'many', 'few'),
      ),
    ],
  },
  books: {
    ...{ title: 'Subledgers', option: '--products books', table: booksTable },
    targets: ({ moved, paid, read }) => [
      atLeast(
        'Book transfers of one enterprise ÷ changing two rows, one of them always the same',
        0.5,
        moved.book / moved.door,
      ),
      atLeast('Payouts from a thousand subledgers ÷ from one', 0.95, paid.many / paid.one),
      atMost(
        'Balances of 500 of 10,000 subledgers ÷ balance of the enterprise, p99',
        3,
        p99(read, 'balances', 'balance'),
      ),
    ],
  },
  reports: {
    ...{ title: 'Reports', option: '--products reports', table: reportsTable },
    targets: ({ report, copy, memory, latency }) => [
      atLeast('Rows of a reconciliation report ÷ COPY', 0.15, report / copy),
      atMost('Memory that the worker gains in reports', 60, grown(memory), 'MB'),
      atMost('POST /deliver/transfers, p99: beside reports ÷ without', 1.3, p99(latency, 'beside', 'without')),
    ],
  },
  bulk: {
    ...{ title: 'Bulk transfers', option: '--products bulk', table: bulkTable },
    targets: ({ bulk, single, memory, latency }) => [
      atLeast('Rows of a bulk ÷ single creations', 3, bulk / single),
      atMost('Memory that the worker gains in a bulk', 80, grown(memory), 'MB'),
      atMost('POST /deliver/transfers, p99: beside a bulk ÷ without', 1.5, p99(latency, 'beside', 'without')),
    ],
  },
  previews: {
    ...{ title: 'Previews', option: '--products previews', table: previewsTable },
    targets: (latencies) => [
      atMost(
        'POST /deliver/transfers/preview ÷ GET /deliver/transfers/{id}, p99',
        1.5,
        p99(latencies, 'preview', 'read'),
      ),
    ],
  },
  pages: {
    ...{ title: 'Pages of the portal', option: '--products pages', table: pagesTable },
    targets: ({ figures }) => figures,
  },
};

/** The lines of the page. `parts` by name, each with `date`, `machine` and what was measured. */
export function productPageOf(parts) {
  const intro = [
    'Written by `npm run bench` with `--products <name> --save`, from [bench-products.json](bench-products.json). The load',
    'generator, the service and PostgreSQL (with fsync) share the machine, so only the ratios mean anything.',
  ];
  return figurePageOf({ heading: 'Benchmarks of products', intro, catalog: PRODUCTS }, parts);
}
