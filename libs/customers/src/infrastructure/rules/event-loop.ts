import { setImmediate as nextTurn } from 'node:timers/promises';

const AT_MOST_MS = 10;

/** Makes a function that long computations call between steps: every ten milliseconds it lets other work go first. */
export function yielder(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < AT_MOST_MS) return;
    await nextTurn();
    last = performance.now();
  };
}
