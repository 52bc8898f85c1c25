import { isDeepStrictEqual } from 'node:util';
import { type Argument, type Command, InvalidArgumentError, type Option } from 'commander';

/** Reads the text of an option or argument. @throws InvalidArgumentError naming what is allowed */
type Read = (text: string) => unknown;

const LARGEST = 2_147_483_647;
const MOST_CENTS = Number.MAX_SAFE_INTEGER;
const MOST_SECONDS = 86_400;
const MOST_DAYS = 366;
const LAST_PORT = 65_535;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

function reader<Value>(expected: string, read: (text: string) => Value | undefined): (text: string) => Value {
  return (text) => {
    const value = read(text);
    if (value === undefined) throw new InvalidArgumentError(`must be ${expected}`);
    return value;
  };
}

const whole = (least: number, most: number) =>
  reader(`a whole number from ${least} to ${most}`, (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
    return value >= least && value <= most ? value : undefined;
  });

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
const isInstant = (text: string) => isDay(text.slice(0, 10)) && INSTANT.test(text) && !Number.isNaN(Date.parse(text));

const id = reader('an id, such as 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a', (text) =>
  UUID.test(text) ? text.toLowerCase() : undefined,
);
const day = reader('a day, such as 2026-11-23', (text) => (isDay(text) ? text : undefined));

/** Nobody means an empty text, or the next option as the value of this one. */
const text = reader('text of one line that is not empty and does not begin with --', (given) =>
  /^(?!--)(?=.*\S)\P{Cc}+$/u.test(given) ? given : undefined,
);

/**
 * How a value is read, by its placeholder in the help: whoever writes `--limit <count>` gets a whole number. A value with
 * choices or a reader of its own is read by those. Every other placeholder stands for text.
 */
const VALUES: Readonly<Record<string, Read>> = {
  'true|false': reader('true or false', (given) => ({ true: true, false: false })[given]),
  count: whole(1, LARGEST),
  row: whole(1, LARGEST),
  pid: whole(1, LARGEST),
  days: whole(1, MOST_DAYS),
  cents: whole(1, MOST_CENTS),
  port: whole(0, LAST_PORT),
  seconds: reader(`a number of seconds above 0, at most ${MOST_SECONDS}`, (given) => {
    const value = /^\d+(\.\d+)?$/.test(given) ? Number(given) : 0;
    return value > 0 && value <= MOST_SECONDS ? value : undefined;
  }),
  id,
  ids: id,
  line: id,
  'routing-number': reader('a routing number of 9 digits', (given) => (/^\d{9}$/.test(given) ? given : undefined)),
  day,
  instant: reader('an instant, such as 2026-11-23T14:00:00Z', (given) => (isInstant(given) ? given : undefined)),
  time: reader('a day or an instant, such as 2026-11-23 or 2026-11-23T14:00:00Z', (given) =>
    isDay(given) || isInstant(given) ? given : undefined,
  ),
  url: reader('a URL, such as http://localhost:4242/webhooks', (given) =>
    URL.canParse(given) && /^https?:$/.test(new URL(given).protocol) ? given : undefined,
  ),
};

/** Options that add to each other when they are given again. */
const ADDING = new Set(['name=values']);

/** Makes every command refuse a value that its option or argument does not allow, and two values where it takes one. */
export function demandValues(command: Command): void {
  for (const option of command.options) {
    if (option.isBoolean()) continue;
    demand(option);
    if (!option.variadic && !ADDING.has(placeholderOf(option))) demandOne(command, option);
  }
  command.registeredArguments.forEach(demand);
  command.commands.forEach(demandValues);
}

function demand(taken: Option | Argument): void {
  if (taken.parseArg !== undefined) return;
  const read = VALUES[placeholderOf(taken)] ?? text;
  const { variadic } = taken;
  const defaultValue: unknown = taken.defaultValue;
  taken.argParser((given: string, before: unknown) => {
    const value = read(given);
    if (!variadic) return value;
    return before === defaultValue || !Array.isArray(before) ? [value] : [...(before as unknown[]), value];
  });
}

function demandOne(command: Command, option: Option): void {
  const read = option.parseArg!;
  option.argParser((given: string, before: unknown) => {
    const value: unknown = read(given, before);
    const isSecond = command.getOptionValueSource(option.attributeName()) === 'cli';
    if (isSecond && !isDeepStrictEqual(value, before))
      throw new InvalidArgumentError('the option is given twice, with different values');
    return value;
  });
}

/** `count` of `--limit <count>`, `states` of `--state <states...>`. */
export function placeholderOf(taken: Option | Argument): string {
  const name = 'flags' in taken ? (/<([^>]+)>/.exec(taken.flags)?.[1] ?? '') : taken.name();
  return name.replace(/\.{3}$/, '');
}
