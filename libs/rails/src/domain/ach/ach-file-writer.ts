import type { AchEntry } from './ach-events.js';
import {
  addendaLayouts,
  batchControl,
  type BatchHeader,
  batchHeader,
  entryDetail,
  fileControl,
  type FileHeader,
  fileHeader,
} from './ach-records.table.js';
import { AchFormatError } from './ach-diagnostic.js';
import { type AchTotals, RunningTotals } from './ach-totals.js';
import { checkBatchHeader } from './batch-rules.js';
import { checkDetail, checkRemittance, checkWhole } from './entry-rules.js';
import { BLOCKING_FACTOR, checkFileHeader } from './file-rules.js';
import { type FaultSink, RECORD_LENGTH } from './record-layout.js';
import { odfiOf } from './trace-number.js';
import type { TransactionCode } from './transaction-code.table.js';

type Some<T> = AsyncIterable<T> | Iterable<T>;

export type EntryToWrite = Pick<AchEntry, 'detail' | 'addenda'>;

export interface BatchToWrite {
  readonly header: BatchHeader;
  /** In groups, as rows are read: waiting for each entry would cost more than writing it. */
  readonly entries: Some<readonly EntryToWrite[]>;
}

export interface AchWriteOptions {
  readonly line_ending?: 'lf' | 'crlf';
  /** Fills the last block of ten lines with nines. */
  readonly pad_blocks?: boolean;
}

const LINE_ENDINGS = { lf: Buffer.from('\n'), crlf: Buffer.from('\r\n') } as const;
const CHUNK_BYTES = 65_536;
const NINE = 0x39;

/** Writes one NACHA file. The same input gives the same bytes. */
export class AchFileWriter {
  private readonly lineEnding: Buffer;
  private readonly padBlocks: boolean;
  private readonly sums = new RunningTotals();
  private chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  private used = 0;
  private lines = 0;
  private batches = 0;
  private lastBatchNumber = -1;

  constructor(
    private readonly header: FileHeader,
    { line_ending = 'lf', pad_blocks = true }: AchWriteOptions = {},
  ) {
    this.lineEnding = LINE_ENDINGS[line_ending];
    this.padBlocks = pad_blocks;
  }

  /** What the file control states, once the file is written. */
  get totals(): AchTotals & { readonly batches: number } {
    return { ...this.sums.snapshot(), batches: this.batches };
  }

  /**
   * The bytes in chunks of at most 64 KiB.
   * @throws AchFormatError when a value does not fit its field or a rule of the reader would refuse it. The file is then
   * incomplete: it has no file control.
   */
  async *write(batches: Some<BatchToWrite>): AsyncGenerator<Buffer, void, undefined> {
    checkFileHeader(this.header, refusing(fileHeader));
    this.record(fileHeader, this.header);
    for await (const batch of batches) yield* this.batch(batch);
    this.closeFile();
    while (this.padBlocks && this.lines % BLOCKING_FACTOR !== 0) {
      if (this.isFull) yield this.take();
      this.line((bytes, start) => bytes.fill(NINE, start, start + RECORD_LENGTH));
    }
    yield this.take();
  }

  private async *batch({ header, entries }: BatchToWrite): AsyncGenerator<Buffer, void, undefined> {
    checkBatchHeader(header, refusing(batchHeader));
    if (header.batch_number <= this.lastBatchNumber) throw refusal(batchHeader, 'batch_number', 'ascending numbers');
    this.lastBatchNumber = header.batch_number;
    this.batches += 1;
    if (this.isFull) yield this.take();
    this.record(batchHeader, header);
    const batch = new BatchInWriting(header);
    for await (const group of entries) {
      for (const { detail, addenda } of group) {
        if (this.isFull) yield this.take();
        batch.add({ detail, addenda });
        this.record(entryDetail, detail);
        if (addenda) this.record<object>(addendaLayouts[addenda.kind], addenda.values);
      }
    }
    if (this.isFull) yield this.take();
    this.record(batchControl, batch.control());
    this.sums.addBatch(batch.totals);
  }

  private closeFile(): void {
    this.record(fileControl, {
      batch_count: this.batches,
      block_count: Math.ceil((this.lines + 1) / BLOCKING_FACTOR),
      entry_addenda_count: this.sums.records,
      entry_hash: this.sums.hash,
      total_debit: this.sums.debit,
      total_credit: this.sums.credit,
    });
  }

  /** No entry with its addenda fits any more; the lines around batches fit too. */
  private get isFull(): boolean {
    return this.used + 2 * (RECORD_LENGTH + this.lineEnding.length) > CHUNK_BYTES;
  }

  private take(): Buffer {
    const full = this.chunk.subarray(0, this.used);
    // Not used again: the caller may still hold it.
    this.chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    this.used = 0;
    return full;
  }

  private record<V extends object>(layout: { write(values: V, bytes: Buffer, start: number): void }, values: V): void {
    this.line((bytes, start) => layout.write(values, bytes, start));
  }

  private line(write: (bytes: Buffer, start: number) => void): void {
    write(this.chunk, this.used);
    this.used += RECORD_LENGTH;
    for (const byte of this.lineEnding) this.chunk[this.used++] = byte;
    this.lines += 1;
  }
}

/** The sums of a batch, and the rules for its entries. */
class BatchInWriting {
  readonly totals = new RunningTotals();
  private lastTrace = '';

  constructor(private readonly header: BatchHeader) {}

  add({ detail, addenda }: EntryToWrite): void {
    const faults = entryFaults;
    const code = checkDetail(detail, this.header, faults);
    this.checkAmount(detail.amount, code);
    this.checkTrace(detail.trace_number);
    if (addenda) checkRemittance(detail, addenda, faults);
    checkWhole({ detail, code: code!, addenda }, this.header.sec, faults);
    this.totals.addEntry(detail.receiving_dfi, detail.amount, code!.direction);
    if (addenda) this.totals.addAddenda();
  }

  control() {
    const { service_class, company_id, odfi, batch_number } = this.header;
    const { records, hash, debit, credit } = this.totals;
    if (records === 0) throw refusal(batchHeader, 'batch_number', 'a batch with entries');
    return {
      ...{ service_class, company_id, odfi, batch_number, message_authentication_code: '' },
      ...{ entry_addenda_count: records, entry_hash: hash, total_debit: debit, total_credit: credit },
    };
  }

  private checkAmount(amount: number, code: TransactionCode | undefined): void {
    const movesMoney = code?.use === 'entry' && this.header.sec !== 'COR';
    if (movesMoney && amount < 1) throw refusal(entryDetail, 'amount', 'at least 1 cent');
  }

  private checkTrace(trace: string): void {
    if (odfiOf(trace) !== this.header.odfi) throw refusal(entryDetail, 'trace_number', 'the ODFI of the batch first');
    if (trace <= this.lastTrace) throw refusal(entryDetail, 'trace_number', 'ascending trace numbers');
    this.lastTrace = trace;
  }
}

const refusal = ({ name }: { readonly name: string }, field: string, expected: string) =>
  new AchFormatError(name, field, expected);

/** Turns the first broken rule into the writer's error. */
function refusing(layout: { readonly name: string }): FaultSink {
  return {
    fault: ({ name }, _, { expected }) => {
      throw refusal(layout, name, expected);
    },
  };
}

const entryFaults = refusing(entryDetail);
