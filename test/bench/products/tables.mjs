// The tables of what products cost.

const count = (value) => Math.round(value).toLocaleString('en-US');
// Rows of cells: the first one is the head, and all columns but the first are numbers.
function tableOf([head, ...rows]) {
  const rule = head.map((_, at) => (at === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

// `names` says what each contestant is.
function latencyRows(names, latencies) {
  return Object.entries(names).map(([key, name]) => [name, latencies[key].p50_ms, latencies[key].p99_ms]);
}
const LATENCY_HEAD = ['', 'ms at p50', 'ms at p99'];

export const controlsTable = ({ without, controlled }) =>
  tableOf([
    ['one worker, instant payouts that have piled up', 'transfers/s'],
    ['without policies and limits', count(without)],
    ['three policies and three limits, which all pass', count(controlled)],
  ]);

export const approvalsTable = ({ rows, ...latencies }) =>
  tableOf([
    LATENCY_HEAD,
    ...latencyRows({ few: `100 approvals wait`, many: `${count(rows)} approvals wait` }, latencies),
  ]);

export const booksTable = ({ moved, paid, read }) =>
  [
    tableOf([
      ['between two of a thousand, at random, of one enterprise', 'requests/s'],
      ['book transfers', count(moved.book)],
      [
        'two rows of a table, one of them always the same: one transaction of a bare Fastify + pg server',
        count(moved.door),
      ],
      ['two rows at random, of the same server', count(moved.spread)],
    ]),
    tableOf([
      ['one worker, instant payouts that have piled up', 'transfers/s'],
      ['all from one subledger', count(paid.one)],
      ['from a thousand', count(paid.many)],
    ]),
    tableOf([
      LATENCY_HEAD,
      ...latencyRows(
        { balance: 'the balance of the enterprise', balances: `the balances of 500 of 10,000 subledgers` },
        read,
      ),
    ]),
  ].join('\n\n');

export const reportsTable = ({ transfers, rows, copy: copied, report: made, memory, latency }) =>
  [
    tableOf([
      [`${count(rows)} rows of ${count(transfers)} paid transfers`, 'rows/s'],
      ['COPY of the same rows', count(copied)],
      ['a reconciliation report, from the request until it is completed', count(made)],
    ]),
    tableOf([
      LATENCY_HEAD,
      ...latencyRows({ without: 'a creation, an idle worker', beside: 'the same while reports are made' }, latency),
    ]),
    `The worker held ${memory.before} MB before, and ${memory.peak} MB at its peak.`,
  ].join('\n\n');

export const bulkTable = ({ rows, single, bulk, memory, latency }) =>
  [
    tableOf([
      [`a file of ${count(rows)} payouts`, 'per second'],
      ['single creations, no worker running', count(single)],
      ['rows, from the submission until all are created', count(bulk)],
    ]),
    tableOf([
      LATENCY_HEAD,
      ...latencyRows(
        { without: 'a creation, an idle worker', beside: 'the same while a bulk creates its rows' },
        latency,
      ),
    ]),
    `The worker held ${memory.before} MB before, and ${memory.peak} MB at its peak.`,
  ].join('\n\n');

export const previewsTable = (latencies) =>
  tableOf([
    LATENCY_HEAD,
    ...latencyRows({ preview: 'POST /deliver/transfers/preview', read: 'GET /deliver/transfers/{id}' }, latencies),
  ]);

export const pagesTable = ({ figures }) =>
  tableOf([
    ['in Chromium', 'measured', 'at most'],
    ...figures.map(({ figure, value, most, unit }) => [
      figure,
      `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`,
      `${count(most)} ${unit}`,
    ]),
  ]);
