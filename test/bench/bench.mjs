// `npm run bench`: the service beside a bare Fastify + pg server that runs the same SQL, in one run, as ratios.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { guardsTable, measureGuards } from './guards.mjs';
import { compareEnterprises, compareStored } from './growth.mjs';
import { compare, progress, requestOf } from './load.mjs';
import { logIn, prepareOperations } from './party.mjs';
import { measurePipeline } from './pipeline.mjs';
import { planLists } from './plans.mjs';
import { API, POOL_SIZE, require, root, setStage } from './stage.mjs';
import { measureWebhooks, webhookTable } from './webhooks.mjs';

const HELP = `Usage: npm run bench -- [options]

Measures operations of the service against a bare Fastify + pg server that sends the same SQL to the same database.
All figures are of one run; only their ratios mean anything.

Options:
  --seconds <n>      how long each measurement lasts (8)
  --rounds <n>       measurements of each server, in turns; the median counts (3)
  --connections <n>  connections of the load generator (50)
  --only <text>      measures the operations whose title contains the text; also 'enterprises', 'guards', 'pipeline'
  --stored <rows>    also compares creating transfers when so many are stored with 10000 (0)
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
    stored: { type: 'string', default: '0' },
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

const load = {
  seconds: Number(options.seconds),
  rounds: Number(options.rounds),
  connections: Number(options.connections),
};
const wanted = (title) => title.includes(options.only);

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
  const { app, enterprise_id, login, enterprise, operations, statementsOf } = await prepareOperations(stage);
  const service = await stage.start(API);
  const results = [];
  const measured = operations.filter(({ title }) => wanted(title));
  if (measured.length > 0) {
    const file = stage.write('operations.json', JSON.stringify(operations));
    const yardstick = { APP_URL: stage.appUrl, ENTERPRISE_ID: enterprise_id, OPERATIONS_FILE: file };
    const bare = await stage.start('test/bench/baseline.mjs', yardstick);
    const pipelined = await stage.start('test/bench/baseline.mjs', { ...yardstick, PIPELINE: 'true' });
    const servers = [
      { name: 'service', url: service.url, headers: await logIn(service.url, login) },
      { name: 'bare Fastify + pg', url: bare.url },
      { name: 'bare Fastify + pg, pipelined', url: pipelined.url },
    ];
    for (const operation of measured) {
      const contestants = servers.map((server) => ({ ...server, request: () => requestOf(operation) }));
      results.push(await compare(operation.title, contestants, load));
    }
    await Promise.all([bare.stop(), pipelined.stop()]);
  }
  if (wanted('enterprises')) results.push(await compareEnterprises(service, enterprise, load));
  const guards = wanted('guards') ? await measureGuards({ app, service, login, load }) : undefined;
  await service.stop();
  const stored = Number(options.stored);
  if (stored > 0) results.push(await compareStored(stage, stored, load));
  const pipeline = wanted('pipeline') ? await measurePipeline(stage, load) : undefined;
  const rows = Number(options.plans);
  const plans = rows > 0 ? await planLists(stage, { enterprise_id, statementsOf, rows, progress }) : [];
  await report({ results, guards, pipeline, plans });
  if (plans.some(({ whole }) => whole.length > 0)) process.exitCode = 1;
}

async function report({ results, guards, pipeline, plans }) {
  const machine = `${cpus().length} cores, Node ${process.versions.node}, ${POOL_SIZE} database connections a server`;
  const conditions = `${options.connections} connections, ${options.rounds} rounds of ${options.seconds} s, medians`;
  const table = results.flatMap(({ title, rows, memory }) => [
    `### ${title}`,
    '',
    `| server | requests/s | ${rows[0].name} ÷ it | p50 ms | p99 ms | p99 ${rows[0].name} ÷ it |`,
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map(
      (row) =>
        `| ${row.name} | ${row.rate} | ${row.ratio.toFixed(2)} | ${row.p50_ms} | ${row.p99_ms} | ${row.p99_ratio.toFixed(2)} |`,
    ),
    '',
    ...(memory ? [`The api held ${memory.before_mb} MB before and ${memory.after_mb} MB after.`, ''] : []),
  ]);
  if (guards !== undefined) table.push(...guardsTable(guards));
  if (pipeline !== undefined) table.push(...pipelineTable(pipeline));
  if (plans.length > 0) table.push(...planTable(plans));
  console.log(`\n${machine}; ${conditions}\n\n${table.join('\n')}`);
  const date = new Date().toISOString().slice(0, 10);
  const json = `${JSON.stringify({ date, machine, load: conditions, results, guards, pipeline }, null, 2)}\n`;
  if (options.json) writeFileSync(options.json, json);
  if (!options.save) return;
  writeFileSync(join(root, 'docs/bench.json'), await formatted(json, 'json'));
  const intro = `# Benchmarks\n\nWritten by \`npm run bench -- --save\` on ${date}: ${machine}; ${conditions}.\nThe load generator, PostgreSQL (with fsync) and the servers share the machine, so only the ratios mean anything.\nThe yardsticks open nothing that is sealed. Opening a field costs 3 to 5 µs with what the garbage collector has of it, which\nfor a list of 100 persons is the greater part of the difference.\n`;
  writeFileSync(join(root, 'docs/BENCH.md'), await formatted(`${intro}\n${table.join('\n')}`, 'markdown'));
}

function pipelineTable({ created, completed, told, steady, gentle }) {
  const share = (rate) => `${rate} | ${(rate / created).toFixed(2)}`;
  const flow = ({ webhooks, backlog_middle, backlog_end, first_webhook_p99_ms }) =>
    `${webhooks} webhooks/s accepted, backlog ${backlog_middle} in the middle and ${backlog_end} at the end, first webhook p99 ${first_webhook_p99_ms} ms after the commit`;
  return [
    '### The pipeline: one api, one worker, a sandbox without waiting',
    '',
    '| what | transfers/s | ÷ created | remarks |',
    '| --- | ---: | ---: | --- |',
    `| created, no worker running | ${share(created)} | |`,
    `| a backlog worked off, nobody to tell | ${share(completed)} | |`,
    `| a backlog worked off, each webhook accepted | ${share(told)} | |`,
    `| steady: a quarter of what can be created | ${share(steady.created)} | ${flow(steady)} |`,
    `| steady: 100 a second | ${share(gentle.created)} | ${flow(gentle)} |`,
    '',
  ];
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
