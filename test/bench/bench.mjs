// `npm run bench`: the service beside a bare Fastify + pg server that runs the same SQL, in one run, as ratios.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAchFiles } from './ach-files.mjs';
import { measureBankFiles } from './bank-files.mjs';
import { measureBankInstant } from './bank-instant.mjs';
import { BANK_PARTS, bankPageOf } from './bank-page.mjs';
import { measureBankOrders, measureBankReturns } from './bank-returns.mjs';
import { compareCreations } from './creations.mjs';
import { compareDatabases, databasesTable } from './databases.mjs';
import { measureGuards } from './guards.mjs';
import { historyPlotOf, readHistory, remember } from './history.mjs';
import { compareEnterprises, compareStored } from './growth.mjs';
import { compare, progress, requestOf } from './load.mjs';
import { measureMemory } from './memory.mjs';
import { measureOverload } from './overload.mjs';
import { pageOf, tablesOf } from './page.mjs';
import { logIn, prepareOperations } from './party.mjs';
import { measurePipeline } from './pipeline.mjs';
import { planLists } from './plans.mjs';
import { plotOf } from './plot.mjs';
import { measurePortals, portalsTable } from './portals.mjs';
import { measureBooks } from './products/books.mjs';
import { measureBulk } from './products/bulk.mjs';
import { measureApprovals, measureControls } from './products/controls.mjs';
import { PRODUCTS, productPageOf } from './products/page.mjs';
import { measurePages } from './products/pages.mjs';
import { measurePreviews } from './products/previews.mjs';
import { measureReports } from './products/reports.mjs';
import { profileOperation } from './profile.mjs';
import { merge, readParts } from './record.mjs';
import { measureSchedules } from './schedules.mjs';
import { API, BUSY_SETTINGS, POOL_SIZE, require, root, setStage } from './stage.mjs';
import { compareVerifications } from './verifications.mjs';
import { measureWebhooks, webhookTable } from './webhooks.mjs';

