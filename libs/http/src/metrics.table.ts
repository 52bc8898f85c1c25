import { defineMetrics, FAST_BUCKETS } from '@payments/observability';

/** Requests, and the state of the process. */
export const httpMetrics = defineMetrics({
  payments_http_request_seconds: {
    type: 'histogram',
    help: 'Request duration, by method, route pattern and status',
    labels: ['method', 'route', 'status'],
    buckets: FAST_BUCKETS,
  },
  payments_http_requests_in_flight: {
    type: 'gauge',
    help: 'Requests in progress',
    labels: [],
  },
  payments_ready: {
    type: 'gauge',
    help: '1 while the process is ready or degraded, 0 while it is not ready or is stopping',
    labels: [],
  },
  payments_check_up: {
    type: 'gauge',
    help: '1 while a health check passes, by check (database, queue, outbox, clock)',
    labels: ['check'],
  },
  payments_clock_skew_seconds: {
    type: 'gauge',
    help: 'How far the clock of the process is ahead of the database clock; negative if it is behind',
    labels: [],
  },
  payments_process_heap_limit_bytes: {
    type: 'gauge',
    help: 'How far the heap may grow before the process ends (--max-old-space-size, and the young generation)',
    labels: [],
  },
  payments_process_memory_limit_bytes: {
    type: 'gauge',
    help: 'Memory that the process may use: the limit of its container or unit, or the memory of the machine',
    labels: [],
  },
  payments_build_info: {
    type: 'gauge',
    help: 'Always 1; the labels are the versions of the service and of Node.js',
    labels: ['version', 'node'],
  },
});
