import type { MigrationInterface, QueryRunner } from 'typeorm';
import { letMaintain, protect } from './tenant-table.js';

/** Requests that were refused, for the portal to show. */
export class RefusedRequests1764100022002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE portal.refused_requests (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        at timestamptz NOT NULL,
        method text NOT NULL,
        route text NOT NULL,
        status int NOT NULL,
        error_code text,
        request_id text NOT NULL,
        credential text NOT NULL,
        duration_ms int NOT NULL,
        PRIMARY KEY (enterprise_id, id))`);
    await protect(runner, 'portal.refused_requests', 'SELECT, INSERT');
    await letMaintain(runner, 'portal.refused_requests', 'SELECT (enterprise_id, id), DELETE');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE portal.refused_requests');
  }
}
