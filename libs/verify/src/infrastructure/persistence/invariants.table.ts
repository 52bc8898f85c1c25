import { cheapInvariant } from '@payments/persistence';
import type { EntryOwner, Invariant } from '@payments/persistence';
import { verifyQueues } from '../../application/queues.js';
import { findWrongProbes } from './probe-ledger-check.js';

// Whatever waits for us has a task that carries it on. What waits for the bank is the reconciliation's.
const PROGRESS = `
  WITH waits AS (
    SELECT account_id, id AS subject_id, '${verifyQueues.submissions}' AS queue, format('its probe is %s', status) AS because
      FROM verify.probes WHERE enterprise_id = $1 AND status IN ('ready', 'submitting')
    UNION ALL SELECT account_id, id, '${verifyQueues.clearances}', 'its probe waits for returns'
      FROM verify.probes WHERE enterprise_id = $1 AND status = 'settled' AND hold_until IS NOT NULL
    UNION ALL SELECT id, id, '${verifyQueues.codes}', 'its statement code was sent'
      FROM verify.accounts WHERE enterprise_id = $1 AND control_status = 'pending' AND control_until IS NOT NULL
    UNION ALL SELECT a.id, a.id, '${verifyQueues.examination}', 'nobody examines it'
      FROM verify.accounts a WHERE a.enterprise_id = $1 AND a.verification_status = 'pending' AND NOT EXISTS (
        SELECT FROM verify.probes p WHERE p.enterprise_id = $1 AND p.account_id = a.id
          AND p.status IN ('ready', 'submitting', 'submitted', 'accepted', 'settled')))
  SELECT account_id::text AS subject, format('%s, but no task in %s exists for it', because, queue) AS message
  FROM waits WHERE NOT EXISTS (
    SELECT FROM platform.tasks t
    WHERE t.enterprise_id = $1 AND t.queue = waits.queue AND t.subject_id = waits.subject_id)`;

/** Every rule that always holds of verifications. */
export const verifyInvariants: readonly Invariant[] = [
  {
    name: 'probes-have-their-entries',
    rule: 'a probe has the entries that its status requires',
    ...{ looksAtAll: true, isOfMoney: true },
    find: findWrongProbes,
  },
  cheapInvariant('no-stuck-verification', 'a verification that waits for this service has a task', PROGRESS),
];

/** What probes make entries for. Retention removes a probe after more days than these. */
export const probeEntryOwners: readonly EntryOwner[] = [
  {
    kinds: ['submit', 'settle', 'release'].flatMap((kind) => [`verify_${kind}`, `reverse_verify_${kind}`]),
    owns: `EXISTS (
      SELECT FROM verify.probes p WHERE p.enterprise_id = $1 AND p.id = e.subject_id AND p.amount = e.amount)`,
    standsDays: 365,
  },
];
