import { pbkdf2Sync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const SAMPLE_EVERY_MS = 500;
/** Some milliseconds of work. */
const ROUNDS = 10_000;
/** Over the last minute. */
const SAMPLES = 120;
/** The run itself keeps up to three processes busy on each core. */
const OWN_LOAD = 3;

/** Learns within the run what the machine has left for it: how much longer a fixed piece of work takes than at best. */
export class Pace {
  private best = Infinity;
  private readonly lately: number[] = [];

  /** 1 where the machine has time for the run, and more where others make it wait. */
  get slowness(): number {
    const mean = this.lately.reduce((sum, ms) => sum + ms, 0) / this.lately.length;
    return Math.max(1, mean / this.best / OWN_LOAD || 1);
  }

  async watch(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const began = performance.now();
      pbkdf2Sync('', '', ROUNDS, 32, 'sha256');
      const ms = performance.now() - began;
      this.best = Math.min(this.best, ms);
      if (this.lately.push(ms) > SAMPLES) this.lately.shift();
      await sleep(SAMPLE_EVERY_MS);
    }
  }
}
