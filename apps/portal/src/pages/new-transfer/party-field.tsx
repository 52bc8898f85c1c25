import { useState } from 'react';
import type { ExternalAccount } from '../../api/types.js';
import '../../messages/lazy/new-transfer.js';
import { t } from '../../messages/t.js';
import { Combobox } from '../../ui/lazy/combobox.js';
import type { Option } from '../../ui/lazy/combobox.js';
import { isAll, useFoundAccounts } from './use-accounts.js';

interface PartyFieldProps {
  readonly side: 'source' | 'destination';
  /** The newest, and the chosen one. */
  readonly accounts: readonly ExternalAccount[];
  readonly value: string | undefined;
  readonly error: string | undefined;
  readonly onChange: (account: ExternalAccount | undefined) => void;
}

/** Who is paid, or pays: one of the accounts that are listed, or of those that a search finds. */
export function PartyField({ side, accounts, value, error, onChange }: PartyFieldProps) {
  const [text, setText] = useState('');
  const found = useFoundAccounts(text, accounts);
  const all = [...accounts, ...found.accounts];
  const hint = hintFor(accounts);
  return (
    <Combobox
      {...{ label: t(side === 'source' ? 'field.payer' : 'field.payee'), name: side, value, error }}
      options={accounts.map(toOption)}
      found={{ options: found.accounts.map(toOption), status: found.status }}
      onText={setText}
      onChange={(id) => onChange(all.find((account) => account.id === id))}
      hint={hint && t(hint)}
    />
  );
}

function hintFor(accounts: readonly ExternalAccount[]) {
  if (accounts.length === 0) return 'newTransfer.noAccounts';
  return isAll(accounts) ? undefined : 'newTransfer.moreAccounts';
}

const toOption = ({ id, account_holder_name, account_number, account_reference_id }: ExternalAccount): Option => ({
  id,
  label: `${account_holder_name} ${account_number}`,
  note: account_reference_id,
});
