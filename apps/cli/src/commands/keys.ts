import type { Command } from 'commander';
import { oneOfAll } from '../options.js';
import { counted } from '../terminal.js';

interface Options {
  readonly enterprise?: string;
  readonly json?: boolean;
}

const GENERATE = `
Example:
  $ (umask 077; npm run -s payments -- keys generate > keys.json)
  $ KEY_RING_FILE=keys.json npm start`;

const ROTATE = `
The service goes on meanwhile. A run that was stopped is finished by the next one; old keys stay for backups.

Examples:
  $ npm run -s payments -- keys rotate
  $ npm run -s payments -- keys rotate --enterprise 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --json`;

const REWRAP = `
First add the new master key to master.keys of the key ring in every process, then name it in master.active, then run
this. When 'keys verify' counts no key of the old one any more, the old one may go.

Examples:
  $ npm run -s payments -- keys rewrap
  $ npm run -s payments -- keys rewrap --json`;

const VERIFY = `
Examples:
  $ npm run -s payments -- keys verify
  $ npm run -s payments -- keys verify --json | jq .master_keys`;

const REINDEX = `
First give every process the key ring with the new blind_index, then run this at once: until it is done, an account of
which the same numbers are there already is not noticed. Such accounts are named at the end.

Examples:
  $ npm run -s payments -- keys reindex
  $ npm run -s payments -- keys reindex --json`;

/** `payments keys …` */
export function registerKeys(program: Command): void {
  const keys = program.command('keys').description('manage the key material');
  keys
    .command('generate')
    .description('print fresh key material for KEY_RING or KEY_RING_FILE; whoever has it can read the sealed fields')
    .addHelpText('after', GENERATE)
    .action(async () => {
      const { generateKeyRing } = await import('../services.js');
      process.stdout.write(`${JSON.stringify(generateKeyRing(), null, 2)}\n`);
    });
  const add = (name: string, description: string, help: string) =>
    keys.command(name).description(description).option('--json', 'print a JSON summary').addHelpText('after', help);
  add('rotate', 'make a new data key for each enterprise and seal everything with it', ROTATE)
    .addOption(oneOfAll())
    .action(rotate);
  add('rewrap', 'wrap all keys with the active master key of the key ring', REWRAP).action(rewrap);
  add('verify', 'open everything sealed and wrapped; exit status 1 when something does not open', VERIFY)
    .addOption(oneOfAll())
    .action(verify);
  add('reindex', 'make the look-up hashes anew after blind_index was changed', REINDEX).action(reindex);
}

async function rotate({ enterprise, json = false }: Options): Promise<void> {
  const [{ runKeys }, keys] = await Promise.all([import('../keys/run.js'), import('../keys/rotate.js')]);
  await runKeys({
    command: 'rotate',
    json,
    work: (tools) => keys.rotate(tools, { enterprise }),
    describe: ({ enterprises, new_keys, resumed, complete }) => [
      `${counted(enterprises, 'enterprise')}: ${counted(new_keys, 'new key')}, ${counted(resumed, 'rotation')} of an earlier run`,
      ...(complete ? [] : ["run it again to finish; 'keys verify' names what does not open"]),
    ],
  });
}

async function rewrap({ json = false }: Options): Promise<void> {
  const [{ runKeys }, keys] = await Promise.all([import('../keys/run.js'), import('../keys/rewrap.js')]);
  await runKeys({
    command: 'rewrap',
    json,
    work: keys.rewrap,
    describe: ({ master_key }) => [`active master key: ${master_key}`],
  });
}

async function verify({ enterprise, json = false }: Options): Promise<void> {
  const [{ runKeys }, keys] = await Promise.all([import('../keys/run.js'), import('../keys/verify.js')]);
  await runKeys({
    command: 'verify',
    json,
    work: (tools) => keys.verify(tools, { enterprise }),
    describe: ({ failures, first_failures, data_keys, master_keys }) => [
      counted(failures, 'failure'),
      ...first_failures.map(({ table, column, row }) => `  ${table}.${column} of ${row}`),
      `${counted(data_keys.length, 'data key')} in use`,
      ...Object.entries(master_keys).map(([id, wrapped]) => `master key ${id}: wraps ${counted(wrapped, 'key')}`),
    ],
  });
}

async function reindex({ json = false }: Options): Promise<void> {
  const [{ runKeys }, keys] = await Promise.all([import('../keys/run.js'), import('../keys/reindex.js')]);
  await runKeys({
    command: 'reindex',
    json,
    work: keys.reindex,
    describe: ({ duplicates }) => duplicates.map(({ table, row }) => `twice there: ${table} ${row}`),
  });
}
