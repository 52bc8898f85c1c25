import { paint } from '../terminal.js';
import { checkConnection, type StepResult } from './check-connection.js';
import { bankConnections } from './profiles.js';

interface CheckRequest {
  readonly connection: string | undefined;
  readonly write: boolean;
  readonly json: boolean;
}

const STEP_WIDTH = 10;
const MS_WIDTH = 6;

/** Checks each connection, shows its steps, and returns whether all are sound. */
export async function checkConnections({ connection, write, json }: CheckRequest): Promise<boolean> {
  const results: { connection: string; ok: boolean; steps: StepResult[] }[] = [];
  for (const each of bankConnections(connection)) {
    const steps: StepResult[] = [];
    if (!json) print(paint('bold', each.name));
    const onStep = (step: StepResult) => {
      steps.push(step);
      if (!json) print(lineOf(step));
    };
    const ok = await checkConnection(each, { write, env: process.env, onStep });
    results.push({ connection: each.name, ok, steps });
  }
  if (json) print(JSON.stringify({ command: 'rails check', connections: results }, null, 2));
  return results.every(({ ok }) => ok);
}

function lineOf({ step, ok, ms, text, fault }: StepResult): string {
  const mark = ok ? paint('green', '✔') : paint('red', '✖');
  const why = fault === undefined ? text : `${fault}: ${text}`;
  return `${mark} ${step.padEnd(STEP_WIDTH)} ${String(ms).padStart(MS_WIDTH)} ms  ${why}`.trimEnd();
}

const print = (line: string) => process.stdout.write(`${line}\n`);
