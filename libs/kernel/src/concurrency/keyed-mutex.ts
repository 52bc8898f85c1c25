import { endsWithin } from './timeout.js';

/** Releases the lock to the next waiter. Must be called once. */
export type Release = () => void;

/** Mutual exclusion for each name, within this process. First come, first served. */
export class KeyedMutex {
  private readonly held = new Map<string, Promise<void>>();

  /** @param deadline of `performance.now()`. Undefined when it passes first. */
  async acquire(name: string, deadline: number): Promise<Release | undefined> {
    let before = this.held.get(name);
    while (before !== undefined) {
      if (!(await endsWithin(before, deadline - performance.now()))) return undefined;
      before = this.held.get(name);
    }
    let release: Release = () => {};
    const released = new Promise<void>((resolve) => {
      release = () => {
        this.held.delete(name);
        resolve();
      };
    });
    this.held.set(name, released);
    return release;
  }
}
