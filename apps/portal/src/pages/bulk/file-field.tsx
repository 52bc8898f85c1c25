import type { ChangeEvent } from 'react';
import { TextField } from '../../ui/field.js';
import css from './bulk.module.css';

interface FileFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly error?: string | undefined;
  readonly onChoose: (file: File | undefined, input: HTMLInputElement) => void;
}

/** Where a file is chosen, or dropped, which the browser does by itself. */
export function FileField({ label, hint, error, onChoose }: FileFieldProps) {
  return (
    <div className={css['file']}>
      <TextField
        {...{ label, hint, error, name: 'file', type: 'file' }}
        accept=".csv,.ndjson,.jsonl,text/csv,application/x-ndjson"
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => onChoose(target.files?.[0], target)}
      />
    </div>
  );
}
