import { Injectable } from '@nestjs/common';
import { DatabaseGauges } from '@payments/persistence';
import { customerMetrics } from '../../application/metrics.table.js';

/** How many customers are still to be screened against the list in force. */
@Injectable()
export class ScreeningGauges {
  constructor(gauges: DatabaseGauges) {
    gauges.add({
      name: 'gauge-screening',
      gauges: [customerMetrics.payments_screening_pending_customers],
      sql: `SELECT coalesce(sum(greatest(customers - screened, 0)), 0)::float8 AS payments_screening_pending_customers
            FROM customers.screening_runs WHERE finished_at IS NULL`,
    });
  }
}
