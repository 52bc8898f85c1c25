import type { Command } from 'commander';
import { oneOfAll } from '../support/options.js';
import { counted } from '../support/terminal.js';

interface Options {
  readonly enterprise?: string;
  readonly json?: boolean;
}

const GENERATE = `
Example:
  $ (umask 077; npm run -s payments -- keys generate > keys.json)
  $ KEY_RING_FILE=keys.json npm start`;

const ROTATE = `
The service keeps running. An interrupted run is finished by the next run. Old keys are kept for backups.

Examples:
  $ npm run -s payments -- keys rotate
  $ npm run -s payments -- keys rotate --enterprise 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --json`;

const REWRAP = `
First add the new master key to master.keys in the key ring of every process, then set master.active to it, then run
this command. You can remove the old master key when 'keys verify' counts no keys wrapped by it.

Examples:
  $ npm run -s payments -- keys rewrap
  $ npm run -s payments -- keys rewrap --json`;

const VERIFY = `
Examples:
  $ npm run -s payments -- keys verify
  $ npm run -s payments -- keys verify --json | jq .master_keys`;

const REINDEX = `
First give every process the key ring with the new blind_index, then run this command immediately. Until it is done,
duplicate accounts with the same numbers are not detected. Duplicates are listed at the end.

Examples:
  $ npm run -s payments -- keys reindex
  $ npm run -s payments -- keys reindex --json`;

/** `payments keys …` */
export function registerKeys(program: Command): void {
  const keys = program.command('keys').description('manage encryption keys');
  keys
    .command('generate')
    .description(
      'print a new key ring for KEY_RING or KEY_RING_FILE; keep it secret, since it decrypts the encrypted fields',
    )
    .addHelpText('after', GENERATE)
    .action(async () => {
      const { generateKeyRing } = await import('../support/services.js');
      process.stdout.write(`${JSON.stringify(generateKeyRing(), null, 2)}\n`);
    });
  const add = (name: string, description: string, help: string) =>
    keys.command(name).description(description).option('--json', 'print a JSON summary').addHelpText('after', help);
  add('rotate', 'create a new data key for each enterprise and re-encrypt all fields with it', ROTATE)
    .addOption(oneOfAll())
    .action(rotate);
  add('rewrap', 'wrap all keys with the active master key of the key ring', REWRAP).action(rewrap);
  add('verify', 'decrypt all encrypted fields and wrapped keys; exit status 1 if one cannot be decrypted', VERIFY)
    .addOption(oneOfAll())
    .action(verify);
  add('reindex', 'recompute the lookup hashes after a change of blind_index', REINDEX).action(reindex);
}

async function rotate({ enterprise, json = false }: Options): Promise<void> {
  const [{ runKeys }, { rotateKeys }] = await Promise.all([
    import('../support/keys/run.js'),
    import('../support/services.js'),
  ]);
  await runKeys({
    command: 'rotate',
    json,
    enterprise,
    work: (tools, enterpriseIds) => rotateKeys(tools, { enterpriseIds }),
    describe: ({ enterprises, new_keys, resumed, complete }) => [
      `${counted(enterprises, 'enterprise')}: ${counted(new_keys, 'new key')}, ${counted(resumed, 'resumed rotation')}`,
      ...(complete ? [] : ["run it again to finish; 'keys verify' lists what cannot be decrypted"]),
    ],
  });
}

async function rewrap({ json = false }: Options): Promise<void> {
  const [{ runKeys }, { rewrapKeys }] = await Promise.all([
    import('../support/keys/run.js'),
    import('../support/services.js'),
  ]);
  await runKeys({
    command: 'rewrap',
    json,
    work: rewrapKeys,
    describe: ({ master_key }) => [`active master key: ${master_key}`],
  });
}

async function verify({ enterprise, json = false }: Options): Promise<void> {
  const [{ runKeys }, { verifyKeys }] = await Promise.all([
    import('../support/keys/run.js'),
    import('../support/services.js'),
  ]);
  await runKeys({
    command: 'verify',
    json,
    enterprise,
    work: verifyKeys,
    describe: ({ failures, first_failures, data_keys, master_keys }) => [
      counted(failures, 'failure'),
      ...first_failures.map(({ table, column, row }) => `  ${table}.${column} of ${row}`),
      `${counted(data_keys.length, 'data key')} in use`,
      ...Object.entries(master_keys).map(([id, wrapped]) => `master key ${id}: wraps ${counted(wrapped, 'key')}`),
    ],
  });
}

async function reindex({ json = false }: Options): Promise<void> {
  const [{ runKeys }, { reindexKeys }] = await Promise.all([
    import('../support/keys/run.js'),
    import('../support/services.js'),
  ]);
  await runKeys({
    command: 'reindex',
    json,
    work: reindexKeys,
    describe: ({ duplicates }) => duplicates.map(({ table, row }) => `duplicate: ${table} ${row}`),
  });
}
