// What the api holds over time while transfers are created as fast as it goes: its memory follows garbage collection, so
// one look says little.
import { execFileSync } from 'node:child_process';
import { clearInterval, setInterval } from 'node:timers';
import { progress, requestOf, send } from './load.mjs';
import { logIn, transfer } from './party.mjs';

const LOOK_EVERY_MS = 1_000;
const SECONDS = 60;
const creation = { method: 'POST', path: '/deliver/transfers', bodyOf: transfer };

/** @returns the highest and the middle of what the api held, looked at once a second, and how fast it was. */
export async function measureMemory({ url, pid }, { login, minutes, connections }) {
  const looks = [];
  const rates = [];
  const watch = setInterval(() => looks.push(memoryOf(pid)), LOOK_EVERY_MS);
  try {
    for (let minute = 1; minute <= minutes; minute++) {
      // A token lasts for an hour.
      const server = { url, headers: await logIn(url, login) };
      // What is refused within an hour is no reason to end: a refusal is not a creation, and the rate says so.
      const { result } = await send(server, requestOf(creation), { connections, duration: SECONDS });
      const rate = result['2xx'] / SECONDS;
      rates.push(rate);
      progress(`memory  minute ${minute}: ${Math.max(...looks.slice(-SECONDS))} MB at most, ${Math.round(rate)}/s`);
    }
  } finally {
    clearInterval(watch);
  }
  const sorted = looks.toSorted((one, other) => one - other);
  const rate = Math.round(rates.reduce((sum, each) => sum + each, 0) / rates.length);
  return { minutes, most_mb: sorted.at(-1), middle_mb: sorted[Math.floor(sorted.length / 2)], rate };
}

/** Megabytes that a process holds. */
export function memoryOf(pid) {
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024);
}
