import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { AccountOwnersReader } from '../../application/account-owners-reader.js';
import type { Numbers } from '../../application/ports.js';
import { VerifySealing } from './verify-sealing.js';

const MOST = 20;

@Injectable()
export class PostgresAccountOwners extends AccountOwnersReader {
  constructor(private readonly sealing: VerifySealing) {
    super();
  }

  async referencesOf(numbers: Numbers, type: 'person' | 'business'): Promise<string[]> {
    const rows = await currentTransaction().query<{ customer_reference_id: string }>(
      `SELECT DISTINCT customer_reference_id FROM accounts.facts
       WHERE enterprise_id = $1 AND account_key = $2 AND customer_resource_type = $3 AND status <> 'closed'
       ORDER BY customer_reference_id LIMIT ${MOST}`,
      [workContext.enterpriseId(), this.sealing.keyOf(numbers), type],
      'find-account-owners',
    );
    return rows.map(({ customer_reference_id }) => customer_reference_id);
  }
}
