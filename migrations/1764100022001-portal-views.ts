import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSchema, protect } from './tenant-table.js';

/** Lists of the portal as users have saved them. */
export class PortalViews1764100022001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'portal');
    await runner.query(`
      CREATE TABLE portal.views (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        page text NOT NULL,
        name text NOT NULL,
        query text NOT NULL,
        columns text[],
        shared boolean NOT NULL,
        created_by text NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, id),
        CONSTRAINT views_name UNIQUE (enterprise_id, created_by, page, name))`);
    await runner.query('CREATE INDEX views_shared ON portal.views (enterprise_id) WHERE shared');
    await protect(runner, 'portal.views', 'SELECT, INSERT, UPDATE, DELETE');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA portal CASCADE');
  }
}
