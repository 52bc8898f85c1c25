import { createContext, useCallback, useContext, useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../messages/t.js';
import { Button } from './button.js';
import css from './toast.module.css';

type Tone = 'good' | 'bad';

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: Tone;
}

type Notify = (text: string, tone?: Tone) => void;

const NotifyContext = createContext<Notify>(() => undefined);
const SHOWN_MS = 6_000;
let lastId = 0;

/** Says in passing what came of an action. What failed stays until it is closed. */
export const useNotify = (): Notify => useContext(NotifyContext);

export function Toasts({ children }: { readonly children: ReactNode }) {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const close = useCallback((id: number) => setNotices((shown) => shown.filter((notice) => notice.id !== id)), []);
  const notify = useCallback<Notify>(
    (text, tone = 'good') => {
      const id = (lastId += 1);
      setNotices((shown) => [...shown, { id, text, tone }]);
      if (tone === 'good') setTimeout(() => close(id), SHOWN_MS);
    },
    [close],
  );
  return (
    <NotifyContext value={notify}>
      {children}
      <div className={css['region']} role="region" aria-live="polite" aria-label={t('toast.region')}>
        {notices.map(({ id, text, tone }) => (
          <div key={id} className={css['toast']} data-tone={tone}>
            <p>{text}</p>
            <Button look="quiet" size="small" icon="close" aria-label={t('dialog.close')} onClick={() => close(id)} />
          </div>
        ))}
      </div>
    </NotifyContext>
  );
}
