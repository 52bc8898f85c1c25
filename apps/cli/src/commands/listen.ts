import type { NewWebhookConfiguration } from '@payments/client';
import type { Command } from 'commander';
import { UsageError } from '../support/cli.error.js';

const EXAMPLES = `
The service must be able to reach the loopback address of this machine, as a local "npm start" can.

Examples:
  $ npm run -s payments -- listen --forward-to http://localhost:4242/webhooks
  $ npm run -s payments -- listen --events transfer_all,person_verified --json`;

interface Options {
  readonly forwardTo?: string;
  readonly events: string;
  readonly credentials?: string;
  readonly json?: boolean;
}

/** `payments listen` */
export function registerListen(program: Command): void {
  program
    .command('listen')
    .description('print events as they happen, and forward them to a local program')
    .option('--forward-to <url>', 'forward each event with its headers, and print the response')
    .option('--events <types>', 'event types, separated by commas', 'subscribe_all')
    .option('--credentials <file>', 'credentials of another enterprise: the output of "enterprise create --json"')
    .option('--json', 'print JSON only, one object per line')
    .addHelpText('after', EXAMPLES)
    .action(async ({ forwardTo, events, credentials, json = false }: Options) => {
      const to = forwardTo === undefined ? undefined : new URL(forwardTo);
      const [{ SUBSCRIPTIONS }, { connect }, { listen }, { ListenJson, ListenLines }] = await Promise.all([
        import('../support/services.js'),
        import('../support/connection.js'),
        import('../dev/listen/listen.js'),
        import('../dev/listen/output.js'),
      ]);
      const eventTypes = events.split(',') as NewWebhookConfiguration['event_types'];
      const unknown = eventTypes.find((type) => !SUBSCRIPTIONS.some((known) => known === type));
      if (unknown !== undefined)
        throw new UsageError(`--events: unknown type ${unknown}; use ${SUBSCRIPTIONS.join(', ')}`);
      const output = json ? new ListenJson() : new ListenLines();
      await listen({ payments: connect(credentials), eventTypes, forwardTo: to, output }, interrupted());
    });
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
