import { DAY_MS, HOUR_MS, MINUTE_MS } from '@payments/kernel';
import { type Connection, type Cut, nextCuts } from '@payments/rails';
import { paint, table } from '../terminal.js';
import { bankConnections } from './profiles.js';

interface WindowsRequest {
  readonly connection: string | undefined;
  readonly days: number;
  readonly json: boolean;
}

const SOON_MS = HOUR_MS;

const inNewYork = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'short' },
});

/** Prints the next cuts of files, in the order of their windows. */
export function listWindows({ connection, days, json }: WindowsRequest): void {
  const now = new Date();
  const cuts = bankConnections(connection)
    .flatMap((each) => cutsOf(each, now, days))
    .sort((one, other) => one.windowAt.getTime() - other.windowAt.getTime());
  process.stdout.write(`${json ? jsonOf(cuts, now) : tableOf(cuts, now)}\n`);
}

function cutsOf(connection: Connection, now: Date, days: number) {
  return nextCuts(connection, now, days)
    .filter(({ rail }) => connection.rails[rail] === 'ach')
    .map((cut) => ({ connection: connection.name, ...cut }));
}

type NamedCut = Cut & { readonly connection: string };

function jsonOf(cuts: readonly NamedCut[], now: Date): string {
  const windows = cuts.map(({ connection, rail, windowAt, uploadBy, cutoffAt, effectiveDate, settlesAt }) => ({
    ...{ connection, rail, window_at: windowAt, upload_by: uploadBy, cutoff_at: cutoffAt },
    ...{ effective_date: effectiveDate, settles_at: settlesAt },
    seconds_left: Math.round((windowAt.getTime() - now.getTime()) / 1000),
  }));
  return JSON.stringify({ command: 'rails windows', now, windows }, null, 2);
}

function tableOf(cuts: readonly NamedCut[], now: Date): string {
  if (cuts.length === 0) return 'no rail is carried by files';
  const heading = ['cut', 'in', 'connection', 'rail', 'upload by', 'cut-off', 'effective', 'settles'];
  const rows = cuts.map(({ connection, rail, windowAt, uploadBy, cutoffAt, effectiveDate, settlesAt }) => [
    ...[inNewYork.format(windowAt), untilText(windowAt, now), connection, rail, timeOf(uploadBy), timeOf(cutoffAt)],
    ...[effectiveDate, inNewYork.format(settlesAt)],
  ]);
  const [first = '', ...lines] = table([heading, ...rows]).split('\n');
  // Colored as whole lines, because colors would count as width.
  const soon = lines.map((line, at) =>
    cuts[at]!.windowAt.getTime() - now.getTime() < SOON_MS ? paint('yellow', line) : line,
  );
  return [paint('bold', first), ...soon, paint('dim', 'times in New York')].join('\n');
}

const timeOf = (at: Date) => inNewYork.format(at).slice(-5);

/** "3 h 12 min". */
export function untilText(at: Date, now: Date): string {
  const ms = Math.max(0, at.getTime() - now.getTime());
  const [days, hours, minutes] = [
    Math.floor(ms / DAY_MS),
    Math.floor((ms % DAY_MS) / HOUR_MS),
    Math.floor((ms % HOUR_MS) / MINUTE_MS),
  ];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}
