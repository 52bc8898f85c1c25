import { DAY_MS } from '@payments/kernel';
import { removeRows } from '@payments/persistence';
import type { RetentionRule } from '@payments/persistence';

const KEPT_DAYS = 400;

const keptMs = () => KEPT_DAYS * DAY_MS;

/** Retention of verifications and of their probes after their last change. The ledger keeps the entries. */
export const verifyRetention: readonly RetentionRule[] = [
  {
    what: 'verify_accounts',
    keptMs,
    remove: removeRows({ table: 'verify.accounts', key: 'id', isOld: 'r.updated_at < $1' }),
  },
  {
    what: 'verify_probes',
    keptMs,
    remove: removeRows({
      ...{ table: 'verify.probes', key: 'id' },
      isOld: `r.updated_at < $1 AND NOT EXISTS (
        SELECT FROM verify.accounts a WHERE a.enterprise_id = r.enterprise_id AND a.id = r.account_id)`,
    }),
  },
];
