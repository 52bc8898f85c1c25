import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../../../support/cli.error.js';

const AT_ONCE = 8;
const LOOK_EVERY_MS = 100;

/** Does the work of each, a few at once. */
export async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const left = [...items];
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

export interface Patience {
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
}

/** What `look` finds, once it finds something. @throws CliError when that takes too long */
export async function until<Found>(
  what: string,
  look: () => Promise<Found | undefined | false>,
  { timeoutSeconds, signal }: Patience,
): Promise<Found> {
  for (const end = performance.now() + timeoutSeconds * 1_000; ;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new CliError(`${what}: not within ${timeoutSeconds} s; see the worker's log`);
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}
