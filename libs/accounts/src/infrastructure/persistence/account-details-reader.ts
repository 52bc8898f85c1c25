import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import type { AccountDetails, AccountDetailsReader, AccountVersion } from '../../application/ports.js';
import { AccountSealing } from './account-sealing.js';
import type { SealedDetails } from './account-sealing.js';

const READ = `
  SELECT details.account_id, details.details_version, details.account_type, details.routing_number,
    details.account_number, details.account_holder_name, details.customer_reference_id, holder.customer_resource_type,
    holder.address
  FROM accounts.account_details AS details
  JOIN unnest($2::uuid[], $3::int[]) AS wanted (account_id, details_version)
    ON details.account_id = wanted.account_id AND details.details_version = wanted.details_version
  JOIN accounts.account_holder AS holder ON holder.enterprise_id = details.enterprise_id
    AND holder.account_id = details.account_id AND holder.details_version = details.details_version
  WHERE details.enterprise_id = $1`;

@Injectable()
export class PostgresAccountDetailsReader implements AccountDetailsReader {
  constructor(private readonly sealing: AccountSealing) {}

  async at(versions: readonly AccountVersion[]): Promise<AccountDetails[]> {
    if (versions.length === 0) return [];
    const enterpriseId = workContext.enterpriseId();
    const ids = versions.map(({ account_id }) => account_id);
    const numbers = versions.map(({ details_version }) => details_version);
    const rows = await currentTransaction().query<SealedDetails>(
      READ,
      [enterpriseId, ids, numbers],
      'find-account-details',
    );
    return Promise.all(rows.map((row) => this.sealing.toDetails(row)));
  }
}
