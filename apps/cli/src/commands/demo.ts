import type { Command } from 'commander';
import { CliError } from '../cli.error.js';
import { DataDir } from '../data-dir.js';
import type { DemoCredentials } from '../demo/api.js';
import { runDemo } from '../demo/demo.js';
import { readJson } from '../private-json.js';

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
      await runDemo({ credentials: credentials(), timeoutSeconds });
    });
}

function credentials(): DemoCredentials {
  const { path, credentials: file } = new DataDir(process.env);
  const found = readJson<DemoCredentials>(file);
  const { base_url, client_id, client_secret } = found ?? {};
  if (base_url === undefined || client_id === undefined || client_secret === undefined) {
    throw new CliError(`there are no credentials in ${path}; run "npm start" first, or set DATA_DIR to its directory`);
  }
  return { base_url, client_id, client_secret };
}
