import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction, limitOffset, pageOf } from '@payments/persistence';
import type { Page } from '@payments/persistence';
import { LedgerReader } from '../../application/ports.js';
import type { EntryFilter } from '../../application/ports.js';
import { OWN_BOOK } from '../../domain/books.js';
import type { AccountBalance } from '../../domain/balance.js';
import type { EntryState } from '../../domain/entry.js';
import { ENTRY_ROW, toEntry } from './entry-row.js';
import type { EntryRow } from './entry-row.js';

// pg gives bigint as text.
type BalanceRow = Omit<AccountBalance, 'balance'> & { readonly balance: string };

@Injectable()
export class PostgresLedgerReader extends LedgerReader {
  async balances(): Promise<AccountBalance[]> {
    const rows = await currentTransaction().query<BalanceRow>(
      `SELECT account, balance, updated_at FROM ledger.balances WHERE enterprise_id = $1 ORDER BY account`,
      [workContext.enterpriseId()],
      'find-balances',
    );
    return rows.map((row) => ({ ...row, balance: BigInt(row.balance) }));
  }

  // One statement: between two, a book transfer would be counted twice, or not at all.
  async balancesOfAll() {
    const rows = await currentTransaction().query<BalanceRow & { readonly is_own: boolean }>(
      `SELECT account, balance, updated_at, true AS is_own FROM ledger.balances WHERE enterprise_id = $1
       UNION ALL
       SELECT account, sum(balance)::bigint, max(updated_at), false
       FROM ledger.book_balances WHERE enterprise_id = $1 GROUP BY account`,
      [workContext.enterpriseId()],
      'find-balances-of-all',
    );
    const balancesOf = (own: boolean): AccountBalance[] =>
      rows
        .filter(({ is_own }) => is_own === own)
        .map(({ is_own: _, ...row }) => ({ ...row, balance: BigInt(row.balance) }));
    return { own: balancesOf(true), ofSubledgers: balancesOf(false) };
  }

  async ofSubject(subjectId: string): Promise<EntryState[]> {
    const rows = await currentTransaction().query<EntryRow>(
      `${ENTRY_ROW} AND subject_id = $2`,
      [workContext.enterpriseId(), subjectId],
      'find-entries-of-subject',
    );
    return rows.map(toEntry);
  }

  async entries(filter: EntryFilter): Promise<Page<EntryState>> {
    const { limit, offset } = limitOffset(filter);
    const { conditions, values } = conditionsOf(filter);
    const rows = await currentTransaction().query<EntryRow>(
      `${[ENTRY_ROW, ...conditions].join(' AND ')}
       ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3`,
      [workContext.enterpriseId(), limit, offset, ...values],
    );
    return pageOf(rows.map(toEntry), filter);
  }
}

// The indexes hold the entries of subledgers only.
const OF_BOOK = `(debit_book = ? AND debit_book <> '${OWN_BOOK}' OR credit_book = ? AND credit_book <> '${OWN_BOOK}')`;

/** Only the given filters, so that each combination has its own plan. */
function conditionsOf({ after, start_time, end_time, transfer_id, account, subledger_id }: EntryFilter) {
  const asked: [string, unknown][] = [
    ['(created_at, id) < (SELECT created_at, id FROM ledger.entries WHERE enterprise_id = $1 AND id = ?)', after],
    ['created_at >= ?', start_time],
    ['created_at < ?', end_time],
    ['subject_id = ?', transfer_id],
    ['? IN (debit_account, credit_account)', account],
    [OF_BOOK, subledger_id],
  ];
  const given = asked.filter(([, value]) => value !== undefined);
  return {
    conditions: given.map(([condition], i) => condition.replaceAll('?', `$${i + 4}`)),
    values: given.map(([, value]) => value),
  };
}
