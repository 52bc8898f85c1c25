import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

/** How far behind the true time the clock of a process is, in milliseconds. */
export const BEHIND_MS = 'STORY_CLOCK_BEHIND_MS';

const TrueDate = Date;
const trueOrigin = performance.timeOrigin;

/** Sets the clock of this process back, from the true time; 0 sets it right again. */
export function setClockBack(behindMs: number): void {
  const now = () => TrueDate.now() - behindMs;
  const past = new Proxy(TrueDate, {
    construct: (target, args: unknown[], made) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, made) as Date,
    apply: () => new TrueDate(now()).toString(),
    get: (target, key, of): unknown => (key === 'now' ? now : Reflect.get(target, key, of)),
  });
  globalThis.Date = behindMs === 0 ? TrueDate : past;
  Object.defineProperty(performance, 'timeOrigin', { configurable: true, get: () => trueOrigin - behindMs });
}

/** The environment of processes whose clocks are set back. */
export function inThePast(env: NodeJS.ProcessEnv, behindMs: number): NodeJS.ProcessEnv {
  const preload = `--require ${JSON.stringify(join(__dirname, 'preload-past-clock.js'))}`;
  const { NODE_OPTIONS: own } = env;
  return { ...env, [BEHIND_MS]: String(behindMs), NODE_OPTIONS: own ? `${own} ${preload}` : preload };
}
