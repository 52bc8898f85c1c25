import type { ExternalAccount } from '../../api/types.js';
import '../../messages/lazy/new-transfer.js';
import { t } from '../../messages/t.js';
import { Choice } from '../field.js';
import type { FormError } from '../field.js';
import { needsDestination, needsSource } from './parties.js';
import type { Parties, UseCase } from './parties.js';
import { PartyField } from './party-field.js';
import { isOwned } from './use-accounts.js';

const USE_CASES = (['payout', 'direct_debit', 'deposit', 'account_to_account'] as const).map(
  (each) => [each, t(`useCase.${each}`)] as const,
);

interface PartiesFieldsProps {
  readonly parties: Parties;
  readonly accounts: readonly ExternalAccount[];
  readonly errors: readonly FormError[];
  readonly onChange: (change: Partial<Parties>) => void;
  /** Of an account that is chosen: a search may have found it. */
  readonly onAccount: (account: ExternalAccount) => void;
  /** Goes to add an account for a side; without it none is added on the way. */
  readonly onAdd?: (side: 'source' | 'destination', customer: Readonly<Record<string, string>>) => void;
}

/** What should happen, and between whom. */
export function PartiesFields({ parties, accounts, errors, onChange, onAccount, onAdd }: PartiesFieldsProps) {
  const party = (side: 'source' | 'destination') => (
    <PartyField
      {...{ side, accounts, value: parties[side], error: errors.find(({ name }) => name === side)?.text }}
      isOwn={side === 'destination' && parties.useCase === 'deposit'}
      onChange={(account) => {
        if (account) onAccount(account);
        onChange({ [side]: account?.id });
      }}
      onAdd={onAdd && ((customer) => onAdd(side, customer))}
    />
  );
  // A deposit goes to an account of the enterprise; nobody else's stays chosen.
  const ownOnly = !accounts.some((account) => account.id === parties.destination && isOwned(account)) && {
    destination: undefined,
  };
  return (
    <>
      <Choice
        {...{ legend: t('newTransfer.useCase'), name: 'useCase', value: parties.useCase, options: USE_CASES }}
        onChange={(useCase) => onChange({ useCase: useCase as UseCase, ...(useCase === 'deposit' && ownOnly) })}
      />
      {needsSource(parties) && party('source')}
      {needsDestination(parties) && party('destination')}
    </>
  );
}
