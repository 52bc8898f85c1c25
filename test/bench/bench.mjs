// `npm run bench`: the service beside a bare Fastify + pg server that runs the same SQL, in one run, as ratios.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { logIn, prepareOperations } from './party.mjs';
import { planLists } from './plans.mjs';
import { setStage, POOL_SIZE, require, root } from './stage.mjs';
import { measureWebhooks, webhookTable } from './webhooks.mjs';

const autocannon = require('autocannon');
const HELP = `Usage: npm run bench -- [options]

Measures operations of the service against a bare Fastify + pg server that sends the same SQL to the same database.
All figures are of one run; only their ratios mean anything.

Options:
  --seconds <n>      how long each measurement lasts (8)
  --rounds <n>       measurements of each server, in turns; the median counts (3)
  --connections <n>  connections of the load generator (50)
  --only <text>      measures the operations whose title contains the text
  --plans <rows>     also shows how the lists are read when there are so many rows (0)
  --webhooks         measures the delivery of webhooks instead
  --json <file>      also writes the figures to a file (docs/bench.json with --save)
  --save             writes docs/bench.json and docs/BENCH.md
  --help             shows this`;

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '50' },
    only: { type: 'string', default: '' },
    plans: { type: 'string', default: '0' },
    webhooks: { type: 'boolean', default: false },
    json: { type: 'string' },
    save: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  console.log(HELP);
  process.exit(0);
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const progress = (text) => process.stderr.write(`${text}\n`);
let references = 0;

const stage = await setStage();
try {
  await (options.webhooks ? benchWebhooks() : benchOperations());
} finally {
  await stage.close();
}

async function benchWebhooks() {
  const seconds = Number(options.seconds);
  const figures = await measureWebhooks(stage, { seconds, progress });
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} cores, Node ${process.versions.node}`;
  const table = webhookTable(figures).join('\n');
  console.log(`\n${machine}; ${seconds} s of steady load\n\n${table}`);
  const json = `${JSON.stringify({ date, machine, seconds, ...figures }, null, 2)}\n`;
  if (options.json) writeFileSync(options.json, json);
  if (!options.save) return;
  writeFileSync(join(root, 'docs/bench-webhooks.json'), await formatted(json, 'json'));
  const intro = `# Benchmarks of webhooks\n\nWritten by \`npm run bench -- --webhooks --save\` on ${date}: ${machine}; ${seconds} s of steady load.\nThe worker, PostgreSQL (with fsync) and the receivers share the machine.\n`;
  writeFileSync(join(root, 'docs/BENCH-WEBHOOKS.md'), await formatted(`${intro}\n${table}`, 'markdown'));
}

async function benchOperations() {
  progress('starting PostgreSQL, the service and the yardsticks');
  const { enterprise_id, login, operations, statementsOf } = await prepareOperations(stage);
  const service = await stage.start('dist/apps/api/src/main.js');
  const file = stage.write('operations.json', JSON.stringify(operations));
  const yardstick = { APP_URL: stage.appUrl, ENTERPRISE_ID: enterprise_id, OPERATIONS_FILE: file };
  const bare = await stage.start('test/bench/baseline.mjs', yardstick);
  const pipelined = await stage.start('test/bench/baseline.mjs', { ...yardstick, PIPELINE: 'true' });
  const servers = [
    { name: 'service', url: service.url, headers: await logIn(service.url, login) },
    { name: 'bare Fastify + pg', url: bare.url },
    { name: 'bare Fastify + pg, pipelined', url: pipelined.url },
  ];
  const results = [];
  for (const operation of operations.filter(({ title }) => title.includes(options.only))) {
    results.push(await compare({ title: operation.title, request: () => requestOf(operation) }, servers));
  }
  const rows = Number(options.plans);
  const plans = rows > 0 ? await planLists(stage, { enterprise_id, statementsOf, rows, progress }) : [];
  await report(results, plans);
  if (plans.some(({ whole }) => whole.length > 0)) process.exitCode = 1;
}

