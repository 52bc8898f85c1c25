import { readdirSync, readFileSync } from 'node:fs';
import { clearInterval, setInterval } from 'node:timers';

const SAMPLE_MS = 2_000;
/** Linux reports processor time in this unit to every program, whatever the kernel counts in. */
const TICKS_PER_SECOND = 100;

/**
 * Measures the processor time, user and system, of all processes that this one starts, from /proc. What a process took is
 * added to its parent's when that has waited for it. Servers that detach, such as those of PostgreSQL, have no parent that
 * does: they are the processes that name the directory and descend from none of ours, and are looked at while they run.
 */
export class ProcessorTime {
  /** Ticks of each detached process and its children when it was last seen, by its pid and start. */
  detached = new Map();
  /** Whether a process is of this run, by its pid and start, so that each is asked once. */
  known = new Map();

  /** @param directory that the command line or the environment of each process of the run names */
  constructor(directory) {
    this.directory = directory;
    this.before = ownTicks();
    this.timer = setInterval(() => this.sample(), SAMPLE_MS).unref();
  }

  sample() {
    const processes = readProcesses();
    const ancestors = ({ pid, parent }) => [pid, ...(processes.has(parent) ? ancestors(processes.get(parent)) : [])];
    const sums = new Map();
    for (const each of processes.values()) {
      const line = ancestors(each);
      if (line.includes(process.pid)) continue;
      const eldest = line.findLast((pid) => this.isOfRun(processes.get(pid)));
      if (eldest === undefined) continue;
      const { key } = processes.get(eldest);
      sums.set(key, (sums.get(key) ?? 0) + each.own + each.waitedFor);
    }
    for (const [key, ticks] of sums) this.detached.set(key, Math.max(ticks, this.detached.get(key) ?? 0));
  }

  isOfRun({ pid, key }) {
    if (!this.known.has(key)) {
      const texts = ['cmdline', 'environ'].map((file) => read(`/proc/${pid}/${file}`) ?? '');
      this.known.set(
        key,
        texts.some((text) => text.includes(this.directory)),
      );
    }
    return this.known.get(key);
  }

  /** Stops measuring. @returns seconds, or undefined where there is no /proc */
  stop() {
    clearInterval(this.timer);
    if (this.before === undefined) return undefined;
    const ticks = [...this.detached.values()].reduce((sum, each) => sum + each, ownTicks() - this.before);
    return ticks / TICKS_PER_SECOND;
  }
}

function ownTicks() {
  const self = readProcess(process.pid);
  return self && self.own + self.waitedFor;
}

function readProcesses() {
  const pids = (readDirectory('/proc') ?? []).filter((name) => /^\d+$/.test(name));
  const processes = pids.map((pid) => readProcess(Number(pid))).filter((each) => each !== undefined);
  return new Map(processes.map((each) => [each.pid, each]));
}

/** The fields of proc_pid_stat(5). The second is a name in parentheses, which may hold anything. */
function readProcess(pid) {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [parent, user, system, childUser, childSystem, start] = [1, 11, 12, 13, 14, 19].map((at) => Number(fields[at]));
  return { pid, parent, key: `${pid} ${start}`, own: user + system, waitedFor: childUser + childSystem };
}

const read = (file) => unlessGone(() => readFileSync(file, 'latin1'));
const readDirectory = (path) => unlessGone(() => readdirSync(path));

/** A process may end, or be another account's, while it is looked at. */
function unlessGone(look) {
  try {
    return look();
  } catch {
    return undefined;
  }
}
