import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutWall } from './tenant-table.js';

const RENAMED = [
  ['nothing-held-below-zero', 'no-negative-hold'],
  ['transfers-get-on', 'no-stuck-transfer'],
  ['deliveries-are-attended-to', 'no-stuck-delivery'],
  ['tasks-are-taken-up', 'no-stale-due-task'],
] as const;

/** Renames invariants in the violations found so far, so that the next check can remove or keep them. */
export class InvariantNames1764100002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await rename(runner, RENAMED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await rename(
      runner,
      RENAMED.map(([from, to]) => [to, from]),
    );
  }
}

async function rename(runner: QueryRunner, names: readonly (readonly [from: string, to: string])[]): Promise<void> {
  await withoutWall(runner, ['platform.invariant_violations'], async () => {
    for (const [from, to] of names) {
      await runner.query('UPDATE platform.invariant_violations SET invariant = $2 WHERE invariant = $1', [from, to]);
    }
  });
}
