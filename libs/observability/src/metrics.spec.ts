import { defineMetrics } from './define-metrics.js';
import { Metrics } from './metrics.js';

const table = defineMetrics({
  payments_tasks_total: { type: 'counter', help: 'Processed tasks', labels: ['queue', 'outcome'] },
});

describe(Metrics.name, () => {
  it('refuse a label that the metric does not have', () => {
    const labels = { queue: 'a', outcome: 'done', enterprise_id: 'b' };
    expect(() => new Metrics(table).count(table.payments_tasks_total, labels)).toThrow(/enterprise_id/);
  });

  it('refuse a metric that is not registered', () => {
    const labels = { queue: 'a', outcome: 'done' };
    expect(() => new Metrics({}).count(table.payments_tasks_total, labels)).toThrow(/payments_tasks_total/);
  });
});
