import { HOUR_MS } from '@payments/kernel';
import { removeRows } from '@payments/persistence';
import type { RetentionRule } from '@payments/persistence';

const UNUSED_MS = HOUR_MS;

/** What log-ins and callers leave behind. */
export const authRetention: readonly RetentionRule[] = [
  {
    what: 'sessions',
    keptMs: () => 0,
    remove: removeRows({ table: 'auth.refresh_families', key: 'id', isOld: 'r.expires_at < $1' }),
  },
  {
    what: 'login_failures',
    keptMs: () => 0,
    ofAll: true,
    remove: removeRows({ table: 'auth.login_failures', key: 'key', isOld: 'r.expires_at <= $1' }),
  },
  {
    what: 'rate_limits',
    // By then the bucket is full again, like an unknown one.
    keptMs: () => UNUSED_MS,
    ofAll: true,
    remove: removeRows({
      ...{ table: 'auth.rate_limits', key: 'key' },
      isOld: 'r.at_ms < (extract(epoch FROM $1::timestamptz) * 1000)::bigint',
    }),
  },
];
