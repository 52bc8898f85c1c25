import { type Command, Option } from 'commander';
import type { Credentials, NewEnterprise } from '../support/enterprise.js';
import type { OfEnterprise } from '../support/in-enterprise.js';
import { json, theOne } from '../support/options.js';
import { columns, counted, table } from '../support/terminal.js';

interface NewOptions {
  readonly name: string;
  readonly requireApiKey?: boolean;
  readonly customerRequirements: NewEnterprise['customerRequirements'];
  readonly uniqueAccountDetails?: boolean;
  readonly owner?: string;
  readonly json?: boolean;
}

const CREATE = `
Example:
  $ npm run -s payments -- enterprise create --name "Acme Payroll" --require-api-key --json`;

const SHOW = `
Examples:
  $ npm run -s payments -- enterprise list
  $ npm run -s payments -- enterprise show --enterprise "Acme Payroll" --json`;

/** `payments enterprise …` */
export function registerEnterprise(program: Command): void {
  const requirements = new Option(
    '--customer-requirements <when>',
    'when a business needs a tax id and an address: on creation, or when a transfer needs them',
  );
  const enterprises = program.command('enterprise').description('manage enterprises');
  enterprises
    .command('create')
    .description('create an enterprise with a client, an API key and a portal user, and print the credentials')
    .requiredOption('--name <name>', 'name of the enterprise')
    .option('--owner <name>', 'login name of the portal user, who owns the client (default: a generated one)')
    .option('--require-api-key', 'require the X-API-Key header on every request')
    .addOption(requirements.choices(['at_registration', 'at_transfer']).default('at_transfer'))
    .option('--unique-account-details', 'reject a second open account with the same numbers for one customer')
    .addOption(json())
    .addHelpText('after', CREATE)
    .action(create);
  enterprises
    .command('list')
    .description('list the enterprises of this deployment')
    .addOption(json())
    .addHelpText('after', SHOW)
    .action(list);
  enterprises
    .command('show')
    .description('show an enterprise and its settings')
    .addOption(theOne())
    .addOption(json())
    .addHelpText('after', SHOW)
    .action(show);
}

async function create(options: NewOptions): Promise<void> {
  const [{ commandConfig }, { CliError, toCliError }, { createEnterprise, isNameTaken }] = await Promise.all([
    import('../support/application.js'),
    import('../support/cli.error.js'),
    import('../support/enterprise.js'),
  ]);
  const credentials = await createEnterprise(commandConfig(), {
    name: options.name,
    requireApiKey: options.requireApiKey ?? false,
    customerRequirements: options.customerRequirements,
    uniqueAccountDetails: options.uniqueAccountDetails ?? false,
    ...(options.owner !== undefined && { owner: options.owner }),
  }).catch((error: unknown) => {
    throw isNameTaken(error)
      ? new CliError(`an enterprise named "${options.name}" already exists; choose another --name`)
      : toCliError(error);
  });
  const output = options.json ? JSON.stringify(credentials, null, 2) : columns(credentialRows(credentials), '');
  process.stdout.write(`${output}\n`);
}

async function list({ json = false }: { readonly json?: boolean }): Promise<void> {
  const [{ inApplication }, { everyEnterprise }] = await Promise.all([
    import('../support/application.js'),
    import('../support/enterprise.js'),
  ]);
  const enterprises = await inApplication(everyEnterprise);
  const rows = enterprises.map(({ enterprise_id, enterprise_name, environment }) => [
    enterprise_id,
    enterprise_name,
    environment,
  ]);
  const text = json
    ? JSON.stringify({ enterprises }, null, 2)
    : `${rows.length === 0 ? '' : `${table([['id', 'name', 'environment'], ...rows])}\n`}${counted(rows.length, 'enterprise')}`;
  process.stdout.write(`${text}\n`);
}

async function show(options: OfEnterprise): Promise<void> {
  const [{ inEnterprise, print }, { theEnterprise }] = await Promise.all([
    import('../support/in-enterprise.js'),
    import('../support/enterprise.js'),
  ]);
  print({ enterprise: await inEnterprise(options, theEnterprise) }, options);
}

function credentialRows({ user, ...rest }: Credentials): [string, string][] {
  return [...Object.entries(rest), ['user name', user.name], ['user password', user.password]];
}
