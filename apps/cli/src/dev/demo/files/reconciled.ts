import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../../../support/cli.error.js';

const PROGRAM = join(__dirname, '..', '..', '..', 'main.js');
const AGAIN_MS = 500;

interface Waiting {
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
}

/**
 * Runs `payments rails reconcile` until a statement has come and the books agree: the bank prints it at the end of its day.
 * @returns what the command says. @throws CliError when they do not agree in time
 */
export async function reconciled({ env, timeoutSeconds, signal }: Waiting): Promise<string> {
  const until = performance.now() + timeoutSeconds * 1_000;
  for (;;) {
    const { code, output } = await run(env, signal);
    if (code === 0 && /until \d{4}-\d\d-\d\d/.test(output)) return output;
    if (performance.now() > until || signal.aborted) {
      throw new CliError(`the ledger, the files and the statements do not agree: ${output}`);
    }
    await sleep(AGAIN_MS, undefined, { signal });
  }
}

function run(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [PROGRAM, 'rails', 'reconcile'],
      { env, signal },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? 1, output: `${stdout}${stderr}`.trim() }),
    );
  });
}
