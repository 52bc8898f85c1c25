import type { SearchHit } from '../api/types.js';
import { formatMoney } from '../format/money.js';
import type { IconName } from '../ui/icons.table.js';
import { t, tCode } from '../messages/t.js';
import { pagesOf } from './navigation.table.js';
import type { Viewer } from './navigation.table.js';

export interface Command {
  readonly id: string;
  readonly label: string;
  /** Behind the label: what else is known of it. */
  readonly note?: string;
  readonly icon: IconName;
  /** The address that it opens. */
  readonly to: string;
}

/** What can be made, by whom. */
const ACTIONS = [
  { to: '/transfers/new', label: 'transfers.new', scope: 'write:transfers' },
  { to: '/customers/new', label: 'newCustomer.title', scope: 'write:businesses' },
  { to: '/accounts/new', label: 'newAccount.title', scope: 'write:external-accounts' },
] as const;

/** The pages and actions that a text names, all of them for an empty one. */
export function pagesFor(text: string, viewer: Viewer): readonly Command[] {
  const wanted = text.trim().toLowerCase();
  const pages: readonly Command[] = [
    ...pagesOf(viewer).map(({ to, label, icon }) => ({ id: to, label: t(label), icon, to })),
    ...ACTIONS.filter(({ scope }) => viewer.scopes.includes(scope)).map(({ to, label }) => ({
      ...{ id: to, label: t(label), icon: 'plus' as const, to },
    })),
  ];
  return pages.filter(({ label }) => label.toLowerCase().includes(wanted));
}

export type Kind = SearchHit['type'];

/** What a search can be narrowed to, and who reads it. */
const KINDS = [
  ['transfer', 'nav.transfers', 'read:transfers'],
  ['external_account', 'nav.accounts', 'read:external-accounts'],
  ['person', 'customers.persons', 'read:persons'],
  ['business', 'customers.businesses', 'read:businesses'],
] as const;

/** The kinds of resources that a user can search alone, with their names. */
export const kindsFor = ({ scopes }: Viewer): readonly (readonly [kind: Kind, label: string])[] =>
  KINDS.filter(([, , scope]) => scopes.includes(scope)).map(([kind, label]) => [kind, t(label)]);

/** Where a resource is shown. */
const PLACES: Readonly<Record<Kind, { readonly to: string; readonly icon: IconName }>> = {
  transfer: { to: '/transfers', icon: 'transfers' },
  external_account: { to: '/accounts', icon: 'accounts' },
  person: { to: '/customers/persons', icon: 'customers' },
  business: { to: '/customers/businesses', icon: 'customers' },
  verify_account: { to: '/verifications', icon: 'check' },
  schedule: { to: '/schedules', icon: 'clock' },
  approval: { to: '/approvals', icon: 'approvals' },
  subledger: { to: '/subledgers', icon: 'menu' },
  bulk_transfer: { to: '/bulk', icon: 'copy' },
  report: { to: '/reports', icon: 'download' },
};

/** What the API has found. */
export function commandsOf(hits: readonly SearchHit[]): readonly Command[] {
  return hits.map(({ type, id, title, subtitle, status, amount }) => {
    const { to, icon } = PLACES[type];
    const notes = [
      subtitle,
      ...(amount === undefined ? [] : [formatMoney(amount)]),
      ...(status === undefined ? [] : [tCode('status', status)]),
    ];
    const note = notes.filter(Boolean).join(' · ');
    return { id: `${type} ${id}`, label: title, note, icon, to: `${to}/${id}` };
  });
}
