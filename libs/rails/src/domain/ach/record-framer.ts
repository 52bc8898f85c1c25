import { RECORD_LENGTH } from './record-layout.js';

/** What fills a file after its end: NUL, and the end-of-file character of DOS. */
const NUL = 0x00;
const END_OF_FILE = 0x1a;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BLANK = 0x20;
const ONE = 0x31;
const NINE = 0x39;

/** Receives the records of a file one by one. The bytes are valid during the call only. */
export interface RecordSink {
  record(bytes: Buffer, start: number, line: number): void;
  /** A line that is no record, with how many characters it has ("more than 94"). */
  wrongLength(line: number, found: string): void;
  /** Between records, something that may only fill a file after its end. */
  fill(line: number): void;
}

const NOTHING = Buffer.alloc(0);

/**
 * Cuts a stream of bytes into records. Lines end in LF, CR LF, CR, or not at all: then every 94 bytes are a record. It
 * holds back less than one record.
 */
export class RecordFramer {
  private rest: Buffer = NOTHING;
  private line = 1;
  /** `tail`: after a full record, where only blanks may follow · `skip`: the rest of a line that is too long. */
  private state: 'record' | 'tail' | 'skip' = 'record';
  /** Known after the first record. */
  private hasLineEnds: boolean | undefined;
  private lastByte = 0;

  constructor(private readonly sink: RecordSink) {}

  push(chunk: Buffer): void {
    this.consume(this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]), false);
  }

  end(): void {
    this.consume(this.rest, true);
  }

  private consume(bytes: Buffer, isLast: boolean): void {
    let at = 0;
    while (at < bytes.length) {
      const byte = bytes[at]!;
      if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
        this.lineEnd(byte);
        at += 1;
      } else if (this.state !== 'skip' && isFill(byte)) {
        this.sink.fill(this.line);
        at += 1;
        this.lastByte = 0;
      } else if (this.state === 'record' && isMarkAt(bytes, at)) {
        at += BYTE_ORDER_MARK.length;
      } else if (this.state === 'record') {
        const end = this.record(bytes, at, isLast);
        if (end === undefined) break;
        at = end;
        this.lastByte = 0;
      } else {
        if (this.state === 'tail' && byte !== BLANK) this.tooLong();
        at += 1;
        this.lastByte = 0;
      }
    }
    // A copy: the producer may use its buffer again.
    this.rest = at < bytes.length ? Buffer.from(bytes.subarray(at)) : NOTHING;
  }

  private lineEnd(byte: number): void {
    const isSecondOfPair = byte === LINE_FEED && this.lastByte === CARRIAGE_RETURN;
    if (!isSecondOfPair && this.hasLineEnds !== false) this.line += 1;
    this.lastByte = byte;
    this.state = 'record';
  }

  /** Takes one record at `start` and returns where it ends; undefined when its end has not arrived yet. */
  private record(bytes: Buffer, start: number, isLast: boolean): number | undefined {
    const limit = Math.min(start + RECORD_LENGTH, bytes.length);
    let end = start;
    while (end < limit && bytes[end] !== LINE_FEED && bytes[end] !== CARRIAGE_RETURN) end += 1;
    if (end === bytes.length && !isLast) return undefined;
    if (end - start < RECORD_LENGTH) this.short(bytes.subarray(start, end));
    else this.full(bytes, start);
    return end;
  }

  private full(bytes: Buffer, start: number): void {
    const next = bytes[start + RECORD_LENGTH];
    const isLineEnd = next === undefined || next === LINE_FEED || next === CARRIAGE_RETURN;
    this.hasLineEnds ??= isLineEnd || next < ONE || next > NINE;
    if (!this.hasLineEnds) {
      this.sink.record(bytes, start, this.line);
      this.line += 1;
    } else if (isLineEnd || next === BLANK || isFill(next)) {
      this.sink.record(bytes, start, this.line);
      if (!isLineEnd) this.state = 'tail';
    } else this.tooLong();
  }

  private short(found: Buffer): void {
    const text = found.toString('latin1').trimEnd();
    const { length } = text.replace(/[\s\x00\x1a]+$/, '');
    if (length === 0) return text === '' ? undefined : this.sink.fill(this.line);
    // Some banks strip trailing blanks. Only these two records end in reserved or optional columns.
    if (found[0] === ONE || found[0] === NINE) {
      this.hasLineEnds ??= true;
      const padded = Buffer.alloc(RECORD_LENGTH, BLANK);
      found.copy(padded);
      this.sink.record(padded, 0, this.line);
    } else this.sink.wrongLength(this.line, `${found.length} characters`);
    if (this.hasLineEnds === false) this.line += 1;
  }

  private tooLong(): void {
    this.state = 'skip';
    this.sink.wrongLength(this.line, `more than ${RECORD_LENGTH} characters`);
  }
}

const isFill = (byte: number) => byte === NUL || byte === END_OF_FILE;

const isMarkAt = (bytes: Buffer, at: number) =>
  bytes[at] === BYTE_ORDER_MARK[0] && bytes.subarray(at, at + BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
