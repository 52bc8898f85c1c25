import { type AchBatch, type AchEntry, type Emit, type ForeignRecord, GROUP_SIZE } from './ach-events.js';
import { type Addenda, entryDetail, type EntryDetail, foreignEntry } from './ach-records.table.js';
import type { RunningTotals } from './ach-totals.js';
import { checkDetail, checkRemittance, checkWhole } from './entry-rules.js';
import type { FaultLog } from './fault-log.js';
import { readAddenda } from './read-addenda.js';
import { RECORD_LENGTH } from './record-layout.js';
import { rejectMarkOf } from './trace-number.js';
import type { Direction, TransactionCode } from './transaction-code.table.js';

/** Takes the records between a batch header and its control. */
export interface BatchContent {
  /** Entry records so far, broken ones included. */
  readonly entries: number;
  entry(bytes: Buffer, start: number, line: number): void;
  addenda(bytes: Buffer, start: number, line: number): void;
  /** No record follows. */
  end(): void;
}

export interface BatchContext {
  readonly batch: AchBatch;
  readonly totals: RunningTotals;
  readonly faults: FaultLog;
  readonly emit: Emit;
}

interface PendingEntry {
  readonly line: number;
  readonly detail: EntryDetail;
  readonly code: TransactionCode;
  addenda: Addenda | null;
}

/** The entries of PPD, CCD, WEB and COR batches, each with its addenda. */
export class KnownEntries implements BatchContent {
  entries = 0;
  /** The entry whose addenda may still follow; null when it is broken. */
  private pending: PendingEntry | null = null;
  private lastTrace = '';
  private group: AchEntry[] = [];

  constructor(private readonly context: BatchContext) {}

  entry(bytes: Buffer, start: number, line: number): void {
    this.finish();
    this.entries += 1;
    const { batch, faults, totals } = this.context;
    const detail = entryDetail.read(bytes, start, faults.at(line, entryDetail.name));
    const code = detail && checkDetail(detail, batch.header, faults);
    if (detail === undefined || code === undefined) return;
    this.checkTrace(detail.trace_number);
    totals.addEntry(detail.receiving_dfi, detail.amount, code.direction);
    this.pending = { line, detail, code, addenda: null };
  }

  addenda(bytes: Buffer, start: number, line: number): void {
    const { batch, faults, totals } = this.context;
    totals.addAddenda();
    if (this.entries === 0) {
      faults.at(line, 'addenda').faultOfRecord('record_order', { expected: 'record 6', found: 'record 7' });
    }
    const { pending } = this;
    if (pending === null) return;
    const addenda = readAddenda({ bytes, start, line }, batch.header.sec, faults);
    // What it breaks stops the file or the entry.
    if (addenda === undefined) return;
    checkRemittance(pending.detail, addenda, faults);
    pending.addenda = besides(pending.addenda, addenda, faults);
  }

  end(): void {
    this.finish();
    this.flush();
  }

  private finish(): void {
    const { pending, context } = this;
    if (pending === null) return;
    this.pending = null;
    checkWhole(pending, context.batch.header.sec, context.faults.at(pending.line, entryDetail.name));
    const { line, detail, addenda } = pending;
    this.group.push({ line, detail, addenda, odd: context.faults.takeOdd() });
    if (this.group.length === GROUP_SIZE) this.flush();
  }

  private flush(): void {
    if (this.group.length === 0) return;
    this.context.emit({ kind: 'entries', batch: this.context.batch, entries: this.group });
    this.group = [];
  }

  /** Both have 15 digits, so the order of texts is the order of numbers. A mark of a reject has no order. */
  private checkTrace(trace: string): void {
    if (trace <= this.lastTrace && rejectMarkOf(this.lastTrace) === undefined) {
      const expected = `more than ${this.lastTrace}`;
      this.context.faults.fault(entryDetail.field.trace_number, 'trace_order', { expected, found: trace });
    }
    this.lastTrace = trace;
  }
}

/** The addenda record that says what the entry is. */
function besides(before: Addenda | null, next: Addenda, faults: FaultLog): Addenda {
  if (before === null) return next;
  const isMixed = (before.kind === 'remittance') !== (next.kind === 'remittance');
  const mismatch = { expected: 'at most 1 addenda record', found: isMixed ? '05 and 99' : 'another one' };
  faults.faultOfRecord(isMixed ? 'addenda_mix' : 'addenda_count', mismatch);
  return next.kind === 'remittance' ? before : next;
}

/** The records of a batch with another SEC code: counted and added up by what all layouts have in common. */
export class ForeignRecords implements BatchContent {
  entries = 0;
  private group: ForeignRecord[] = [];

  constructor(private readonly context: BatchContext) {}

  entry(bytes: Buffer, start: number, line: number): void {
    this.entries += 1;
    const { faults, totals } = this.context;
    const detail = foreignEntry.read(bytes, start, faults.at(line, foreignEntry.name));
    if (detail === undefined) return;
    const direction = foreignDirection(detail.transaction_code);
    if (direction === undefined) {
      const found = String(detail.transaction_code).padStart(2, '0');
      const mismatch = { expected: 'a transaction code that does not end in 0', found };
      faults.fault(foreignEntry.field.transaction_code, 'transaction_code', mismatch);
      return;
    }
    totals.addEntry(detail.receiving_dfi, detail.amount, direction);
    this.keep({ line, text: bytes.toString('latin1', start, start + RECORD_LENGTH) });
  }

  addenda(bytes: Buffer, start: number, line: number): void {
    this.context.totals.addAddenda();
    this.keep({ line, text: bytes.toString('latin1', start, start + RECORD_LENGTH) });
  }

  end(): void {
    if (this.group.length === 0) return;
    this.context.emit({ kind: 'foreign_records', batch: this.context.batch, records: this.group });
    this.group = [];
  }

  private keep(record: ForeignRecord): void {
    this.group.push(record);
    if (this.group.length === GROUP_SIZE) this.end();
  }
}

/** The last digit gives the direction in all layouts except ADV, whose batches then fail their totals. */
function foreignDirection(code: number): Direction | undefined {
  const last = code % 10;
  if (last === 0) return undefined;
  return last < 5 ? 'credit' : 'debit';
}
