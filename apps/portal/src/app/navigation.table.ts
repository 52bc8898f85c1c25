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
}

/** The pages of the side bar. Who lacks the scope to read a page does not see its entry. */
const navigation: readonly NavigationEntry[] = [
  { to: '/', label: 'nav.home', icon: 'home', scopes: ['read:transfers', 'read:balances'], key: 'h' },
  { to: '/transfers', label: 'nav.transfers', icon: 'transfers', scopes: ['read:transfers'], key: 't' },
  {
    to: '/customers',
    label: 'nav.customers',
    icon: 'customers',
    scopes: ['read:persons', 'read:businesses'],
    key: 'c',
  },
  { to: '/accounts', label: 'nav.accounts', icon: 'accounts', scopes: ['read:external-accounts'], key: 'a' },
  { to: '/verifications', label: 'nav.verifications', icon: 'check', scopes: ['read:verify-accounts'], key: 'v' },
  { to: '/schedules', label: 'nav.schedules', icon: 'clock', scopes: ['read:schedules'], key: 's' },
  { to: '/batches', label: 'nav.batches', icon: 'table', scopes: ['read:transfers'], key: 'p' },
  { to: '/balance', label: 'nav.balance', icon: 'balance', scopes: ['read:balances', 'read:ledger'], key: 'b' },
  { to: '/rails', label: 'nav.rails', icon: 'send', scopes: ['read:rails'], key: 'r' },
  { to: '/webhooks', label: 'nav.webhooks', icon: 'webhooks', scopes: ['read:webhook-configurations'], key: 'w' },
  { to: '/developers', label: 'nav.developers', icon: 'code', scopes: ['read:credentials'], key: 'd' },
  { to: '/health', label: 'nav.health', icon: 'info', scopes: ['read:me'], key: 'i' },
  { to: '/users', label: 'nav.users', icon: 'user', scopes: ['read:users'], key: 'e' },
  { to: '/settings', label: 'nav.settings', icon: 'settings', scopes: ['read:settings'], key: 's' },
  { to: '/audit', label: 'nav.audit', icon: 'audit', scopes: ['read:audit'], key: 'u' },
];

export const visibleTo = (scopes: readonly string[]): readonly NavigationEntry[] =>
  navigation.filter((entry) => entry.scopes.some((scope) => scopes.includes(scope)));
