import type { ExternalAccount } from '../../api/types.js';
import '../../messages/lazy/new-transfer.js';
import { t } from '../../messages/t.js';
import { Combobox } from '../../ui/combobox.js';
import { Choice, TextField } from '../../ui/field.js';
import type { FormError } from '../../ui/field.js';
import { needsDestination, needsSource } from './draft.js';
import type { Draft, Speed, UseCase } from './draft.js';
import { OptionalFields } from './optional-fields.js';
import css from './new-transfer.module.css';

const USE_CASES = (['payout', 'direct_debit', 'account_to_account'] as const).map(
  (each) => [each, t(`useCase.${each}`)] as const,
);
const SPEEDS = (['asap', 'same_day', 'standard'] as const).map((each) => [each, t(`speed.${each}`)] as const);
/** What a statement shows of an ACH entry. */
const DESCRIPTOR_LENGTH = 10;

interface FieldsProps {
  readonly draft: Draft;
  readonly accounts: readonly ExternalAccount[];
  readonly errors: readonly FormError[];
  readonly onChange: (change: Partial<Draft>) => void;
}

export function TransferFields({ draft, accounts, errors, onChange }: FieldsProps) {
  const errorOf = (name: string) => errors.find((error) => error.name === name)?.text;
  const text = (name: 'amount' | 'reference' | 'descriptor') => ({
    name,
    value: draft[name],
    error: errorOf(name),
    onChange: ({ target }: { readonly target: HTMLInputElement }) => onChange({ [name]: target.value }),
  });
  const options = accounts.map(({ id, account_holder_name, account_number, account_reference_id }) => ({
    id,
    label: `${account_holder_name} ${account_number}`,
    note: account_reference_id,
  }));
  const party = (side: 'source' | 'destination') => (
    <Combobox
      label={t(side === 'source' ? 'field.payer' : 'field.payee')}
      name={side}
      options={options}
      value={draft[side]}
      onChange={(id) => onChange({ [side]: id })}
      error={errorOf(side)}
      hint={accounts.length === 0 ? t('newTransfer.noAccounts') : undefined}
    />
  );
  return (
    <>
      <Choice
        {...{ legend: t('newTransfer.useCase'), name: 'useCase', value: draft.useCase, options: USE_CASES }}
        onChange={(useCase) => onChange({ useCase: useCase as UseCase })}
      />
      {needsSource(draft) && party('source')}
      {needsDestination(draft) && party('destination')}
      <TextField label={t('newTransfer.amount')} inputMode="decimal" placeholder="0.00" {...text('amount')} />
      <Choice
        {...{ legend: t('field.speed'), name: 'speed', value: draft.speed, options: SPEEDS }}
        onChange={(speed) => onChange({ speed: speed as Speed })}
      />
      <div className={css['pair']}>
        <TextField label={t('field.reference')} hint={t('newTransfer.referenceHint')} {...text('reference')} />
        <TextField
          label={t('field.descriptor')}
          isOptional
          hint={t('newTransfer.descriptorHint', { count: draft.descriptor.length, most: DESCRIPTOR_LENGTH })}
          {...text('descriptor')}
        />
      </div>
      <OptionalFields draft={draft} errors={errors} onChange={onChange} />
    </>
  );
}
