import type { Command } from 'commander';

const SETTINGS = `
Settings (environment variables):
  HOST 127.0.0.1 (0.0.0.0 to serve other machines),
  PORT 3000, VAULT_PORT 3001, METRICS_PORT 9464 (the worker uses the next port), DATA_DIR .data,
  DATABASE_URL (if set, the embedded Postgres is not used), DATABASE_ADMIN_URL, QUEUE_URL, WEBHOOK_ALLOW_PRIVATE`;

/** `payments start` */
export function registerStart(program: Command): void {
  program
    .command('start')
    .description('run the service in the foreground: database, api and worker; stop it with Ctrl-C')
    .addHelpText('after', SETTINGS)
    .action(async () => {
      const { start } = await import('../dev/start/start.js');
      process.exitCode = await start(process.env);
    });
}
