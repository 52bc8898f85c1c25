import { PartError } from './part-error.js';
import { MAX_RECORD } from './part-text.js';

export interface CsvRecord {
  /** The line that the record begins in, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const END_OF_PLAIN = /[",\r\n]/g;

/**
 * The records of comma-separated values (RFC 4180), one after the other, so that a caller can stop early. Lines end with LF
 * or CRLF, blank ones are left out, and cells are kept as they are: nothing is trimmed and no formula is evaluated.
 * @throws PartError at the first record that is not CSV
 */
export function csvRecords(text: string): Generator<CsvRecord, void, undefined> {
  return new CsvScanner(text).records();
}

class CsvScanner {
  private at = 0;
  private line = 1;

  constructor(private readonly text: string) {}

  *records(): Generator<CsvRecord, void, undefined> {
    while (this.at < this.text.length) {
      const [line, from] = [this.line, this.at];
      const cells = this.record();
      if (this.at - from > MAX_RECORD) throw new PartError(line, `a record has more than ${MAX_RECORD} characters`);
      if (cells.length > 1 || cells[0] !== '') yield { line, cells };
    }
  }

  private record(): string[] {
    const cells = [this.cell()];
    while (this.text[this.at] === ',') {
      this.at += 1;
      cells.push(this.cell());
    }
    this.endLine();
    return cells;
  }

  private cell(): string {
    return this.text[this.at] === '"' ? this.quoted() : this.plain();
  }

  private plain(): string {
    END_OF_PLAIN.lastIndex = this.at;
    const end = END_OF_PLAIN.exec(this.text)?.index ?? this.text.length;
    if (this.text[end] === '"') throw new PartError(this.line, 'a quote stands inside a value that is not quoted');
    const cell = this.text.slice(this.at, end);
    this.at = end;
    return cell;
  }

  private quoted(): string {
    const [line, from] = [this.line, this.at + 1];
    let close = this.text.indexOf('"', from);
    while (close !== -1 && this.text[close + 1] === '"') close = this.text.indexOf('"', close + 2);
    if (close === -1) throw new PartError(line, 'a quote is not closed within the part');
    const cell = this.text.slice(from, close);
    for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) this.line += 1;
    this.at = close + 1;
    return cell.replaceAll('""', '"');
  }

  private endLine(): void {
    if (this.at === this.text.length) return;
    const length = this.text.startsWith('\r\n', this.at) ? 2 : Number(this.text[this.at] === '\n');
    if (length === 0) throw new PartError(this.line, 'a value ends with neither a comma nor a line break');
    this.at += length;
    this.line += 1;
  }
}
