import { reversalEndToEndId } from '../../domain/reversal.js';
import type { ReversibleEntry } from '../../domain/reversal.js';
import type { NewException } from '../inbound/ports.js';
import type { Reversal } from './ports.js';

/** What an operator closes once the money of a reversal has come, or gone. It has the id of the reversal. */
export function reversalException(
  { id, connection, reason }: Reversal,
  { original, enterpriseId }: { readonly original: ReversibleEntry; readonly enterpriseId: string },
): NewException {
  return {
    ...{ id, key: `reversal:${id}`, connection, for_enterprise: enterpriseId, kind: 'reversal' },
    ...{ inbound_id: null, line: null, file_id: null, end_to_end_id: reversalEndToEndId(id), code: null },
    ...{ direction: original.side === 'source' ? 'credit' : 'debit', amount: Number(original.amount) },
    ...{ original_trace: null, trace: null, detail: `${reason}: ${original.end_to_end_id}`, due_date: null },
  };
}
