import { defineErrors } from '@payments/kernel';

export const MOST_UNFINISHED = 20;

export const reportErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No report with this id exists, or its file has expired.' },
  invalid_end_time: {
    kind: 'invalid',
    field: 'end_time',
    message: 'end_time must be after start_time, at most 400 days later, and not in the future',
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
