import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Field of /proc/<pid>/stat that holds the start time, counted after the command name (field 22 of the file). */
const START_TIME_FIELD = 19;

/**
 * A text that names one run of one process: it stays the same while the process lives, and differs when the system
 * gives the same pid to another process later. `undefined` when no such process lives (a zombie does not).
 */
export function processIdentity(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  if (process.platform === 'linux') return linuxIdentity(pid);
  return processStatus(pid, 'lstart=') ?? String(pid);
}

/** The command line of a living process, arguments separated by spaces; `undefined` when it cannot be known. */
export function processCommand(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  if (process.platform !== 'linux') return processStatus(pid, 'command=');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return undefined;
  }
}

/** Pid of the parent of a living process; `undefined` when it cannot be known. */
export function parentProcess(pid: number): number | undefined {
  if (process.platform !== 'linux') return Number(processStatus(pid, 'ppid=')) || undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) || undefined;
  } catch {
    return undefined;
  }
}

/** Processor time that a living process has used, in milliseconds; `undefined` when it cannot be known. */
export function processCpuMs(pid: number): number | undefined {
  if (process.platform !== 'linux') return clockMs(processStatus(pid, 'time='));
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // utime and stime, the 14th and 15th field of the file, in hundredths of a second.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}

/** Such as 1:02.50 or 1:00:02 of `ps`, in milliseconds. */
function clockMs(text: string | undefined): number | undefined {
  return text?.split(':').reduce((sum, part) => sum * 60 + Number(part) * 1_000, 0);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function linuxIdentity(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    // The start time counts from boot, so the boot id distinguishes a reboot with the same pid and tick.
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${pid}/${boot}/${fields[START_TIME_FIELD - 1]}`;
  } catch {
    return undefined;
  }
}

function processStatus(pid: number, column: string): string | undefined {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', column], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
