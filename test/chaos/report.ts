import { cpus } from 'node:os';
import { styleText } from 'node:util';
import type { FaultLine } from './evidence.js';
import type { RunResult } from './one-run.js';
import { faultKinds } from './schedule.js';

const SHOWN_VIOLATIONS = 20;

interface Length {
  readonly lengthMs: number;
  readonly perSecond: number;
}

/** Colours a text on a terminal. */
export function paint(style: Parameters<typeof styleText>[0], text: string): string {
  return process.stdout.isTTY && !process.env['NO_COLOR'] ? styleText(style, text) : text;
}

/** The figures of a run. */
function summary({ seed, queue, processor, evidence, violations, tookMs }: RunResult) {
  const { requests, faults, database, webhooks, quietAfterMs, slowness } = evidence;
  const acknowledged = new Set(
    requests
      .filter(({ operation, status = 0 }) => operation === 'create' && status >= 200 && status < 300)
      .map(({ transfers }) => transfers?.[0]?.id),
  );
  const outcomes: Record<string, number> = {};
  for (const { status, code, failure } of requests) {
    const outcome = status === undefined ? `no answer (${failure})` : [status, code].filter(Boolean).join(' ');
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  const recoveries = faults.map(({ ended, recovered = Infinity }) => recovered - ended);
  return {
    seed,
    queue,
    processor,
    faults: faults.length,
    kills: faults.filter(({ kind }) => kind === 'kill').length,
    requests: requests.length,
    outcomes,
    acknowledged: acknowledged.size,
    stored: database.transfers.length,
    events: database.events.length,
    webhooks: webhooks.length,
    slowest_recovery_ms: finite(Math.max(0, ...recoveries)),
    final_after_ms: quietAfterMs ?? null,
    slowness: Math.round(slowness * 10) / 10,
    violations: violations.length,
    took_ms: Math.round(tookMs),
  };
}

/** What a run did and found, for a person. */
export function describeRun(result: RunResult, length: Length): string {
  const { evidence, violations, kept } = result;
  const figures = summary(result);
  const verdict =
    violations.length === 0
      ? paint('green', `✔ seed ${figures.seed}: every rule holds`)
      : paint('red', `✖ seed ${figures.seed}: ${violations.length} violations`);
  return [
    '',
    verdict,
    '',
    ...faultTable(evidence.faults),
    '',
    ...table(
      Object.entries(figures.outcomes)
        .sort((a, b) => b[1] - a[1])
        .map(([outcome, count]) => [outcome, String(count)]),
    ),
    '',
    ...table([
      ['requests', String(figures.requests)],
      ['transfers acknowledged', String(figures.acknowledged)],
      ['transfers stored', String(figures.stored)],
      ['events', String(figures.events)],
      ['webhooks received', String(figures.webhooks)],
      ['slowest recovery', seconds(figures.slowest_recovery_ms)],
      ['all final after', seconds(figures.final_after_ms)],
      ...(figures.slowness > 1 ? [['the machine was too busy', `${figures.slowness} times`]] : []),
      ['the whole run', seconds(figures.took_ms)],
    ]),
    ...violationLines(result),
    ...(violations.length > 0 ? [`again: ${paint('bold', replay(result, length))}`] : []),
    ...(kept.length > 0 ? [`kept: ${kept.join(', ')}`] : []),
  ].join('\n');
}

/** Every run, for a program. */
export function asJson(results: readonly RunResult[]): string {
  const runs = results.map((result) => ({
    ...summary(result),
    fault_lines: result.evidence.faults,
    found: result.violations,
    kept: result.kept,
  }));
  return `${JSON.stringify({ machine: machine(), runs }, null, 2)}\n`;
}

/** Every run as a row of a table, with machine and date. */
export async function asMarkdown(results: readonly RunResult[], { lengthMs, perSecond }: Length): Promise<string> {
  const { format } = await import('prettier');
  const date = new Date().toISOString().slice(0, 10);
  const rows = results.map(summary).map((run) => {
    const cells = [
      run.seed,
      run.queue,
      run.kills,
      run.faults,
      run.requests,
      run.acknowledged,
      run.events,
      run.webhooks,
    ];
    const times = [seconds(run.slowest_recovery_ms), seconds(run.final_after_ms)];
    return `| ${[...cells, ...times, run.slowness, run.violations].join(' | ')} |`;
  });
  const text = `# Chaos

Written by \`npm run chaos -- --seeds … --report docs/operate/chaos.md\` on ${date}: ${machine()};
${seconds(lengthMs)} of load in each run, ${perSecond} client actions started per second. [ADR 25](../adr/0025-chaos.md) describes the
faults and the checks.

| seed | queue | kills | faults | requests | acknowledged transfers | events | webhooks received | slowest recovery | all work done after the last fault | factor of machine overload | violations |
| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`;
  return format(text, { parser: 'markdown', printWidth: 120 });
}

function faultTable(faults: readonly FaultLine[]): string[] {
  const nameOf = ({ target, wire }: FaultLine) => (wire === undefined ? target : `${target}–${wire}`);
  const targets = [...new Set(faults.map(nameOf))].sort();
  const count = (target: string, kind: string) =>
    faults.filter((fault) => nameOf(fault) === target && fault.kind === kind).length;
  const rows = targets.map((target) => [target, ...faultKinds.map((kind) => String(count(target, kind) || '·'))]);
  return table([['fault', ...faultKinds], ...rows]);
}

function violationLines({ violations }: RunResult): string[] {
  if (violations.length === 0) return [];
  const byRule = new Map<string, string[]>();
  for (const { rule, subject, message } of violations) {
    byRule.set(rule, [...(byRule.get(rule) ?? []), `    ${subject}: ${message}`]);
  }
  return [...byRule].flatMap(([rule, lines]) => {
    const more = lines.length - SHOWN_VIOLATIONS;
    const shown = lines.slice(0, SHOWN_VIOLATIONS);
    return ['', paint('red', `  ${rule}: ${lines.length}`), ...shown, ...(more > 0 ? [`    and ${more} more`] : [])];
  });
}

function replay({ seed, queue, processor }: RunResult, { lengthMs, perSecond }: Length): string {
  return `npm run chaos -- --seed ${seed} --seconds ${lengthMs / 1_000} --rate ${perSecond} --queue ${queue} --processor ${processor}`;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? [];
  return rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '),
  );
}

const seconds = (ms: number | null) => (ms === null ? 'never' : `${(ms / 1_000).toFixed(1)} s`);
/** JSON knows no infinity: what never came is null. */
const finite = (ms: number) => (Number.isFinite(ms) ? ms : null);
const machine = () => `${cpus().length} cores, Node ${process.versions.node}`;
