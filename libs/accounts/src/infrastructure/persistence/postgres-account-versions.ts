import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { AccountVersions } from '../../application/ports.js';
import type { AccountHistory, AccountVersion, ShownVersion } from '../../application/ports.js';
import { AccountSealing } from './account-sealing.js';

const MOST_RECENT = 20;

const SHOWN = `d.account_id, d.details_version, d.account_type, d.routing_number, d.account_number, d.account_holder_name,
  d.created_at, d.created_by, coalesce(d.customer_reference_id, a.customer_reference_id) AS customer_reference_id,
  coalesce(d.customer_resource_type, a.customer_resource_type) AS customer_resource_type`;

const AT = `
  SELECT ${SHOWN}
  FROM unnest($2::uuid[], $3::int[]) AS wanted (account_id, details_version)
  JOIN accounts.account_details d ON d.account_id = wanted.account_id AND d.details_version = wanted.details_version
  JOIN accounts.external_accounts a ON a.enterprise_id = d.enterprise_id AND a.id = d.account_id
  WHERE d.enterprise_id = $1`;

const HISTORIES = `
  SELECT ${SHOWN}, a.status, d.details_version = a.details_version AS is_current, d.created_at >= $3 AS is_recent
  FROM accounts.external_accounts a
  CROSS JOIN LATERAL (
    SELECT * FROM accounts.account_details v
    WHERE v.enterprise_id = $1 AND v.account_id = a.id AND (v.created_at >= $3 OR v.details_version = a.details_version)
    ORDER BY v.details_version DESC LIMIT ${MOST_RECENT}) AS d
  WHERE a.enterprise_id = $1 AND a.id = ANY($2::uuid[])
  ORDER BY d.details_version DESC`;

type SealedVersion = Omit<ShownVersion, 'account_number' | 'fingerprint'> & { readonly account_number: Buffer };
type HistoryRow = SealedVersion & {
  readonly status: AccountHistory['status'];
  readonly is_current: boolean;
  readonly is_recent: boolean;
};

@Injectable()
export class PostgresAccountVersions extends AccountVersions {
  constructor(private readonly sealing: AccountSealing) {
    super();
  }

  async at(versions: readonly AccountVersion[]): Promise<ShownVersion[]> {
    if (versions.length === 0) return [];
    const ids = versions.map(({ account_id }) => account_id);
    const numbers = versions.map(({ details_version }) => details_version);
    const values = [workContext.enterpriseId(), ids, numbers];
    return this.sealing.toShown(await currentTransaction().query<SealedVersion>(AT, values, 'find-account-versions'));
  }

  async histories(accountIds: readonly string[], since: Date): Promise<ReadonlyMap<string, AccountHistory>> {
    if (accountIds.length === 0) return new Map();
    const values = [workContext.enterpriseId(), accountIds, since];
    const rows = await currentTransaction().query<HistoryRow>(HISTORIES, values, 'find-account-histories');
    const versions = await this.sealing.toShown(rows);
    return new Map(
      versions
        .filter(({ is_current }) => is_current)
        .map(({ is_current, is_recent, status, ...current }) => {
          const recent = versions.filter((each) => each.account_id === current.account_id && each.is_recent);
          return [current.account_id, { account_id: current.account_id, status, current, recent }];
        }),
    );
  }
}
