import {
  AtLeastOneOf,
  cents,
  ErrorOrder,
  instant,
  integer,
  ListQuery,
  metadata,
  objectOf,
  oneOf,
  Optional,
  repeatable,
  Required,
  text,
} from '@payments/http';
import type { Rule } from '@payments/http';
import { isBankingDate, MAX_TRANSFER_CENTS } from '@payments/kernel';
import { descriptor, DestinationDto, FIELD_ORDER, SourceDto } from '@payments/transfers';
import { parseRecurrence } from '../../domain/parse-recurrence.js';
import { MISSED, OCCURRENCE_STATUSES, SCHEDULE_STATUSES } from '../../domain/schedule-state.js';
import type { Missed, OccurrenceStatus, ScheduleStatus, Speed } from '../../domain/schedule-state.js';

const MAX_REFERENCE = 200;
const MAX_SUBLEDGER_REFERENCE = 255;
const MAX_RECURRENCE = 500;
const MAX_FAILURES = 20;
const MAX_SHOWN = 5;

const reference = text({ max: MAX_REFERENCE, verbatim: true, example: 'payroll-jane' });

const subledger = text({ max: MAX_SUBLEDGER_REFERENCE, verbatim: true, example: 'acme-wallet' });

const START_DATE: Rule = {
  expected: 'a day as YYYY-MM-DD, in the years 2000 to 2199',
  schema: { type: 'string', format: 'date', example: '2027-01-29' },
  accepts: (value) => typeof value === 'string' && isBankingDate(value),
};

const RECURRENCE: Rule = {
  expected: `an RFC 5545 rule of at most ${MAX_RECURRENCE} characters, such as FREQ=MONTHLY;BYMONTHDAY=-1`,
  schema: { type: 'string', minLength: 1, maxLength: MAX_RECURRENCE, example: 'FREQ=MONTHLY;BYMONTHDAY=-1' },
  accepts: (value) =>
    typeof value === 'string' && value.length <= MAX_RECURRENCE && parseRecurrence(value) !== undefined,
};

const SPEED = oneOf(['standard', 'same_day', 'asap']);

const startDate = { stem: 'schedule_start_date' };
const recurrence = { stem: 'schedule_recurrence' };

/** Body of `POST /deliver/schedules`: the transfer of each date, and the dates. */
@ErrorOrder(['schedule_reference_id', ...FIELD_ORDER, 'start_date', 'recurrence'])
@AtLeastOneOf(['source', 'destination'], {
  error_code: 'missing_source_and_destination',
  message: 'source or destination is required, or both',
})
export class CreateScheduleDto {
  @Required(reference)
  readonly schedule_reference_id!: string;

  @Optional(objectOf(() => SourceDto), { invalid: 'invalid_source_account_reference_id' })
  readonly source?: SourceDto;

  @Optional(objectOf(() => DestinationDto), { invalid: 'invalid_destination_account_reference_id' })
  readonly destination?: DestinationDto;

  @Required(cents({ max: Number(MAX_TRANSFER_CENTS) }))
  readonly amount!: number;

  @Required(oneOf(['USD']))
  readonly currency!: 'USD';

  @Required(SPEED)
  readonly speed!: Speed;

  /** Today in New York or later, at most five years ahead. It counts only if the rule matches it. */
  @Required(START_DATE, startDate)
  readonly start_date!: string;

  /** FREQ, INTERVAL, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS, WKST, and COUNT or UNTIL. */
  @Required(RECURRENCE, recurrence)
  readonly recurrence!: string;

  @Optional(descriptor)
  readonly account_statement_descriptor?: string;

  @Optional(metadata())
  readonly metadata?: Readonly<Record<string, string | number | boolean>>;

  /** The subledger whose money the transfers move, looked up on each date. Without it: the enterprise itself. */
  @Optional(subledger)
  readonly subledger_reference_id?: string;

  /** What becomes of a date that could not be served on its day: `run` pays it up to seven days later. Default: run. */
  @Optional(oneOf(MISSED))
  readonly missed?: Missed;

  /** Ends the schedule after so many failures in a row. Default: 0, never. */
  @Optional(integer({ min: 0, max: MAX_FAILURES }))
  readonly end_on_failures?: number;
}

/** Body of `POST /deliver/schedules/rrule`. */
export class PreviewRecurrenceDto {
  @Required(START_DATE, startDate)
  readonly start_date!: string;

  @Required(RECURRENCE, recurrence)
  readonly recurrence!: string;

  /** How many dates to show. Default: 2. */
  @Optional(integer({ min: 1, max: MAX_SHOWN }))
  readonly occurrence_count?: number;

  /** With the speed of the transfers, the response has the days on which they are paid. */
  @Optional(SPEED)
  readonly speed?: Speed;

  /** Leaves out dates that are paid before this day, such as the `next_payment_date` of a schedule. Default: start_date. */
  @Optional(START_DATE)
  readonly from_date?: string;
}

/** Query of `GET /deliver/schedules`. */
export class ScheduleQuery extends ListQuery {
  @Optional(instant())
  readonly start_time?: Date;

  @Optional(instant())
  readonly end_time?: Date;

  @Optional(repeatable(oneOf(SCHEDULE_STATUSES)), { stem: 'schedule_status' })
  readonly status?: readonly ScheduleStatus[];

  @Optional(reference)
  readonly schedule_reference_id?: string;
}

/** Query of `GET /deliver/schedules/{id}/occurrences`. */
export class OccurrenceQuery extends ListQuery {
  @Optional(repeatable(oneOf(OCCURRENCE_STATUSES)))
  readonly status?: readonly OccurrenceStatus[];
}
