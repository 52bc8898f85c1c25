import { DAY_MS } from '@payments/kernel';
import { REMOVED_AT_ONCE, removeRows } from '@payments/persistence';
import type { RetentionRule } from '@payments/persistence';
import { COUNTS_DAYS } from '../../application/validity.js';

const KEPT_DAYS = 400;
/** After the end of a verification, in which a bank, an auditor or the client may still ask about it. */
const SEALED_DAYS = 60;

/** Erases what is sealed, and the look-up key with it. The rest of the row stays as it is. */
const erase =
  (condition: string, name: string): RetentionRule['remove'] =>
  async ({ transaction, enterpriseId, before }) => {
    const erased = await transaction.query(
      `UPDATE verify.accounts SET account_number = NULL, account_key = NULL, email = NULL, identity_number = NULL, erased_at = now()
       WHERE enterprise_id = $1 AND id = ANY(ARRAY(
         SELECT id FROM verify.accounts
         WHERE enterprise_id = $1 AND erased_at IS NULL AND updated_at < $2 AND ${condition} LIMIT ${REMOVED_AT_ONCE}))
         AND updated_at < $2
       RETURNING id`,
      [enterpriseId, before],
      name,
    );
    return erased.length;
  };

/**
 * Retention of verifications and of their probes. The ledger keeps the entries. What is sealed goes earlier: a bad
 * verification has ended at once, a valid one when it counts no longer.
 */
export const verifyRetention: readonly RetentionRule[] = [
  {
    what: 'verify_accounts',
    keptMs: () => KEPT_DAYS * DAY_MS,
    remove: removeRows({ table: 'verify.accounts', key: 'id', isOld: 'r.updated_at < $1' }),
  },
  {
    what: 'verify_probes',
    keptMs: () => KEPT_DAYS * DAY_MS,
    remove: removeRows({
      ...{ table: 'verify.probes', key: 'id' },
      isOld: `r.updated_at < $1 AND NOT EXISTS (
        SELECT FROM verify.accounts a WHERE a.enterprise_id = r.enterprise_id AND a.id = r.account_id)`,
    }),
  },
  {
    what: 'verify_bad_account_numbers',
    keptMs: () => SEALED_DAYS * DAY_MS,
    remove: erase(`verification_status IN ('closed', 'invalid', 'failed')`, 'erase-bad-verifications'),
  },
  {
    what: 'verify_valid_account_numbers',
    keptMs: () => (COUNTS_DAYS + SEALED_DAYS) * DAY_MS,
    remove: erase(`verification_status = 'valid'`, 'erase-valid-verifications'),
  },
];
