import { defineMetrics } from '@payments/observability';

/** The metrics of statements and their comparison. */
export const reconciliationMetrics = defineMetrics({
  payments_rails_breaks: {
    type: 'gauge',
    help: 'Open differences between the ledger, the files and the statements of a bank, by kind (all processes)',
    labels: ['connection', 'kind'],
  },
  payments_rails_unreconciled_cents: {
    type: 'gauge',
    help: 'Cents of lines of statements and of late postings that match nothing (all processes)',
    labels: ['connection'],
  },
  payments_rails_statement_age_seconds: {
    type: 'gauge',
    help: 'Seconds on banking days since the last statement came from a bank that sends them (all processes)',
    labels: ['connection'],
  },
});
