import type { ProgressStream } from './keys/progress.js';
import { paint } from './terminal.js';

const EVERY_MS = { terminal: 100, file: 5_000 };

/** How far one piece of work is, for a person: a live line on a terminal, occasional lines elsewhere. */
export class LiveLine {
  private shownAt = 0;

  constructor(private readonly stream: ProgressStream = process.stderr) {}

  show(text: string): void {
    const { stream } = this;
    const now = performance.now();
    if (this.shownAt > 0 && now - this.shownAt < (stream.isTTY ? EVERY_MS.terminal : EVERY_MS.file)) return;
    this.shownAt = now;
    stream.write(stream.isTTY ? `\r\u001b[K${paint('dim', text, process.stderr)}` : `${text}\n`);
  }

  /** Removes the line from a terminal. */
  end(): void {
    if (this.stream.isTTY) this.stream.write('\r\u001b[K');
  }
}
