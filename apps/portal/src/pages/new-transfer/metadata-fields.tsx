import { useEffect, useRef } from 'react';
import '../../messages/lazy/new-transfer.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import type { FormError } from '../../ui/field.js';
import { metadataField, MOST_ROWS } from './metadata-rows.js';
import type { MetadataRow } from './metadata-rows.js';
import css from './new-transfer.module.css';

interface MetadataFieldsProps {
  readonly rows: readonly MetadataRow[];
  readonly errors: readonly FormError[];
  readonly onChange: (rows: readonly MetadataRow[]) => void;
}

/** Pairs of a key and a value, as many as the API takes. */
export function MetadataFields({ rows, errors, onChange }: MetadataFieldsProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const count = useRef(rows.length);
  useEffect(() => {
    // The focus goes to the new row; from one that is gone, to where the next one is added.
    if (rows.length > count.current) named(box.current, metadataField('key', rows.length - 1))?.focus();
    if (rows.length < count.current) box.current?.querySelector<HTMLElement>(':scope > button')?.focus();
    count.current = rows.length;
  }, [rows.length]);
  const field = (part: 'key' | 'value', row: number) => {
    const name = metadataField(part, row);
    const write = (text: string) => rows.map((each, at) => (at === row ? { ...each, [part]: text } : each));
    return (
      <TextField
        {...{ label: t(`metadata.${part}`), name, value: rows[row]![part] }}
        error={errors.find((error) => error.name === name)?.text}
        onChange={({ target }) => onChange(write(target.value))}
      />
    );
  };
  return (
    <fieldset ref={box} className={css['metadata']}>
      <legend>{t('edit.metadata')}</legend>
      {rows.map((_, row) => (
        // A row has nothing but its place by which it could be known.
        <div key={row} className={css['metadataRow']}>
          {field('key', row)}
          {field('value', row)}
          <Button
            {...{ look: 'quiet', icon: 'close', 'aria-label': t('metadata.remove', { number: row + 1 }) }}
            onClick={() => onChange(rows.filter((_row, at) => at !== row))}
          />
        </div>
      ))}
      {rows.length < MOST_ROWS && (
        <Button {...{ size: 'small', icon: 'plus' }} onClick={() => onChange([...rows, { key: '', value: '' }])}>
          {t('metadata.add')}
        </Button>
      )}
    </fieldset>
  );
}

const named = (box: HTMLFieldSetElement | null, name: string) => {
  const found = box?.elements.namedItem(name);
  return found instanceof HTMLElement ? found : undefined;
};
