import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Metrics } from '@payments/observability';
import { metricsOf } from '@payments/runtime';
import { contexts } from '../../apps/worker/src/worker.module.js';

const table = metricsOf(contexts);
const documented = new Map(
  readFileSync(join(__dirname, '../../docs/reference/metrics.generated.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `payments_'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .map(([, name = '', type, labels, help]) => [name, { type, labels, help }]),
);
const BOUNDED = ['method', 'route', 'status', 'queue', 'outcome', 'state', 'rail', 'use_case', 'reason', 'kind'].concat(
  [
    'check',
    'connection',
    'leg_status',
    'field',
    'source',
    'version',
    'node',
    'invariant',
    'operation',
    'part',
    'replica',
    'what',
    'class',
    'step',
  ],
);

describe('the metrics', () => {
  it('that a process registers are those that docs/reference/metrics.generated.md lists, with type, labels and help', () => {
    const registered = new Metrics(table).registry.getMetricsAsArray().map((metric) => {
      const { name, type, help, labelNames = [] } = metric as typeof metric & { readonly labelNames?: string[] };
      return [name, { type: String(type), labels: labelNames.join(', '), help }] as const;
    });
    expect(documented).toEqual(new Map(registered));
  });

  it('bear the unit in their name, and labels of bounded sets only', () => {
    for (const { name, type, labels } of Object.values(table)) {
      expect(name.endsWith('_total')).toBe(type === 'counter');
      if (type === 'histogram') expect(name).toMatch(/_seconds$/);
      expect(labels.filter((label) => !BOUNDED.includes(label))).toEqual([]);
    }
  });
});
