import { useEffect, useState } from 'react';
import { useIsFetching } from '@tanstack/react-query';

const REST_MS = 1_000;

/** Whether the page has had all that it asked for, for a moment, at least once: what is not urgent waits for that. */
export function useHasRested(restMs = REST_MS): boolean {
  const [hasRested, setRested] = useState(false);
  const isBusy = useIsFetching() > 0;
  useEffect(() => {
    if (isBusy || hasRested) return undefined;
    const timer = setTimeout(() => setRested(true), restMs);
    return () => clearTimeout(timer);
  }, [isBusy, hasRested, restMs]);
  return hasRested;
}
