import { useEffect, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { live } from '../api/live.js';
import { t } from '../messages/t.js';
import { invalidateChanged } from './live-queries.js';
import css from './live-mark.module.css';

/** Keeps what is shown up to date by the stream of events, and says whether it does. */
export function LiveMark() {
  const queries = useQueryClient();
  const isLive = useSyncExternalStore(live.subscribe, live.isLive);
  useEffect(() => live.start((changes) => invalidateChanged(queries, changes)), [queries]);
  useEffect(() => {
    // What could not be read before the connection came back can be read now.
    if (isLive) void queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
  }, [queries, isLive]);
  return (
    <span className={css['mark']} data-live={isLive} title={t(isLive ? 'live.onHint' : 'live.offHint')}>
      {t(isLive ? 'live.on' : 'live.off')}
    </span>
  );
}