const HELP = `Usage: npm run bench -- [options]

Measures operations of the service against a bare Fastify + pg server that sends the same SQL to the same database.
Compare figures only within one run.

Measurements:
  --only <texts>     the operations whose title contains one of the texts, separated by commas; also the parts
                     'creations', 'enterprises', 'guards', 'verifications', 'schedules', 'pipeline' and 'overload'. Without it, all
                     of these
  --due <schedules>  how many schedules the part 'schedules' makes due at one instant (10000)
  --stored <rows>    also compares creating and reading transfers with this many stored and with 10000 (0)
  --memory <minutes> also creates transfers for so long and shows what the api holds, looked at once a second (0)
  --plans <rows>     also shows the plans of the lists over this many rows (0)
  --against <clone>  also measures the service as it is built in another clone, with the same migrations: before a
                     change and after it, in one run
  --databases <urls> compares creating transfers of twenty enterprises on migrated databases of this machine instead, such as one
                     server and the coordinator of Citus; KEY_RING_FILE names their keys
  --webhooks         measures the delivery of webhooks instead
  --ach <entries>    measures the writer and the reader of NACHA files instead, on this many entries
  --bank-files <n>   measures a file of so many entries of five enterprises instead: cut, sealed, uploaded over SFTP to the
                     simulated bank, and exported
  --bank-instant     measures how long payouts over RTP take to the bank instead, at a steady --rate
  --bank-orders      measures what 500 orders to a bank cost instead, beside one INSERT of the same rows
  --bank-returns <n> measures a file that returns so many entries instead, until the ledger has it, the same file again, a
                     statement with as many lines until it is reconciled, and what 500 orders to a bank cost
  --portals <n>      measures the latency of creating transfers with so many open portals instead, beside that without
                     them, at a steady --rate
  --products <names> measures products instead, of 'controls', 'approvals', 'books', 'reports', 'bulk', 'previews' and
                     'pages', which are those of the portal in Chromium; 'all' of them
  --profile <title>  shows where an operation spends its time instead: 'POST /deliver/transfers', say. Writes an
                     interactive flame graph, the V8 profiles, and a table of processor time, allocations and SQL

Settings:
  --seconds <n>      how long each measurement lasts (8)
  --rounds <n>       interleaved measurements of each server; reports the median (3)
  --connections <n>  connections of the load generator (50)
  --rate <n>         requests a second, with --portals, --bank-instant and --products (100)
  --rows <n>         how many approvals wait, transfers are reported or listed, and rows a bulk has, with --products (20000)

Output:
  --save             puts the measured parts into docs/operate/bench.json, where the others stay as they are, and writes
                     docs/operate/bench.md and its plots from it: a long benchmark can be made in pieces. What is
                     measured of banks goes into docs/operate/bench-banks.json and bench-banks.md in the same way, and what is
                     measured of products into bench-products.json and bench-products.md
  --redraw           measures nothing; writes docs/operate/bench.md and its plots from docs/operate/bench.json
  --json <file>      also writes what was measured to a file
  --out <directory>  where a profile goes (a new directory below that for temporary files, which is printed)
  --help             shows this

Operations: POST /deliver/transfers, GET /deliver/transfers/{id}, POST /deliver/persons, GET /deliver/persons/{id},
GET /deliver/persons (100), POST /deliver/external/accounts`;

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '50' },
    only: { type: 'string', default: '' },
    due: { type: 'string', default: '10000' },
    stored: { type: 'string', default: '0' },
    memory: { type: 'string', default: '0' },
    plans: { type: 'string', default: '0' },
    against: { type: 'string' },
    databases: { type: 'string' },
    webhooks: { type: 'boolean', default: false },
    ach: { type: 'string' },
    'bank-files': { type: 'string' },
    'bank-instant': { type: 'boolean', default: false },
    'bank-orders': { type: 'boolean', default: false },
    'bank-returns': { type: 'string' },
    portals: { type: 'string' },
    products: { type: 'string' },
    rows: { type: 'string', default: '20000' },
    rate: { type: 'string', default: '100' },
    profile: { type: 'string' },
    json: { type: 'string' },
    out: { type: 'string' },
    save: { type: 'boolean', default: false },
    redraw: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const load = {
  seconds: Number(options.seconds),
  rounds: Number(options.rounds),
  connections: Number(options.connections),
};
const wanted = (title) => options.only.split(',').some((text) => title.includes(text.trim()));
const date = new Date().toISOString().slice(0, 10);
const cores = `${cpus().length} cores, Node ${process.versions.node}`;
/** What to measure of banks instead, by the part's name in `BANK_PARTS`. */
const measureBank = {
  files: async (stage) => ({ rows: await measureBankFiles(stage, Number(options['bank-files']), progress) }),
  instant: (stage) => measureBankInstant(stage, { ...load, rate: Number(options.rate) }),
  orders: measureBankOrders,
  returns: (stage) => measureBankReturns(stage, Number(options['bank-returns']), progress),
};
const bankPart = Object.keys(measureBank).find((name) => options[`bank-${name}`]);
/** By the product's name in `PRODUCTS`. */
const measureProduct = {
  ...{ controls: measureControls, approvals: measureApprovals, books: measureBooks },
  ...{ reports: measureReports, bulk: measureBulk, previews: measurePreviews, pages: measurePages },
};
const products = options.products === 'all' ? Object.keys(measureProduct) : (options.products?.split(',') ?? []);
const unknown = products.filter((name) => !(name in measureProduct));
/** What is kept apart from the benchmark of requests: where, and its page. */
const BANK_PAGE = { file: 'bench-banks', catalog: BANK_PARTS, pageOf: bankPageOf };
const PRODUCT_PAGE = { file: 'bench-products', catalog: PRODUCTS, pageOf: productPageOf };
const docs = (name) => join(root, 'docs/operate', name);

