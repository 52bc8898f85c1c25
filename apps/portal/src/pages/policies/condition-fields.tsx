import { t, tCode } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { CheckField, SelectField, TextArea, TextField } from '../../ui/field.js';
import type { FormError } from '../../ui/field.js';
import { conditionFields, ruleOf } from './condition-fields.table.js';
import type { ConditionField } from './condition-fields.table.js';
import { newDraft } from './condition-draft.js';
import type { ConditionDraft } from './condition-draft.js';
import css from './policies.module.css';

const MOST = 8;
const FIELDS = conditionFields.map(({ field }) => [field, tCode('condition', field)] as const);

interface ConditionFieldsProps {
  readonly drafts: readonly ConditionDraft[];
  readonly errors: readonly FormError[];
  readonly onChange: (drafts: readonly ConditionDraft[]) => void;
}

/** The conditions of a policy, all of which must be true. */
export function ConditionFields({ drafts, errors, onChange }: ConditionFieldsProps) {
  const replace = (place: number, draft: ConditionDraft) => onChange(drafts.with(place, draft));
  return (
    <fieldset className={css['list']}>
      <legend>{t('policies.conditions')}</legend>
      {drafts.map((draft, place) => (
        <div key={place} className={css['condition']}>
          <SelectField
            label={t('policies.condition', { number: place + 1 })}
            name={`field-${place}`}
            options={FIELDS}
            value={draft.field}
            onChange={({ target }) => replace(place, newDraft(target.value as ConditionField))}
          />
          <ValueField
            draft={draft}
            name={`condition-${place}`}
            error={errors.find(({ name }) => name === `condition-${place}`)?.text}
            onChange={(next) => replace(place, next)}
          />
          <div className={css['remove']}>
            <Button
              look="quiet"
              icon="close"
              disabled={drafts.length === 1}
              aria-label={t('policies.removeCondition', { number: place + 1 })}
              onClick={() => onChange(drafts.toSpliced(place, 1))}
            />
          </div>
        </div>
      ))}
      {drafts.length < MOST && (
        <div>
          <Button size="small" icon="plus" onClick={() => onChange([...drafts, newDraft('amount')])}>
            {t('policies.addCondition')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface ValueFieldProps {
  readonly draft: ConditionDraft;
  readonly name: string;
  readonly error: string | undefined;
  readonly onChange: (draft: ConditionDraft) => void;
}

function ValueField({ draft, name, error, onChange }: ValueFieldProps) {
  const { kind } = ruleOf(draft.field);
  const label = t(`policies.value.${kind}`);
  const text = {
    ...{ name, label, error, value: draft.text },
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ ...draft, text: target.value }),
  };
  if (kind === 'choices') return <Choices draft={draft} label={label} name={name} onChange={onChange} />;
  if (kind === 'names') {
    return (
      <div className={css['value']}>
        <SelectField
          label={t('policies.operator')}
          name={`${name}-operator`}
          options={(['in', 'not_in'] as const).map((each) => [each, t(`policies.${each}`)])}
          value={draft.operator}
          onChange={({ target }) => onChange({ ...draft, operator: target.value === 'in' ? 'in' : 'not_in' })}
        />
        <TextArea {...text} rows={3} />
      </div>
    );
  }
  if (kind === 'pair') {
    return (
      <div className={css['value']}>
        <TextField
          label={t('policies.value.key')}
          name={`${name}-key`}
          value={draft.key}
          onChange={({ target }) => onChange({ ...draft, key: target.value })}
        />
        <TextField {...text} />
      </div>
    );
  }
  return <TextField {...text} inputMode={kind === 'money' ? 'decimal' : 'numeric'} />;
}

function Choices({ draft, label, name, onChange }: Omit<ValueFieldProps, 'error'> & { readonly label: string }) {
  const { values = [], texts = '' } = ruleOf(draft.field);
  const toggle = (value: string) =>
    onChange({
      ...draft,
      chosen: values.filter((each) => (each === value) !== draft.chosen.includes(each)),
    });
  return (
    <div role="group" aria-label={label}>
      {values.map((value) => (
        <CheckField
          key={value}
          name={name}
          label={tCode(texts, value)}
          checked={draft.chosen.includes(value)}
          onChange={() => toggle(value)}
        />
      ))}
    </div>
  );
}
