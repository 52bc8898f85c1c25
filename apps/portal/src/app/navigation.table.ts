import type { Me } from '../api/session-api.js';
import type { IconName } from '../ui/icons.table.js';
import type { MessageKey } from '../messages/t.js';

export interface NavigationEntry {
  readonly to: string;
  readonly label: MessageKey;
  readonly icon: IconName;
  /** Any of them lets a user see it. */
  readonly scopes: readonly string[];
  /** Pressed after `g`. */
  readonly key: string;
  /** How much waits there for the user stands beside it. */
  readonly isInbox?: boolean;
  /** In production there is none. */
  readonly isSandbox?: boolean;
}

/** The user who looks, and whose enterprise it is. */
export type Viewer = Pick<Me, 'scopes' | 'enterprise'>;

/** What the pages of a group have in common is said above them; the first ones need no name. */
export interface NavigationGroup {
  readonly label?: MessageKey;
  readonly entries: readonly NavigationEntry[];
}

/** The pages of the side bar. Who lacks the scope to read a page does not see its entry. */
export const navigation: readonly NavigationGroup[] = [
  {
    entries: [
      { to: '/', label: 'nav.home', icon: 'home', scopes: ['read:transfers', 'read:balances'], key: 'h' },
      { to: '/transfers', label: 'nav.transfers', icon: 'transfers', scopes: ['read:transfers'], key: 't' },
      {
        ...{ to: '/approvals', label: 'nav.approvals', icon: 'approvals', scopes: ['read:approvals'], key: 'o' },
        isInbox: true,
      },
      { to: '/bulk', label: 'nav.bulk', icon: 'copy', scopes: ['read:bulk-transfers'], key: 'k' },
      { to: '/schedules', label: 'nav.schedules', icon: 'clock', scopes: ['read:schedules'], key: 'l' },
    ],
  },
  {
    label: 'navGroup.directory',
    entries: [
      {
        ...{ to: '/customers', label: 'nav.customers', icon: 'customers', key: 'c' },
        scopes: ['read:persons', 'read:businesses'],
      },
      { to: '/accounts', label: 'nav.accounts', icon: 'accounts', scopes: ['read:external-accounts'], key: 'a' },
      { to: '/verifications', label: 'nav.verifications', icon: 'check', scopes: ['read:verify-accounts'], key: 'v' },
    ],
  },
  {
    label: 'navGroup.money',
    entries: [
      { to: '/balance', label: 'nav.balance', icon: 'balance', scopes: ['read:balances', 'read:ledger'], key: 'b' },
      { to: '/subledgers', label: 'nav.subledgers', icon: 'menu', scopes: ['read:subledgers'], key: 'j' },
      { to: '/reports', label: 'nav.reports', icon: 'download', scopes: ['read:reports'], key: 'm' },
      { to: '/batches', label: 'nav.batches', icon: 'table', scopes: ['read:transfers'], key: 'p' },
      { to: '/rails', label: 'nav.rails', icon: 'send', scopes: ['read:rails'], key: 'r' },
      { to: '/health', label: 'nav.health', icon: 'info', scopes: ['read:me'], key: 'i' },
    ],
  },
  {
    label: 'navGroup.integration',
    entries: [
      { to: '/webhooks', label: 'nav.webhooks', icon: 'webhooks', scopes: ['read:webhook-configurations'], key: 'w' },
      { to: '/reference', label: 'nav.reference', icon: 'external', scopes: ['read:me'], key: 'f' },
      { to: '/developers', label: 'nav.developers', icon: 'code', scopes: ['read:credentials'], key: 'd' },
      {
        ...{ to: '/sandbox', label: 'nav.sandbox', icon: 'sandbox', scopes: ['write:transfers'], key: 'x' },
        isSandbox: true,
      },
    ],
  },
  {
    label: 'navGroup.administration',
    entries: [
      { to: '/policies', label: 'nav.policies', icon: 'policies', scopes: ['read:controls'], key: 'y' },
      { to: '/limits', label: 'nav.limits', icon: 'filter', scopes: ['read:controls'], key: 'q' },
      { to: '/users', label: 'nav.users', icon: 'user', scopes: ['read:users'], key: 'e' },
      { to: '/settings', label: 'nav.settings', icon: 'settings', scopes: ['read:settings'], key: 's' },
      { to: '/audit', label: 'nav.audit', icon: 'audit', scopes: ['read:audit'], key: 'u' },
    ],
  },
];

/** The groups that a user sees, with their pages that he may read. */
export const groupsFor = ({ scopes, enterprise }: Viewer): readonly NavigationGroup[] =>
  navigation
    .map(({ entries, ...group }) => ({
      ...group,
      entries: entries.filter(
        (entry) =>
          entry.scopes.some((scope) => scopes.includes(scope)) &&
          (!entry.isSandbox || enterprise.environment === 'sandbox'),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);

export const pagesOf = (viewer: Viewer): readonly NavigationEntry[] =>
  groupsFor(viewer).flatMap(({ entries }) => entries);
