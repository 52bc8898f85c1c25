// docs/operate/bench.md: the plot, the figures beside their targets, and the tables of all parts. Made of the recorded parts.
import { CAUSES, causesOf, figuresOf } from './figures.mjs';
import { descriptionOf } from './plot.mjs';
import { operationsOf } from './record.mjs';

/** The lines of the page. */
export function pageOf(parts) {
  return [
    '# Benchmarks',
    '',
    `![${descriptionOf(parts)}](bench.svg)`,
    '',
    'Written by `npm run bench -- --save` from [bench.json](bench.json); each part says when and how it was measured.',
    'The load generator, PostgreSQL (with fsync) and the servers share the machine, so only the ratios mean anything.',
    '',
    ...figuresTable(parts),
    '![The figures with a target, over the last commits that were measured](bench-history.svg)',
    '',
    ...causesTable(),
    ...tablesOf(parts),
  ];
}

/** The tables of the parts. */
export function tablesOf(parts) {
  const { creations, enterprises, stored, guards, verifications, schedules, pipeline, overload, memory, plans } = parts;
  return [
    ...operationsOf(parts).flatMap(({ title, ...part }) => comparison(title, part)),
    ...(creations ? comparison('Creating transfers with and without a key', creations) : []),
    ...(enterprises ? comparison('POST /deliver/transfers for many enterprises', enterprises) : []),
    ...(stored ? storedTables(stored) : []),
    ...(guards ? guardsTable(guards) : []),
    ...(verifications ? comparison('Verifying an account beside registering one', verifications) : []),
    ...(schedules ? schedulesTable(schedules) : []),
    ...(pipeline ? pipelineTable(pipeline) : []),
    ...(overload ? overloadTable(overload) : []),
    ...(memory ? memoryTable(memory) : []),
    ...(plans ? planTable(plans) : []),
  ];
}

function figuresTable(parts) {
  const rows = figuresOf(parts).filter(({ isMet }) => isMet !== undefined);
  return [
    '| figure | target | measured | met, or why not |',
    '| --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row.figure} | ${targetOf(row)} | ${measuredOf(row)} | ${verdictOf(row)} |`),
    '',
  ];
}

function targetOf({ least, most, unit }) {
  return least === undefined ? `at most ${withUnit(most, unit)}` : `at least ${withUnit(least, unit)}`;
}

function measuredOf({ value, unit, detail }) {
  const digits = unit === undefined || unit === 's' ? value.toFixed(2) : String(value);
  return `**${withUnit(digits, unit)}** (${detail})`;
}

function verdictOf({ part, isMet }) {
  if (isMet) return 'yes';
  const causes = causesOf(part);
  return causes.length > 0 ? `no: ${causes.map((number) => `cause ${number}`).join(', ')}` : 'no: cause unknown';
}

const withUnit = (value, unit) => (unit === undefined ? `${value}` : `${value} ${unit}`);

function causesTable() {
  return [
    '### What the service does and a bare server does not',
    '',
    'The bare servers send the same SQL and return a fixed response. They do not authenticate, validate, decrypt or log.',
    '',
    'Where the time to create a transfer goes: [a flame graph](flame-create-transfer.svg), made by',
    '`npm run bench -- --profile "POST /deliver/transfers"`. Open it directly in a browser and click a frame to zoom in.',
    '[What was tried for speed](bench-attempts.md) says what each attempt brought.',
    '',
    '| cause | what | where |',
    '| ---: | --- | --- |',
    ...CAUSES.map(({ cause, where }, index) => `| ${index + 1} | ${cause} | ${where} |`),
    '',
  ];
}

const head = (title, { date, machine, load }) => [`### ${title}`, '', `${date}: ${machine}; ${load}.`, ''];

function comparison(title, part) {
  const { rows, memory } = part;
  const [{ name }] = rows;
  return [
    ...head(title, part),
    `| server | requests/s | ${name} ÷ it | p50 ms | p99 ms | p99 ${name} ÷ it |`,
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map(
      (row) =>
        `| ${row.name} | ${row.rate} | ${row.ratio.toFixed(2)} | ${row.p50_ms} | ${row.p99_ms} | ${row.p99_ratio.toFixed(2)} |`,
    ),
    '',
    ...(memory ? [`The api held ${memory.before_mb} MB before and ${memory.after_mb} MB after.`, ''] : []),
  ];
}

function storedTables({ reads = [], memory, ...creating }) {
  return [
    ...comparison('POST /deliver/transfers as work grows', { ...creating, memory }),
    ...reads.flatMap(({ title, rows }) => comparison(`${title} as work grows`, { ...creating, rows })),
  ];
}

function guardsTable(part) {
  const { creation_us, guards_us, share, calls } = part;
  return [
    ...head('The guards: bearer token, API key, scope, version, rate limit', part),
    '| what | µs of processor time a request |',
    '| --- | ---: |',
    `| POST /deliver/transfers, all of the api | ${creation_us.toFixed(0)} |`,
    `| the guards of it, ${calls} calls in one process | ${guards_us.toFixed(1)} |`,
    '',
    `Without the guards it would take ${(100 * share).toFixed(1)} % less. Threads of the garbage collector are counted in both.`,
    '',
  ];
}

