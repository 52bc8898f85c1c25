/** The text of docs/reference/metrics.generated.md, from what the registry of a process holds. */
export function describeMetrics(registered) {
  const isOwn = ({ name }) => !/^payments_(process|nodejs)_/.test(name);
  return `# Metrics

The api serves \`/metrics\` on \`METRICS_PORT\`, the worker on the next port. \`npm run gen\` writes this page from
the \`metrics.table.ts\` of each library. Do not edit it.

- Labels are bounded: no ids, no personal data.
- Gauges marked "all processes" are read from the database or the queue store, so every process reports the same value. Take
  their \`max\`, never their \`sum\`.
- A gauge that cannot be read is missing from the response, and \`payments_snapshot_failures_total\` counts it.

${table(registered.filter(isOwn))}

## Metrics of every Node.js process

${table(registered.filter((metric) => !isOwn(metric)))}

The alerts are in [\`docker/prometheus/rules\`](../../docker/prometheus/rules), and the [runbook](../operate/runbook.md) says what
to do about each. The dashboard is in [\`docker/grafana/dashboards\`](../../docker/grafana/dashboards).
`;
}

function table(metrics) {
  const rows = metrics.map(({ name, type, help, labelNames = [] }) => {
    return `| \`${name}\` | ${type} | ${labelNames.map((label) => `\`${label}\``).join(', ')} | ${help} |`;
  });
  return ['| name | type | labels | description |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
