import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutWall } from './tenant-table.js';

/** Who created clients, transfers and schedules. What exists already does not say, but for clients that the audit log knows. */
export class TransferMakers1764100027001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.clients ADD COLUMN created_by text');
    await this.knownCreators(runner);
    await runner.query(`
      ALTER TABLE transfers.transfers ADD COLUMN created_by text, ADD COLUMN owner text,
        ADD COLUMN origin text NOT NULL DEFAULT 'api'`);
    await runner.query('ALTER TABLE schedules.schedules ADD COLUMN created_by text, ADD COLUMN owner text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE schedules.schedules DROP COLUMN created_by, DROP COLUMN owner');
    await runner.query('ALTER TABLE transfers.transfers DROP COLUMN created_by, DROP COLUMN owner, DROP COLUMN origin');
    await runner.query('ALTER TABLE auth.clients DROP COLUMN created_by');
  }

  private knownCreators(runner: QueryRunner): Promise<void> {
    return withoutWall(runner, ['auth.clients', 'auth.users', 'platform.audit'], () =>
      runner.query(`
        UPDATE auth.clients c SET created_by = a.actor
        FROM platform.audit a JOIN auth.users u ON u.enterprise_id = a.enterprise_id AND u.name = a.actor
        WHERE a.enterprise_id = c.enterprise_id AND a.subject_type = 'client' AND a.subject_id = c.client_id
          AND a.action = 'client.created'`),
    );
  }
}
