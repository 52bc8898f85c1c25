import { addBankingDays, newYorkDate } from '@payments/kernel';
import { batchKeyOf, partsOfBatchKey } from './ach/batch-key.js';
import { transactionCodeOf, transactionCodes } from './ach/transaction-code.table.js';
import type { Cut } from './ach-windows.js';
import type { Connection } from './connection.js';
import { type EntryContent, type EntryPlan, type EntryStatus, isInstantRail, type OrderRail } from './entry-state.js';
import { type KnownReturn, whyNotWhole } from './inbound/known-returns.js';
import { datesOf, directionOf, windowKey } from './plan-entry.js';

/** Why Nacha lets an originator take an entry back. */
export const REVERSAL_REASONS = ['duplicate', 'wrong_receiver', 'wrong_amount', 'wrong_date'] as const;
export type ReversalReason = (typeof REVERSAL_REASONS)[number];

/** After the settlement of the entry, by the rules of Nacha. */
const REVERSAL_BANKING_DAYS = 5;

const DESCRIPTION = 'REVERSAL';
const END_TO_END_ID = /^R([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** An entry that was sent, as its reversal repeats it. */
export interface ReversibleEntry extends EntryContent {
  readonly id: string;
  readonly end_to_end_id: string;
  readonly connection: string;
  readonly rail: OrderRail;
  readonly side: 'source' | 'destination';
  readonly amount: bigint;
  readonly state: EntryStatus;
  readonly sec: string;
  readonly batch_key: string;
  /** Banking instant. */
  readonly settles_at: Date;
  /** Of the entry that this one reverses. */
  readonly reverses: string | null;
  /** What was booked of it after it was sent. */
  readonly returns: readonly KnownReturn[];
}

/** The order that a reversal is, named after its own id. */
export const reversalEndToEndId = (id: string): string => `R${id.replaceAll('-', '')}`;

/** The id of a reversal; undefined for any other order. */
export function reversalIdOf(endToEndId: string): string | undefined {
  return END_TO_END_ID.exec(endToEndId)?.slice(1).join('-');
}

/** Why an entry cannot be reversed now; undefined if it can. */
export function whyNotReversible(
  entry: Pick<
    ReversibleEntry,
    'rail' | 'state' | 'side' | 'amount' | 'settles_at' | 'reverses' | 'returns' | 'end_to_end_id'
  >,
  now: Date,
): string | undefined {
  const { rail, state, amount, settles_at, reverses, returns } = entry;
  if (isInstantRail(rail)) return 'an instant payment is final; ask for it back with rails recall';
  if (reverses !== null) return 'it is a reversal itself';
  if (amount === 0n) return 'it is a prenote, which moved no money';
  if (state === 'waiting') return 'it was not sent; pull it with rails entries withdraw';
  if (state === 'filed') return 'the bank has not accepted its file; withdraw that with rails files withdraw --refile';
  if (state !== 'accepted' && state !== 'settled') return `it was ${state}, so the receiver does not have the money`;
  const last = addBankingDays(newYorkDate(settles_at), REVERSAL_BANKING_DAYS);
  if (newYorkDate(now) <= last) return whyNotWhole(returns, { ...entry, direction: directionOf(entry) });
  return `it settled more than ${REVERSAL_BANKING_DAYS} banking days ago, and could be reversed until ${last}; ask the bank of the receiver to return it, through your bank`;
}

/** The same entry in the opposite direction, in a batch of its own. */
export function planReversal(
  entry: ReversibleEntry,
  { connection, cut, reference }: { readonly connection: Connection; readonly cut: Cut; readonly reference: string },
): { readonly side: ReversibleEntry['side']; readonly plan: EntryPlan } {
  const { rail, sec } = entry;
  if (isInstantRail(rail)) throw new RangeError('an instant payment has no reversal');
  const side = entry.side === 'source' ? 'destination' : 'source';
  const direction = directionOf({ side });
  const times = { rail, window_at: cut.windowAt, effective_date: cut.effectiveDate, settles_at: cut.settlesAt };
  return {
    side,
    plan: {
      ...{ connection: connection.name, sec, routing_number: entry.routing_number, name: entry.name },
      ...{ account_number: entry.account_number, discretionary_data: entry.discretionary_data, remittance: null },
      transaction_code: transactionCodeOf(accountTypeOf(entry.transaction_code), direction),
      // A customer keeps his id; our reference is that of the reversal.
      individual_id: { reference, customer_reference: entry.individual_id, blank: '' }[connection.ach.individual_id],
      batch_key: batchKeyOf({
        ...partsOfBatchKey(entry.batch_key),
        ...{ company_entry_description: DESCRIPTION, direction },
        ...datesOf(times, connection),
      }),
      window_key: windowKey({ ...times, sec, direction }, connection),
    },
  };
}

function accountTypeOf(code: number): 'checking' | 'savings' {
  const type = transactionCodes.get(code)?.account_type;
  if (type === 'checking' || type === 'savings') return type;
  throw new RangeError(`no entry of this service has the transaction code ${code}`);
}
