// Runs a development program on a fresh build: `node scripts/run.mjs bench|chaos|demo|dev|gen|sample-files [arguments]`.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fail, prepare } from './prepare.mjs';
import { root } from './stale.mjs';

const PROGRAMS = {
  bench: ['test/bench/bench.mjs'],
  chaos: ['test/chaos/run.cjs'],
  demo: ['dist/apps/cli/src/main.js', 'demo'],
  dev: ['scripts/dev.mjs'],
  gen: ['scripts/gen.mjs'],
  'sample-files': ['test/samples/sample-files.mjs'],
};

const [name, ...rest] = process.argv.slice(2);
const program = PROGRAMS[name];
if (program === undefined) fail(new Error(`specify the program to run: ${Object.keys(PROGRAMS).join(', ')}`));
await prepare({ quiet: name === 'gen' }).catch(fail);
const [script, ...args] = program;
const child = spawn(process.execPath, [join(root, script), ...args, ...rest], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
