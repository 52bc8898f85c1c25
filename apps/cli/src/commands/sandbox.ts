import type { Command } from 'commander';
import { namedOne } from '../support/options.js';

const RESET = `
Transfers, entries and events remain; transfers in progress continue.

Example:
  $ npm run -s payments -- sandbox reset --enterprise 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a`;

interface ResetOptions {
  readonly enterprise: string;
  readonly json?: boolean;
}

/** `payments sandbox …` */
export function registerSandbox(program: Command): void {
  program
    .command('sandbox')
    .description('manage the sandbox')
    .command('reset')
    .description('reset the available balance and the banking clock of an enterprise')
    .addOption(namedOne())
    .option('--json', 'print JSON only')
    .addHelpText('after', RESET)
    .action(reset);
}

async function reset({ enterprise, json = false }: ResetOptions): Promise<void> {
  const [{ inApplication }, { resetSandbox }] = await Promise.all([
    import('../support/application.js'),
    import('../support/reset-sandbox.js'),
  ]);
  const done = await inApplication((app) => resetSandbox(app, enterprise));
  const text = `the sandbox of ${done.enterprise_name} is reset`;
  process.stdout.write(`${json ? JSON.stringify(done, null, 2) : text}\n`);
}