if (options.help) console.log(HELP);
else if (unknown.length > 0) {
  console.error(`No product: ${unknown.join(', ')}. There are ${Object.keys(measureProduct).join(', ')}.`);
  process.exitCode = 2;
} else if (options.ach !== undefined) await reportPart(BANK_PAGE, 'ach', measureAchFiles(Number(options.ach)));
else if (options.databases !== undefined) {
  const env = { ...BUSY_SETTINGS, KEY_RING_FILE: process.env.KEY_RING_FILE };
  console.log(`${cores}\n\n${databasesTable(await compareDatabases(options.databases.split(','), env, load))}`);
} else if (options.redraw) await writePage(readParts(docs('bench.json')));
else {
  const stage = await setStage();
  try {
    if (options.profile !== undefined) await profileOperation(stage, { ...load, ...options, title: options.profile });
    else if (options.portals !== undefined) await benchPortals(stage, Number(options.portals));
    else if (products.length > 0) await benchProducts(stage);
    else if (options.webhooks) await benchWebhooks(stage);
    else if (bankPart !== undefined) await reportPart(BANK_PAGE, bankPart, await measureBank[bankPart](stage));
    else await benchParts(stage);
  } finally {
    await stage.close();
  }
}

async function benchPortals(stage, count) {
  const measured = await measurePortals(stage, { ...load, count, rate: Number(options.rate) });
  console.log(`${cores}\n\n${portalsTable(measured)}`);
}

async function benchProducts(stage) {
  for (const name of products) {
    await stage.settle();
    const figures = await measureProduct[name](stage, {
      ...load,
      rate: Number(options.rate),
      rows: Number(options.rows),
    });
    await reportPart(PRODUCT_PAGE, name, figures);
  }
}

async function reportPart({ file, catalog, pageOf: linesOf }, name, figures) {
  console.log(`${cores}\n\n${catalog[name].table(figures)}`);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(figures, null, 2)}\n`);
  if (!options.save) return;
  const parts = { ...readParts(docs(`${file}.json`)), [name]: { date, machine: cores, ...figures } };
  writeFileSync(docs(`${file}.json`), await formatted(JSON.stringify({ parts }, null, 2), 'json'));
  writeFileSync(docs(`${file}.md`), await formatted(linesOf(parts).join('\n'), 'markdown'));
}

async function benchWebhooks(stage) {
  const { seconds } = load;
  const figures = await measureWebhooks(stage, { seconds, progress });
  const table = webhookTable(figures).join('\n');
  console.log(`\n${cores}; ${seconds} s of steady load\n\n${table}`);
  const json = `${JSON.stringify({ date, machine: cores, seconds, ...figures }, null, 2)}\n`;
  if (options.json) writeFileSync(options.json, json);
  if (!options.save) return;
  writeFileSync(docs('bench-webhooks.json'), await formatted(json, 'json'));
  const intro = `# Benchmarks of webhooks\n\nWritten by \`npm run bench -- --webhooks --save\` on ${date}: ${cores}; ${seconds} s of steady load.\nThe worker, PostgreSQL (with fsync) and the receivers share the machine.\n`;
  writeFileSync(docs('bench-webhooks.md'), await formatted(`${intro}\n${table}`, 'markdown'));
}

