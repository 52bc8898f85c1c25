import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Option } from 'commander';
import { paymentsProgram } from './program.js';
import { reportError } from './report-error.js';
import { placeholderOf } from './values.js';
import { runCommand } from '../../../../test/support/command.js';
import {
  argumentsOf,
  everyCommand,
  isListed,
  isOption,
  kindOf,
  nameOf,
  takenBy,
  TEXTS,
  titleOf,
} from '../../../../test/support/command-line.js';

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
        const args = argumentsOf(command, taken, { ...(taken && { value: kindOf(taken)!.right }) });
        expect(await parse(args)).toEqual({ args, code: 0, ran: nameOf(command) });
      }
    }
  });

  it('refuses each wrong value with status 2 and says what is allowed, and does not run', async () => {
    for (const [command, taken] of walked.filter(([, each]) => !isListed(each))) {
      for (const value of kindOf(taken)!.wrong) {
        if (!isOption(taken) && value.startsWith('-')) continue;
        const args = argumentsOf(command, taken, { value });
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
      const { code, stdout, stderr } = await runCommand(argumentsOf(command, taken, { value }), { DATA_DIR: dataDir });
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
      const same = [...argumentsOf(command, taken, { value: right }), (taken as Option).long!];
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
