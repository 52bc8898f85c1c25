import { useEffect, useEffectEvent } from 'react';
import { usePreferences } from './preferences.js';

/** Whether single letters act. A user can turn them off (WCAG 2.1.4). */
export const useSingleKeys = (): boolean => usePreferences().single_keys ?? true;

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

const CHORD_MS = 1_200;

export type KeyMap = Readonly<Record<string, () => void>>;

/**
 * Calls what belongs to a key, or to two in a row such as `g t`. Letters never act in a field, in a dialog, or when the
 * user turned them off; `Ctrl+K` and the like (`mod+k`) act everywhere.
 */
export function useKeys(map: KeyMap): void {
  const isOn = useSingleKeys();
  const run = useEffectEvent((key: string, event: KeyboardEvent): boolean => {
    const action = map[key];
    if (action === undefined) return false;
    event.preventDefault();
    action();
    return true;
  });
  useEffect(() => {
    let first = '';
    let firstAt = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (event.ctrlKey || event.metaKey) {
        run(`mod+${event.key.toLowerCase()}`, event);
        return;
      }
      const isBlocked = !isOn || event.altKey || isTyping(event.target) || document.querySelector('dialog[open]');
      if (isBlocked || event.key.length !== 1) return;
      const chord = event.timeStamp - firstAt < CHORD_MS ? `${first} ${event.key}` : event.key;
      first = event.key;
      firstAt = event.timeStamp;
      if (!run(chord, event)) run(event.key, event);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOn]);
}
