import type { Approval } from '../../api/types.js';
import type { Party } from '../../ui/lazy/paid-party-card.js';

type Values = Readonly<Record<string, unknown>>;

interface SubjectParty extends Party {
  readonly customer: string;
}

/** What an approval is about, as far as every kind of subject has it. */
export interface Subject {
  readonly title: string;
  readonly cents: number | undefined;
  readonly source: SubjectParty | undefined;
  readonly destination: SubjectParty | undefined;
  /** Everything else that was requested, by name. */
  readonly others: readonly (readonly [name: string, value: string])[];
}

const SHOWN = ['amount', 'currency'];
/** How each kind of subject is named by whoever made it. */
const REFERENCE = /^(transfer|schedule|book_transfer|bulk_transfer|bulk)_reference_id$/;

const membersOf = (value: unknown): Values => (typeof value === 'object' && value !== null ? (value as Values) : {});

/** A subledger is named by its reference, and by whose money it holds. */
function textOf(value: unknown): string {
  const { subledger_reference_id: subledger, customer_reference_id: customer } = membersOf(value);
  if (typeof subledger === 'string') return typeof customer === 'string' ? `${subledger} (${customer})` : subledger;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function partyOf(value: unknown): SubjectParty | undefined {
  const { account_reference_id: account, customer_reference_id: customer, account_id: accountId } = membersOf(value);
  if (typeof account !== 'string' || typeof customer !== 'string' || typeof accountId !== 'string') return undefined;
  return { account, customer, accountId, paid: membersOf(value) };
}

export function subjectOf({ subject, subject_id }: Pick<Approval, 'subject' | 'subject_id'>): Subject {
  const { amount, source, destination } = subject;
  const [, reference] = Object.entries(subject).find(([name]) => REFERENCE.test(name)) ?? [];
  return {
    title: typeof reference === 'string' ? reference : subject_id,
    cents: typeof amount === 'number' ? amount : undefined,
    source: partyOf(source),
    destination: partyOf(destination),
    others: Object.entries(subject).flatMap(([name, value]): [string, string][] =>
      SHOWN.includes(name) || REFERENCE.test(name) || partyOf(value) !== undefined ? [] : [[name, textOf(value)]],
    ),
  };
}

/** Who pays or is paid: `northwind`, or `jane-doe → northwind`. */
export const partiesOf = ({ source, destination }: Subject): string =>
  [source, destination].flatMap((party) => (party ? [party.customer] : [])).join(' → ');

/** Whether an account has other details by now than those that are paid. */
export const hasOtherDetails = ({ accounts = [] }: Pick<Approval, 'accounts'>): boolean =>
  accounts.some(({ differences }) => differences.length > 0);

/** How many approvals of how many are given, where the policy that wants the most is counted. */
export function progressOf({ policies }: Pick<Approval, 'policies'>): { readonly given: number; readonly of: number } {
  const missing = policies.map(({ required, given }) => Math.max(0, required - given));
  const most = policies[missing.indexOf(Math.max(...missing))];
  return { given: most?.given ?? 0, of: most?.required ?? 0 };
}

/** Why a user cannot decide, as far as the page knows; the API knows the rest. */
export function hindranceOf(
  { status, requested_by, decisions }: Pick<Approval, 'status' | 'requested_by' | 'decisions'>,
  user: string,
): 'closed' | 'own' | 'decided' | undefined {
  if (status !== 'pending') return 'closed';
  if (requested_by === user) return 'own';
  return decisions.some((decision) => decision.user === user) ? 'decided' : undefined;
}
