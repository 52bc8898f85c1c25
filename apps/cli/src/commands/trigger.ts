import { Argument, type Command } from 'commander';
import { columns } from '../support/terminal.js';
import { SCENARIOS } from '../dev/trigger/scenarios.table.js';

const list = () =>
  columns(Object.entries(SCENARIOS).map(([name, { description }]): [string, string] => [name, description]));

interface Options {
  readonly credentials?: string;
  readonly json?: boolean;
}

/** `payments trigger` */
export function registerTrigger(program: Command): void {
  program
    .command('trigger')
    .description('trigger a real event in the sandbox; without one, list them')
    .addArgument(new Argument('[event]').choices(Object.keys(SCENARIOS)))
    .option('--credentials <file>', 'credentials of another enterprise: the output of "enterprise create --json"')
    .option('--json', 'print JSON only')
    .addHelpText('after', () => `\nEvents:\n${list()}\n\nExample:\n  $ npm run -s payments -- trigger transfer_settled`)
    .action(async (event: string | undefined, { credentials, json = false }: Options) => {
      if (event === undefined) {
        process.stdout.write(`${list()}\n`);
        return;
      }
      const [{ connect }, { trigger }] = await Promise.all([
        import('../support/connection.js'),
        import('../dev/trigger/trigger.js'),
      ]);
      const triggered = await trigger(connect(credentials), event);
      const text = columns(Object.entries(triggered) as [string, string][], '');
      process.stdout.write(`${json ? JSON.stringify(triggered, null, 2) : text}\n`);
    });
}
