import { useLayoutEffect, useState } from 'react';

/** The gap between two columns, and the padding at both ends of a row. */
const GAP_REM = 1;
const ENDS_REM = 3;

/** The narrowest width of tracks such as `7rem` or `minmax(9rem, 1fr)` in one row, in rem. */
export function narrowestOf(tracks: readonly string[]): number {
  const widths = tracks.map((track) => Number(/([\d.]+)rem/.exec(track)?.[1] ?? 0));
  return widths.reduce((sum, width) => sum + width, ENDS_REM + GAP_REM * (tracks.length - 1));
}

/** Whether an element is too narrow for its tracks, now and whenever it changes. */
export function useIsNarrow(element: { readonly current: HTMLElement | null }, tracks: readonly string[]): boolean {
  const [isNarrow, setNarrow] = useState(false);
  const rem = narrowestOf(tracks);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const look = () => {
      const { fontSize } = getComputedStyle(document.documentElement);
      setNarrow(current.clientWidth < rem * Number.parseFloat(fontSize));
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(current);
    return () => sizes.disconnect();
  }, [element, rem]);
  return isNarrow;
}
