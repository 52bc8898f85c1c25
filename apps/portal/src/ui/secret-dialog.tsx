import { useEffect, useState } from 'react';
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

/** Nobody who comes by later should read it. */
const SHOWN_MS = 30_000;
const HIDDEN = '••••••••';

/** Whether a secret is in sight: for 30 seconds each time it is shown. */
function useGlance(): readonly [boolean, () => void] {
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setTimeout(() => setShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return [isShown, () => setShown(true)];
}

/** Shows a secret for 30 seconds, and again when asked. One that is shown only once stays until it is stored. */
export function SecretDialog({ title, text, values, isRepeatable = false, onClose }: Secret & { onClose: () => void }) {
  const [isStored, setStored] = useState(isRepeatable);
  const [isShown, show] = useGlance();
  return (
    <Dialog title={title} onClose={() => isStored && onClose()}>
      <p>{text}</p>
      <dl className={css['values']}>
        {values.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <code>{isShown ? value : HIDDEN}</code>
              <CopyButton text={value} label={t('copy.of', { name: label })} />
            </dd>
          </div>
        ))}
      </dl>
      {!isShown && (
        <Button size="small" onClick={show}>
          {t('signIn.show')}
        </Button>
      )}
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
