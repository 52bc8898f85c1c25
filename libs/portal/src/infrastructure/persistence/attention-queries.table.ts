import type { AttentionKind } from '../../domain/attention.table.js';

/** What each kind counts: rows of published views, by `$1` the enterprise and `$2` the time from which on it is new. */
export const attentionQueries: Readonly<Record<AttentionKind, string>> = {
  returned_legs: `FROM transfers.leg_references WHERE enterprise_id = $1 AND status = 'returned' AND updated_at >= $2`,
  open_breaks: 'FROM transfers.open_breaks WHERE enterprise_id = $1',
  account_corrections: 'FROM accounts.summaries WHERE enterprise_id = $1 AND has_corrections',
  failing_endpoints: 'FROM webhooks.failing WHERE enterprise_id = $1',
};
