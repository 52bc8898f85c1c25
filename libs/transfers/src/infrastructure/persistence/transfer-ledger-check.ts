import { bookAccounts, netsOf, placeKey } from '@payments/ledger';
import type { LedgerFinding, LedgerSnapshot } from '@payments/ledger';
import { expectedNet } from '../../domain/expected-net.js';
import type { LegState } from '../../domain/leg.js';
import type { LedgerAccount } from '../../domain/postings.js';
import { toState } from './rows.js';
import type { Row } from './rows.js';

type Moved = Pick<LegState, 'side' | 'rail' | 'amount' | 'status'> & {
  readonly transfer_id: string;
  readonly subledger_id: string | null;
};

/** Whose ledger, and with which connection. */
type Place = Pick<LedgerSnapshot, 'enterpriseId'> & {
  readonly transaction: Pick<LedgerSnapshot['transaction'], 'query'>;
};

/** Where the entries of some transfers are not what the states of their legs demand. */
export async function wrongEntries(
  { enterpriseId, transaction }: Place,
  ids: readonly string[],
): Promise<LedgerFinding[]> {
  const legs = await transaction.query<Row<Moved>>(
    `SELECT l.transfer_id, l.side, l.rail, l.amount, l.status, t.subledger_id
     FROM transfers.legs l JOIN transfers.transfers t ON t.enterprise_id = $1 AND t.id = l.transfer_id
     WHERE l.enterprise_id = $1 AND l.transfer_id = ANY($2::uuid[])`,
    [enterpriseId, ids],
  );
  const nets = await netsOf(transaction, enterpriseId, ids);
  return ids.flatMap((id) => {
    const own = legs.filter(({ transfer_id }) => transfer_id === id).map((row) => toState<Moved>(row));
    const [expected, found] = [describe(inBook(expectedNet(own), own[0]?.subledger_id)), describe(nets.get(id)!)];
    return expected === found
      ? []
      : [{ subject: id, message: `its legs require ${expected}, but its entries are ${found}` }];
  });
}

/** The net by place: what a subledger has is in its book. */
function inBook(net: ReadonlyMap<LedgerAccount, bigint>, book: string | null | undefined): Map<string, bigint> {
  const isOfBook = (account: LedgerAccount) => book && (bookAccounts as readonly string[]).includes(account);
  return new Map(
    [...net].map(([account, cents]) => [isOfBook(account) ? placeKey({ book: book!, account }) : account, cents]),
  );
}

function describe(net: ReadonlyMap<string, bigint>): string {
  const accounts = [...net].sort(([a], [b]) => (a < b ? -1 : 1));
  return accounts.length === 0 ? 'nothing' : accounts.map(([account, cents]) => `${account} ${cents}`).join(', ');
}
