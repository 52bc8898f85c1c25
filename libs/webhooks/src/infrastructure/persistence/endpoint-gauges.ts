import { Injectable } from '@nestjs/common';
import { DatabaseGauges } from '@payments/persistence';
import { webhookMetrics } from '../../application/metrics.table.js';

/** How many endpoints get nothing now: failing ones that are only probed, and disabled ones. */
@Injectable()
export class EndpointGauges {
  constructor(gauges: DatabaseGauges) {
    gauges.add({
      name: 'gauge-webhook-endpoints',
      gauges: [webhookMetrics.payments_webhook_receivers],
      sql: `
        SELECT 'probed' AS state, count(*)::int AS payments_webhook_receivers
        FROM webhooks.failing_endpoints WHERE probe_at IS NOT NULL
        UNION ALL SELECT 'off', count(*)::int FROM webhooks.configurations WHERE NOT enabled`,
    });
  }
}
