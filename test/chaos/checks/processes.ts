import type { EndingLine, Evidence, Finding } from '../evidence.js';

/** For so long after its servers are back a process that had not started may still report that it cannot. */
const AFTERMATH_MS = 6_000;
/** Within this time after the last fault everything has to be final. */
const FINAL_MS = 60_000;
/** Or this, where files wait for their cut and for further attempts. */
const FINAL_WITH_BANK_MS = 240_000;

export function checkBooks({ database }: Evidence): Finding[] {
  return database.findings.map((message) => ({ subject: 'database', message }));
}

/** After the last fault all work completes, within the time limit. */
export function checkQuiet({ bank, database, quietAfterMs, slowness }: Evidence): Finding[] {
  if (quietAfterMs === undefined) return database.open.map((message) => ({ subject: 'database', message }));
  if (quietAfterMs <= (bank === undefined ? FINAL_MS : FINAL_WITH_BANK_MS) * slowness) return [];
  return [{ subject: 'database', message: `was at work for ${quietAfterMs} ms after the last fault` }];
}

/** On SIGTERM a process exits with 0. By itself it ends only if it never served, because a server was away. */
export function checkEndings({ endings, faults, slowness }: Evidence): Finding[] {
  return endings.flatMap((ending) => {
    const fault = faultOf(ending, { faults, slowness });
    return fault === undefined ? [] : [{ subject: ending.process, message: `${fault}: ${ending.last_words.trim()}` }];
  });
}

function faultOf(
  { at, signal, code, served }: EndingLine,
  { faults, slowness }: Pick<Evidence, 'faults' | 'slowness'>,
): string | undefined {
  const when = new Date(at).toISOString();
  if (signal === 'SIGKILL') return undefined;
  // A process that is still starting may not handle signals yet.
  if (signal === 'SIGTERM')
    return code === 0 || (!served && code === null) ? undefined : `ended with ${code} on SIGTERM at ${when}`;
  if (served) return `ended by itself with ${code} at ${when}`;
  // A server that gets no CPU time is away too.
  const isExplained =
    slowness > 1 ||
    faults.some(
      ({ target, wire, began, recovered = Infinity }) =>
        (['postgres', 'queue'].includes(target) || wire !== undefined) && began <= at && at <= recovered + AFTERMATH_MS,
    );
  return isExplained ? undefined : `did not start, and ended with ${code} at ${when}`;
}
