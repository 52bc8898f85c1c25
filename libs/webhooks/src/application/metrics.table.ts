import { defineMetrics, FAST_BUCKETS } from '@payments/observability';

// A webhook may wait for its next attempt for hours.
const SLOW = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 43_200];

/** The metrics of the webhooks context. */
export const webhookMetrics = defineMetrics({
  payments_webhook_first_attempt_seconds: {
    type: 'histogram',
    help: 'Time from the change behind an event to the start of its first webhook attempt',
    labels: [],
    buckets: SLOW,
  },
  payments_webhook_accepted_seconds: {
    type: 'histogram',
    help: 'Time from the change behind an event to the response of the endpoint that accepted it',
    labels: [],
    buckets: SLOW,
  },
  payments_webhook_attempt_seconds: {
    type: 'histogram',
    help: 'Duration of a webhook attempt, by outcome (delivered, retry, failed, gone)',
    labels: ['outcome'],
    buckets: FAST_BUCKETS,
  },
  payments_webhook_failures_total: {
    type: 'counter',
    help: 'Failed webhook attempts, by reason (class of network failure, or status class such as http_4xx)',
    labels: ['reason'],
  },
  payments_webhook_receivers: {
    type: 'gauge',
    help: 'Webhook endpoints without deliveries at present: failing endpoints that are probed, and disabled endpoints (all processes)',
    labels: ['state'],
  },
});
