import { defineErrors } from '@payments/kernel';

export const MOST_UNFINISHED = 20;

export const reportErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No report with this id exists, or its file has expired.' },
  invalid_end_time: {
    kind: 'invalid',
    field: 'end_time',
    message: 'end_time must be after start_time, at most 400 days later, and not in the future',
  },
  missing_date: {
    kind: 'invalid',
    field: 'date',
    message: 'date is required, or start_date and end_date',
  },
  invalid_date: {
    kind: 'invalid',
    field: 'date',
    message: 'date must be a day that has ended in New York, without start_date and end_date',
  },
  missing_start_date: {
    kind: 'invalid',
    field: 'start_date',
    message: 'start_date is required with end_date',
  },
  missing_end_date: {
    kind: 'invalid',
    field: 'end_date',
    message: 'end_date is required with start_date',
  },
  invalid_end_date: {
    kind: 'invalid',
    field: 'end_date',
    message: 'end_date must be a day that has ended in New York, and the 1st to the 31st day from start_date on',
  },
  invalid_filters: {
    kind: 'invalid',
    field: 'filters',
    message: 'filters must be those that the resource has: see the description of the operation',
  },
  forbidden: {
    kind: 'forbidden',
    message: 'Exports of the audit log are for portal users with the scope read:audit',
  },
  missing_subledger_reference_id: {
    kind: 'invalid',
    field: 'subledger_reference_id',
    message: "subledger_reference_id is required with the report_scope 'subledger'",
  },
  invalid_subledger_reference_id: {
    kind: 'invalid',
    field: 'subledger_reference_id',
    message: "subledger_reference_id must be that of a subledger, with the report_scope 'subledger'",
  },
  report_not_ready: {
    kind: 'conflict',
    message: 'The file of the report is not complete yet. Wait for the report_updated event, or read the status.',
  },
  too_many_reports: {
    kind: 'rate_limited',
    message: `An enterprise can have ${MOST_UNFINISHED} unfinished reports. Wait until one is completed, or delete one.`,
  },
});
