/** The text of docs/reference/metrics.generated.md, from what the registry of a process holds. */
export function describeMetrics(registered) {
  const isOwn = ({ name }) => !/^payments_(process|nodejs)_/.test(name);
  return `# Metrics

What \`/metrics\` of the api and of the worker tell, on \`METRICS_PORT\` and the port after it. Written by \`npm run gen\`
from \`libs/observability/src/metrics.table.ts\`. Labels are bounded: no ids, nothing of a person. Gauges marked "all
processes" are read from the database or the queue store, so that every process tells the same: take their \`max\`, never
their \`sum\`. A gauge that cannot be read is missing from the answer, and \`payments_snapshot_failures_total\` counts it.

${table(registered.filter(isOwn))}

## Of any Node.js process

${table(registered.filter((metric) => !isOwn(metric)))}

The alerts on them are in [\`docker/prometheus/rules\`](../../docker/prometheus/rules), what to do about each in
the [runbook](../operate/runbook.md), the dashboard in [\`docker/grafana/dashboards\`](../../docker/grafana/dashboards).
`;
}

function table(metrics) {
  const rows = metrics.map(({ name, type, help, labelNames = [] }) => {
    return `| \`${name}\` | ${type} | ${labelNames.map((label) => `\`${label}\``).join(', ')} | ${help} |`;
  });
  return ['| name | type | labels | what it is |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
