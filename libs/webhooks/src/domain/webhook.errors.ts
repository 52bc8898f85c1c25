import { defineErrors } from '@payments/kernel';

export const webhookErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No webhook configuration with this id exists.' },
  too_many_webhook_configurations: {
    kind: 'invalid',
    message: 'The enterprise already has 20 webhook configurations, which is the maximum. Delete one first.',
  },
  invalid_data: {
    kind: 'invalid',
    field: 'data',
    message:
      'data must be the resource of the event type, or an object with the resource under its key and nothing else',
  },
  invalid_url: {
    kind: 'invalid',
    field: 'url',
    message: 'url must be an https URL (in the sandbox also http) of a public host, without credentials or fragment',
  },
});

/** Errors of the operations on events. */
export const eventErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No event with this id exists.' },
});

/** Errors of the event stream. */
export const streamErrors = defineErrors({
  invalid_after: {
    kind: 'invalid',
    field: 'after',
    message:
      'after, or Last-Event-ID, must be the position of an event of the last 30 days. Read the resources anew, and connect without it.',
  },
  too_many_requests: {
    kind: 'rate_limited',
    message: 'The client or user has 5 open streams, which is the maximum. Close one first.',
  },
  service_unavailable: {
    kind: 'unavailable',
    message: 'The process has as many open streams as it can serve. Retry after the number of seconds in Retry-After.',
  },
});

/** Errors of the operation on recoveries. */
export const recoveryErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No recovery with this id exists for this webhook configuration.' },
});
