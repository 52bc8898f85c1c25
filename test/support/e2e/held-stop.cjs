// Makes an api that is asked to stop wait for SIGUSR2 instead of for DRAIN_SECONDS, and once more instead of for the time without
// requests that follows. It says for which milliseconds.
const { once } = require('node:events');
const timers = require('node:timers/promises');

const sleep = timers.setTimeout;
const QUIET_MS = 250;
const held = [Number(process.env.DRAIN_SECONDS) * 1_000, QUIET_MS];

timers.setTimeout = async (ms, ...rest) => {
  if (ms !== held[0]) return sleep(ms, ...rest);
  held.shift();
  const released = once(process, 'SIGUSR2');
  process.stderr.write(`waits ${ms}\n`);
  return released;
};
