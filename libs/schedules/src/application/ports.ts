import type { ListQuery } from '@payments/http';
import type { Page } from '@payments/persistence';
import type { Occurrence, OccurrenceStatus, ScheduleState, ScheduleStatus } from '../domain/schedule-state.js';
import type { Schedule } from '../domain/schedule.js';

/** Which schedules to list: created at or after `start_time` and before `end_time`. */
export interface ScheduleFilter extends ListQuery {
  readonly start_time?: Date;
  readonly end_time?: Date;
  readonly status?: readonly ScheduleStatus[];
  readonly schedule_reference_id?: string;
}

/** Which occurrences of a schedule to list. */
export interface OccurrenceFilter extends ListQuery {
  readonly schedule_id: string;
  readonly status?: readonly OccurrenceStatus[];
}

export interface StoredOccurrence extends Occurrence {
  readonly id: string;
}

/** The schedules of the tenant. Everything happens in the current unit of work. */
export abstract class Schedules {
  /** @throws DomainError duplicate_schedule_reference_id */
  abstract add(schedule: Schedule): Promise<void>;
  /** An id that is not a UUID matches nothing. */
  abstract find(id: string): Promise<ScheduleState | undefined>;
  abstract list(filter: ScheduleFilter): Promise<Page<ScheduleState>>;
  abstract listOccurrences(filter: OccurrenceFilter): Promise<Page<StoredOccurrence>>;
  /** Locks and loads schedules, in the order of their ids, so that two workers cannot lock each other out. */
  abstract lock(ids: readonly string[]): Promise<Schedule[]>;
  /** Writes states, occurrences and events of those that changed. */
  abstract save(schedules: readonly Schedule[]): Promise<void>;
  /** How many have not ended, counted up to `most`. Waits for other units of work that count. */
  abstract countOpen(most: number): Promise<number>;
}