async function benchParts(stage) {
  progress('starting PostgreSQL, the service and the yardsticks');
  const world = await prepareOperations(stage);
  const { app, enterprise_id, login, enterprise, operations, statementsOf } = world;
  const service = await stage.start(API);
  const measured = await compareOperations(stage, service, { ...world, login });
  const settled = async (work) => {
    await stage.settle();
    return work();
  };
  if (wanted('creations')) {
    measured.creations = await settled(() => compareCreations(stage, service, { login, load }));
  }
  if (wanted('enterprises')) {
    measured.enterprises = await settled(() => compareEnterprises(service, enterprise, load));
  }
  if (wanted('guards')) measured.guards = await settled(() => measureGuards({ app, service, login, load }));
  if (wanted('verifications')) {
    measured.verifications = await settled(() => compareVerifications(stage, service, { enterprise_id, login, load }));
  }
  if (wanted('overload')) {
    const server = { ...service, headers: await logIn(service.url, login) };
    const ofTransfers = operations.filter(({ path }) => path.startsWith('/deliver/transfers'));
    measured.overload = { operations: await settled(() => measureOverload(server, ofTransfers, load)) };
  }
  const minutes = Number(options.memory);
  if (minutes > 0) {
    measured.memory = await settled(() => measureMemory(service, { ...load, login, minutes }));
  }
  await service.stop();
  const stored = Number(options.stored);
  if (stored > 0) measured.stored = await compareStored(stage, stored, load);
  if (wanted('schedules')) {
    measured.schedules = await settled(() => measureSchedules(stage, { ...load, count: Number(options.due) }));
  }
  if (wanted('pipeline')) measured.pipeline = await settled(() => measurePipeline(stage, load));
  const rows = Number(options.plans);
  if (rows > 0) {
    measured.plans = { rows, lists: await planLists(stage, { enterprise_id, statementsOf, rows, progress }) };
  }
  await report(measured);
  if (measured.plans?.lists.some(({ whole }) => whole.length > 0)) process.exitCode = 1;
}

async function compareOperations(stage, service, { enterprise_id, login, operations }) {
  const measured = operations.filter(({ title }) => wanted(title));
  if (measured.length === 0) return {};
  const file = stage.write('operations.json', JSON.stringify(operations));
  const yardstick = { APP_URL: stage.appUrl, ENTERPRISE_ID: enterprise_id, OPERATIONS_FILE: file };
  const bare = await stage.start('test/bench/baseline.mjs', yardstick);
  const pipelined = await stage.start('test/bench/baseline.mjs', { ...yardstick, PIPELINE: 'true' });
  const other = options.against === undefined ? [] : [await stage.start(resolve(options.against, API))];
  const headers = await logIn(service.url, login);
  const servers = [
    { name: 'service', url: service.url, headers },
    ...other.map(({ url }) => ({ name: `service in ${options.against}`, url, headers })),
    { name: 'bare Fastify + pg', url: bare.url },
    { name: 'bare Fastify + pg, pipelined', url: pipelined.url },
  ];
  const parts = {};
  for (const operation of measured) {
    await stage.settle();
    const contestants = servers.map((server) => ({ ...server, request: () => requestOf(operation) }));
    parts[operation.title] = await compare(operation.title, contestants, load);
  }
  await Promise.all([bare, pipelined, ...other].map((server) => server.stop()));
  return parts;
}

async function report(measured) {
  const conditions = {
    date,
    machine: `${cores}, ${POOL_SIZE} database connections a server`,
    load: `${load.connections} connections, ${load.rounds} rounds of ${load.seconds} s, medians`,
  };
  const parts = merge(
    {},
    Object.fromEntries(Object.entries(measured).map(([name, part]) => [name, { ...conditions, ...part }])),
  );
  console.log(`\n${tablesOf(parts).join('\n')}`);
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ parts }, null, 2)}\n`);
  if (!options.save) return;
  const whole = merge(readParts(docs('bench.json')), parts);
  writeFileSync(docs('bench.json'), await formatted(JSON.stringify({ parts: whole }, null, 2), 'json'));
  const history = remember(readHistory(docs('bench-history.json')), parts, { commit: commitOf(root), date });
  writeFileSync(docs('bench-history.json'), await formatted(JSON.stringify(history, null, 2), 'json'));
  await writePage(whole);
}

async function writePage(parts) {
  writeFileSync(docs('bench.svg'), plotOf(parts));
  writeFileSync(docs('bench-history.svg'), historyPlotOf(readHistory(docs('bench-history.json')), parts));
  writeFileSync(docs('bench.md'), await formatted(pageOf(parts).join('\n'), 'markdown'));
}

/** What is checked out; changes beside it belong to the next commit, and are measured under the name of the last. */
function commitOf(directory) {
  return execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: directory, encoding: 'utf8' }).trim();
}

async function formatted(text, parser) {
  const { format, resolveConfig } = require('prettier');
  return format(text, { ...(await resolveConfig(docs('bench.md'))), parser });
}
