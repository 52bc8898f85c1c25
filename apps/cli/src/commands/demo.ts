import { type Command, Option } from 'commander';

interface Options {
  readonly timeout: number;
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
    .addOption(new Option('--timeout <seconds>', 'how long to wait for the last event, in seconds').default(60))
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

async function demo({ timeout: timeoutSeconds, rail, story }: Options): Promise<void> {
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
