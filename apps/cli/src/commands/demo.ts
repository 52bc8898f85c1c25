import type { Command } from 'commander';
import { CliError } from '../cli.error.js';
import { connect } from '../connection.js';
import { runDemo } from '../demo/demo.js';

interface Options {
  readonly timeout: string;
}

/** `payments demo` */
export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description('send a payout through a running service and watch its signed events arrive')
    .option('--timeout <seconds>', 'how long to wait for the payout', '60')
    .action(async ({ timeout }: Options) => {
      const timeoutSeconds = Number(timeout);
      if (!(timeoutSeconds > 0)) throw new CliError(`--timeout: ${timeout} is no number of seconds above 0`);
      await runDemo({ payments: connect(), timeoutSeconds });
    });
}
