import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

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
