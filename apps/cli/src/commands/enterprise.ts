import { loadConfig } from '@payments/platform';
import { type Command, Option } from 'commander';
import { CliError, refusalOf } from '../cli.error.js';
import type { Credentials, NewEnterprise } from '../enterprise.js';
import { resolveEnvironment } from '../environment.js';
import { columns } from '../terminal.js';

interface Options {
  readonly name: string;
  readonly requireApiKey?: boolean;
  readonly customerRequirements: NewEnterprise['customerRequirements'];
  readonly uniqueAccountDetails?: boolean;
  readonly json?: boolean;
}

const EXAMPLE = `
Example:
  $ npm run -s payments -- enterprise create --name "Acme Payroll" --require-api-key --json`;

/** `payments enterprise …` */
export function registerEnterprise(program: Command): void {
  const requirements = new Option(
    '--customer-requirements <when>',
    'when a business must have its tax id and address: on registration, or when a transfer needs them',
  );
  program
    .command('enterprise')
    .description('manage enterprises')
    .command('create')
    .description('make an enterprise with a client, an API key and a portal user, and print its credentials')
    .requiredOption('--name <name>', 'name of the enterprise')
    .option('--require-api-key', 'demand the X-API-Key header on every call')
    .addOption(requirements.choices(['at_registration', 'at_transfer']).default('at_transfer'))
    .option('--unique-account-details', 'refuse a second open account with the same numbers for one customer')
    .option('--json', 'print JSON only')
    .addHelpText('after', EXAMPLE)
    .action(create);
}

async function create(options: Options): Promise<void> {
  const config = loadConfig(resolveEnvironment(process.env));
  const { createEnterprise, isNameTaken } = await import('../enterprise.js');
  const credentials = await createEnterprise(config, {
    name: options.name,
    requireApiKey: options.requireApiKey ?? false,
    customerRequirements: options.customerRequirements,
    uniqueAccountDetails: options.uniqueAccountDetails ?? false,
  }).catch((error: unknown) => {
    throw isNameTaken(error)
      ? new CliError(`an enterprise named "${options.name}" exists already; choose another --name`)
      : refusalOf(error);
  });
  const output = options.json ? JSON.stringify(credentials, null, 2) : columns(credentialRows(credentials), '');
  process.stdout.write(`${output}\n`);
}

/** Credentials as rows for a person. */
export function credentialRows({ user, ...rest }: Credentials): [string, string][] {
  return [...Object.entries(rest), ['user name', user.name], ['user password', user.password]];
}
