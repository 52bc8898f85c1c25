import { type Command, Option } from 'commander';
import type { RecallReason, ReversalReason } from '@payments/rails';
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

const REVERSE = `
A reversal takes an entry back that the bank has: the same amount in the opposite direction, to the same account, in a batch
REVERSAL of the next window. Nacha allows it until five banking days after the settlement. Two operators decide: the first
requests it, the second approves it with the same command; both are recorded in the audit log. What it moves goes to
suspense, under an exception of the kind reversal, which you close with 'rails exceptions resolve ID --book'. The transfer
is not changed.

Reasons: duplicate, wrong_receiver, wrong_amount, wrong_date.

Examples:
  $ npm run -s payments -- rails reverse --entry P0198f2d17a3b7c1b8a573f6f5d1c2b3a --reason duplicate --as ada
  $ npm run -s payments -- rails reverse --entry P0198f2d17a3b7c1b8a573f6f5d1c2b3a --reason duplicate --as grace`;

const RECALL = `
Asks the bank of the payee to return an instant payment (camt.056), which is the only way to get one back. It works where the
profile sends pacs.008; a bank that takes pain.001 is asked by telephone. The answer is noted on the exception of the kind
recall; the payment is returned when a return (pacs.004) comes. RTP knows a payment by a reference of its own, which its status
tells. Without it, ask the network and add --clearing-reference.

Reasons: CUST (the customer's wish), DUPL (duplicate), FRAD (fraud), TECH (technical), AM09 (wrong amount), AC03 (wrong account).

Examples:
  $ npm run -s payments -- rails recall --entry P0198f2d17a3b7c1b8a573f6f5d1c2b3a --reason DUPL --note "ticket 4711"`;

/** The library with their list is not loaded for the help. */
const REASONS = Object.keys({
  ...{ duplicate: true, wrong_receiver: true, wrong_amount: true, wrong_date: true },
} satisfies Record<ReversalReason, true>);

const RECALL_REASONS = Object.keys({
  ...{ CUST: true, DUPL: true, FRAD: true, TECH: true, AM09: true, AC03: true },
} satisfies Record<RecallReason, true>);

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
  rails
    .command('reverse')
    .description('take an entry back that the bank has: two operators decide')
    .addOption(new Option('--entry <end-to-end-id>', 'the entry').makeOptionMandatory())
    .addOption(new Option('--reason <reason>', 'why').choices(REASONS).makeOptionMandatory())
    .addOption(oneOfAll())
    .addOption(asOperator())
    .addOption(json())
    .addHelpText('after', REVERSE)
    .action(reverse);
  rails
    .command('recall')
    .description('ask for an instant payment back')
    .addOption(new Option('--entry <end-to-end-id>', 'the payment').makeOptionMandatory())
    .addOption(new Option('--reason <code>', 'why').choices(RECALL_REASONS).makeOptionMandatory())
    .addOption(new Option('--note <text>', 'for the audit log').makeOptionMandatory())
    .addOption(new Option('--clearing-reference <text>', 'by what RTP knows the payment, if no status told it'))
    .addOption(oneOfAll())
    .addOption(asOperator())
    .addOption(json())
    .addHelpText('after', RECALL)
    .action(recall);
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

async function reverse({
  entry,
  reason,
  enterprise,
  as: actor,
  json = false,
}: Named & { readonly entry: string; readonly reason: ReversalReason; readonly as: string }): Promise<void> {
  await (await load()).reverseEntry(entry, { enterprise, json, reason, actor });
}

interface Recall extends Named {
  readonly entry: string;
  readonly reason: RecallReason;
  readonly note: string;
  readonly clearingReference?: string;
  readonly as: string;
}

async function recall({
  entry,
  reason,
  note,
  clearingReference,
  enterprise,
  as: actor,
  json = false,
}: Recall): Promise<void> {
  const decision = { reason: note, actor };
  await (await load()).recallEntry(entry, { enterprise, json, code: reason, clearingReference, decision });
}
