import { defineErrors } from '@payments/kernel';

export const scheduleErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No schedule with this id exists.' },
  duplicate_schedule_reference_id: {
    kind: 'invalid',
    field: 'schedule_reference_id',
    message: 'A schedule with this schedule_reference_id already exists. Choose another one.',
  },
  invalid_schedule_start_date: {
    kind: 'invalid',
    field: 'start_date',
    message: 'start_date must be a day as YYYY-MM-DD, today in New York or later, and at most five years ahead',
  },
  invalid_schedule_recurrence: {
    kind: 'invalid',
    field: 'recurrence',
    message: 'recurrence must be a supported RFC 5545 rule with at least one date within ten years of start_date',
  },
  too_many_schedules: {
    kind: 'invalid',
    message: 'An enterprise can have 10000 schedules that have not ended. Delete one first.',
  },
  schedule_ended: {
    kind: 'invalid',
    message: 'The schedule has ended. Create another one.',
  },
});
