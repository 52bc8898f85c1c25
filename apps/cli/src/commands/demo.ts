import type { Command } from 'commander';
import { UsageError } from '../support/cli.error.js';

interface Options {
  readonly timeout: string;
}

/** `payments demo` */
export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description('send a payout through a running service and print its signed events as they arrive')
    .option('--timeout <seconds>', 'how long to wait for the payout, in seconds', '60')
    .action(async ({ timeout }: Options) => {
      const timeoutSeconds = Number(timeout);
      if (!(timeoutSeconds > 0)) throw new UsageError(`--timeout: ${timeout} is not a number of seconds above 0`);
      const [{ connect }, { runDemo }] = await Promise.all([
        import('../support/connection.js'),
        import('../dev/demo/demo.js'),
      ]);
      await runDemo({ payments: connect(), timeoutSeconds });
    });
}
