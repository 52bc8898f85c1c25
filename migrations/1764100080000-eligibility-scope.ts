import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutWall } from './tenant-table.js';

const OLD_SCOPES = [
  ...['persons', 'businesses', 'external-accounts', 'transfers', 'balances', 'ledger', 'webhook-configurations']
    .concat('webhook-secret', 'verify-accounts', 'schedules', 'subledgers', 'booktransfers', 'bulk-transfers')
    .concat('reports', 'transfer-groups')
    .flatMap((resource) => [`read:${resource}`, `write:${resource}`]),
  ...['invoke:webhook', 'read:approvals'],
];
const NEW_SCOPES = ['read:routing-number-eligibility'];

/** A scope for the directory of routing numbers alone. `read:transfers` opens it as before. */
export class EligibilityScope1764100080000 implements MigrationInterface {
  // Only clients that had every scope so far get the new one: whoever narrowed a client's scopes meant to.
  up(runner: QueryRunner): Promise<void> {
    return this.scopes(runner, `scopes || $2::text[] WHERE scopes @> $1::text[] AND scopes <@ $1::text[]`);
  }

  down(runner: QueryRunner): Promise<void> {
    return this.scopes(
      runner,
      `array(SELECT unnest(scopes) EXCEPT SELECT unnest($2::text[])) WHERE scopes && $2::text[] AND $1::text[] IS NOT NULL`,
    );
  }

  private async scopes(runner: QueryRunner, change: string): Promise<void> {
    await withoutWall(runner, ['auth.clients'], () =>
      runner.query(`UPDATE auth.clients SET scopes = ${change}`, [OLD_SCOPES, NEW_SCOPES]),
    );
  }
}
