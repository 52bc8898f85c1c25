import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import '../../messages/lazy/new-transfer.js';
import { t } from '../../messages/t.js';
import { FieldNotes } from '../field.js';
import field from '../field.module.css';
import css from './combobox.module.css';

export interface Option {
  readonly id: string;
  readonly label: string;
  /** A second line. It is searched, too. */
  readonly note: string;
}

/** What a search beyond the options has found. */
interface Found {
  readonly options: readonly Option[];
  /** How the search goes, while there is something to say. */
  readonly status?: string | undefined;
}

interface ComboboxProps {
  readonly label: string;
  readonly name: string;
  readonly options: readonly Option[];
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
  /** Told what is typed, and '' once nothing is looked for any more. */
  readonly onText?: (text: string) => void;
  /** For the text that was told last. */
  readonly found?: Found;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

const MOST_SHOWN = 50;
const matches = ({ label, note }: Option, text: string) =>
  `${label} ${note}`.toLowerCase().includes(text.toLowerCase());

/** The options that match, and then those that only a search has found. */
function offered(text: string, options: readonly Option[], found: readonly Option[] = []): readonly Option[] {
  const matching = options.filter((option) => matches(option, text));
  const ids = new Set(matching.map(({ id }) => id));
  return [...matching, ...found.filter(({ id }) => !ids.has(id))].slice(0, MOST_SHOWN);
}

/** A field that offers what matches its text (WAI-ARIA combobox with a list and manual selection). */
export function Combobox({ label, name, options, value, onChange, onText, found, error, hint }: ComboboxProps) {
  const id = useId();
  const [text, setText] = useState<string>();
  const [active, setActive] = useState(0);
  const chosen = options.find((option) => option.id === value);
  const isOpen = text !== undefined;
  const shown = isOpen ? offered(text, options, found?.options) : [];
  const write = (next: string | undefined) => {
    setText(next);
    onText?.(next ?? '');
  };
  const choose = (option: Option | undefined) => {
    if (option) onChange(option.id);
    write(undefined);
  };
  const move = (step: number) => {
    if (!isOpen) write('');
    else setActive(Math.max(0, Math.min(shown.length - 1, active + step)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && isOpen && !event.ctrlKey) choose(shown[active]);
    else if (event.key === 'Escape' && isOpen) write(undefined);
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
            write(target.value);
            setActive(0);
            onChange(undefined);
          }}
          onClick={() => write(text ?? '')}
          onBlur={() => write(undefined)}
          onKeyDown={onKeyDown}
        />
        {isOpen && (
          <OptionList
            {...{ id, label, options: shown, active, status: found?.status }}
            onActive={setActive}
            onChoose={choose}
          />
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
  readonly status: string | undefined;
  readonly onActive: (index: number) => void;
  readonly onChoose: (option: Option) => void;
}

function OptionList({ id, label, options, active, status, onActive, onChoose }: OptionListProps) {
  const note = status ?? (options.length === 0 ? t('combobox.none') : undefined);
  return (
    <div className={css['list']}>
      <div id={`${id}-list`} role="listbox" aria-label={label}>
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
      </div>
      {note !== undefined && (
        <div className={css['none']} role="status">
          {note}
        </div>
      )}
    </div>
  );
}
