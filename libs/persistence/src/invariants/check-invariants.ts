import { databaseTime } from '../database/database-time.js';
import { connectToPrimary } from '../database/postgres-client.js';
import { databaseRoles } from '../database/roles.js';
import { violationsOf } from './invariant.js';
import type { Invariant, InvariantViolation } from './invariant.js';

export interface InvariantQuery {
  readonly invariants: readonly Invariant[];
  /** Default: all enterprises. */
  readonly enterpriseId?: string | undefined;
  /** Default: the database's time. */
  readonly now?: Date;
}

/**
 * Every violation in the database at `url`: a full, read-only check. For callers that have nothing of the service
 * but its database; the login may be the processes' or the owner's.
 */
export async function checkInvariants(
  url: string,
  { invariants, enterpriseId, now }: InvariantQuery,
): Promise<InvariantViolation[]> {
  const client = await connectToPrimary(url);
  const query = async <Row>(sql: string, values: readonly unknown[] = []) =>
    (await client.query(sql, [...values])).rows as Row[];
  try {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL ROLE ${databaseRoles.maintenance}`);
    const known = await query<{ enterprise_id: string }>(`SELECT enterprise_id FROM platform.enterprises ORDER BY 1`);
    const at = now ?? (await databaseTime({ query }));
    const ids = known.map(({ enterprise_id }) => enterprise_id).filter((id) => (enterpriseId ?? id) === id);
    const violations: InvariantViolation[] = [];
    for (const id of ids) {
      await client.query(`SET LOCAL "app.enterprise_id" = '${id}'`);
      violations.push(...(await violationsOf(invariants, { enterpriseId: id, transaction: { query }, now: at })));
    }
    return violations;
  } finally {
    try {
      await client.query('ROLLBACK');
    } finally {
      await client.end();
    }
  }
}
