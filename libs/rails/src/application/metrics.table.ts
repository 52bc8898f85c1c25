import { defineMetrics } from '@payments/observability';

/** The metrics of files to banks. */
export const railsMetrics = defineMetrics({
  payments_rails_files: {
    type: 'gauge',
    help: 'Files to banks that are not closed, by state (all processes)',
    labels: ['connection', 'state'],
  },
  payments_rails_unacknowledged: {
    type: 'gauge',
    help: 'Uploaded files whose acknowledgment is overdue by the profile of the bank (all processes)',
    labels: ['connection'],
  },
  payments_rails_file_seconds: {
    type: 'histogram',
    help: 'Time until a file was sealed or uploaded, since it was begun, and until it was acknowledged, since its upload',
    labels: ['step'],
    buckets: [0.5, 1, 2, 5, 15, 60, 300, 900, 3_600, 14_400, 86_400],
  },
  payments_rails_cut_in_seconds: {
    type: 'gauge',
    help: 'Seconds until the next window of a rail ends and its file is cut',
    labels: ['connection', 'rail'],
  },
  payments_rails_connections_total: {
    type: 'counter',
    help: 'Attempts to connect to a bank: opened, or the class of the failure',
    labels: ['connection', 'outcome'],
  },
  payments_rails_upload_attempts_total: {
    type: 'counter',
    help: 'Attempts to upload a file, by outcome',
    labels: ['connection', 'outcome'],
  },
  payments_rails_rolled_total: {
    type: 'counter',
    help: 'Entries that missed their window and went into a later one',
    labels: ['connection'],
  },
  payments_rails_entries_total: {
    type: 'counter',
    help: 'Entries that files moved on, by new state',
    labels: ['connection', 'state'],
  },
});
