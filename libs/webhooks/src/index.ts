export { webhooksContext } from './webhooks.context.js';
export { WebhooksApiModule } from './webhooks-api.module.js';
export { WebhooksWorkerModule } from './webhooks-worker.module.js';
export { WebhooksModule } from './webhooks.module.js';
export { eventErrors, recoveryErrors, streamErrors, webhookErrors } from './domain/webhook.errors.js';
export { CHANGES as EVENT_CHANGES, SUBSCRIPTIONS } from './domain/event-types.js';
export { keyOf as eventDataKey } from './domain/resource-fields.table.js';
