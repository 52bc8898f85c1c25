import { Injectable } from '@nestjs/common';
import { isUuid, newId } from '@payments/kernel';
import { EventLog } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { commonFilters, currentTransaction, keysetPage, pageOf } from '@payments/persistence';
import type { Page } from '@payments/persistence';
import { Schedules } from '../../application/ports.js';
import type { OccurrenceFilter, ScheduleFilter, StoredOccurrence } from '../../application/ports.js';
import type { Occurrence, ScheduleState } from '../../domain/schedule-state.js';
import { scheduleErrors } from '../../domain/schedule.errors.js';
import { Schedule } from '../../domain/schedule.js';
import { OCCURRENCE_COLUMNS, SCHEDULE_COLUMNS, statesAsJson, toRecordedEvent, toState } from './rows.js';
import type { ScheduleRow } from './rows.js';

const TABLE = 'schedules.schedules';
const OCCURRENCES = 'schedules.occurrences';

const LIST: Parameters<typeof keysetPage<ScheduleFilter>>[0] = {
  table: TABLE,
  columns: SCHEDULE_COLUMNS,
  conditions: {
    ...commonFilters,
    schedule_reference_id: (value) => `listed.schedule_reference_id = ${value}`,
  },
};

const LIST_OCCURRENCES: Parameters<typeof keysetPage<OccurrenceFilter>>[0] = {
  table: OCCURRENCES,
  columns: OCCURRENCE_COLUMNS,
  conditions: {
    schedule_id: (value) => `listed.schedule_id = ${value}`,
    status: commonFilters.status,
  },
};

@Injectable()
export class SchedulesRepository extends Schedules {
  constructor(private readonly events: EventLog) {
    super();
  }

  async add(schedule: Schedule): Promise<void> {
    const added = await currentTransaction().query(
      `INSERT INTO ${TABLE} (enterprise_id, ${SCHEDULE_COLUMNS})
       SELECT $1, ${SCHEDULE_COLUMNS} FROM jsonb_populate_recordset(NULL::${TABLE}, $2::jsonb)
       ON CONFLICT ON CONSTRAINT schedules_reference DO NOTHING RETURNING id`,
      [workContext.enterpriseId(), statesAsJson([schedule.snapshot()])],
      'insert-schedule',
    );
    if (added.length === 0) throw scheduleErrors.duplicate_schedule_reference_id();
    await this.events.append(schedule.takeChanges().events.map(toRecordedEvent));
  }

  async find(id: string): Promise<ScheduleState | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await currentTransaction().query<ScheduleRow>(
      `SELECT ${SCHEDULE_COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1 AND id = $2`,
      [workContext.enterpriseId(), id],
      'find-schedule',
    );
    return row && toState(row);
  }

  async list(filter: ScheduleFilter): Promise<Page<ScheduleState>> {
    const { sql, values, name } = keysetPage(LIST, filter, workContext.enterpriseId());
    const { items, ...rest } = pageOf(await currentTransaction().query<ScheduleRow>(sql, values, name), filter);
    return { items: items.map(toState), ...rest };
  }

  async listOccurrences(filter: OccurrenceFilter): Promise<Page<StoredOccurrence>> {
    const { sql, values, name } = keysetPage(LIST_OCCURRENCES, filter, workContext.enterpriseId());
    return pageOf(await currentTransaction().query<StoredOccurrence>(sql, values, name), filter);
  }

  async lock(ids: readonly string[]): Promise<Schedule[]> {
    const rows = await currentTransaction().query<ScheduleRow>(
      `SELECT ${SCHEDULE_COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE`,
      [workContext.enterpriseId(), ids],
      'lock-schedules',
    );
    return rows.map((row) => Schedule.restore(toState(row)));
  }

  async save(schedules: readonly Schedule[]): Promise<void> {
    const changed = schedules
      .map((schedule) => ({ state: schedule.snapshot(), ...schedule.takeChanges() }))
      .filter(({ events }) => events.length > 0);
    if (changed.length === 0) return;
    await this.update(changed.map(({ state }) => state));
    await this.addOccurrences(changed.flatMap(({ occurrences }) => occurrences));
    await this.events.append(changed.flatMap(({ events }) => events.map(toRecordedEvent)));
  }

  async countOpen(most: number): Promise<number> {
    const transaction = currentTransaction();
    const enterpriseId = workContext.enterpriseId();
    // A separate statement, so that the count is taken after the lock is acquired.
    const [, [row]] = await Promise.all([
      transaction.query(
        `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`,
        [`schedules/${enterpriseId}`],
        'lock-schedule-count',
      ),
      transaction.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM (
           SELECT FROM ${TABLE} WHERE enterprise_id = $1 AND ended_at IS NULL LIMIT $2) AS open`,
        [enterpriseId, most],
        'count-open-schedules',
      ),
    ]);
    return row!.count;
  }

  // What the client sent never changes, so only what happens to a schedule is written.
  private async update(states: readonly ScheduleState[]): Promise<void> {
    const saved = await currentTransaction().query(
      `UPDATE ${TABLE} t SET status = s.status, next_date = s.next_date, next_run_at = s.next_run_at,
         next_payment_date = s.next_payment_date, paused_at = s.paused_at, ended_at = s.ended_at,
         end_reason = s.end_reason, approval = s.approval, made = s.made, refused = s.refused, skipped = s.skipped, failures = s.failures,
         unjudged_transfer_id = s.unjudged_transfer_id, last_occurrence = s.last_occurrence, sequence = s.sequence,
         version = s.version + 1, updated_at = s.updated_at
       FROM jsonb_populate_recordset(NULL::${TABLE}, $2::jsonb) AS s
       WHERE t.enterprise_id = $1 AND t.id = ANY($3::uuid[]) AND t.id = s.id AND t.version = s.version RETURNING t.id`,
      [workContext.enterpriseId(), statesAsJson(states), states.map(({ id }) => id)],
      'update-schedules',
    );
    if (saved.length !== states.length)
      throw new Error('a schedule was changed by another transaction at the same time');
  }

  // The key of a date is unique: a second worker that got here would fail, and its transfers with it.
  private async addOccurrences(occurrences: readonly Occurrence[]): Promise<void> {
    if (occurrences.length === 0) return;
    const rows = occurrences.map((occurrence) => ({ id: newId(), ...occurrence }));
    await currentTransaction().query(
      `INSERT INTO ${OCCURRENCES} (enterprise_id, ${OCCURRENCE_COLUMNS})
       SELECT $1, ${OCCURRENCE_COLUMNS} FROM jsonb_populate_recordset(NULL::${OCCURRENCES}, $2::jsonb) RETURNING 1`,
      [workContext.enterpriseId(), JSON.stringify(rows)],
      'insert-occurrences',
    );
  }
}
