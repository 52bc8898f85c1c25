// docs/operate/bench.json: each part of the benchmark with the date and the conditions of its last run.
import { existsSync, readFileSync } from 'node:fs';

/** The parts beside the single operations, in the order of the page. */
export const PARTS = [
  ...[
    'creations',
    'enterprises',
    'stored',
    'guards',
    'verifications',
    'schedules',
    'pipeline',
    'overload',
    'memory',
    'plans',
  ],
];

/** @returns the parts in a file, by name: none when there is no file. */
export function readParts(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).parts : {};
}

/** What was measured just now in place of what was measured before, everything else as it was; operations first. */
export function merge(before, measured) {
  const parts = { ...before, ...measured };
  const place = (name) => PARTS.indexOf(name);
  return Object.fromEntries(Object.entries(parts).sort(([a], [b]) => place(a) - place(b)));
}

/** The parts that compare an operation with the bare servers. */
export function operationsOf(parts) {
  return Object.entries(parts)
    .filter(([name]) => !PARTS.includes(name))
    .map(([title, part]) => ({ title, ...part }));
}