function schedulesTable(part) {
  const { count, seconds, created } = part;
  return [
    ...head('Schedules that are due at one instant', part),
    'One worker makes the transfers, and begins to process them meanwhile. Then transfers are created without a worker.',
    '',
    '| what | a second |',
    '| --- | ---: |',
    `| transfers of ${count} schedules, made in ${seconds} s | ${Math.round(count / seconds)} |`,
    `| transfers created by requests | ${created} |`,
    '',
  ];
}

function pipelineTable(part) {
  const { at_once, created, completed, delivered, time = {}, steady, gentle } = part;
  // What was measured before it was counted for each figure has the WAL of one.
  const { costs = { delivered: { wal_kb: part.wal_kb } } } = part;
  const share = (rate) => `${rate} | ${(rate / created).toFixed(2)}`;
  const flow = ({ webhooks, backlog_middle, backlog_end, first_webhook_p99_ms }) =>
    `${webhooks} webhooks/s delivered, backlog ${backlog_middle} in the middle and ${backlog_end} at the end, first webhook p99 ${first_webhook_p99_ms} ms after the commit`;
  return [
    ...head('The pipeline: one api, one worker, a sandbox without waiting', part),
    `Instant payouts. Each transfer sends three webhooks to one endpoint, which accepts ${at_once} at once at any rate`,
    `(\`WEBHOOK_CONCURRENCY=${at_once}\`, \`WEBHOOK_RATE=10000\`; the defaults are 5 at once and 50 a second).`,
    ...beginningOf(part),
    '',
    '| what | transfers/s | ÷ created | remarks |',
    '| --- | ---: | ---: | --- |',
    `| created, no worker running | ${share(created)} | |`,
    `| a backlog processed, no webhooks | ${share(completed)} | ${costOf(costs.completed)} |`,
    `| a backlog processed, each webhook delivered | ${share(delivered)} | ${costOf(costs.delivered)}; ${sharesOf(time)} |`,
    `| completed while others are created, no webhooks | ${share(part.completed_together)} | ${costOf(costs.completed_together)} |`,
    `| completed while others are created, with webhooks | ${share(part.delivered_together)} | ${costOf(costs.delivered_together)} |`,
    `| the same, on an empty database | ${share(part.young)} | ${costOf(costs.young)} |`,
    `| steady: a quarter of what can be created | ${share(steady.created)} | ${flow(steady)} |`,
    `| steady: 100 a second | ${share(gentle.created)} | ${flow(gentle)} |`,
    '',
  ];
}

// How the database and the processes were that the row of the empty database was measured on.
function beginningOf({ is_warm }) {
  if (!is_warm) return ['On the empty database, both processes had just been started.'];
  return [
    'On the empty database, PostgreSQL collects no statistics: it plans for tables that were empty, and for an enterprise that it does',
    'not know. Both processes have worked for another enterprise before, for as long, so that the time to get warm is not measured.',
  ];
}

// Of each transfer, its creation included.
function costOf(cost) {
  if (cost === undefined) return '';
  const { wal_kb, transactions } = cost;
  return [
    `${wal_kb} KB of WAL each`,
    ...(transactions === undefined ? [] : [`${transactions} transactions each`]),
  ].join(', ');
}

function sharesOf(time) {
  const shares = Object.entries(time).sort(([, one], [, other]) => other - one);
  const texts = shares.map(([name, share]) => `${name} ${Math.round(100 * share)} %`);
  return texts.length === 0 ? '' : `processor time: ${texts.join(', ')}`;
}

function overloadTable(part) {
  const row = (name, { good, refused, errors, p99_ms }, top) =>
    `| ${name} | ${good} | ${(good / top.good).toFixed(2)} | ${refused} | ${errors} | ${p99_ms} |`;
  return [
    ...head('Overload', part),
    'The top is the rate with 50 connections that wait for each response. Higher rates arrive evenly over 1000 connections that do not',
    'wait. An error is a request without a response, or without a free connection.',
    '',
    '| load | successes/s | ÷ top | refused/s | errors | p99 ms |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...part.operations.flatMap(({ title, times, top, over, after }) => [
      row(`${title}, the top`, top, top),
      row(`${title}, ${times} times as much`, over, top),
      row(`${title}, the top afterwards`, after, top),
    ]),
    '',
  ];
}

function memoryTable(part) {
  const { minutes, most_mb, middle_mb, rate } = part;
  return [
    ...head('Memory of the api over time', part),
    `Looked at once a second for ${minutes} minutes, while ${rate} transfers were created a second.`,
    '',
    '| at most | in the middle |',
    '| ---: | ---: |',
    `| ${most_mb} MB | ${middle_mb} MB |`,
    '',
  ];
}

function planTable(part) {
  return [
    ...head(`Lists of 100 out of ${part.rows} rows`, part),
    '| list | ms in PostgreSQL | read through | whole table |',
    '| --- | ---: | --- | --- |',
    ...part.lists.map(
      ({ path, ms, nodes, whole }) => `| ${path} | ${ms} | ${nodes.join(', ')} | ${whole.join(', ') || 'no'} |`,
    ),
    '',
  ];
}
