// Runs a process with a wrong clock: CLOCK_SHIFT_MS from the true time, and one of CLOCK_STEPS_MS further with each SIGUSR2,
// as when the clock is set while the process runs. Time that only goes on, such as performance.now(), stays true.
const { performance } = require('node:perf_hooks');

const TrueDate = Date;
const trueOrigin = performance.timeOrigin;
let shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const stepsMs = (process.env.CLOCK_STEPS_MS ?? '').split(',').map(Number);
process.on('SIGUSR2', () => (shiftMs += stepsMs.shift() ?? 0));

const now = () => TrueDate.now() + shiftMs;
globalThis.Date = new Proxy(TrueDate, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  apply: () => new TrueDate(now()).toString(),
  get: (target, key, of) => (key === 'now' ? now : Reflect.get(target, key, of)),
});
Object.defineProperty(performance, 'timeOrigin', { get: () => trueOrigin + shiftMs });
