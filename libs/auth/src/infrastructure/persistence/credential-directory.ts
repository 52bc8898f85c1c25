import { Injectable } from '@nestjs/common';
import { currentTransaction, Transactions } from '@payments/persistence';

type Kind = 'client' | 'api_key' | 'user';

const NO_ENTERPRISE = '00000000-0000-0000-0000-000000000000';

/** The global directory of which enterprise owns a credential. The rest is in a row of that enterprise. */
@Injectable()
export class CredentialDirectory {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Finds the enterprise, then lets `read` query its rows. An unknown credential costs the same two lookups,
   * so that response times reveal nothing.
   */
  async find<Row>(kind: Kind, name: string, sql: string): Promise<Row | undefined> {
    const [found] = await this.transactions.run({ role: 'auth' }, (transaction) =>
      transaction.query<{ enterprise_id: string }>(
        `SELECT enterprise_id FROM auth.credential_directory WHERE lookup = $1`,
        [lookupOf(kind, name)],
        'find-credential',
      ),
    );
    const enterpriseId = found?.enterprise_id ?? NO_ENTERPRISE;
    const [row] = await this.transactions.run({ role: 'app', enterpriseId }, (transaction) =>
      transaction.query<Row>(sql, [enterpriseId, name], `find-${kind}`),
    );
    return row;
  }

  /** In the current unit of work. */
  async add(kind: Kind, name: string, enterpriseId: string): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO auth.credential_directory (lookup, kind, enterprise_id) VALUES ($1, $2, $3)`,
      [lookupOf(kind, name), kind, enterpriseId],
    );
  }
}

function lookupOf(kind: Kind, name: string): string {
  return `${kind}:${name}`;
}
