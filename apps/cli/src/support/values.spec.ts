import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Argument, Command, Option } from 'commander';
import { paymentsProgram } from './program.js';
import { reportError } from './report-error.js';
import { placeholderOf } from './values.js';
import { runCommand } from '../../../../test/support/command.js';

type Taken = Option | Argument;

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
const TEXTS = new Set([
  ...['account', 'client-id', 'company', 'directory', 'end-to-end-id', 'enterprise', 'export.csv', 'file'],
  ...['id or name', 'id-or-name', 'key-id', 'name', 'operator', 'path', 'reference', 'text', 'window'],
]);

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];
const nameOf = (command: Command): string =>
  command.parent ? [nameOf(command.parent), command.name()].filter(Boolean).join(' ') : '';
const takenBy = (command: Command): Taken[] => [
  ...command.registeredArguments,
  ...command.options.filter((option) => !option.isBoolean()),
];
const isOption = (taken: Taken): taken is Option => 'flags' in taken;
const titleOf = (taken: Taken) => (isOption(taken) ? taken.flags : `<${taken.name()}>`);

function kindOf(taken: Taken): Kind | undefined {
  const [first] = taken.argChoices ?? [];
  if (first !== undefined) return { right: first, wrong: ['', ' ', `x${first}`, `${first} `, ` ${first}`] };
  const placeholder = placeholderOf(taken);
  const listed = isListed(taken) ? LISTED[placeholder] : undefined;
  return listed ?? KINDS[placeholder] ?? (TEXTS.has(placeholder) ? TEXT : undefined);
}

const isListed = (taken: Taken) =>
  ['--kind <kind>', '--scopes <scope...>', '--events <types>'].includes(titleOf(taken));

/** What the command needs, with right values; the value of `taken` is replaced, or added. */
function argumentsOf(command: Command, taken?: Taken, value = ''): string[] {
  const valueOf = (each: Taken) => (each === taken ? value : (kindOf(each)?.right ?? ''));
  const own = command.registeredArguments.filter((each) => each.required || each === taken).map(valueOf);
  const options = command.options.filter((each) => each.mandatory && !each.isBoolean() && each !== taken);
  const last = taken !== undefined && isOption(taken) ? [taken.long!, value] : [];
  return [...nameOf(command).split(' '), ...own, ...options.flatMap((each) => [each.long!, valueOf(each)]), ...last];
}

describe('every command', () => {
  const program = paymentsProgram();
  const commands = everyCommand(program);
  const walked = commands.flatMap((command) => takenBy(command).map((taken) => [command, taken] as const));
  let ran: string | undefined;
  let said = '';
  let dataDir: string;

  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'cli-values-'));
    for (const command of commands) {
      command.configureOutput({ writeErr: (text) => (said += text), writeOut: (text) => (said += text) });
      if (command.commands.length === 0) command.action(() => void (ran = nameOf(command)));
    }
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  /** Parses a command line. Its command does not run, but is noted in `ran`. */
  async function parse(args: readonly string[]) {
    [ran, said] = [undefined, ''];
    const { exitCode } = process;
    process.exitCode = 0;
    try {
      await program.parseAsync(args, { from: 'user' }).catch(reportError);
      return { args, code: process.exitCode, ran };
    } finally {
      process.exitCode = exitCode;
    }
  }

  it('says of each value what it is', () => {
    const unknown = walked.filter(([, taken]) => kindOf(taken) === undefined);
    expect(unknown.map(([command, taken]) => `${nameOf(command)} ${titleOf(taken)}`)).toEqual([]);
    expect(walked.filter(([, { parseArg }]) => parseArg === undefined)).toEqual([]);
    expect(walked.length).toBeGreaterThan(150);
  });

  it('takes right values of all that it needs, and of each thing that it may be given', async () => {
    for (const command of commands.filter((each) => each.commands.length === 0)) {
      for (const taken of [undefined, ...takenBy(command)]) {
        const args = argumentsOf(command, taken, taken && kindOf(taken)?.right);
        expect(await parse(args)).toEqual({ args, code: 0, ran: nameOf(command) });
      }
    }
  });

  it('refuses each wrong value with status 2 and says what is allowed, and does not run', async () => {
    for (const [command, taken] of walked.filter(([, each]) => !isListed(each))) {
      for (const value of kindOf(taken)!.wrong) {
        if (!isOption(taken) && value.startsWith('-')) continue;
        const args = argumentsOf(command, taken, value);
        expect(await parse(args)).toEqual({ args, code: 2, ran: undefined });
        expect(said).toMatch(
          / is invalid( for argument '.*')?\. (must be|Allowed choices are|Known are|one of them is given|the rails are|\w+ (must be|is given))/,
        );
      }
    }
  });

  it.each(
    walked
      .filter(([, taken]) => isListed(taken))
      .map(([command, taken]) => [nameOf(command), titleOf(taken), { command, taken }] as const),
  )('refuses wrong values before it connects to anything: %s %s', async (_, __, { command, taken }) => {
    for (const value of kindOf(taken)!.wrong) {
      const { code, stdout, stderr } = await runCommand(argumentsOf(command, taken, value), { DATA_DIR: dataDir });
      expect([value, code, stdout]).toEqual([value, 2, '']);
      expect(stderr).toMatch(/must be|use \w+|is invalid/);
    }
  });

  it('refuses an option with two values, and takes one that is given twice with the same', async () => {
    const OTHERS: Readonly<Record<string, string>> = { 'true|false': 'false', list: 'deposit', time: '2026-11-24' };
    const options = walked.filter(
      ([, each]) => isOption(each) && !each.variadic && !isListed(each) && each.long !== '--filter',
    );
    for (const [command, taken] of options) {
      const [placeholder, { right }] = [placeholderOf(taken), kindOf(taken)!];
      const same = [...argumentsOf(command, taken, right), (taken as Option).long!];
      expect(await parse([...same, right])).toEqual({ args: [...same, right], code: 0, ran: nameOf(command) });
      const other = taken.argChoices?.at(-1) ?? OTHERS[placeholder] ?? (TEXTS.has(placeholder) ? 'y' : undefined);
      if (other === undefined || other === right) continue;
      expect(await parse([...same, other])).toEqual({ args: [...same, other], code: 2, ran: undefined });
      expect(said).toContain('the option is given twice, with different values');
    }
  });

  it('refuses an unknown option, an argument too many and a flag with a value', async () => {
    for (const command of commands) {
      const args = argumentsOf(command);
      const isVariadic = command.registeredArguments.some(({ variadic }) => variadic);
      const flags = command.options.filter((each) => each.isBoolean() && each.long !== '--version');
      const optional = command.registeredArguments
        .filter(({ required }) => !required)
        .map((each) => kindOf(each)!.right);
      const wrong = [[...args, '--frobnicate'], ...(isVariadic ? [] : [[...args, ...optional, 'more']])];
      for (const { long } of flags) wrong.push([...args, `${long}=true`]);
      for (const words of wrong) expect(await parse(words)).toEqual({ args: words, code: 2, ran: undefined });
    }
  });
});
