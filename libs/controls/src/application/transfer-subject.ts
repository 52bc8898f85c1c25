import { fingerprint } from '@payments/persistence';
import type { PartyState, TransferState } from '@payments/transfers';

/** What an approver sees of a transfer: everything that decides who gets how much, from whom, and how. */
export function subjectOf(transfer: TransferState): Readonly<Record<string, unknown>> {
  const { transfer_reference_id, use_case, amount, currency, speed, source, destination } = transfer;
  const { account_statement_descriptor: descriptor } = transfer;
  return {
    ...{ transfer_reference_id, use_case, amount: Number(amount), currency, speed },
    ...(source && { source: partyOf(source) }),
    ...(destination && { destination: partyOf(destination) }),
    ...(descriptor !== null && { account_statement_descriptor: descriptor }),
  };
}

/** SHA-256 of the JSON of a subject with its keys in order, base64url. */
export function digestOf(subject: Readonly<Record<string, unknown>>): string {
  return Buffer.from(fingerprint(JSON.stringify(inOrder(subject))), 'base64').toString('base64url');
}

function partyOf({ account_reference_id, customer_reference_id, account_id, account_version }: PartyState) {
  return { account_reference_id, customer_reference_id, account_id, details_version: account_version };
}

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, inOrder(each)]));
}
