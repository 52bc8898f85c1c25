import { useSyncExternalStore } from 'react';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { t } from '../messages/t.js';
import { Banner, textOf } from '../ui/states.js';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Says that there is no network, or why something is being read again. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const trouble = useTrouble();
  if (isOnline && trouble === undefined) return null;
  return (
    <Banner tone="wait" icon="alert">
      {isOnline ? t('shell.trouble', { text: trouble! }) : t('shell.offline')}
    </Banner>
  );
}

/** Why a read has failed that is going to be tried again. */
function useTrouble(): string | undefined {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(notifyManager.batchCalls(listener)),
    () => {
      const failed = cache
        .getAll()
        .find(({ state }) => state.fetchStatus === 'fetching' && state.fetchFailureReason !== null);
      return failed && textOf(failed.state.fetchFailureReason);
    },
  );
}
