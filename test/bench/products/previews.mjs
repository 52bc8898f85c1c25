// A preview of a transfer beside reading one.
import { newReference } from '../load.mjs';
import { ask, transfer } from '../party.mjs';
import { compareLatency } from './latency.mjs';
import { idle, openWorld } from './world.mjs';

/** @returns latencies of both */
export async function measurePreviews(stage, load) {
  const world = await openWorld(stage, 'previews');
  const { url, headers } = await world.enterprise();
  const worker = await world.startWorker();
  const body = transfer(newReference());
  const { transfer: stored } = await ask(url, 'POST', '/deliver/transfers', { headers, body });
  await idle(world.owner);
  await worker.stop();
  const contestants = [
    { name: 'preview', operation: { method: 'POST', path: '/deliver/transfers/preview', bodyOf: transfer } },
    { name: 'read', operation: { method: 'GET', path: `/deliver/transfers/${stored.id}` } },
  ];
  return compareLatency(
    'previews',
    contestants.map((contestant) => ({ ...contestant, server: { url, headers } })),
    load,
  );
}
