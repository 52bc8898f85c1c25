import { parseAmount } from '../../format/money.js';
import type { AmountProblem } from '../../format/money.js';
import { missingSides, sidesOf } from '../../ui/lazy/parties.js';
import type { Parties, PartyAccount } from '../../ui/lazy/parties.js';
import { metadataField, metadataOf, metadataProblems } from './metadata-rows.js';
import type { MetadataProblem, MetadataRow } from './metadata-rows.js';

export type Speed = 'standard' | 'same_day' | 'asap';

/** A transfer as its form has it: every field as text. */
export interface Draft extends Parties {
  readonly amount: string;
  readonly speed: Speed;
  readonly reference: string;
  readonly descriptor: string;
  /** The id of a transfer group; '' for none. */
  readonly group: string;
  /** The reference of a subledger; '' for the enterprise itself. */
  readonly subledger: string;
  readonly metadata: readonly MetadataRow[];
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Kept by the history of the tab while an account is added, also over a reload; in no address and no storage. */
    readonly transferDraft?: Draft;
  }
}

/** The field of the form behind each field of the request body. */
const FIELDS: Readonly<Record<string, string>> = {
  transfer_reference_id: 'reference',
  amount: 'amount',
  speed: 'speed',
  account_statement_descriptor: 'descriptor',
  transfer_group_id: 'group',
  subledger_reference_id: 'subledger',
  metadata: metadataField('key', 0),
  source: 'source',
  destination: 'destination',
};

/** The form's field for a field of an error, such as `destination.account_reference_id`. */
export const fieldOf = (path: string | undefined): string | undefined => FIELDS[(path ?? '').split('.')[0]!];

export type DraftProblem =
  | { readonly field: 'source' | 'destination' | 'reference'; readonly problem: 'missing' }
  | { readonly field: 'amount'; readonly problem: AmountProblem }
  | MetadataProblem;

const RETRY = /^(.*)-retry-(\d+)$/;

/** The reference of another try: `payout-1-retry-1`, then `payout-1-retry-2`. */
export function retryOf(reference: string): string {
  const [, first = reference, count = '0'] = RETRY.exec(reference) ?? [];
  return `${first}-retry-${Number(count) + 1}`;
}

/** What is missing before the API can be asked; what is wrong, it knows better. */
export function problemsOf(draft: Draft): DraftProblem[] {
  const problems: DraftProblem[] = missingSides(draft).map((field) => ({ field, problem: 'missing' }));
  const amount = parseAmount(draft.amount);
  if ('problem' in amount) problems.push({ field: 'amount', problem: amount.problem });
  if (draft.reference.trim() === '') problems.push({ field: 'reference', problem: 'missing' });
  return [...problems, ...metadataProblems(draft.metadata)];
}

/** What a transfer needs before it can be asked what would become of it. */
const ESSENTIAL: ReadonlySet<string> = new Set(['source', 'destination', 'amount']);

/** The body that asks what would become of the draft; undefined while that cannot be asked. The reference may be missing. */
export function questionOf(draft: Draft, accounts: readonly PartyAccount[]) {
  if (problemsOf(draft).some(({ field }) => ESSENTIAL.has(field))) return undefined;
  const { transfer_reference_id, ...terms } = requestOf(draft, accounts);
  return transfer_reference_id === '' ? terms : { ...terms, transfer_reference_id };
}

/** The body of the request. @throws Error for a draft with problems */
export function requestOf(draft: Draft, accounts: readonly PartyAccount[]) {
  const amount = parseAmount(draft.amount);
  if ('problem' in amount) throw new Error(amount.problem);
  const metadata = metadataOf(draft.metadata);
  return {
    transfer_reference_id: draft.reference.trim(),
    amount: amount.cents,
    currency: 'USD' as const,
    speed: draft.speed,
    ...(draft.descriptor.trim() !== '' && { account_statement_descriptor: draft.descriptor.trim() }),
    ...(draft.group !== '' && { transfer_group_id: draft.group }),
    ...(draft.subledger !== '' && { subledger_reference_id: draft.subledger }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...sidesOf(draft, accounts),
  };
}
