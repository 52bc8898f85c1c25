import { CSV_END, csvText, newYorkTimestamp } from '@payments/kernel';
import type { Effect } from './effect.js';
import { RunningAmounts } from './running-amounts.js';
import type { Amounts } from './running-amounts.js';

const COLUMNS = [
  ...['Transfer ID', 'Reference ID', 'Group ID', 'Balance Updated At (UTC)', 'Balance Updated At (ET)'],
  ...['Affected Balance', 'Direction', 'Amount', 'Status', 'Payment Method', 'Source', 'Destination'],
  ...['Estimated Funds Delivery Date', 'Available Amount', 'Pending Amount', 'Ledger Amount'],
  ...['Subledger', 'Entry ID', 'Position', 'Trace Number', 'Return Code'],
];

export const RECON_HEAD = COLUMNS.join(',') + CSV_END;

/**
 * One row for each effect, with the amounts after it. Amounts are in cents; whoever has no name in the row is the enterprise,
 * or the subledger.
 * @returns the rows, and the amounts after the last one
 */
export function reconRows(
  effects: readonly Effect[],
  before: Amounts,
  enterpriseName: string,
): { readonly text: string; readonly after: Amounts } {
  const running = new RunningAmounts(before);
  let text = '';
  for (const effect of effects) {
    running.add(effect);
    text += rowOf(effect, running, enterpriseName);
  }
  return { text, after: { available: running.available, pending: running.pending } };
}

// Only texts of clients and banks may need quotes.
function rowOf(effect: Effect, running: RunningAmounts, enterpriseName: string): string {
  const { cents, subledger_reference_id } = effect;
  const own = subledger_reference_id ?? enterpriseName;
  return (
    [
      effect.subject_id,
      csvText(effect.reference_id ?? ''),
      effect.transfer_group_id ?? '',
      effect.created_at.toISOString(),
      newYorkTimestamp(effect.created_at),
      effect.account === 'available' ? 'Available' : 'Pending',
      cents > 0n ? 'Credit' : 'Debit',
      cents > 0n ? cents : -cents,
      effect.status ?? '',
      effect.rail ?? (effect.kind === 'book' ? 'book' : ''),
      csvText(effect.source ?? own),
      csvText(effect.destination ?? own),
      effect.estimated_funds_delivery_date ?? '',
      running.available,
      running.pending,
      running.ledger,
      csvText(subledger_reference_id ?? ''),
      effect.entry_id,
      effect.position,
      effect.trace_number ?? '',
      effect.return_code ?? '',
    ].join(',') + CSV_END
  );
}
