import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useKeys, useSingleKeys } from './keys.js';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, j: 1, k: -1 };

interface RowKeys {
  /** How many rows the list has, those included that are not held. */
  readonly count: number;
  readonly hasRow: (index: number) => boolean;
  readonly idOf: (index: number) => string;
  readonly hrefOf: (index: number) => string | undefined;
  readonly canPeek: boolean;
  readonly onSelect: ((index: number) => void) | undefined;
  readonly body: { readonly current: HTMLDivElement | null };
  readonly scrollTo: (index: number) => void;
}

/**
 * One row of the list can have the focus; j or k gives it from anywhere on the page. Arrows move it, Enter opens the row, Space
 * peeks at it, x selects it.
 */
export function useRowKeys({ count, hasRow, idOf, hrefOf, canPeek, onSelect, body, scrollTo }: RowKeys) {
  const [active, setActive] = useState(0);
  const [peeking, setPeeking] = useState(false);
  const navigate = useNavigate();
  const hasSingleKeys = useSingleKeys();

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(count - 1, index));
    setActive(next);
    scrollTo(next);
    // The row may exist only after the scroll.
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus());
  };
  const move = (key: string): boolean => {
    if (key === 'Home') moveTo(0);
    else if (key === 'End') moveTo(count - 1);
    else if (key in STEPS && (key.length > 1 || hasSingleKeys)) moveTo(active + STEPS[key]!);
    else return false;
    return true;
  };
  const enter = () => count > 0 && moveTo(active);
  useKeys({ j: enter, k: enter });
  const act = ({ key, shiftKey }: KeyboardEvent): boolean => {
    if (move(key)) return true;
    if (!hasRow(active)) return false;
    const href = hrefOf(active);
    const isSelecting = (key === ' ' && shiftKey) || (key === 'x' && hasSingleKeys);
    if (isSelecting && onSelect) onSelect(active);
    else if (key === 'Enter' && href !== undefined) void navigate({ to: href });
    else if (key === ' ' && canPeek) setPeeking(!peeking);
    else if (key === 'Escape' && peeking) setPeeking(false);
    else if (key === 'c' && hasSingleKeys) void navigator.clipboard.writeText(idOf(active));
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    if (!act(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { active, peeking, setPeeking, onKeyDown, onFocus: setActive };
}
