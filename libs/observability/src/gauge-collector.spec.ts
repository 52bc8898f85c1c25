import { defineMetrics } from './define-metrics.js';
import { Log } from './log.js';
import { Metrics } from './metrics.js';
import { GaugeCollector } from './gauge-collector.js';
import type { GaugeSample } from './gauge-collector.js';
import { observabilityMetrics } from './metrics.table.js';

const { payments_outbox_due_tasks: gauge } = defineMetrics({
  payments_outbox_due_tasks: { type: 'gauge', help: 'Due tasks', labels: ['queue'] },
});

describe(GaugeCollector.name, () => {
  let metrics: Metrics;
  let collector: GaugeCollector;
  const due = (queue: string, value: number): GaugeSample => {
    return { gauge, labels: { queue }, value };
  };
  const add = (read: () => Promise<readonly GaugeSample[]>) =>
    collector.add({ name: 'database', gauges: [gauge], read });
  const scrape = async () => {
    await collector.refresh();
    return (await metrics.registry.metrics())
      .split('\n')
      .filter((line) => /^payments_(outbox_due|snapshot)/.test(line));
  };

  beforeEach(() => {
    jest.useFakeTimers();
    metrics = new Metrics({ ...observabilityMetrics, [gauge.name]: gauge });
    collector = new GaugeCollector(metrics, new Log('test', 'silent'));
  });
  afterEach(() => jest.useRealTimers());

  it('are read once for all scrapes within five seconds', async () => {
    let reads = 0;
    add(() => Promise.resolve([due('a', ++reads)]));
    const together = await Promise.all([scrape(), scrape()]);
    expect(together.flat()).toEqual(Array(2).fill('payments_outbox_due_tasks{queue="a"} 1'));
    jest.advanceTimersByTime(5_001);
    expect(await scrape()).toEqual(['payments_outbox_due_tasks{queue="a"} 2']);
  });

  it('drop series that no longer exist', async () => {
    let readings = [due('a', 1), due('b', 2)];
    add(() => Promise.resolve(readings));
    await scrape();
    readings = [due('b', 3)];
    jest.advanceTimersByTime(5_001);
    expect(await scrape()).toEqual(['payments_outbox_due_tasks{queue="b"} 3']);
  });

  it('are left out and counted when they cannot be read', async () => {
    let isDown = false;
    add(() => (isDown ? Promise.reject(new Error('down')) : Promise.resolve([due('a', 1)])));
    await scrape();
    isDown = true;
    jest.advanceTimersByTime(5_001);
    expect(await scrape()).toEqual(['payments_snapshot_failures_total{source="database"} 1']);
  });

  it('are waited for no longer than two seconds', async () => {
    add(() => new Promise<never>(() => undefined));
    const lines = scrape();
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await lines).toEqual(['payments_snapshot_failures_total{source="database"} 1']);
  });
});
