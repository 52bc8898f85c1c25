import { defineErrors } from '@payments/kernel';

export const webhookErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'There is no webhook configuration with this id' },
  too_many_webhook_configurations: {
    kind: 'invalid',
    message: 'An enterprise has at most 20 webhook configurations; delete one first',
  },
  invalid_data: {
    kind: 'invalid',
    field: 'data',
    message: 'data must be the resource of the event type, or an object that holds it under its key alone',
  },
  invalid_url: {
    kind: 'invalid',
    field: 'url',
    message:
      'url must be an https address (http too in the sandbox) of a public host, without credentials and fragment',
  },
});

/** Of the operations on events. */
export const eventErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'There is no event with this id' },
});

/** Of the operation on recoveries. */
export const recoveryErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'There is no recovery with this id for this webhook configuration' },
});
