import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { PaymentHistories } from '../../application/ports.js';
import type { Numbers, PaymentHistory } from '../../application/ports.js';
import { VerifySealing } from './verify-sealing.js';

/** Returns and rejects that are about the account, and not about the entry. */
const ABOUT_ACCOUNT = ['R02', 'R03', 'R04', 'R16', 'R20'].map((code) => `'${code}'`).join(', ');

// Only of the details that have these numbers today: an earlier version may have had others.
const HISTORY = `
  SELECT max(l.settles_at) FILTER (WHERE l.status IN ('settled', 'released') AND l.settles_at <= $4) AS settled_at,
    max(l.last_result_at) FILTER (WHERE l.network_reason_code IN (${ABOUT_ACCOUNT})) AS returned_at,
    (array_agg(l.network_reason_code ORDER BY l.last_result_at DESC)
      FILTER (WHERE l.network_reason_code IN (${ABOUT_ACCOUNT})))[1] AS returned_code
  FROM accounts.facts f
  JOIN transfers.facts l ON l.enterprise_id = $1 AND l.account_id = f.account_id AND l.account_version = f.details_version
  WHERE f.enterprise_id = $1 AND f.account_key = $2
    AND l.status IN ('settled', 'released', 'returned', 'rejected') AND coalesce(l.last_result_at, l.settles_at) >= $3`;

const NOT_VALIDATED = `
  SELECT DISTINCT w.account_id || '/' || w.details_version AS version
  FROM unnest($2::uuid[], $3::int[]) AS w(account_id, details_version)
  LEFT JOIN accounts.facts f ON f.enterprise_id = $1 AND f.account_id = w.account_id
    AND f.details_version = w.details_version
  WHERE f.account_id IS NULL OR NOT (
    EXISTS (
      SELECT FROM verify.accounts v WHERE v.enterprise_id = $1 AND v.account_key = f.account_key
        AND v.updated_at >= $6 AND v.verification_status = 'valid'
        AND NOT EXISTS (
          SELECT FROM verify.accounts w WHERE w.enterprise_id = $1 AND w.account_key = f.account_key
            AND w.updated_at > v.updated_at AND w.verification_status IN ('closed', 'invalid')))
    OR EXISTS (
      SELECT FROM transfers.facts l WHERE l.enterprise_id = $1 AND l.account_id = f.account_id
        AND l.account_version = f.details_version AND l.status IN ('settled', 'released')
        AND l.settles_at BETWEEN $4 AND $5
        AND NOT EXISTS (
          SELECT FROM transfers.facts r WHERE r.enterprise_id = $1 AND r.account_id = f.account_id
            AND r.account_version = f.details_version AND r.network_reason_code IN (${ABOUT_ACCOUNT})
            AND r.last_result_at >= l.settles_at)))`;

@Injectable()
export class PostgresPaymentHistories extends PaymentHistories {
  constructor(private readonly sealing: VerifySealing) {
    super();
  }

  async of(numbers: Numbers, { from, until }: { readonly from: Date; readonly until: Date }): Promise<PaymentHistory> {
    const [row] = await currentTransaction().query<PaymentHistory>(
      HISTORY,
      [workContext.enterpriseId(), this.sealing.keyOf(numbers), from, until],
      'find-payment-history',
    );
    return row!;
  }

  async notValidated(
    accounts: readonly { readonly account_id: string; readonly details_version: number }[],
    { from, until, verifiedSince }: { readonly from: Date; readonly until: Date; readonly verifiedSince: Date },
  ): Promise<string[]> {
    const ids = accounts.map(({ account_id }) => account_id);
    const versions = accounts.map(({ details_version }) => details_version);
    const rows = await currentTransaction().query<{ version: string }>(
      NOT_VALIDATED,
      [workContext.enterpriseId(), ids, versions, from, until, verifiedSince],
      'find-accounts-not-validated',
    );
    return rows.map(({ version }) => version);
  }
}
