// `npm run dev`: the service as `npm start` runs it, rebuilt and restarted when a source file changes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { prepare } from './prepare.mjs';
import { root } from './stale.mjs';

const SETTLE_MS = 300;
const SOURCES = ['apps', 'libs', 'migrations'];

let service;
let stopping = false;
let timer;

function start() {
  service = spawn(process.execPath, [join(root, 'dist/apps/cli/src/main.js'), 'start'], { stdio: 'inherit' });
}

async function stop() {
  if (service.exitCode !== null || service.signalCode !== null) return;
  service.kill('SIGTERM');
  await once(service, 'exit');
}

async function restart() {
  try {
    await prepare();
    await stop();
    if (!stopping) start();
  } catch (error) {
    // The version that still runs keeps running until the sources compile again.
    console.error(error.message);
  }
}

start();
for (const directory of SOURCES.map((name) => join(root, name)).filter(existsSync)) {
  watch(directory, { recursive: true }, (_event, file) => {
    if (!file?.endsWith('.ts') || file.endsWith('spec.ts')) return;
    clearTimeout(timer);
    timer = setTimeout(restart, SETTLE_MS);
  });
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    stopping = true;
    await stop();
    process.exit(0);
  });
}
