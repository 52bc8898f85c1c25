import { useState } from 'react';
import { t } from '../messages/t.js';
import { Button } from './button.js';
import { Dialog, DialogButtons } from './dialog.js';
import { CopyButton } from './values.js';
import css from './secret-dialog.module.css';

export interface Secret {
  readonly title: string;
  readonly text: string;
  /** What is shown, by its name. */
  readonly values: readonly (readonly [label: string, value: string])[];
  /** It can be read again later. */
  readonly isRepeatable?: boolean;
}

/** Shows a secret. One that is shown only once stays until somebody says that it is stored. */
export function SecretDialog({ title, text, values, isRepeatable = false, onClose }: Secret & { onClose: () => void }) {
  const [isStored, setStored] = useState(isRepeatable);
  return (
    <Dialog title={title} onClose={() => isStored && onClose()}>
      <p>{text}</p>
      <dl className={css['values']}>
        {values.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <code>{value}</code>
              <CopyButton text={value} label={t('copy.of', { name: label })} />
            </dd>
          </div>
        ))}
      </dl>
      {!isRepeatable && (
        <label>
          <input type="checkbox" checked={isStored} onChange={({ target }) => setStored(target.checked)} />{' '}
          {t('secret.stored')}
        </label>
      )}
      <DialogButtons>
        <Button look="primary" disabled={!isStored} onClick={onClose}>
          {t('dialog.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
