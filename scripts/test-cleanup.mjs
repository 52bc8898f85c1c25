// Ends what a test run leaves behind: `node scripts/test-cleanup.mjs DIRECTORY`, started detached by scripts/test.mjs.
// Standard input names the process groups of the run, one pid a line. It closes when the run ends in any way, by SIGKILL
// too; then the groups and the PostgreSQL servers below DIRECTORY are stopped, and DIRECTORY is removed.
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const STOP_MS = 30_000;
const POLL_MS = 50;
const POSTMASTER = 'postmaster.pid';
/** Where an embedded PostgreSQL keeps its data when its account cannot reach the directory it was given. */
const POINTER = 'location.txt';

const [directory] = process.argv.slice(2);
const groups = [];
for await (const line of createInterface({ input: process.stdin })) groups.push(-Number(line));

for (const group of groups) await stop(group, 'SIGTERM');
const homes = homesOfServers();
for (const home of homes) await stop(postmasterOf(home), 'SIGINT');
for (const path of [...homes, directory]) rmSync(path, { recursive: true, force: true, maxRetries: 5 });

async function stop(target, signal) {
  for (const each of [signal, 'SIGKILL']) {
    send(target, each);
    for (const end = Date.now() + STOP_MS; Date.now() < end && send(target, 0);) await sleep(POLL_MS);
  }
}

/** Whether there was a process to receive it. */
function send(target, signal) {
  if (!target) return false;
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}

function homesOfServers() {
  if (!existsSync(directory)) return [];
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const inside = files.filter(({ name }) => name === POSTMASTER).map(({ parentPath }) => join(parentPath, '..'));
  const outside = files
    .filter(({ name }) => name === POINTER)
    .map(({ parentPath }) => readFileSync(join(parentPath, POINTER), 'utf8').split('\n')[0]);
  return [...inside, ...outside];
}

function postmasterOf(home) {
  const path = join(home, 'cluster', POSTMASTER);
  return existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n')[0]) : 0;
}
