import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../../../support/cli.error.js';
import { runPayments } from '../run-payments.js';

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
    const { code, output } = await runPayments(['rails', 'reconcile'], { env, signal });
    if (code === 0 && /until \d{4}-\d\d-\d\d/.test(output)) return output;
    if (performance.now() > until || signal.aborted) {
      throw new CliError(`the ledger, the files and the statements do not agree: ${output}`);
    }
    await sleep(AGAIN_MS, undefined, { signal });
  }
}
