import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { t } from '../messages/t.js';
import css from './combobox.module.css';
import { FieldNotes } from './field.js';
import field from './field.module.css';

export interface Option {
  readonly id: string;
  readonly label: string;
  /** A second line. It is searched, too. */
  readonly note: string;
}

interface ComboboxProps {
  readonly label: string;
  readonly name: string;
  readonly options: readonly Option[];
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

const MOST_SHOWN = 50;
const matches = ({ label, note }: Option, text: string) =>
  `${label} ${note}`.toLowerCase().includes(text.toLowerCase());

/** A field that offers what matches its text (WAI-ARIA combobox with a list and manual selection). */
export function Combobox({ label, name, options, value, onChange, error, hint }: ComboboxProps) {
  const id = useId();
  const [text, setText] = useState<string>();
  const [active, setActive] = useState(0);
  const chosen = options.find((option) => option.id === value);
  const isOpen = text !== undefined;
  const shown = isOpen ? options.filter((option) => matches(option, text)).slice(0, MOST_SHOWN) : [];
  const choose = (option: Option | undefined) => {
    if (option) onChange(option.id);
    setText(undefined);
  };
  const move = (step: number) => {
    if (!isOpen) setText('');
    else setActive(Math.max(0, Math.min(shown.length - 1, active + step)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && isOpen && !event.ctrlKey) choose(shown[active]);
    else if (event.key === 'Escape' && isOpen) setText(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={field['field']}>
      <label className={field['label']} htmlFor={id}>
        {label}
      </label>
      <div className={css['box']}>
        <input
          id={id}
          name={name}
          className={field['input']}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={shown[active] && `${id}-${active}`}
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
          placeholder={t('combobox.placeholder')}
          value={text ?? chosen?.label ?? ''}
          onChange={({ target }) => {
            setText(target.value);
            setActive(0);
            onChange(undefined);
          }}
          onClick={() => setText(text ?? '')}
          onBlur={() => setText(undefined)}
          onKeyDown={onKeyDown}
        />
        {isOpen && (
          <OptionList id={id} label={label} options={shown} active={active} onActive={setActive} onChoose={choose} />
        )}
      </div>
      <FieldNotes {...{ id, hint, error }} />
    </div>
  );
}

interface OptionListProps {
  readonly id: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onChoose: (option: Option) => void;
}

function OptionList({ id, label, options, active, onActive, onChoose }: OptionListProps) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label={label} className={css['list']}>
      {options.map((option, index) => (
        <div
          key={option.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={css['option']}
          // Before the field loses the focus and the list is gone.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(option);
          }}
          onPointerMove={() => onActive(index)}
        >
          {option.label}
          <small>{option.note}</small>
        </div>
      ))}
      {options.length === 0 && <div className={css['none']}>{t('combobox.none')}</div>}
    </div>
  );
}
