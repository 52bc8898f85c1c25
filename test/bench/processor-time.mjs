// How the processors' time is shared among the processes of a measurement. Read from /proc, so on Linux alone.
import { readdirSync, readFileSync } from 'node:fs';

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

function timesOf({ postgres, ...others }) {
  try {
    const server = statOf(postgres).parent;
    const ofPostgres = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => (findStat(pid)?.parent === server ? [findStat(pid)?.ticks ?? 0] : []));
    const ticks = Object.entries(others).map(([name, pid]) => [name, statOf(pid).ticks]);
    return { postgres: ofPostgres.reduce((sum, each) => sum + each, 0), ...Object.fromEntries(ticks) };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
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
