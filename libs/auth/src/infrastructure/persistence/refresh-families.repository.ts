import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { RefreshFamilies } from '../../application/ports.js';
import type { RefreshFamily } from '../../domain/refresh-family.js';

@Injectable()
export class RefreshFamiliesRepository extends RefreshFamilies {
  async add(family: RefreshFamily): Promise<void> {
    const { enterprise_id, id, user_name, generation, rotated_at, expires_at, created_at } = family;
    await currentTransaction().query(
      `INSERT INTO auth.refresh_families
         (enterprise_id, id, user_name, generation, rotated_at, expires_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [enterprise_id, id, user_name, generation, rotated_at, expires_at, created_at],
    );
  }

  async lock(id: string): Promise<{ family: RefreshFamily; now: Date } | undefined> {
    const [row] = await currentTransaction().query<RefreshFamily & { now: Date }>(
      `SELECT enterprise_id, id, user_name, generation, rotated_at, expires_at, revoked_at, created_at, now() AS now
       FROM auth.refresh_families WHERE enterprise_id = $1 AND id = $2 FOR UPDATE`,
      [workContext.enterpriseId(), id],
    );
    if (row === undefined) return undefined;
    const { now, ...family } = row;
    return { family, now };
  }

  async save({ enterprise_id, id, generation, rotated_at, expires_at, revoked_at }: RefreshFamily): Promise<void> {
    await currentTransaction().query(
      `UPDATE auth.refresh_families SET generation = $3, rotated_at = $4, expires_at = $5, revoked_at = $6
       WHERE enterprise_id = $1 AND id = $2`,
      [enterprise_id, id, generation, rotated_at, expires_at, revoked_at],
    );
  }
}
