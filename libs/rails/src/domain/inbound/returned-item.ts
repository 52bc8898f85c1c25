import { describeFault } from '../ach/ach-diagnostic.js';
import type { AchBatch, AchEntry } from '../ach/ach-events.js';
import { changeMeaning } from '../ach/change-codes.js';
import { rejectMarkOf, sequenceOf } from '../ach/trace-number.js';
import { type Direction, transactionCodes } from '../ach/transaction-code.table.js';
import type { ExceptionKind } from './exceptions.table.js';

/** An entry in a bank's file that needs matching or a person. Amounts are cents. */
export interface InboundItem {
  readonly line: number;
  readonly company_id: string;
  /** Null where the bank may have moved it either way. */
  readonly direction: Direction | null;
  readonly amount: number;
  /** Of the record itself, given by the bank that sends it. */
  readonly trace: string;
  /** The return or change code; null for a payment. */
  readonly code: string | null;
  /** 15 digits, or empty when the bank left it out. */
  readonly original_trace: string;
  /** The rule of the format that it breaks; null if none. */
  readonly odd: string | null;
}

/** A return or a notification of change of an entry, as the bank reports it. */
export interface ReturnedItem extends InboundItem {
  readonly kind: 'return' | 'change';
  readonly direction: Direction;
  readonly code: string;
  /** The eight digits of the bank that the entry went to. */
  readonly original_receiving_dfi: string;
  readonly account_number: string;
  readonly individual_id: string;
  /** When the return settled: a day of the year, 001 to 366, or empty. */
  readonly settlement_day: string;
  /** Columns 36 to 64 of a notification of change. */
  readonly corrected_data: string;
  /** What the bank wrote beside the code of a return. */
  readonly information: string;
}

/** Something that cannot be matched, however it is read. */
export interface OddItem extends InboundItem {
  readonly kind: ExceptionKind;
  /** Of a payment or an unread return, as that of a return. */
  readonly settlement_day?: string;
}

/** An entry of ours that the bank sends back, marked as rejected: it never left the bank. */
export interface RejectedItem extends InboundItem {
  readonly kind: 'reject';
  readonly direction: Direction;
  /** The mark of the bank. */
  readonly code: string;
}

/** What an entry of a bank's file is. */
export function itemOf(
  { line, detail, addenda, odd: fault }: AchEntry,
  { header }: AchBatch,
): ReturnedItem | RejectedItem | OddItem {
  const { direction, use } = transactionCodes.get(detail.transaction_code)!;
  const common = {
    ...{ line, company_id: header.company_id.trim(), direction, amount: detail.amount, trace: detail.trace_number },
    odd: fault === null ? null : describeFault(fault),
  };
  const odd = (kind: ExceptionKind, code: string | null, original_trace: string): OddItem => ({
    ...{ ...common, kind, code, original_trace },
  });
  if (addenda === null || addenda.kind === 'remittance') {
    const code = rejectMarkOf(detail.trace_number);
    if (code !== undefined) return { ...common, kind: 'reject', code, original_trace: '' };
    const { settlement_date: settlement_day, sec } = header;
    const hasUnread = fault?.rule === 'addenda_type' || (addenda === null && detail.addenda_indicator === 1);
    // Without its code, a return is perhaps dishonored and went the other way.
    if (use === 'return' || hasUnread) {
      const kind = sec === 'COR' ? 'unmatched_change' : 'unmatched_return';
      return { ...odd(kind, null, ''), direction: null, settlement_day };
    }
    return { ...odd('incoming_entry', null, ''), settlement_day };
  }
  const { original_trace, original_receiving_dfi } = addenda.values;
  const returned = {
    ...{ ...common, original_trace, original_receiving_dfi, settlement_day: header.settlement_date },
    ...{ account_number: detail.account_number.trim(), individual_id: detail.individual_id.trim() },
  };
  switch (addenda.kind) {
    case 'return':
      return {
        ...{ ...returned, kind: 'return', code: addenda.values.return_code, corrected_data: '' },
        information: addenda.values.addenda_information.trim(),
      };
    case 'change': {
      const { change_code: code, corrected_data } = addenda.values;
      if (!isSupportedChange(code)) return odd('unsupported_change', code, original_trace);
      return { ...returned, kind: 'change', code, corrected_data, information: '' };
    }
    case 'refused_change':
      return odd('unsupported_change', addenda.values.refusal_code, original_trace);
    case 'dishonored_return':
    case 'contested_return':
      return odd('dishonored_return', addenda.values.return_code, original_trace);
  }
}

/** Codes of international entries, of which this service sends none. */
const INTERNATIONAL_CHANGES = new Set(['C08', 'C14']);

const isSupportedChange = (code: string) => changeMeaning(code) !== undefined && !INTERNATIONAL_CHANGES.has(code);

/** The trace number that we gave it: the bank wrote over the ODFI. */
export const rejectedTraceOf = ({ trace }: RejectedItem, odfi: string): string => odfi + sequenceOf(trace);

export const isRejected = (item: ReturnedItem | RejectedItem | OddItem): item is RejectedItem => item.kind === 'reject';

export const isReturned = (item: ReturnedItem | RejectedItem | OddItem): item is ReturnedItem =>
  item.kind === 'return' || item.kind === 'change';
