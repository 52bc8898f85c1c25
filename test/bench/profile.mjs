// `npm run bench -- --profile`: where an api under load spends its time, what it allocates, what it asks the database.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { flameOf } from './flame.mjs';
import { load, progress, requestOf } from './load.mjs';
import { logIn, prepareOperations } from './party.mjs';
import { groupsOf, treeOfCpu, treeOfHeap } from './profile-groups.mjs';
import { API, freePort, root } from './stage.mjs';

const WARM_UP_SECONDS = 3;
const STATEMENT_LENGTH = 90;

/** Profiles one operation under load: first the processor, then allocations, then statements. Prints and writes it all. */
export async function profileOperation(stage, { title, seconds, connections, out }) {
  const { login, operations } = await prepareOperations(stage);
  const operation = operations.find((each) => each.title === title);
  if (operation === undefined) {
    const known = operations.map((each) => `'${each.title}'`).join(', ');
    throw new Error(`--profile '${title}': there is no such operation; there are ${known}`);
  }
  const port = await freePort();
  const hook = join(root, 'test/bench/profile-hook.cjs');
  const api = await stage.start(API.replace('main', 'unbundled'), {
    PROFILE_PORT: String(port),
    NODE_OPTIONS: `--require=${JSON.stringify(hook)}`,
  });
  const server = { url: api.url, headers: await logIn(api.url, login) };
  const run = (lasting) => load(server, requestOf(operation), { connections, seconds: lasting });
  await run(WARM_UP_SECONDS);
  const profiled = async (what) => {
    progress(`${title}: ${what} for ${seconds} s`);
    await ask(port, 'POST', what);
    const { sent, rate } = await run(seconds);
    return { found: await ask(port, 'DELETE', what), sent, rate };
  };
  const cpu = await profiled('cpu');
  const heap = await profiled('heap');
  const sql = await profiled('sql');
  const cpuTree = treeOfCpu(cpu.found, jsonLines());
  const heading = `${title}: ${Math.round(cpu.rate)} requests/s under the profiler, ${connections} connections`;
  const report = [
    `# ${heading}`,
    '',
    'What the profiler sees is time on the clock: on a busy machine it holds what others took of the processor.',
    ...groupTable('Processor time', { ...cpu, groups: groupsOf(cpuTree), unit: 'µs', digits: 1 }),
    ...groupTable('Allocations', { ...heap, groups: groupsOf(treeOfHeap(heap.found)), unit: 'bytes', digits: 0 }),
    ...sqlTable(sql),
  ].join('\n');
  const directory = out === undefined ? mkdtempSync(join(tmpdir(), 'payments-profile-')) : resolve(out);
  mkdirSync(directory, { recursive: true });
  const subtitle = `${Math.round(cpu.rate)} requests/s, ${connections} connections, ${seconds} s; idle time is left out. Click a frame to enlarge it, "all" to go back.`;
  const flame = flameOf(cpuTree, { title: `${title}: processor time of an api`, subtitle });
  writeFileSync(join(directory, 'flame.svg'), flame);
  writeFileSync(join(directory, 'profile.md'), `${report}\n`);
  writeFileSync(join(directory, 'api.cpuprofile'), JSON.stringify(cpu.found));
  writeFileSync(join(directory, 'api.heapprofile'), JSON.stringify(heap.found));
  console.log(`\n${report}\n\n${directory}: flame.svg, profile.md, api.cpuprofile, api.heapprofile`);
}

// Which lines call JSON.parse or JSON.stringify, read from the files themselves.
function jsonLines() {
  const files = new Map();
  return (url, line) => {
    const path = url.replace(/^file:\/\//, '');
    if (!files.has(path)) files.set(path, existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []);
    return /\bJSON\.(?:parse|stringify)\(/.test(files.get(path)[line - 1] ?? '');
  };
}

async function ask(port, method, what) {
  const answer = await fetch(`http://127.0.0.1:${port}/${what}`, { method });
  if (!answer.ok) throw new Error(`the profiler of the api (${method} ${what}): ${await answer.text()}`);
  return answer.json();
}

function groupTable(title, { groups, sent, unit, digits }) {
  const total = groups.reduce((sum, { self }) => sum + self, 0);
  const row = (name, self) => `| ${name} | ${(self / sent).toFixed(digits)} | ${((100 * self) / total).toFixed(1)} % |`;
  return [
    '',
    `## ${title}, the functions themselves, by group`,
    '',
    `| group | ${unit} a request | share |`,
    '| --- | ---: | ---: |',
    ...groups.map(({ group, self }) => row(group, self)),
    row('all', total),
  ];
}

function sqlTable({ found: { statements, roundTrips }, sent }) {
  const rows = Object.entries(shortened(statements)).sort(([, a], [, b]) => b - a);
  const total = rows.reduce((sum, [, count]) => sum + count, 0);
  return [
    '',
    `## SQL: ${(total / sent).toFixed(2)} statements in ${(roundTrips / sent).toFixed(2)} round trips a request`,
    '',
    '| statement | a request |',
    '| --- | ---: |',
    ...rows
      .filter(([, count]) => count / sent >= 0.01)
      .map(([text, count]) => `| ${text} | ${(count / sent).toFixed(2)} |`),
  ];
}

// Statements that differ in their ids or beyond what is shown count together.
function shortened(statements) {
  const counts = {};
  for (const [text, count] of Object.entries(statements)) {
    const line = text
      .replaceAll(/'[^']*'/g, "'…'")
      .replaceAll(/\s+/g, ' ')
      .replaceAll('|', '\\|')
      .slice(0, STATEMENT_LENGTH);
    counts[line] = (counts[line] ?? 0) + count;
  }
  return counts;
}
