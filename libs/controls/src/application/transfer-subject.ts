import type { PartyState, TransferState } from '@payments/transfers';

/** What an approver sees of a transfer: everything that decides who gets how much, from whom, and how. */
export function subjectOf(transfer: TransferState): Readonly<Record<string, unknown>> {
  const { transfer_reference_id, use_case, amount, currency, speed, source, destination } = transfer;
  const { account_statement_descriptor: descriptor, subledger_reference_id } = transfer;
  return {
    ...{ transfer_reference_id, use_case, amount: Number(amount), currency, speed },
    ...(source && { source: partyOf(source) }),
    ...(destination && { destination: partyOf(destination) }),
    ...(descriptor !== null && { account_statement_descriptor: descriptor }),
    ...(subledger_reference_id !== null && { subledger_reference_id }),
  };
}

function partyOf({ account_reference_id, customer_reference_id, account_id, account_version }: PartyState) {
  return { account_reference_id, customer_reference_id, account_id, details_version: account_version };
}
