import type { AchBatch, Emit } from './ach-events.js';
import { type BatchControl, batchControl, type BatchHeader } from './ach-records.table.js';
import type { AchRule } from './ach-rules.table.js';
import { type AchTotals, RunningTotals } from './ach-totals.js';
import { type BatchContent, ForeignRecords, KnownEntries } from './batch-content.js';
import type { FaultLog } from './fault-log.js';
import type { Field } from './record-layout.js';

const KNOWN_SECS = new Set(['PPD', 'CCD', 'WEB', 'COR']);

const { field } = batchControl;

const SUMS: readonly (readonly [field: Field, rule: AchRule, control: keyof BatchControl, total: keyof AchTotals])[] = [
  [field.entry_addenda_count, 'entry_addenda_count', 'entry_addenda_count', 'records'],
  [field.entry_hash, 'entry_hash', 'entry_hash', 'hash'],
  [field.total_debit, 'total_debit', 'total_debit', 'debit'],
  [field.total_credit, 'total_credit', 'total_credit', 'credit'],
];

const REPEATED = [
  [field.service_class, 'control_service_class', 'service_class'],
  [field.company_id, 'control_company_id', 'company_id'],
  [field.odfi, 'control_odfi', 'odfi'],
  [field.batch_number, 'control_batch_number', 'batch_number'],
] as const;

interface Context {
  readonly faults: FaultLog;
  readonly emit: Emit;
}

/** A batch from its header to its control. */
export class OpenBatch {
  readonly totals = new RunningTotals();
  readonly content: BatchContent;
  private readonly batch: AchBatch;
  private readonly faultsBefore: number;

  constructor(
    header: BatchHeader,
    line: number,
    private readonly context: Context,
  ) {
    const is_foreign = !KNOWN_SECS.has(header.sec);
    this.batch = { line, header, is_foreign };
    this.faultsBefore = context.faults.count;
    const inside = { ...context, batch: this.batch, totals: this.totals };
    this.content = is_foreign ? new ForeignRecords(inside) : new KnownEntries(inside);
    context.emit({ kind: 'batch_opened', batch: this.batch });
  }

  get number(): number {
    return this.batch.header.batch_number;
  }

  /** Ends the batch with its control, or without one where that is waived. */
  close(control: BatchControl | undefined, line: number): void {
    const { faults, emit } = this.context;
    this.content.end();
    faults.at(line, batchControl.name);
    if (this.content.entries === 0) {
      faults.faultOfRecord('record_order', { expected: 'record 6', found: control ? 'record 8' : 'no entry' });
    }
    if (control !== undefined) this.checkControl(control);
    emit({ kind: 'batch_closed', batch: this.batch, totals: this.totals.snapshot() });
  }

  private checkControl(control: BatchControl): void {
    const { faults } = this.context;
    // After a broken record the sums must differ, which would say nothing new.
    if (faults.count === this.faultsBefore) {
      for (const [place, rule, stated, computed] of SUMS) {
        if (control[stated] === this.totals[computed]) continue;
        faults.fault(place, rule, { expected: String(this.totals[computed]), found: String(control[stated]) });
      }
    }
    const { header, is_foreign } = this.batch;
    for (const [place, rule, name] of REPEATED) {
      // Some banks right-justify the company id in the control.
      if (String(control[name]).trim() === String(header[name]).trim()) continue;
      const isPrivate = name === 'company_id';
      // International batches may have a company in their header only.
      if (isPrivate && is_foreign) continue;
      // The company id of a sole proprietor may be a social security number, so it is not shown.
      faults.fault(place, rule, {
        expected: isPrivate ? 'the value of the batch header' : String(header[name]),
        found: isPrivate ? 'another value' : String(control[name]),
      });
    }
  }
}
