import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { SubledgerOwners } from '../../application/ports.js';

@Injectable()
export class PostgresSubledgerOwners extends SubledgerOwners {
  async customersOf(subledgerIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await currentTransaction().query<{ readonly id: string; readonly customer_reference_id: string }>(
      `SELECT id, customer_reference_id FROM subledgers.directory
       WHERE enterprise_id = $1 AND id = ANY($2::uuid[]) AND customer_resource_type <> 'enterprise'`,
      [workContext.enterpriseId(), subledgerIds],
      'find-subledger-customers',
    );
    return new Map(rows.map(({ id, customer_reference_id }) => [id, customer_reference_id]));
  }
}
