// Runs a process with a wrong clock: CLOCK_SHIFT_MS from the true time, and CLOCK_STEP_MS further from it after SIGUSR2, as
// when the clock is set while the process runs. Time that only goes on, such as performance.now(), stays true.
const { performance } = require('node:perf_hooks');

const TrueDate = Date;
const trueOrigin = performance.timeOrigin;
let shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
process.on('SIGUSR2', () => (shiftMs += Number(process.env.CLOCK_STEP_MS ?? 0)));

const now = () => TrueDate.now() + shiftMs;
globalThis.Date = new Proxy(TrueDate, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  apply: () => new TrueDate(now()).toString(),
  get: (target, key, of) => (key === 'now' ? now : Reflect.get(target, key, of)),
});
Object.defineProperty(performance, 'timeOrigin', { get: () => trueOrigin + shiftMs });
