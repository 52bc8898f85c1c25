import type { Argument, Command, Option } from 'commander';
import { placeholderOf } from '../../apps/cli/src/support/values.js';

export type Taken = Option | Argument;

interface Kind {
  readonly right: string;
  readonly wrong: readonly string[];
}

const NO_NUMBERS = ['', ' ', 'x', '0x10', '1e3', '1.0', '+1', '-1', ' 1', '1 ', '1,000', '99999999999999999'];
const ID: Kind = {
  right: '0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a',
  wrong: ['', '1', '0198f2d0', '0198f2d06c1e7c1b8a573f6f5d1c2b3a', '0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3ag'],
};
const COUNT: Kind = { right: '1', wrong: [...NO_NUMBERS, '0', '2147483648'] };
const NO_DAYS = ['', 'today', '2026-02-29', '2026-13-01', '11/23/2026', '2026-11-23 ', '20261123', '2026-1-1'];

/** By the placeholder in the help, what has a form. Values that the command itself reads are below. */
const KINDS: Readonly<Record<string, Kind>> = {
  'true|false': { right: 'true', wrong: ['', 'True', 'TRUE', 'yes', 'on', '1', '0', 'false ', 'tru'] },
  count: COUNT,
  row: COUNT,
  pid: COUNT,
  days: { right: '5', wrong: [...NO_NUMBERS, '0', '367'] },
  cents: { right: '1', wrong: [...NO_NUMBERS, '0', '12.50', '$12'] },
  port: { right: '0', wrong: [...NO_NUMBERS, 'ssh', '65536'] },
  seconds: { right: '0.5', wrong: ['', '0', '-1', 'soon', '1m', '1e3', 'Infinity', '86401'] },
  id: ID,
  ids: ID,
  line: ID,
  'routing-number': { right: '021000021', wrong: ['', '21000021', '0210000210', '02100002X'] },
  day: { right: '2026-11-23', wrong: [...NO_DAYS, '2026-11-23T00:00:00Z'] },
  time: { right: '2026-11-23', wrong: [...NO_DAYS, '2026-11-23T00:00:00', '2026-02-30T00:00:00Z', '1764000000'] },
  instant: { right: '2026-11-23T00:00:00Z', wrong: [...NO_DAYS, '2026-11-23', '2026-11-23T25:00:00Z'] },
  url: { right: 'http://localhost', wrong: ['', 'localhost:80', 'nowhere', 'ftp://localhost', '//localhost'] },
  'rail=cents,': {
    right: 'ach=1',
    wrong: ['ach', 'ach=', 'ACH=1', 'ach=-1', 'ach=1.5', 'ach=1,', 'ach=1,ach=2', 'wire=1'],
  },
  list: { right: 'payout', wrong: ['', 'Payout', 'payout,', 'payout, deposit', 'payout,payout', 'payment'] },
  'name=values': { right: 'status=failed', wrong: ['', 'status', 'status=', 'Status=failed', 'size=1'] },
};
/** These are lists of the libraries, which the command loads before it connects to anything. */
const LISTED: Readonly<Record<string, Kind>> = {
  kind: { right: 'recall', wrong: ['', 'Recall', 'returned'] },
  scope: { right: 'read:transfers', wrong: ['', 'Read:transfers', 'read', 'all'] },
  types: { right: 'transfer_all', wrong: ['', 'Transfer_all', 'transfer_all,', 'transfers'] },
};
const TEXT: Kind = { right: 'x', wrong: ['', ' ', 'two\nlines', 'a\0', '--json'] };
export const TEXTS = new Set([
  ...[
    'account',
    'client-id',
    'company',
    'connection',
    'directory',
    'end-to-end-id',
    'enterprise',
    'export.csv',
    'file',
  ],
  ...['id or name', 'id-or-name', 'key-id', 'name', 'operator', 'path', 'reference', 'text', 'window'],
]);

export const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];
export const nameOf = (command: Command): string =>
  command.parent ? [nameOf(command.parent), command.name()].filter(Boolean).join(' ') : '';
export const takenBy = (command: Command): Taken[] => [
  ...command.registeredArguments,
  ...command.options.filter((option) => !option.isBoolean()),
];
export const isOption = (taken: Taken): taken is Option => 'flags' in taken;
export const titleOf = (taken: Taken) => (isOption(taken) ? taken.flags : `<${taken.name()}>`);

export function kindOf(taken: Taken): Kind | undefined {
  const [first] = taken.argChoices ?? [];
  if (first !== undefined) return { right: first, wrong: ['', ' ', `x${first}`, `${first} `, ` ${first}`] };
  const placeholder = placeholderOf(taken);
  const listed = isListed(taken) ? LISTED[placeholder] : undefined;
  return listed ?? KINDS[placeholder] ?? (TEXTS.has(placeholder) ? TEXT : undefined);
}

export const isListed = (taken: Taken) =>
  ['--kind <kind>', '--scopes <scope...>', '--events <types>'].includes(titleOf(taken));

interface Values {
  /** Of `taken`. */
  readonly value?: string;
  /** Other right values than those of the kinds, by the option or the placeholder. */
  readonly rights?: ReadonlyMap<string, string>;
}

/** What the command needs, with right values; the value of `taken` is replaced, or added. */
export function argumentsOf(command: Command, taken?: Taken, { value = '', rights }: Values = {}): string[] {
  const rightOf = (each: Taken) =>
    rights?.get(isOption(each) ? each.long! : '') ?? rights?.get(placeholderOf(each)) ?? kindOf(each)?.right ?? '';
  const valueOf = (each: Taken) => (each === taken ? value : rightOf(each));
  const own = command.registeredArguments.filter((each) => each.required || each === taken).map(valueOf);
  const options = command.options.filter((each) => each.mandatory && !each.isBoolean() && each !== taken);
  const last = taken !== undefined && isOption(taken) ? [taken.long!, value] : [];
  return [...nameOf(command).split(' '), ...own, ...options.flatMap((each) => [each.long!, valueOf(each)]), ...last];
}
