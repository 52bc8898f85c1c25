import { type Command, Option } from 'commander';
import { UsageError } from '../support/cli.error.js';

interface Options {
  readonly timeout: string;
  readonly rail?: 'files';
}

const EXAMPLES = `
Examples:
  $ npm run demo
  $ npm run demo -- --rail files`;

/** `payments demo` */
export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description('send a payout through a running service and print its signed events as they arrive')
    .option('--timeout <seconds>', 'how long to wait for the last event, in seconds', '60')
    .addOption(
      new Option(
        '--rail <rail>',
        'files: start a service and a simulated bank for the demo, and show the files between them too',
      ).choices(['files']),
    )
    .addHelpText('after', EXAMPLES)
    .action(demo);
}

async function demo({ timeout, rail }: Options): Promise<void> {
  const timeoutSeconds = Number(timeout);
  if (!(timeoutSeconds > 0)) throw new UsageError(`--timeout: ${timeout} is not a number of seconds above 0`);
  if (rail === 'files') {
    const { runFilesDemo } = await import('../dev/demo/files/files-demo.js');
    process.exitCode = await runFilesDemo({ env: process.env, timeoutSeconds });
    return;
  }
  const [{ connect }, { runDemo }] = await Promise.all([
    import('../support/connection.js'),
    import('../dev/demo/demo.js'),
  ]);
  await runDemo({ payments: connect(), timeoutSeconds });
}
