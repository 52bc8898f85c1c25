import type { Command } from 'commander';
import { json, oneOfAll } from '../support/options.js';
import { asOperator, reason } from './rails-options.js';

const SHOW = `
Shows the entry of an order: what the bank gets, its file, and the results that the service was told. The account number
is masked.

Examples:
  $ npm run -s payments -- rails entries show P0198f2d17a3b7c1b8a573f6f5d1c2b3a
  $ npm run -s payments -- rails entries show P0198f2d17a3b7c1b8a573f6f5d1c2b3a --json`;

const WITHDRAW = `
Pulls an order that waits for its file. Its transfer fails with canceled_transfer (HELD). Once it is in a file, take that
back first: rails files withdraw --refile.

Examples:
  $ npm run -s payments -- rails entries withdraw P0198f2d17a3b7c1b8a573f6f5d1c2b3a --reason "asked by the client"`;

interface Named {
  readonly enterprise?: string;
  readonly json?: boolean;
}

/** `payments rails entries …` */
export function registerRailsEntries(rails: Command): void {
  const entries = rails.command('entries').description('show single entries, and pull those that are in no file yet');
  const one = (name: string) =>
    entries.command(name).argument('<end-to-end-id>', 'of the leg').addOption(oneOfAll()).addOption(json());
  one('show').description('show the entry of an order').addHelpText('after', SHOW).action(show);
  one('withdraw')
    .description('pull an order that is in no file yet')
    .addOption(reason())
    .addOption(asOperator())
    .addHelpText('after', WITHDRAW)
    .action(withdraw);
}

const load = () => import('../support/rails/entries.js');

async function show(endToEndId: string, { enterprise, json = false }: Named): Promise<void> {
  await (await load()).showEntry(endToEndId, { enterprise, json });
}

async function withdraw(
  endToEndId: string,
  { enterprise, json = false, reason, as: actor }: Named & { readonly reason: string; readonly as: string },
): Promise<void> {
  await (await load()).withdrawEntry(endToEndId, { enterprise, json, decision: { reason, actor } });
}
