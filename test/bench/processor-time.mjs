// How the processors' time is shared among the processes of a measurement. Read from /proc, so on Linux alone.
import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ, which is 100 on every Linux. */
const TICKS_A_SECOND = 100;

/**
 * @param processes pids by name; `postgres` is that of any of its backends, and stands for all processes of the server
 * @returns a function that returns each name's share of the time that all have used since, or undefined where
 *   nothing can be read.
 */
export function watchProcessors(processes) {
  const before = timesOf(processes);
  return () => {
    const after = timesOf(processes);
    if (before === undefined || after === undefined) return undefined;
    const used = Object.keys(after).map((name) => [name, after[name] - before[name]]);
    const total = used.reduce((sum, [, ticks]) => sum + ticks, 0);
    return Object.fromEntries(used.map(([name, ticks]) => [name, Math.round((100 * ticks) / total) / 100]));
  };
}

/** Processor time so far, of a process or of all processes of a PostgreSQL server. */
export function processorSecondsOf({ pid, isServer = false }) {
  const ticks = isServer ? ticksOfChildren(String(pid)) : statOf(pid).ticks;
  return ticks / TICKS_A_SECOND;
}

function timesOf({ postgres, ...others }) {
  try {
    const server = statOf(postgres).parent;
    const ticks = Object.entries(others).map(([name, pid]) => [name, statOf(pid).ticks]);
    return { postgres: ticksOfChildren(server), ...Object.fromEntries(ticks) };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function ticksOfChildren(parent) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(findStat)
    .reduce((sum, stat) => sum + (stat?.parent === parent ? stat.ticks : 0), 0);
}

// A process may end between being listed and being read.
function findStat(pid) {
  try {
    return statOf(pid);
  } catch {
    return undefined;
  }
}

// proc_pid_stat(5): after the name in parentheses follow state, parent, …; the times are fields 14 and 15.
function statOf(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { parent: fields[1], ticks: Number(fields[11]) + Number(fields[12]) };
}
