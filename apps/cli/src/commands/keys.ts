import { generateKeyRing } from '@payments/platform';
import type { Command } from 'commander';

const EXAMPLE = `
Example:
  $ (umask 077; npm run -s payments -- keys generate > keys.json)
  $ KEY_RING_FILE=keys.json npm start`;

/** `payments keys …` */
export function registerKeys(program: Command): void {
  program
    .command('keys')
    .description('manage the key material')
    .command('generate')
    .description('print fresh key material for KEY_RING or KEY_RING_FILE; whoever has it can read the sealed fields')
    .addHelpText('after', EXAMPLE)
    .action(() => {
      process.stdout.write(`${JSON.stringify(generateKeyRing(), null, 2)}\n`);
    });
}
