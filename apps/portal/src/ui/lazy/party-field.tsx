import { useState } from 'react';
import type { ExternalAccount } from '../../api/types.js';
import { useCan, useMe } from '../../app/use-session.js';
import '../../messages/lazy/new-transfer.js';
import { t } from '../../messages/t.js';
import { Button } from '../button.js';
import { Combobox } from './combobox.js';
import type { Option } from './combobox.js';
import { isAll, isOwned, useFoundAccounts } from './use-accounts.js';
import css from './party-field.module.css';

interface PartyFieldProps {
  readonly side: 'source' | 'destination';
  /** The newest, and the chosen one. */
  readonly accounts: readonly ExternalAccount[];
  readonly value: string | undefined;
  readonly error: string | undefined;
  /** Only accounts of the enterprise itself. */
  readonly isOwn: boolean;
  readonly onChange: (account: ExternalAccount | undefined) => void;
  /** Goes to add an account; of the customer who is chosen, if anybody is. Without it none is added on the way. */
  readonly onAdd: ((customer: Readonly<Record<string, string>>) => void) | undefined;
}

/** Who is paid, or pays: one of the accounts that are listed, or of those that a search finds. */
export function PartyField({ side, accounts, value, error, isOwn, onChange, onAdd }: PartyFieldProps) {
  const { enterprise } = useMe();
  const [text, setText] = useState('');
  const found = useFoundAccounts(text, accounts);
  const fitting = (some: readonly ExternalAccount[]) => (isOwn ? some.filter(isOwned) : some);
  const all = fitting([...accounts, ...found.accounts]);
  const customer = isOwn
    ? { customer: enterprise.name, kind: 'enterprise', holder: enterprise.name }
    : customerOf(all, value);
  const canAdd = useCan('write:external-accounts');
  return (
    <div className={css['party']}>
      <Combobox
        {...{ label: t(side === 'source' ? 'field.payer' : 'field.payee'), name: side, value, error }}
        options={fitting(accounts).map(toOption)}
        found={{ options: fitting(found.accounts).map(toOption), status: found.status }}
        onText={setText}
        onChange={(id) => onChange(all.find((account) => account.id === id))}
        hint={hintFor(accounts, isOwn)}
      />
      {canAdd && onAdd && (
        <Button {...{ look: 'quiet', size: 'small', icon: 'plus' }} onClick={() => onAdd(customer)}>
          {t('newAccount.title')}
        </Button>
      )}
    </div>
  );
}

function hintFor(accounts: readonly ExternalAccount[], isOwn: boolean): string | undefined {
  if (!isAll(accounts)) return t('newTransfer.moreAccounts');
  if (isOwn) return accounts.some(isOwned) ? undefined : t('newTransfer.noOwnAccount');
  return accounts.length === 0 ? t('newTransfer.noAccounts') : undefined;
}

function customerOf(accounts: readonly ExternalAccount[], id: string | undefined): Readonly<Record<string, string>> {
  const chosen = accounts.find((account) => account.id === id);
  if (chosen === undefined) return {};
  const { customer_reference_id: customer, customer_resource_type: kind, account_holder_name: holder } = chosen;
  return { customer, kind, holder };
}

const toOption = ({ id, account_holder_name, account_number, account_reference_id }: ExternalAccount): Option => ({
  id,
  label: `${account_holder_name} ${account_number}`,
  note: account_reference_id,
});
