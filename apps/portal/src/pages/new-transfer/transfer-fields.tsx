import type { ExternalAccount } from '../../api/types.js';
import '../../messages/lazy/new-transfer.js';
import { t } from '../../messages/t.js';
import { Choice, TextField } from '../../ui/field.js';
import type { FormError } from '../../ui/field.js';
import { PartiesFields } from '../../ui/lazy/parties-fields.js';
import type { Draft, Speed } from './draft.js';
import { OptionalFields } from './optional-fields.js';
import css from './new-transfer.module.css';

const SPEEDS = (['asap', 'same_day', 'standard'] as const).map((each) => [each, t(`speed.${each}`)] as const);
/** What a statement shows of an ACH entry. */
const DESCRIPTOR_LENGTH = 10;

interface FieldsProps {
  readonly draft: Draft;
  readonly accounts: readonly ExternalAccount[];
  readonly errors: readonly FormError[];
  readonly onChange: (change: Partial<Draft>) => void;
  /** Of an account that is chosen: a search may have found it. */
  readonly onAccount: (account: ExternalAccount) => void;
  /** Goes to add an account for a side. */
  readonly onAdd: (side: 'source' | 'destination', customer: Readonly<Record<string, string>>) => void;
}

export function TransferFields({ draft, accounts, errors, onChange, onAccount, onAdd }: FieldsProps) {
  const errorOf = (name: string) => errors.find((error) => error.name === name)?.text;
  const text = (name: 'amount' | 'reference' | 'descriptor') => ({
    name,
    value: draft[name],
    error: errorOf(name),
    onChange: ({ target }: { readonly target: HTMLInputElement }) => onChange({ [name]: target.value }),
  });
  return (
    <>
      <PartiesFields {...{ parties: draft, accounts, errors, onChange, onAccount, onAdd }} />
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
