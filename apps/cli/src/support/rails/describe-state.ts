import type { ChannelWork, ConnectionState, OpenWindow } from '@payments/rails';
import { counted, paint, plain } from '../terminal.js';
import { untilText } from './list-windows.js';

type Line = readonly [name: string, text: string];

/** How the work for a connection goes, in lines for a person: what needs one is red. */
export function describeState(state: ConnectionState, waiting: readonly OpenWindow[], now: Date): Line[] {
  const files = state.files.map(({ state: of, reason, files: count, next_attempt_at, last_error }): Line => {
    const why = reason === null ? '' : ` (${reason})`;
    const last = last_error === null ? '' : `, last failure ${plain(last_error)}`;
    const next = next_attempt_at === null ? '' : `, next attempt ${dueText(next_attempt_at, now)}`;
    const text = `${counted(count, 'file')} ${of}${why}${last}${next}`;
    return ['', ['held', 'doubtful', 'refused'].includes(of) ? paint('red', text) : text];
  });
  const windows = waiting.map((window): Line => [
    '',
    `${waitingText(window)} of ${window.rail} wait, cut ${dueText(window.cut_at, now)}`,
  ]);
  const unacknowledged: Line[] =
    state.unacknowledged === 0
      ? []
      : [['', paint('red', `${counted(state.unacknowledged, 'acknowledgment')} overdue`)]];
  return [
    ...state.channel.map((work): Line => [work.work, channelText(work, now)]),
    ...named('outbound', [...windows, ...files, ...unacknowledged]),
    ...named(
      'inbound',
      state.inbound.map(({ state: of, files: count, oldest_at }): Line => {
        const text = `${counted(count, 'file')} ${of}, the oldest ${agoText(oldest_at, now)}`;
        return ['', of === 'quarantined' ? paint('red', text) : text];
      }),
    ),
    ...named('open', openLines(state)),
    ['statement', statementText(state, now)],
  ];
}

/** What waits for the file of a window: entries, and payments that become entries when the window ends or is cut. */
export function waitingText({ entries, payments, cents }: Pick<OpenWindow, 'entries' | 'payments' | 'cents'>): string {
  const filed = entries === 0 ? [] : [counted(entries, 'entry', 'entries')];
  const others = payments === 0 ? [] : [`${counted(payments, 'payment')} (${cents} cents, not handed over yet)`];
  return [...filed, ...others].join(' and ');
}

function channelText({ succeeded_at, failed_at, failures, failure, retry_at }: ChannelWork, now: Date): string {
  const success = succeeded_at === null ? 'never succeeded' : `succeeded ${agoText(succeeded_at, now)}`;
  if (failed_at === null) return succeeded_at === null ? 'nothing was done yet' : success;
  const cause = `${agoText(failed_at, now)}: ${plain(failure ?? '')}`;
  if (failures === 0) return `${success}; last failed ${cause}`;
  const next = retry_at === null ? '' : `; next attempt ${dueText(retry_at, now)}`;
  return paint('red', `failed ${counted(failures, 'time')}, last ${cause}; ${success}${next}`);
}

function openLines({ exceptions, exceptions_overdue, breaks }: ConnectionState): Line[] {
  const overdue = exceptions_overdue === 0 ? '' : `, ${exceptions_overdue} past the due date`;
  return [
    ...(exceptions === 0 ? [] : [['', paint('red', `${counted(exceptions, 'exception')}${overdue}`)] as const]),
    ...(breaks === 0 ? [] : [['', paint('red', counted(breaks, 'break'))] as const]),
  ];
}

function statementText({ statement_day, reconciled_at }: ConnectionState, now: Date): string {
  if (statement_day === null) return 'none yet';
  const compared = reconciled_at === null ? 'not compared yet' : `compared ${agoText(reconciled_at, now)}`;
  return `of ${statement_day}, ${compared}`;
}

/** The name before the first of several lines. */
const named = (name: string, lines: readonly Line[]): Line[] =>
  lines.map(([, text], at): Line => [at === 0 ? name : '', text]);

const dueText = (at: Date, now: Date) => (at <= now ? 'is due' : `in ${untilText(at, now)}`);

const agoText = (at: Date, now: Date) => `${untilText(now, at)} ago`;
