import { setImmediate as nextTurn } from 'node:timers/promises';

const AT_MOST_MS = 10;

/** Creates a function that long computations call between steps: every ten milliseconds it yields to other work. */
export function yielder(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < AT_MOST_MS) return;
    await nextTurn();
    last = performance.now();
  };
}
