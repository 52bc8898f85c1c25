import { shownOf } from '@payments/persistence';
import type { Hidden, Shown } from '@payments/persistence';
import type { TransferState } from '@payments/transfers';

const RECORD = 'it is a record of what has happened, and decides nothing';

/** Approvers see every other field of a transfer. */
export const HIDDEN_OF_TRANSFERS: Hidden<TransferState> = {
  source: 'it is shown with the details of its account',
  destination: 'it is shown with the details of its account',
  id: 'the approval shows it as subject_id',
  created_by: 'the approval shows it as requested_by',
  owner: 'it decides who may approve, not what is paid',
  gate: 'it says what the transfer waits for, which is this approval',
  status: RECORD,
  status_reasons: RECORD,
  estimated_funds_delivery_date: RECORD,
  sequence: RECORD,
  version: RECORD,
  created_at: RECORD,
  updated_at: RECORD,
};

/** What an approver sees of a transfer, and its digest covers: who gets how much, from whom, and how. */
export function subjectOf(transfer: TransferState, parties: Shown): Shown {
  return { ...shownOf(transfer, HIDDEN_OF_TRANSFERS), ...parties };
}
