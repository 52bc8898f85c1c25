import { useEffect, useState } from 'react';
import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';

const REST_MS = 1_000;

/** Whether the page has had all that it asked for, for a moment, at least once: what is not urgent waits for that. */
export function useHasRested(restMs = REST_MS): boolean {
  const [hasRested, setRested] = useState(false);
  const waitsForScript = useRouterState({ select: ({ isLoading }) => isLoading });
  const isBusy = useIsFetching() > 0 || waitsForScript;
  useEffect(() => {
    if (isBusy || hasRested) return undefined;
    const timer = setTimeout(() => setRested(true), restMs);
    return () => clearTimeout(timer);
  }, [isBusy, hasRested, restMs]);
  return hasRested;
}
