import type { IconName } from '../ui/icons.table.js';
import { t } from '../messages/t.js';
import { visibleTo } from './navigation.table.js';

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  /** The address that it opens. */
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What the palette offers for a text: pages by name, and for an id or a reference where it may be found. */
export function commandsFor(text: string, scopes: readonly string[]): readonly Command[] {
  const wanted = text.trim().toLowerCase();
  const can = (scope: string) => scopes.includes(scope);
  const pages: readonly Command[] = [
    ...visibleTo(scopes).map(({ to, label, icon }) => ({ id: to, label: t(label), icon, to })),
    ...(can('write:transfers')
      ? [{ id: 'new', label: t('palette.newTransfer'), icon: 'plus' as const, to: '/transfers/new' }]
      : []),
  ];
  if (wanted === '') return pages;
  return [...pages.filter(({ label }) => label.toLowerCase().includes(wanted)), ...lookups(text.trim(), can)];
}

function lookups(text: string, can: (scope: string) => boolean): Command[] {
  const isId = UUID.test(text);
  const found: (Command & { readonly scope: string; readonly forId: boolean })[] = [
    {
      ...{ id: 'transfer', label: t('palette.transferId', { text }), icon: 'transfers', to: `/transfers/${text}` },
      ...{ scope: 'read:transfers', forId: true },
    },
    {
      ...{ id: 'account', label: t('palette.accountId', { text }), icon: 'accounts', to: `/accounts/${text}` },
      ...{ scope: 'read:external-accounts', forId: true },
    },
    {
      ...{ id: 'reference', label: t('palette.transferReference', { text }), icon: 'transfers', to: '/transfers' },
      ...{ search: { transfer_reference_id: text }, scope: 'read:transfers', forId: false },
    },
    {
      ...{ id: 'customer', label: t('palette.customerReference', { text }), icon: 'transfers', to: '/transfers' },
      ...{ search: { customer_reference_id: text }, scope: 'read:transfers', forId: false },
    },
  ];
  return found.filter(({ scope, forId }) => forId === isId && can(scope));
}
