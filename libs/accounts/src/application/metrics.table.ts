import { defineMetrics } from '@payments/observability';

/** The metrics of external accounts. */
export const accountMetrics = defineMetrics({
  payments_account_corrections: {
    type: 'gauge',
    help: 'Open accounts with corrections of banks that no client has adopted, by state: due, or overdue where the account has not changed for six banking days; counted up to 10000 (all processes)',
    labels: ['state'],
  },
});
