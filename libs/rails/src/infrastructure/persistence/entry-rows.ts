import { newId } from '@payments/kernel';
import type { EntryPlan, NewEntry } from '../../domain/entry-state.js';

/** Rows with what they have in common: the orders of one batch differ in little, and each value costs bytes and time. */
interface RowGroup {
  readonly rows: object[];
}

/** Orders that were all planned, with their sealed account numbers in order, or all rejected. */
export function groupedRows(entries: readonly NewEntry[], accountNumbers: readonly Buffer[]): RowGroup[] {
  const groups = new Map<string, RowGroup>();
  for (const [at, entry] of entries.entries()) {
    const key = keyOf(entry);
    const group = groups.get(key) ?? { ...sharedBy(entry), rows: [] };
    groups.set(key, group);
    group.rows.push(entry.plan === null ? rejectedRow(entry) : plannedRow(entry, entry.plan, accountNumbers[at]!));
  }
  return [...groups.values()];
}

function keyOf(entry: NewEntry): string {
  const { plan, rail, side, code, effective_date, occurred_at, window_at, settles_at, cut_at, cutoff_at, settle_at } =
    entry;
  const instants = `${+occurred_at} ${+window_at} ${+settles_at} ${+cut_at} ${+cutoff_at} ${+settle_at}`;
  const planned = plan && `${plan.connection}|${plan.window_key}|${plan.batch_key}|${plan.discretionary_data}`;
  return `${rail} ${side} ${code} ${effective_date} ${instants} ${planned}`;
}

// The batch key holds the SEC code.
function sharedBy({ plan, rail, side, code, effective_date, ...times }: NewEntry) {
  const { occurred_at, window_at, settles_at, cut_at, cutoff_at, settle_at } = times;
  return {
    ...{ rail, side, code, effective_date, occurred_at, window_at, settles_at, cut_at, cutoff_at, settle_at },
    ...(plan === null
      ? { state: 'rejected' }
      : {
          ...{ state: 'waiting', connection: plan.connection, window_key: plan.window_key, batch_key: plan.batch_key },
          ...{ sec: plan.sec, discretionary_data: plan.discretionary_data },
        }),
  };
}

const plannedRow = ({ id, end_to_end_id, amount, reverses }: NewEntry, plan: EntryPlan, accountNumber: Buffer) => ({
  id,
  end_to_end_id,
  amount: amount.toString(),
  transaction_code: plan.transaction_code,
  routing_number: plan.routing_number,
  account_number: accountNumber.toString('hex'),
  individual_id: plan.individual_id,
  name: plan.name,
  remittance: plan.remittance,
  payee_address: plan.payee_address ?? undefined,
  reverses,
});

const rejectedRow = ({ id, end_to_end_id, amount }: NewEntry) => ({
  ...{ id, end_to_end_id, amount: amount.toString(), result_id: newId() },
});
