import { defineMetrics } from '@payments/observability';

/** The metrics of files from banks. */
export const inboundMetrics = defineMetrics({
  payments_rails_inbound_total: {
    type: 'counter',
    help: 'Files from banks, by kind of content and outcome: applied, quarantined, duplicate, ignored',
    labels: ['kind', 'outcome'],
  },
  payments_rails_inbound_waiting: {
    type: 'gauge',
    help: 'Files from banks that are not applied, by state: fetched, parsed, quarantined (all processes)',
    labels: ['state'],
  },
  payments_rails_inbound_oldest_seconds: {
    type: 'gauge',
    help: 'Age of the oldest file from a bank that is not applied, by state (all processes)',
    labels: ['state'],
  },
  payments_rails_exceptions: {
    type: 'gauge',
    help: 'Open exceptions of files from banks, by kind (all processes)',
    labels: ['kind'],
  },
  payments_rails_exceptions_overdue: {
    type: 'gauge',
    help: 'Open exceptions that another bank should have answered by now, by kind (all processes)',
    labels: ['kind'],
  },
  payments_rails_exceptions_total: {
    type: 'counter',
    help: 'Exceptions of files from banks, by kind',
    labels: ['kind'],
  },
  payments_rails_return_rate: {
    type: 'gauge',
    help: 'Highest share of an enterprise’s debits that were returned in 60 days, by class of return code (all processes)',
    labels: ['class'],
  },
});
