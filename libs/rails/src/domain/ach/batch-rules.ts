import { type BatchHeader, batchHeader } from './ach-records.table.js';
import type { FaultSink } from './record-layout.js';

const SERVICE_CLASSES = new Set([200, 220, 225]);
const LAST_DAY_OF_YEAR = 366;

/** Checks what a batch header says by itself. */
export function checkBatchHeader({ service_class, settlement_date }: BatchHeader, faults: FaultSink): void {
  if (!SERVICE_CLASSES.has(service_class)) {
    const mismatch = { expected: '200, 220 or 225', found: String(service_class) };
    faults.fault(batchHeader.field.service_class, 'service_class', mismatch);
  }
  const day = Number(settlement_date);
  if (settlement_date !== '' && (day < 1 || day > LAST_DAY_OF_YEAR)) {
    const mismatch = { expected: '001 to 366, or blank', found: settlement_date };
    faults.fault(batchHeader.field.settlement_date, 'settlement_day', mismatch);
  }
}
