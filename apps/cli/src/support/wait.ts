import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 500;

/** Reads again and again, until what was read has ended. */
export async function waitUntil<Read>(read: () => Promise<Read>, hasEnded: (found: Read) => boolean): Promise<Read> {
  for (;;) {
    const found = await read();
    if (hasEnded(found)) return found;
    await sleep(EVERY_MS);
  }
}
