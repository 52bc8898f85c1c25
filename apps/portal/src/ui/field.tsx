import { useEffect, useId, useRef } from 'react';
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { t } from '../messages/t.js';
import css from './field.module.css';

interface Described {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly isOptional?: boolean;
}

type Control = Pick<InputHTMLAttributes<HTMLElement>, 'id' | 'aria-invalid' | 'aria-describedby'>;

function Frame({
  label,
  hint,
  error,
  isOptional,
  id,
  children,
}: Described & {
  readonly id: string;
  readonly children: (control: Control) => ReactNode;
}) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={css['field']}>
      <label className={css['label']} htmlFor={id}>
        {label} {isOptional && <span className={css['optional']}>{t('form.optional')}</span>}
      </label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': described || undefined })}
      <FieldNotes {...{ id, hint, error }} />
    </div>
  );
}

interface NotesProps extends Pick<Described, 'hint' | 'error'> {
  readonly id: string;
}

/** The hint and the error of a field, with the ids by which it refers to them. */
export function FieldNotes({ id, hint, error }: NotesProps) {
  return (
    <>
      {hint !== undefined && (
        <span className={css['hint']} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error !== undefined && (
        <span className={css['error']} id={`${id}-error`}>
          {error}
        </span>
      )}
    </>
  );
}

type InputProps = Described &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
    /** The name in the form, from which the link of the error summary finds the field. */
    readonly name: string;
    /** A button inside of the field, at its end. */
    readonly affix?: ReactNode;
  };

export function TextField({ label, hint, error, isOptional = false, affix, ...input }: InputProps) {
  const id = useId();
  return (
    <Frame {...{ label, hint, error, isOptional, id }}>
      {(control) => (
        <div className={affix === undefined ? undefined : css['affixed']}>
          <input autoComplete="off" {...input} {...control} className={css['input']} />
          {affix !== undefined && <div className={css['affix']}>{affix}</div>}
        </div>
      )}
    </Frame>
  );
}

type AreaProps = Described & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & { readonly name: string };

/** Several lines of text. */
export function TextArea({ label, hint, error, isOptional = false, ...area }: AreaProps) {
  const id = useId();
  return (
    <Frame {...{ label, hint, error, isOptional, id }}>
      {(control) => <textarea rows={4} spellCheck={false} {...area} {...control} className={css['input']} />}
    </Frame>
  );
}

type SelectProps = Described &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & {
    readonly name: string;
    readonly options: readonly (readonly [value: string, label: string])[];
  };

export function SelectField({ label, hint, error, isOptional = false, options, ...select }: SelectProps) {
  const id = useId();
  return (
    <Frame {...{ label, hint, error, isOptional, id }}>
      {(control) => (
        <select {...select} {...control} className={css['input']}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}

interface CheckProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  readonly label: string;
  readonly hint?: string | undefined;
}

export function CheckField({ label, hint, ...input }: CheckProps) {
  const id = useId();
  return (
    <div className={css['check']}>
      <input {...input} id={id} type="checkbox" aria-describedby={hint && `${id}-hint`} />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <span className={css['hint']} id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly legend: string;
  readonly name: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

export function Choice({ legend, name, value, options, onChange }: ChoiceProps) {
  return (
    <fieldset className={css['choices']}>
      <legend>{legend}</legend>
      {options.map(([each, label]) => (
        <label key={each} className={css['choice']}>
          <input type="radio" name={name} value={each} checked={each === value} onChange={() => onChange(each)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

export interface FormError {
  /** The name of the field; none for the form as a whole. */
  readonly name?: string;
  readonly text: string;
}

/** All errors of a form, with links to their fields. It takes the focus when there are new ones. */
export function ErrorSummary({ errors }: { readonly errors: readonly FormError[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (errors.length > 0) box.current?.focus();
  }, [errors]);
  if (errors.length === 0) return null;
  const focusField = (name: string) => {
    const field = box.current?.closest('form')?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  };
  return (
    <div ref={box} className={css['summary']} role="alert" tabIndex={-1}>
      {errors.map(({ name, text }) =>
        name === undefined ? (
          <p key={text}>{text}</p>
        ) : (
          <p key={text}>
            <a
              href={`#${name}`}
              onClick={(event) => {
                event.preventDefault();
                focusField(name);
              }}
            >
              {text}
            </a>
          </p>
        ),
      )}
    </div>
  );
}

/** Fields beside one another, as far as they fit. */
export const fieldsClass = css['fields'];
export const formClass = css['form'];
