import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction, Transactions } from '@payments/persistence';
import { RefreshFamilies } from '../../application/ports.js';
import type { UserState } from '../../domain/credentials.js';
import type { RefreshFamily } from '../../domain/refresh-family.js';

const COLUMNS = `enterprise_id, id, user_name, user_version, kind, generation, rotated_at, expires_at, absolute_until,
  revoked_at, created_at, authenticated_at, methods, address, agent`;
const ONE = `FROM auth.refresh_families WHERE enterprise_id = $1 AND id = $2`;

@Injectable()
export class RefreshFamiliesRepository extends RefreshFamilies {
  constructor(private readonly transactions: Transactions) {
    super();
  }

  async add(family: RefreshFamily): Promise<void> {
    const { enterprise_id, id, user_name, user_version, kind, generation, rotated_at, expires_at } = family;
    const { absolute_until, revoked_at, created_at, authenticated_at, methods, address, agent } = family;
    await currentTransaction().query(
      `INSERT INTO auth.refresh_families (${COLUMNS})
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
      [
        ...[enterprise_id, id, user_name, user_version, kind, generation, rotated_at, expires_at],
        ...[absolute_until, revoked_at, created_at, authenticated_at, methods, address, agent],
      ],
    );
  }

  async lock(id: string): Promise<{ family: RefreshFamily; now: Date } | undefined> {
    const [row] = await currentTransaction().query<RefreshFamily & { now: Date }>(
      `SELECT ${COLUMNS}, now() AS now ${ONE} FOR UPDATE`,
      [workContext.enterpriseId(), id],
    );
    if (row === undefined) return undefined;
    const { now, ...family } = row;
    return { family, now };
  }

  async save(family: RefreshFamily): Promise<void> {
    const { enterprise_id, id, user_version, generation, rotated_at, expires_at, revoked_at } = family;
    const { authenticated_at, methods } = family;
    await currentTransaction().query(
      `UPDATE auth.refresh_families SET user_version = $3, generation = $4, rotated_at = $5, expires_at = $6,
         revoked_at = $7, authenticated_at = $8, methods = $9 WHERE enterprise_id = $1 AND id = $2`,
      [
        ...[enterprise_id, id, user_version, generation, rotated_at, expires_at, revoked_at],
        ...[authenticated_at, methods],
      ],
    );
  }

  listLive({ name, version }: Pick<UserState, 'name' | 'version'>): Promise<RefreshFamily[]> {
    return currentTransaction().query<RefreshFamily>(
      `SELECT ${COLUMNS} FROM auth.refresh_families
       WHERE enterprise_id = $1 AND user_name = $2 AND user_version = $3 AND revoked_at IS NULL AND expires_at > now()
       ORDER BY rotated_at DESC, id`,
      [workContext.enterpriseId(), name, version],
    );
  }

  find({ enterprise_id, id }: Pick<RefreshFamily, 'enterprise_id' | 'id'>): Promise<RefreshFamily | undefined> {
    return this.transactions.run({ role: 'app', enterpriseId: enterprise_id }, async (transaction) => {
      const [row] = await transaction.query<RefreshFamily>(`SELECT ${COLUMNS} ${ONE}`, [enterprise_id, id]);
      return row;
    });
  }
}
