import type { AttentionKind } from '../../domain/attention.table.js';

/** What each kind counts: rows of published views, by `$1` the enterprise and `$2` the time from which on it is new. */
export const attentionQueries: Readonly<Record<AttentionKind, string>> = {
  returned_legs: `FROM transfers.leg_references WHERE enterprise_id = $1 AND status = 'returned' AND updated_at >= $2`,
  return_rates: 'FROM controls.return_rate_alarms WHERE enterprise_id = $1',
  open_breaks: 'FROM transfers.open_breaks WHERE enterprise_id = $1',
  closed_subledgers: 'FROM subledgers.unsettled WHERE enterprise_id = $1',
  invariant_violations: 'FROM platform.invariant_violations WHERE enterprise_id = $1',
  account_corrections: 'FROM accounts.summaries WHERE enterprise_id = $1 AND has_corrections',
  disabled_endpoints: 'FROM webhooks.disabled WHERE enterprise_id = $1',
  // One that is disabled for its failures counts as that.
  failing_endpoints: `FROM webhooks.failing AS failing WHERE failing.enterprise_id = $1 AND NOT EXISTS (
    SELECT FROM webhooks.disabled AS disabled
    WHERE disabled.enterprise_id = $1 AND disabled.configuration_id = failing.configuration_id)`,
  expired_deliveries: 'FROM webhooks.expired_deliveries WHERE enterprise_id = $1 AND created_at >= $2',
};
