import { useId, useState } from 'react';
import type { Search } from '../app/search.js';
import { t, tCode } from '../messages/t.js';
import { Button } from './button.js';
import { shownIn, typedInto } from './filters.js';
import type { FilterField } from './filters.js';
import { useMedia } from './media.js';
import css from './filter-bar.module.css';

interface FilterBarProps {
  readonly fields: readonly FilterField[];
  readonly search: Search;
  readonly onChange: (search: Search) => void;
}

/** The filters of a list. They are the parameters of the address, so a link shows a colleague the same list. */
export function FilterBar({ fields, search, onChange }: FilterBarProps) {
  const set = (name: string, value: string | string[]) => {
    const { [name]: _, ...rest } = search;
    onChange(value.length === 0 ? rest : { ...rest, [name]: value });
  };
  const isNarrow = useMedia('(width < 900px)');
  const field = (each: FilterField) => (
    <Field
      key={each.name}
      field={each}
      isFirst={each === fields[0]}
      value={search[each.name] ?? ''}
      onChange={(value) => set(each.name, value)}
    />
  );
  const chips = fields.filter(({ kind }) => kind === 'choices');
  const others = fields.filter(({ kind }) => kind !== 'choices');
  const count = others.filter(({ name }) => search[name] !== undefined).length;
  return (
    <search className={css['bar']} aria-label={t('filter.title')}>
      {chips.map(field)}
      {isNarrow ? (
        <details className={css['more']} open={count > 0}>
          <summary>{t(count > 0 ? 'filter.moreSet' : 'filter.more', { count })}</summary>
          <div className={css['fields']}>{others.map(field)}</div>
        </details>
      ) : (
        <div className={css['fields']}>{others.map(field)}</div>
      )}
      {Object.keys(search).length > 0 && (
        <Button look="quiet" icon="close" onClick={() => onChange({})}>
          {t('filter.clear')}
        </Button>
      )}
    </search>
  );
}

interface FieldProps {
  readonly field: FilterField;
  readonly isFirst: boolean;
  readonly value: string | string[];
  readonly onChange: (value: string | string[]) => void;
}

function Field({ field, isFirst, value, onChange }: FieldProps) {
  const id = useId();
  const label = t(field.label);
  // The place to which the key `/` leads.
  const shown = shownIn(field, String(value));
  const mark = isFirst ? { 'data-filter': '' } : {};
  if (field.kind === 'choices') return <Chips {...{ field, label, mark, onChange }} chosen={[value].flat()} />;
  return (
    <div className={css['field']}>
      <label htmlFor={id}>{label}</label>
      {field.kind === 'choice' ? (
        <select
          id={id}
          {...mark}
          className={css['input']}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{t('filter.any')}</option>
          {field.values?.map((each) => (
            <option key={each} value={each}>
              {tCode(field.texts ?? 'status', each)}
            </option>
          ))}
        </select>
      ) : (
        // A new value from the address, such as after "Clear", replaces what is typed.
        <TypedInput key={shown} {...{ field, id, mark, shown, onChange }} />
      )}
    </div>
  );
}

interface TypedInputProps extends Pick<FieldProps, 'field'> {
  readonly id: string;
  readonly mark: object;
  readonly shown: string;
  readonly onChange: (value: string) => void;
}

/** What is typed takes effect when the field is left, or at Enter; what is no such value says so and changes nothing. */
function TypedInput({ field, id, mark, shown, onChange }: TypedInputProps) {
  const [isInvalid, setInvalid] = useState(false);
  const take = (text: string) => {
    const typed = typedInto(field, text);
    setInvalid(typed === undefined);
    if (typed !== undefined) onChange(typed);
  };
  return (
    <>
      <input
        id={id}
        {...mark}
        className={css['input']}
        data-kind={field.kind}
        type={field.kind === 'date' ? 'date' : 'text'}
        defaultValue={shown}
        autoComplete="off"
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? `${id}-error` : undefined}
        onBlur={({ target }) => (isInvalid || target.value !== shown) && take(target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && take(currentTarget.value)}
      />
      {isInvalid && (
        <span id={`${id}-error`} role="alert" className={css['error']}>
          {t(field.kind === 'amount' ? 'amount.not_an_amount' : 'filter.notAnId')}
        </span>
      )}
    </>
  );
}

interface ChipsProps {
  readonly field: FilterField;
  readonly label: string;
  readonly mark: object;
  readonly chosen: readonly string[];
  readonly onChange: (value: string[]) => void;
}

function Chips({ field, label, mark, chosen, onChange }: ChipsProps) {
  const id = useId();
  const toggle = (each: string) =>
    onChange(chosen.includes(each) ? chosen.filter((other) => other !== each) : [...chosen, each].filter(Boolean));
  return (
    <div className={css['field']} role="group" aria-labelledby={id}>
      <span id={id} className={css['label']}>
        {label}
      </span>
      <div className={css['chips']}>
        {field.values?.map((each, index) => (
          <button
            key={each}
            type="button"
            {...(index === 0 ? mark : {})}
            className={css['chip']}
            aria-pressed={chosen.includes(each)}
            onClick={() => toggle(each)}
          >
            {tCode(field.texts ?? 'status', each)}
          </button>
        ))}
      </div>
    </div>
  );
}