function requestOf({ method, path, bodyOf }) {
  if (bodyOf === undefined) return { method, path };
  return {
    method,
    path,
    headers: { 'content-type': 'application/json' },
    setupRequest: (request) => ({ ...request, body: JSON.stringify(bodyOf(`bench-${process.pid}-${++references}`)) }),
  };
}

async function compare({ title, request }, servers) {
  const runs = new Map(servers.map(({ name }) => [name, []]));
  for (const server of servers) await load(server, request(), 2);
  for (let round = 1; round <= Number(options.rounds); round++) {
    for (const server of servers) {
      const run = await load(server, request(), Number(options.seconds));
      runs.get(server.name).push(run);
      progress(`${title}  round ${round}  ${server.name}: ${Math.round(run.rate)}/s, p99 ${run.p99} ms`);
    }
  }
  const rows = [...runs].map(([name, all]) => ({
    name,
    rate: Math.round(median(all.map(({ rate }) => rate))),
    p50_ms: median(all.map(({ p50 }) => p50)),
    p99_ms: median(all.map(({ p99 }) => p99)),
  }));
  const [{ rate, p99_ms }] = rows;
  return { title, rows: rows.map((row) => ({ ...row, ratio: rate / row.rate, p99_ratio: p99_ms / row.p99_ms })) };
}

async function load({ url, headers }, request, duration) {
  const result = await autocannon({
    url,
    connections: Number(options.connections),
    duration,
    requests: [{ ...request, headers: { ...headers, ...request.headers } }],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were no success, ${result.errors} errors`);
  }
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

async function report(results, plans) {
  const machine = `${cpus().length} cores, Node ${process.versions.node}, ${POOL_SIZE} database connections a server`;
  const load = `${options.connections} connections, ${options.rounds} rounds of ${options.seconds} s, medians`;
  const table = results.flatMap(({ title, rows }) => [
    `### ${title}`,
    '',
    '| server | requests/s | service ÷ it | p50 ms | p99 ms | p99 service ÷ it |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map(
      (row) =>
        `| ${row.name} | ${row.rate} | ${row.ratio.toFixed(2)} | ${row.p50_ms} | ${row.p99_ms} | ${row.p99_ratio.toFixed(2)} |`,
    ),
    '',
  ]);
  if (plans.length > 0) table.push(...planTable(plans));
  console.log(`\n${machine}; ${load}\n\n${table.join('\n')}`);
  const date = new Date().toISOString().slice(0, 10);
  const json = `${JSON.stringify({ date, machine, load, results }, null, 2)}\n`;
  if (options.json) writeFileSync(options.json, json);
  if (!options.save) return;
  writeFileSync(join(root, 'docs/bench.json'), await formatted(json, 'json'));
  const intro = `# Benchmarks\n\nWritten by \`npm run bench -- --save\` on ${date}: ${machine}; ${load}.\nThe load generator, PostgreSQL (with fsync) and the servers share the machine, so only the ratios mean anything.\nThe yardsticks open nothing that is sealed. Opening a field costs 3 to 5 µs with what the garbage collector has of it, which\nfor a list of 100 persons is the greater part of the difference.\n`;
  writeFileSync(join(root, 'docs/BENCH.md'), await formatted(`${intro}\n${table.join('\n')}`, 'markdown'));
}

function planTable(plans) {
  return [
    `### Lists of 100 out of ${options.plans} rows`,
    '',
    '| list | ms in PostgreSQL | read through | whole table |',
    '| --- | ---: | --- | --- |',
    ...plans.map(
      ({ path, ms, nodes, whole }) => `| ${path} | ${ms} | ${nodes.join(', ')} | ${whole.join(', ') || 'no'} |`,
    ),
    '',
  ];
}

async function formatted(text, parser) {
  const { format, resolveConfig } = require('prettier');
  return format(text, { ...(await resolveConfig(join(root, 'docs/BENCH.md'))), parser });
}
