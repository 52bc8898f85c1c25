import type { UserRole } from '@payments/auth';
import { type Command, Option } from 'commander';
import { UsageError } from '../support/cli.error.js';
import type { OfEnterprise } from '../support/in-enterprise.js';
import type * as Services from '../support/services.js';
import { json, theOne } from '../support/options.js';

interface NewClient extends OfEnterprise {
  readonly scopes?: string[];
  readonly owner?: string;
}

interface NewUser extends OfEnterprise {
  readonly name: string;
  readonly role: UserRole;
}

// The table of roles is not loaded for the help.
const ROLES = Object.keys({
  admin: true,
  payment_initiator: true,
  payment_approver: true,
  developer: true,
  read_only: true,
} satisfies Record<UserRole, true>);

const CLIENT = `
An enterprise can have two enabled clients, so that one can replace the other. Secrets are shown once.
The owner of a client may not approve what it sends. Without an owner, nobody who manages clients may.

Examples:
  $ npm run -s payments -- client create --enterprise 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --json
  $ npm run -s payments -- client set-owner client_2aVd… maria@acme.example
  $ npm run -s payments -- client disable client_2aVd…`;

const RESET = `
The user is logged out everywhere and must change the password at the next login.

Example:
  $ npm run -s payments -- user reset maria@acme.example --enterprise "Acme Payroll"`;

/** `payments client …`, `payments api-key …`, `payments user …` */
export function registerCredentials(program: Command): void {
  const clients = program.command('client').description('manage client credentials').addHelpText('after', CLIENT);
  command(clients, 'create', 'create client credentials and print them')
    .option('--scopes <scope...>', 'only these scopes, such as read:transfers (default: all)')
    .option('--owner <name>', 'the portal user who owns the client (default: the first enabled one)')
    .action(async (options: NewClient) => {
      await assertScopes(options);
      await run(options, (get, { CreateClient }) => get(CreateClient).execute(options));
    });
  command(clients, 'disable <client-id>', 'disable a client; its requests are rejected within 5 seconds').action(
    (id: string, options: OfEnterprise) =>
      run(options, async (get, { DisableClient }) => ({ client: await get(DisableClient).execute(id) })),
  );
  command(
    clients,
    'set-owner <client-id> <name>',
    'say which portal user owns a client; what it sent before keeps its owner',
  ).action((id: string, name: string, options: OfEnterprise) =>
    run(options, async (get, { SetClientOwner }) => ({ client: await get(SetClientOwner).execute(id, name) })),
  );
  command(clients, 'list', 'list the clients, newest first').action((options: OfEnterprise) =>
    run(options, async (get, { ListClients }) => ({ clients: await get(ListClients).execute() })),
  );

  const keys = program.command('api-key').description('manage API keys');
  command(keys, 'create', 'create an API key and print it').action((options: OfEnterprise) =>
    run(options, (get, { CreateApiKey }) => get(CreateApiKey).execute()),
  );
  command(keys, 'revoke <key-id>', 'revoke an API key by its id, the 12 characters after the second _').action(
    (id: string, options: OfEnterprise) =>
      run(options, async (get, { RevokeApiKey }) => ({ api_key: await get(RevokeApiKey).execute(id) })),
  );
  command(keys, 'list', 'list the API keys, newest first').action((options: OfEnterprise) =>
    run(options, async (get, { ListApiKeys }) => ({ api_keys: await get(ListApiKeys).execute() })),
  );

  const users = program.command('user').description('manage portal users');
  command(users, 'create', 'create a portal user and print the password')
    .requiredOption('--name <name>', 'login name of the user')
    .addOption(new Option('--role <role>', 'role of the user').choices(ROLES).makeOptionMandatory())
    .action((options: NewUser) => run(options, (get, { CreateUser }) => get(CreateUser).execute(options)));
  command(users, 'disable <name>', 'disable a portal user').action((name: string, options: OfEnterprise) =>
    run(options, async (get, { DisableUser }) => ({ user: await get(DisableUser).execute(name) })),
  );
  command(users, 'enable <name>', 'enable a disabled portal user').action((name: string, options: OfEnterprise) =>
    run(options, async (get, { EnableUser }) => ({ user: await get(EnableUser).execute(name) })),
  );
  command(users, 'reset <name>', 'reset the password and second factor of a portal user, and print the new password')
    .addHelpText('after', RESET)
    .action((name: string, options: OfEnterprise) =>
      run(options, (get, { ResetUser }) => get(ResetUser).execute(name)),
    );
  command(users, 'list', 'list the portal users, newest first').action((options: OfEnterprise) =>
    run(options, async (get, { ListUsers }) => ({ users: await get(ListUsers).execute() })),
  );
}

function command(parent: Command, name: string, description: string): Command {
  return parent.command(name).description(description).addOption(theOne()).addOption(json());
}

type Get = <T>(type: abstract new (...parameters: never[]) => T) => T;

/** Runs the work in the enterprise of the options and prints the result. */
async function run(
  options: OfEnterprise,
  work: (get: Get, services: typeof Services) => Promise<object>,
): Promise<void> {
  const [services, { inEnterprise, print }] = await Promise.all([
    import('../support/services.js'),
    import('../support/in-enterprise.js'),
  ]);
  print(await inEnterprise(options, (app) => work((type) => app.get(type, { strict: false }), services)), options);
}

async function assertScopes({ scopes = [] }: NewClient): Promise<void> {
  const { CLIENT_SCOPES: known } = await import('../support/services.js');
  const wrong = scopes.find((scope) => !known.some((each) => each === scope));
  if (wrong !== undefined) throw new UsageError(`--scopes: unknown scope ${wrong}; use ${known.join(', ')}`);
}
