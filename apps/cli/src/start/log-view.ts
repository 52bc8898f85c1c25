import { createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { paint, say } from '../terminal.js';

const WARN = 40;
const ERROR = 50;
const QUIET = /^\{"level":(10|20|30),/;
const NOT_SHOWN = new Set(['level', 'time', 'pid', 'hostname', 'name', 'process', 'event', 'msg', 'error']);
const MAX_FILE_BYTES = 50_000_000;
const REMEMBERED_LINES = 5;

/** Appends the output of one process to its log file, and shows warnings, errors and plain text to the person. */
export class LogView {
  private readonly last: string[] = [];

  constructor(
    private readonly name: string,
    private readonly path: string,
  ) {}

  /** Follows one run of the process until its output ends. */
  follow(...outputs: (Readable | null)[]): void {
    this.rotate();
    const file = createWriteStream(this.path, { flags: 'a', mode: 0o600 });
    file.on('error', (error) => say(`${this.path} cannot be written: ${error.message}`));
    let open = outputs.length;
    for (const output of outputs) {
      let rest = '';
      output?.setEncoding('utf8');
      output?.on('data', (chunk: string) => {
        file.write(chunk);
        const lines = `${rest}${chunk}`.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) this.show(line);
      });
      output?.on('close', () => {
        if (rest) this.show(rest);
        if ((open -= 1) === 0) file.end();
      });
    }
  }

  /** The last lines that were shown, for the message of a failed start. */
  lastShown(): string[] {
    return [...this.last];
  }

  private show(line: string): void {
    // Most lines are of level info: not parsing them keeps this process idle under load.
    if (QUIET.test(line) || line.trim() === '') return;
    const text = readable(line);
    if (text === undefined) return;
    if (this.last.push(text) > REMEMBERED_LINES) this.last.shift();
    say(`${paint('dim', `[${this.name}]`, process.stderr)} ${text}`);
  }

  private rotate(): void {
    const size = statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
    if (size < MAX_FILE_BYTES) return;
    rmSync(`${this.path}.1`, { force: true });
    renameSync(this.path, `${this.path}.1`);
  }
}

/** A JSON log line in short form; other text as it is; `undefined` for what is below a warning. */
export function readable(line: string): string | undefined {
  const fields = parse(line);
  if (!fields) return line;
  const level = Number(fields['level']);
  if (level < WARN) return undefined;
  const label = level >= ERROR ? paint('red', 'error', process.stderr) : paint('yellow', 'warn', process.stderr);
  const event = text(fields['event'] ?? fields['msg'] ?? '');
  const error = (fields['error'] as { message?: string } | undefined)?.message;
  const details = Object.entries(fields)
    .filter(([name]) => !NOT_SHOWN.has(name))
    .map(([name, value]) => `${name}=${text(value)}`);
  return [label, event, ...(error ? [`(${error})`] : []), ...details].join(' ');
}

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
