import { useEffect, useId, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { t } from '../messages/t.js';
import { Button } from './button.js';
import css from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A modal dialog of the browser: it keeps the focus inside, closes with Escape and gives the focus back. What has
 * `data-first` has the focus at the beginning.
 */
export function Dialog({ title, isWide = false, onClose, children }: DialogProps) {
  const dialog = useModal();
  const id = useId();
  return (
    <dialog
      ref={dialog}
      className={`${css['dialog']} ${isWide ? css['wide'] : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={css['head']}>
        <h2 id={id}>{title}</h2>
        <Button look="quiet" icon="close" aria-label={t('dialog.close')} onClick={onClose} />
      </div>
      <div className={css['body']}>{children}</div>
    </dialog>
  );
}

export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return <div className={css['foot']}>{children}</div>;
}

/** For a dialog that is open as long as it is there. What has `data-first` has the focus at the beginning. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => element?.close();
  }, []);
  return dialog;
}
