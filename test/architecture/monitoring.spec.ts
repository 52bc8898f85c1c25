import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { Metrics } from '@payments/observability';
import { metricsOf } from '@payments/runtime';
import { contexts } from '../../apps/worker/src/worker.module.js';

const root = join(__dirname, '../..');
const prometheus = join(root, 'docker/prometheus');
const GRID_WIDTH = 24;

interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly labels?: { readonly severity?: string };
  readonly annotations?: Readonly<Record<string, string>>;
}

interface RuleTest {
  readonly name: string;
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly object[] }[];
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number };
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Dashboard {
  readonly schemaVersion: number;
  readonly uid: string;
  readonly templating: { readonly list: readonly { readonly name: string }[] };
  readonly panels: readonly Panel[];
}

const filesOf = (folder: string) => readdirSync(join(prometheus, folder)).map((name) => join(prometheus, folder, name));
const yamlOf = (path: string) => parse(readFileSync(path, 'utf8')) as unknown;
const rules = filesOf('rules').flatMap((path) =>
  (yamlOf(path) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules),
);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const dashboard = JSON.parse(readFileSync(join(root, 'docker/grafana/dashboards/payments.json'), 'utf8')) as Dashboard;
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool)
  process.stdout.write('promtool is not installed: rules and queries are not parsed, nor are alerts fired\n');

function promtool(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8', cwd: prometheus });
  return status === 0 ? '' : stdout + stderr;
}

/** What a query may read: everything that a process registers, with what Prometheus makes of histograms, and its own. */
function unknownIn(query: string): string[] {
  const known = new Set(rules.flatMap(({ record }) => record ?? []));
  const registered = new Metrics(metricsOf(contexts)).registry
    .getMetricsAsArray()
    .map(({ name, type }) => [name, String(type)] as const);
  for (const [name, type] of registered) {
    const series =
      type === 'histogram' || type === 'summary' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name];
    for (const each of series) known.add(each);
  }
  return (query.match(/\bpayments[_:][\w:]+/g) ?? []).filter((name) => !known.has(name));
}

describe('the alert rules', () => {
  it('read metrics that the processes export', () => {
    expect(rules.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
  });

  it('say how bad it is, what it is, and lead to their own heading of the runbook', () => {
    const runbook = readFileSync(join(root, 'docs/operate/runbook.md'), 'utf8');
    const headings = [...runbook.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(expect.arrayContaining(alerts.map(({ alert }) => alert)));
    expect(headings).toHaveLength(alerts.length);
    for (const { alert = '', labels, annotations = {} } of alerts) {
      expect(['critical', 'warning']).toContain(labels?.severity);
      expect(Object.keys(annotations)).toEqual(['summary', 'description', 'runbook_url']);
      expect(annotations['runbook_url']).toBe(`docs/operate/runbook.md#${alert.toLowerCase()}`);
    }
  });

  it('each have a test that makes them fire and then clear', () => {
    const tests = filesOf('tests').flatMap((path) => (yamlOf(path) as { tests: RuleTest[] }).tests);
    expect(tests.map(({ name }) => name).sort()).toEqual(alerts.map(({ alert }) => alert).sort());
    for (const { name, alert_rule_test } of tests) {
      expect(alert_rule_test.map(({ alertname }) => alertname)).toEqual([name, name]);
      expect(alert_rule_test.map(({ exp_alerts }) => exp_alerts.length)).toEqual([1, 0]);
    }
  });

  it('are taken by Prometheus, fire and clear', () => {
    if (!hasPromtool) return;
    expect(promtool('check', 'config', 'prometheus.yaml')).toBe('');
    expect(promtool('test', 'rules', ...filesOf('tests'))).toBe('');
  });
});

describe('the dashboard', () => {
  it('is one that Grafana takes: a schema, a name in addresses, panels of different ids, and variables', () => {
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(36);
    expect(dashboard.uid).toBe('payments');
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(dashboard.templating.list.map(({ name }) => name)).toEqual(['datasource', 'job', 'instance']);
  });

  it('lays its panels out beside and below each other, none over another', () => {
    const taken = new Map<string, number>();
    for (const { id, gridPos } of dashboard.panels) {
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(GRID_WIDTH);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken.get(`${x}/${y}`) ?? id).toBe(id);
          taken.set(`${x}/${y}`, id);
        }
      }
    }
  });

  it('gives every panel a unit, a query and a legend', () => {
    for (const { fieldConfig, targets = [] } of panels) {
      expect(fieldConfig?.defaults.unit).toBeDefined();
      expect(targets.length).toBeGreaterThanOrEqual(1);
      expect(targets.filter(({ legendFormat }) => legendFormat === '')).toEqual([]);
    }
  });

  it('queries metrics that the processes export', () => {
    expect(queries.flatMap(unknownIn)).toEqual([]);
  });

  it('asks what Prometheus understands', () => {
    if (!hasPromtool) return;
    const folder = mkdtempSync(join(tmpdir(), 'payments-queries-'));
    const asked = queries.map((expr, index) => ({
      record: `query:${index}`,
      expr: expr.replaceAll('$__rate_interval', '1m'),
    }));
    writeFileSync(join(folder, 'queries.json'), JSON.stringify({ groups: [{ name: 'queries', rules: asked }] }));
    const said = promtool('check', 'rules', join(folder, 'queries.json'));
    rmSync(folder, { recursive: true });
    expect(said).toBe('');
  });
});
