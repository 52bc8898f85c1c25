import { useSyncExternalStore } from 'react';
import { t } from '../messages/t.js';
import { Banner } from '../ui/states.js';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

export function OfflineBar() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return isOnline ? null : (
    <Banner tone="wait" icon="alert">
      {t('shell.offline')}
    </Banner>
  );
}
