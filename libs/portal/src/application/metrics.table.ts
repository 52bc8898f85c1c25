import { defineMetrics } from '@payments/observability';

export const portalMetrics = defineMetrics({
  payments_refused_requests_dropped_total: {
    type: 'counter',
    help: 'Refused requests that the portal will not show, by reason (overload, failed)',
    labels: ['reason'],
  },
});
