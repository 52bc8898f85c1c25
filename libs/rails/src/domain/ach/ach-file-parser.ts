import type { AchEvent } from './ach-events.js';
import {
  batchControl,
  batchHeader,
  type FileControl,
  fileControl,
  fileHeader,
  type FileHeader,
} from './ach-records.table.js';
import type { AchWaiver } from './ach-rules.table.js';
import { RunningTotals } from './ach-totals.js';
import { checkBatchHeader } from './batch-rules.js';
import { FaultLog } from './fault-log.js';
import { checkFileControl, checkFileHeader } from './file-rules.js';
import { OpenBatch } from './open-batch.js';
import type { RecordSink } from './record-framer.js';
import { RECORD_LENGTH } from './record-layout.js';

const BLANK = 0x20;
const ONE = 0x31;
const NINE = 0x39;

/** `lost`: in a batch whose header is broken, so its records cannot be read. */
type Position = 'start' | 'file' | 'batch' | 'lost' | 'closed';

/** Puts records together to batches and files, and checks every rule on the way: a delivery may have several files. */
export class AchFileParser implements RecordSink {
  private readonly faults: FaultLog;
  private events: AchEvent[] = [];
  private position: Position = 'start';
  private batch: OpenBatch | undefined;
  private control: FileControl | undefined;
  private totals = new RunningTotals();
  private batches = 0;
  private lastBatchNumber = -1;
  private records = 0;
  private padding = 0;
  /** Of the last record: padding is none. */
  private lastLine = 0;
  /** Where the fill begins that only the end of a file may have. */
  private filledFrom: number | undefined;

  constructor(accept: Iterable<AchWaiver>) {
    this.faults = new FaultLog(new Set(accept));
  }

  /** The events since the last call. None are given out of a file in which a fault was found. */
  take(): readonly AchEvent[] {
    const { events } = this;
    this.events = [];
    return this.faults.count === 0 ? events : [];
  }

  wrongLength(line: number, found: string): void {
    const mismatch = { expected: `${RECORD_LENGTH} characters`, found };
    this.faults.at(line, 'line').faultOfRecord('line_length', mismatch);
  }

  fill(line: number): void {
    this.filledFrom ??= line;
  }

  record(bytes: Buffer, start: number, line: number): void {
    if (bytes[start] === NINE && isAll(NINE, bytes, start)) return this.paddingLine(line);
    if (bytes[start] === BLANK && isAll(BLANK, bytes, start)) return;
    if (this.position === 'closed') {
      if (bytes[start] !== ONE) return this.outOfOrder(line, 'padding', bytes[start]!);
      this.nextFile();
    }
    if (this.filledFrom !== undefined) {
      const mismatch = { expected: 'nothing after the fill', found: 'records' };
      this.faults.at(this.filledFrom, 'line').faultOfRecord('padding', mismatch);
      this.filledFrom = undefined;
    }
    this.lastLine = line;
    this.records += 1;
    switch (String.fromCharCode(bytes[start]!)) {
      case '1':
        return this.fileHeader(bytes, start, line);
      case '5':
        return this.batchHeader(bytes, start, line);
      case '6':
        return this.batch ? this.batch.content.entry(bytes, start, line) : this.outsideBatch(line, bytes[start]!);
      case '7':
        return this.batch ? this.batch.content.addenda(bytes, start, line) : this.outsideBatch(line, bytes[start]!);
      case '8':
        return this.batchControl(bytes, start, line);
      case '9':
        return this.fileControl(bytes, start, line);
      default:
        this.faults.at(line, 'line').fault(fileHeader.field.record_type, 'record_type', {
          expected: '1, 5, 6, 7, 8 or 9',
          found: 'another character',
        });
    }
  }

  /** The file has no more records. @throws AchFileError when a rule is broken. */
  end(): void {
    this.endFile();
    this.faults.assertNone();
  }

  private nextFile(): void {
    this.endFile();
    this.position = 'start';
    this.control = undefined;
    this.totals = new RunningTotals();
    this.batches = this.records = this.padding = 0;
    this.lastBatchNumber = -1;
    this.filledFrom = undefined;
  }

  private endFile(): void {
    const { faults } = this;
    this.checkControl();
    if (this.position === 'start') {
      faults.at(1, 'file');
      if (this.records + faults.count === 0) faults.faultOfRecord('empty_file', { expected: 'records', found: 'none' });
    }
    if (this.position !== 'closed' && this.position !== 'start') {
      this.closeBatch(this.lastLine);
      const mismatch = { expected: 'record 9', found: 'the end of the file' };
      faults.at(this.lastLine, fileControl.name).faultOfRecord('missing_file_control', mismatch);
    }
    if (this.batches === 0 && faults.count === 0) {
      faults.at(this.lastLine, 'file').faultOfRecord('zero_batches', { expected: 'a batch', found: 'none' });
    }
    this.events.push({
      kind: 'file_closed',
      control: this.control ?? null,
      batches: this.batches,
      totals: this.totals.snapshot(),
      waived: [...faults.waived],
    });
  }

