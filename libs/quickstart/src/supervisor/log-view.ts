import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { describeLogLine, parseLogLine } from '@payments/observability';
import type { Terminal } from '../terminal.js';

const QUIET_LEVELS = ['trace', 'debug', 'info'];
const QUIET = new RegExp(`^\\{"level":"(${QUIET_LEVELS.join('|')})",`);
const EVENT = /^[a-z][a-z0-9_]*$/;
const MAX_FILE_BYTES = 50_000_000;
const OWNER_ONLY = 0o600;
const CHUNK_BYTES = 65_536;
const POLL_MS = 200;

/**
 * The log file of one process. The process writes to it directly, so that our death neither loses its last lines nor
 * blocks it; this class follows the file and shows warnings, errors and plain text to the user.
 */
export class LogView {
  private last: string | undefined;
  private readonly decoder = new StringDecoder('utf8');
  private readonly chunk = Buffer.alloc(CHUNK_BYTES);
  private readonly source: number;
  private position: number;
  private rest = '';
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly name: string,
    private readonly path: string,
    private readonly terminal: Terminal,
  ) {
    rotate(path);
    // "a+" creates the file; lines of earlier runs are not shown again.
    this.source = openSync(path, 'a+', OWNER_ONLY);
    this.position = fstatSync(this.source).size;
  }

  /** Shows new lines from now on. */
  follow(): void {
    this.timer ??= setInterval(() => this.read(), POLL_MS).unref();
  }

  /** A descriptor for the output of the process, to be closed once the process has it. */
  openForProcess(): number {
    return openSync(this.path, 'a', OWNER_ONLY);
  }

  /** Shows the remaining lines and stops. */
  close(): void {
    clearInterval(this.timer);
    this.read();
    closeSync(this.source);
  }

  /** The last line that was shown, for the message of a failed start. */
  lastShown(): string | undefined {
    this.read();
    return this.last;
  }

  private read(): void {
    for (;;) {
      const bytes = readSync(this.source, this.chunk, 0, CHUNK_BYTES, this.position);
      if (bytes === 0) return;
      this.position += bytes;
      const lines = `${this.rest}${this.decoder.write(this.chunk.subarray(0, bytes))}`.split('\n');
      this.rest = lines.pop() ?? '';
      for (const line of lines) this.show(line);
    }
  }

  private show(line: string): void {
    // Most lines are of level info: not parsing them keeps this process idle under load.
    if (QUIET.test(line) || line.trim() === '') return;
    const text = readable(line, this.terminal.isColored);
    if (text === undefined) return;
    this.last = text;
    this.terminal.say(`${this.terminal.paint('dim', `[${this.name}]`)} ${text}`);
  }
}

function rotate(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size < MAX_FILE_BYTES) return;
  rmSync(`${path}.1`, { force: true });
  renameSync(path, `${path}.1`);
}

/**
 * A JSON log line in short form; other text as it is; `undefined` for lines below warning level, and for those of libraries,
 * whose event is a text, such as "Unable to connect to the database. Retrying (1)...". What comes of that we log ourselves.
 */
export function readable(line: string, isColored: boolean): string | undefined {
  const fields = parseLogLine(line);
  if (!fields) return line;
  if (QUIET_LEVELS.includes(String(fields['level'])) || !EVENT.test(String(fields['event']))) return undefined;
  return describeLogLine(fields, isColored);
}
