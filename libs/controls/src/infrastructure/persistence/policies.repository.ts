import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { Policies } from '../../application/ports.js';
import type { Policy } from '../../domain/policy.js';

const TABLE = 'controls.policies';
const CONTENT = 'name, applies_to, conditions, required, approvers, expires_after_hours, step_up, enabled';
const COLUMNS = `id, ${CONTENT}, version, created_at, updated_at, updated_by`;

@Injectable()
export class PoliciesRepository extends Policies {
  list(): Promise<readonly Policy[]> {
    return currentTransaction().query<Policy>(
      `SELECT ${COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1 ORDER BY name COLLATE "C"`,
      [workContext.enterpriseId()],
      'list-policies',
    );
  }

  async lock(): Promise<readonly Policy[]> {
    // A separate statement, so that the policies are read after the lock is acquired.
    const [, policies] = await Promise.all([
      currentTransaction().query(
        'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
        [`policies/${workContext.enterpriseId()}`],
        'lock-policies',
      ),
      this.list(),
    ]);
    return policies;
  }

  async add(policy: Policy): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO ${TABLE} (enterprise_id, ${COLUMNS})
       SELECT $1, ${COLUMNS} FROM jsonb_populate_record(NULL::${TABLE}, $2::jsonb) RETURNING 1`,
      [workContext.enterpriseId(), JSON.stringify(policy)],
      'insert-policy',
    );
  }

  async replace(policy: Policy): Promise<void> {
    await currentTransaction().query(
      `UPDATE ${TABLE} AS t
       SET (${CONTENT}, version, updated_at, updated_by) = (SELECT ${CONTENT}, version, updated_at, updated_by
         FROM jsonb_populate_record(NULL::${TABLE}, $2::jsonb))
       WHERE t.enterprise_id = $1 AND t.id = $3`,
      [workContext.enterpriseId(), JSON.stringify(policy), policy.id],
      'update-policy',
    );
  }

  async remove(id: string): Promise<void> {
    await currentTransaction().query(
      `DELETE FROM ${TABLE} WHERE enterprise_id = $1 AND id = $2`,
      [workContext.enterpriseId(), id],
      'delete-policy',
    );
  }
}
