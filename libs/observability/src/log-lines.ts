import { inspect } from 'node:util';

/** The destination of lines, such as a Node stream. */
export interface LineStream {
  write(line: string): unknown;
}

type Style = 'red' | 'yellow' | 'green' | 'dim';

const STYLES: Readonly<Record<string, Style>> = { fatal: 'red', error: 'red', warn: 'yellow', info: 'green' };
const LEVEL_WIDTH = 5;
const TIME_OF_DAY = { start: 11, end: 23 };
const NOT_A_DETAIL = new Set(['level', 'time', 'process', 'name', 'event', 'error']);

/** The fields of a JSON log line; `undefined` for any other text. */
export function parseLogLine(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** Level, event, error and details of a log line, as a person reads them: `warn slow (reason) duration_ms=12`. */
export function describeLogLine(fields: Readonly<Record<string, unknown>>, colors: boolean): string {
  const level = text(fields['level']);
  const error = (fields['error'] as { message?: string } | undefined)?.message;
  const details = Object.entries(fields)
    .filter(([name]) => !NOT_A_DETAIL.has(name))
    .map(([name, value]) => `${name}=${text(value)}`);
  return [
    paint(STYLES[level.trimEnd()] ?? 'dim', level, colors),
    text(fields['event']),
    ...(error === undefined ? [] : [`(${error})`]),
    ...details,
  ].join(' ');
}

/** Takes JSON log lines and writes them for people: the time of day in front, the stack of an error below. */
export function prettyStream(stream: LineStream, colors: boolean): LineStream {
  return { write: (line) => stream.write(`${prettyLine(line, colors)}\n`) };
}

function prettyLine(line: string, colors: boolean): string {
  const fields = parseLogLine(line);
  if (fields === undefined) return line.trimEnd();
  const time = new Date(Number(fields['time'])).toISOString().slice(TIME_OF_DAY.start, TIME_OF_DAY.end);
  const process = text(fields['process']);
  const level = text(fields['level']).padEnd(LEVEL_WIDTH);
  const stack = (fields['error'] as { stack?: string } | undefined)?.stack;
  const head = `${paint('dim', `${time} ${process}`, colors)} ${describeLogLine({ ...fields, level }, colors)}`;
  return stack === undefined ? head : `${head}\n${paint('dim', stack, colors)}`;
}

function paint(style: Style, words: string, colors: boolean): string {
  const [open, close] = inspect.colors[style]!;
  return colors ? `\u001b[${open}m${words}\u001b[${close}m` : words;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
