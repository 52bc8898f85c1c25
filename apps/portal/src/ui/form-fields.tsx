import type { MessageKey } from '../messages/t.js';
import { t } from '../messages/t.js';
import { SelectField, TextField } from './field.js';
import type { FormError } from './field.js';
import css from './form-fields.module.css';

/** One field of a form. Its name is that of the API's, so that errors of the API stand beside it. */
export interface FormField {
  readonly name: string;
  readonly label: MessageKey;
  /** A secret number is hidden when it is not typed, and never kept by the browser. */
  readonly kind: 'text' | 'date' | 'choice' | 'secret';
  readonly hint?: MessageKey;
  readonly isOptional?: boolean;
  readonly options?: readonly (readonly [value: string, label: string])[];
}

interface FormFieldsProps {
  readonly fields: readonly FormField[];
  readonly errors: readonly FormError[];
  readonly initial?: Readonly<Record<string, string>>;
}

export function FormFields({ fields, errors, initial = {} }: FormFieldsProps) {
  return fields.map(({ name, label, kind, hint, isOptional = false, options = [] }) => {
    const common = {
      ...{ name, label: t(label), isOptional, hint: hint && t(hint), defaultValue: initial[name] ?? '' },
      error: errors.find((error) => error.name === name)?.text,
    };
    if (kind === 'choice') {
      const none = common.defaultValue === '' ? [['', t('form.choose')] as const] : [];
      return <SelectField key={name} {...common} options={[...none, ...options]} />;
    }
    const secret = kind === 'secret' && { inputMode: 'numeric' as const, spellCheck: false, 'data-secret': '' };
    return (
      <div key={name} className={css['field']}>
        <TextField {...common} type={kind === 'date' ? 'date' : 'text'} {...secret} />
      </div>
    );
  });
}

/** All fields of a form, also those that are empty. */
export const allFields = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value.trim()]] : [],
    ),
  );

/** The fields of a form in which something was typed. */
export const typedFields = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(Object.entries(allFields(form)).filter(([, value]) => value !== ''));