  private fileHeader(bytes: Buffer, start: number, line: number): void {
    if (this.position !== 'start') return this.outOfOrder(line, 'one file header, first', bytes[start]!);
    this.position = 'file';
    const header = fileHeader.read(bytes, start, this.faults.at(line, fileHeader.name));
    if (header === undefined) return;
    this.opened(checkFileHeader(header, this.faults) ? header : null);
  }

  private batchHeader(bytes: Buffer, start: number, line: number): void {
    this.requireHeader(line);
    this.closeBatch(line);
    this.batches += 1;
    this.position = 'lost';
    const faultsBefore = this.faults.count;
    const header = batchHeader.read(bytes, start, this.faults.at(line, batchHeader.name));
    if (header === undefined) return;
    if (header.batch_number <= this.lastBatchNumber) {
      const mismatch = { expected: `more than ${this.lastBatchNumber}`, found: String(header.batch_number) };
      this.faults.fault(batchHeader.field.batch_number, 'batch_number', mismatch);
    }
    this.lastBatchNumber = header.batch_number;
    checkBatchHeader(header, this.faults);
    if (this.faults.count > faultsBefore) return;
    this.position = 'batch';
    this.batch = new OpenBatch(header, line, { faults: this.faults, emit: (event) => void this.events.push(event) });
  }

  private batchControl(bytes: Buffer, start: number, line: number): void {
    if (this.position === 'lost') {
      this.position = 'file';
      return;
    }
    if (this.batch === undefined) return this.outsideBatch(line, bytes[start]!);
    const control = batchControl.read(bytes, start, this.faults.at(line, batchControl.name));
    this.endBatch(() => this.batch?.close(control, line));
  }

  private fileControl(bytes: Buffer, start: number, line: number): void {
    this.requireHeader(line);
    this.closeBatch(line);
    this.position = 'closed';
    this.control = fileControl.read(bytes, start, this.faults.at(line, fileControl.name));
  }

  private paddingLine(line: number): void {
    this.padding += 1;
    if (this.position === 'closed' || this.position === 'lost') return;
    // The line is where the control should be.
    this.requireHeader(line);
    this.closeBatch(line);
    const mismatch = { expected: 'record 9 with the totals', found: 'padding' };
    this.faults.at(line, fileControl.name).faultOfRecord('missing_file_control', mismatch);
    this.position = 'closed';
  }

  private requireHeader(line: number): void {
    if (this.position !== 'start') return;
    this.faults.at(line, fileHeader.name).faultOfRecord('missing_file_header', { expected: 'record 1', found: 'none' });
    this.position = 'file';
    this.opened(null);
  }

  private opened(header: FileHeader | null): void {
    this.events.push({ kind: 'file_opened', header });
  }

  /** Ends a batch that has no control. */
  private closeBatch(line: number): void {
    const { batch } = this;
    if (batch === undefined) return;
    const mismatch = { expected: 'record 8', found: 'the end of the batch' };
    this.faults.at(line, batchControl.name).faultOfRecord('missing_batch_control', mismatch);
    this.endBatch(() => batch.close(undefined, line));
  }

  private endBatch(close: () => void): void {
    close();
    if (this.batch) this.totals.addBatch(this.batch.totals);
    this.batch = undefined;
    this.position = 'file';
  }

  private outsideBatch(line: number, type: number): void {
    if (this.position === 'lost') return;
    this.outOfOrder(line, this.position === 'start' ? 'record 1' : 'record 5 or 9', type);
    // The records that follow up to the next batch belong to this one: one diagnostic says it.
    this.position = 'lost';
  }

  private outOfOrder(line: number, expected: string, type: number): void {
    const isDigit = type >= 0x30 && type <= NINE;
    const found = isDigit ? `record ${String.fromCharCode(type)}` : 'another character';
    this.faults
      .at(line, 'file')
      .faultOfRecord(expected === 'padding' ? 'padding' : 'record_order', { expected, found });
  }

  /** Checks the file control, once all lines are counted. */
  private checkControl(): void {
    if (this.control === undefined || this.faults.count > 0) return;
    const { control, records, padding, batches } = this;
    checkFileControl(
      { control, records, padding, batches, totals: this.totals },
      this.faults.at(this.lastLine, fileControl.name),
    );
  }
}

function isAll(byte: number, bytes: Buffer, start: number): boolean {
  for (let at = start; at < start + RECORD_LENGTH; at++) if (bytes[at] !== byte) return false;
  return true;
}
