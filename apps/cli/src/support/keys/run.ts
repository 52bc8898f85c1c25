import { inApplication } from '../application.js';
import { columns, count, paint } from '../terminal.js';
import type { KeyTools } from '@payments/persistence';
import { Progress } from './progress.js';
import { enterprises, keyTools } from './tools.js';

interface Outcome {
  readonly complete: boolean;
}

export interface Run<Result extends Outcome> {
  readonly command: string;
  readonly json: boolean;
  /** The id or name of an enterprise. Default: all enterprises. */
  readonly enterprise?: string | undefined;
  readonly work: (tools: KeyTools, enterpriseIds: readonly string[]) => Promise<Result>;
  /** Lines for a person, besides the counts per table. */
  readonly describe: (result: Result) => string[];
}

/** Runs one key management command: progress on standard error, its summary on standard output, the exit status. */
export async function runKeys<Result extends Outcome>(run: Run<Result>): Promise<void> {
  const { command, json, work, describe } = run;
  const progress = new Progress(process.stderr);
  const result = await inApplication(async (app) => {
    const tools = keyTools(app, progress);
    return work(tools, await enterprises(tools, run.enterprise));
  }).finally(() => progress.end());
  const tables = [...progress.tables].map(([table, tally]) => ({ table, ...tally }));
  if (json) {
    const summary = { command, ...result, elapsed_ms: progress.elapsedMs, tables };
    process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
  } else {
    const mark = result.complete ? paint('green', '✔') : paint('red', '✖');
    const rows = tables.map(({ table, ...tally }): [string, string] => [table, describeTally(tally)]);
    const head = `${mark} keys ${command}: ${result.complete ? 'complete' : 'not complete'}, ${(progress.elapsedMs / 1_000).toFixed(1)} s`;
    const body = rows.length === 0 ? [] : [columns(rows)];
    process.stdout.write(`${[head, ...body, ...describe(result).map((line) => `  ${line}`)].join('\n')}\n`);
  }
  if (!result.complete) process.exitCode = 1;
}

function describeTally({ rows, changed, failed }: { rows: number; changed: number; failed: number }): string {
  const trouble = failed > 0 ? paint('red', `, ${count(failed)} failed`) : '';
  return `rows: ${count(rows)}${changed > 0 ? `, changed: ${count(changed)}` : ''}${trouble}`;
}
