import { type FileControl, fileControl, type FileHeader, fileHeader } from './ach-records.table.js';
import type { AchTotals } from './ach-totals.js';
import { type FaultSink, shapeOf } from './record-layout.js';

/** Lines of a block. */
export const BLOCKING_FACTOR = 10;
const FEBRUARY = 2;

/** Checks what a file header says by itself. @returns whether it says when the file was made. */
export function checkFileHeader(
  { creation_date, creation_time, file_id_modifier }: FileHeader,
  faults: FaultSink,
): boolean {
  const hasDate = isDate(creation_date);
  if (!hasDate) {
    const mismatch = { expected: 'a date as YYMMDD', found: creation_date === '' ? 'blank' : creation_date };
    faults.fault(fileHeader.field.creation_date, 'calendar_date', mismatch);
  }
  const hasTime = creation_time === '' || /^([01]\d|2[0-3])[0-5]\d$/.test(creation_time);
  if (!hasTime) {
    const mismatch = { expected: '0000 to 2359, or blank', found: creation_time };
    faults.fault(fileHeader.field.creation_time, 'time_of_day', mismatch);
  }
  if (!/^[A-Z0-9]?$/.test(file_id_modifier)) {
    const mismatch = { expected: 'A to Z, 0 to 9, or blank', found: shapeOf(file_id_modifier) };
    faults.fault(fileHeader.field.file_id_modifier, 'file_id_modifier', mismatch);
  }
  return hasDate && hasTime;
}

function isDate(yymmdd: string): boolean {
  const [year, month, day] = [0, 2, 4].map((at) => Number(yymmdd.slice(at, at + 2))) as [number, number, number];
  const lastDay = month === FEBRUARY ? (year % 4 === 0 ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= lastDay;
}

interface CountedFile {
  readonly control: FileControl;
  /** Lines that are records, and lines that fill the last block. */
  readonly records: number;
  readonly padding: number;
  readonly batches: number;
  readonly totals: AchTotals;
}

/** Compares a file control with what the file contains. */
export function checkFileControl({ control, records, padding, batches, totals }: CountedFile, faults: FaultSink): void {
  const { field } = fileControl;
  const sums = [
    [field.batch_count, 'batch_count', control.batch_count, batches],
    [field.entry_addenda_count, 'entry_addenda_count', control.entry_addenda_count, totals.records],
    [field.entry_hash, 'entry_hash', control.entry_hash, totals.hash],
    [field.total_debit, 'total_debit', control.total_debit, totals.debit],
    [field.total_credit, 'total_credit', control.total_credit, totals.credit],
  ] as const;
  for (const [place, rule, stated, computed] of sums) {
    if (stated !== computed) faults.fault(place, rule, { expected: String(computed), found: String(stated) });
  }
  // Some banks leave the padding out and count its block all the same; some append whole blocks and count them.
  const [needed, written] = [records, records + padding].map((lines) => Math.ceil(lines / BLOCKING_FACTOR));
  if (control.block_count !== needed && control.block_count !== written) {
    const mismatch = { expected: String(needed), found: String(control.block_count) };
    faults.fault(field.block_count, 'block_count', mismatch);
  }
}
