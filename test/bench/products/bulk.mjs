// Bulk transfers: rows created a second beside single creations, and what a running bulk costs everybody else.
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';
import { load as sendLoad, median, newReference, progress, requestOf } from '../load.mjs';
import { memoryOf } from '../memory.mjs';
import { ask, transfer } from '../party.mjs';
import { POOL_SIZE } from '../stage.mjs';
import { compareLatency } from './latency.mjs';
import { idle, openWorld, until } from './world.mjs';

const LINES_OF_PART = 4_000;
const MEMORY_EVERY_MS = 250;
const WARM_UP_SHARE = 10;
const creation = { method: 'POST', path: '/deliver/transfers', bodyOf: transfer };

/** @returns rates of single creations and of rows, latencies of a creation without and beside a bulk, and the worker's memory in MB */
export async function measureBulk(stage, { rows, rounds, seconds, ...load }) {
  const world = await openWorld(stage, 'bulk');
  const enterprise = await world.enterprise();
  const rates = { single: [], bulk: [] };
  const memory = [];
  for (let round = 1; round <= rounds; round += 1) {
    await world.owner.query('VACUUM ANALYZE');
    const { rate } = await sendLoad(enterprise, requestOf(creation), { connections: POOL_SIZE, seconds });
    const worker = await world.startWorker();
    // A process grows until its code is warm, whatever it does.
    await create(world, enterprise, Math.ceil(rows / WARM_UP_SHARE));
    const peakOf = watchMemory(worker.pid);
    const bulk = await create(world, enterprise, rows);
    memory.push(peakOf());
    await worker.stop();
    rates.single.push(rate);
    rates.bulk.push(bulk);
    progress(
      `bulk  round ${round}  single ${Math.round(rate)}/s, rows ${Math.round(bulk)}/s, ${JSON.stringify(memory.at(-1))} MB`,
    );
  }
  const [single, bulk] = [median(rates.single), median(rates.bulk)];
  const worker = { before: median(memory.map((m) => m.before)), peak: median(memory.map((m) => m.peak)) };
  return {
    rows,
    single,
    bulk,
    memory: worker,
    latency: await measureBeside(world, enterprise, { ...load, rounds, rows, seconds }),
  };
}

/** Sends a file and waits until its transfers need nothing more just now. @returns rows created a second */
async function create({ owner }, enterprise, rows) {
  const id = await upload(enterprise, { lines: payouts(rows) });
  const begun = performance.now();
  await submit(enterprise, id, { rows });
  await until(async () => (await progressOf(enterprise, id)).created === rows);
  const rate = (1_000 * rows) / (performance.now() - begun);
  await idle(owner);
  return rate;
}

async function measureBeside(world, enterprise, { rows, ...load }) {
  await world.startWorker();
  const server = { url: enterprise.url, headers: enterprise.headers };
  const beside = async () => {
    await idle(world.owner);
    const id = await upload(enterprise, { lines: payouts(rows), review: true });
    await submit(enterprise, id, { rows });
    await until(async () => (await bulkOf(enterprise, id)).status === 'ready');
    await ask(enterprise.url, 'POST', `/deliver/bulk-transfers/${id}/confirm`, { headers: enterprise.headers });
    await until(async () => (await bulkOf(enterprise, id)).status === 'running');
    return () => until(async () => (await progressOf(enterprise, id)).created === rows);
  };
  const without = async () => {
    await idle(world.owner);
  };
  return compareLatency(
    'bulk',
    [
      { name: 'without', server, operation: creation, beside: without },
      { name: 'beside', server, operation: creation, beside },
    ],
    load,
  );
}

/** Lines of payouts that are not the same as any before. */
export function payouts(rows, changes = {}) {
  return Array.from({ length: rows }, () => JSON.stringify({ ...transfer(newReference()), ...changes }));
}

/** Sends the parts of a file. @returns the id of the bulk transfer */
export async function upload({ url, headers }, { lines, review = false }) {
  const body = { bulk_reference_id: newReference(), mode: 'each', format: 'ndjson', review };
  const { id } = (await ask(url, 'POST', '/deliver/bulk-transfers', { headers, body })).bulk_transfer;
  for (let part = 1; (part - 1) * LINES_OF_PART < lines.length; part += 1) {
    const text = `${lines.slice((part - 1) * LINES_OF_PART, part * LINES_OF_PART).join('\n')}\n`;
    const digest = createHash('sha256').update(text).digest('base64');
    const sent = { ...headers, 'content-type': 'application/x-ndjson', 'content-digest': `sha-256=:${digest}:` };
    const answer = await fetch(`${url}/deliver/bulk-transfers/${id}/parts/${part}`, {
      ...{ method: 'PUT', headers: sent, body: text },
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
  return id;
}

export function submit({ url, headers }, id, { rows }) {
  const body = { parts: Math.ceil(rows / LINES_OF_PART) };
  return ask(url, 'POST', `/deliver/bulk-transfers/${id}/submit`, { headers, body });
}

async function bulkOf({ url, headers }, id) {
  return (await ask(url, 'GET', `/deliver/bulk-transfers/${id}`, { headers })).bulk_transfer;
}

/** How many rows have come how far. */
export const progressOf = async (enterprise, id) => (await bulkOf(enterprise, id)).progress;

/** Looks at what a process holds until the returned function is called, which tells what it held `before` and at its `peak`, in MB. */
export function watchMemory(pid) {
  const before = memoryOf(pid);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), MEMORY_EVERY_MS);
  return () => {
    clearInterval(watch);
    return { before, peak };
  };
}
