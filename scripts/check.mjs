// `npm run check`: its parts, or those named, run beside each other, the longest first. Prints what each took, and all that a
// failed one said.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fail, prepare } from './prepare.mjs';
import { root } from './stale.mjs';

const CACHE = 'node_modules/.cache';
const PARTS = {
  lint: `eslint --max-warnings 0 --cache --cache-strategy content --cache-location ${CACHE}/eslint .`,
  types: 'oxlint',
  layout: `prettier --check --log-level warn --cache --cache-strategy content --cache-location ${CACHE}/prettier/layout .`,
  dependencies: 'depcruise apps libs migrations test',
  generated: 'node scripts/gen.mjs --check',
  unused: 'knip',
  description: 'node scripts/lint-openapi.mjs',
  'portal-size': 'node scripts/portal-size.mjs',
};

const startedAt = Date.now();
const since = (start) => `${((Date.now() - start) / 1_000).toFixed(0).padStart(4)} s`;
const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` };

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in PARTS));
if (unknown.length > 0)
  fail(new Error(`unknown: ${unknown.join(', ')}; the parts are ${Object.keys(PARTS).join(', ')}`));
await prepare().catch(fail);
const waiting = Object.entries(PARTS).filter(([name]) => names.length === 0 || names.includes(name));
const failed = [];
await Promise.all(Array.from({ length: availableParallelism() }, runParts));
console.log(`${since(startedAt)}  altogether${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function runParts() {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) await run(part);
}

async function run([name, command]) {
  const partStartedAt = Date.now();
  const [program, ...args] = command.split(' ');
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  console.log(`${since(partStartedAt)}  ${name}${code === 0 ? '' : ` failed: ${command}\n${output}`}`);
  if (code !== 0) failed.push(name);
}
