import { type Command, Option } from 'commander';
import { UsageError } from '../support/cli.error.js';

interface Options {
  readonly timeout: string;
  readonly rail?: 'files';
  readonly story?: 'month';
}

const EXAMPLES = `
Examples:
  $ npm run demo
  $ npm run demo -- --rail files
  $ npm run demo -- --story month`;

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
    .addOption(
      new Option(
        '--story <story>',
        'month: start a service for the demo, and play a month of a company with payrolls, approvals, subledgers, returns and reports',
      )
        .choices(['month'])
        .conflicts('rail'),
    )
    .addHelpText('after', EXAMPLES)
    .action(demo);
}

async function demo({ timeout, rail, story }: Options): Promise<void> {
  const timeoutSeconds = Number(timeout);
  if (!(timeoutSeconds > 0)) throw new UsageError(`--timeout: ${timeout} is not a number of seconds above 0`);
  if (rail === 'files') {
    const { runFilesDemo } = await import('../dev/demo/files/files-demo.js');
    process.exitCode = await runFilesDemo({ env: process.env, timeoutSeconds });
    return;
  }
  if (story === 'month') {
    const { runStoryDemo } = await import('../dev/demo/story/story-demo.js');
    process.exitCode = await runStoryDemo({ env: process.env, timeoutSeconds });
    return;
  }
  const [{ connect }, { runDemo }] = await Promise.all([
    import('../support/connection.js'),
    import('../dev/demo/demo.js'),
  ]);
  await runDemo({ payments: connect(), timeoutSeconds });
}
