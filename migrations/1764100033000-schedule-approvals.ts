import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATUS = 'paused_at IS NULL AND ended_at IS NULL';
const APPROVED = `(approval IS NULL OR approval ->> 'status' = 'approved')`;
const OLD_REASONS = ['completed', 'deleted', 'failures'];
const REASONS = [...OLD_REASONS, 'approval_rejected', 'approval_expired'];

/** The approval that a schedule waits for; null for one that no policy held. */
export class ScheduleApprovals1764100033000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE schedules.schedules ADD COLUMN approval jsonb');
    await this.rules(runner, `${STATUS} AND ${APPROVED}`, REASONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.rules(runner, STATUS, OLD_REASONS);
    await runner.query('ALTER TABLE schedules.schedules DROP COLUMN approval');
  }

  private async rules(runner: QueryRunner, active: string, reasons: readonly string[]): Promise<void> {
    const list = reasons.map((reason) => `'${reason}'`).join(', ');
    await runner.query('ALTER TABLE schedules.schedules DROP CONSTRAINT schedules_status');
    await runner.query(
      `ALTER TABLE schedules.schedules ADD CONSTRAINT schedules_status CHECK ((status = 'active') = (${active}))`,
    );
    await runner.query('ALTER TABLE schedules.schedules DROP CONSTRAINT schedules_end_reason_check');
    await runner.query(
      `ALTER TABLE schedules.schedules ADD CONSTRAINT schedules_end_reason_check CHECK (end_reason IN (${list}))`,
    );
  }
}
