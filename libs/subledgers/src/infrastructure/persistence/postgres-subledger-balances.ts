import { Injectable } from '@nestjs/common';
import { isUuid } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction, keysetPage, pageBy } from '@payments/persistence';
import type { Page } from '@payments/persistence';
import { SubledgerBalances } from '../../application/ports.js';
import type { BalanceFilter, SubledgerBalance } from '../../application/ports.js';

/** pg gives bigint as text. */
type Row = {
  readonly [Name in keyof SubledgerBalance]: SubledgerBalance[Name] extends bigint ? string : SubledgerBalance[Name];
};

/** Those that a late return has left with money, or short of it. */
export const closedWithBalance = (value: string): string => `
  ${value}::boolean = (listed.closed_at IS NOT NULL AND EXISTS (
    SELECT FROM ledger.book_accounts WHERE enterprise_id = $1 AND book = listed.id AND balance <> 0))`;

const PAGE: Parameters<typeof keysetPage<BalanceFilter>>[0] = {
  table: 'subledgers.subledgers',
  columns: 'listed.enterprise_id, listed.id, listed.subledger_reference_id, listed.created_at',
  conditions: {
    subledger_reference_id: (value) => `listed.subledger_reference_id = ${value}`,
    customer_reference_id: (value) => `listed.customer_reference_id = ${value}`,
    closed_with_balance: closedWithBalance,
  },
};

// The page first, so that only its balances are read, whatever the number of subledgers.
const balancesOf = (subledgers: string) => `
  SELECT s.id AS subledger_id, s.subledger_reference_id,
    coalesce(b.pending, 0) AS pending, coalesce(b.available, 0) AS available, coalesce(b.reserved, 0) AS reserved,
    coalesce(b.updated_at, s.created_at) AS updated_at
  FROM (${subledgers}) AS s CROSS JOIN LATERAL (
    SELECT max(balance) FILTER (WHERE account = 'pending') AS pending,
      max(balance) FILTER (WHERE account = 'available') AS available,
      max(balance) FILTER (WHERE account = 'reserved') AS reserved, max(updated_at) AS updated_at
    FROM ledger.book_accounts WHERE enterprise_id = $1 AND book = s.id) AS b
  ORDER BY s.created_at DESC, s.id DESC`;

const ONE = balancesOf(`SELECT enterprise_id, id, subledger_reference_id, created_at FROM subledgers.subledgers
  WHERE enterprise_id = $1 AND id = $2`);

@Injectable()
export class PostgresSubledgerBalances extends SubledgerBalances {
  async find(id: string): Promise<SubledgerBalance | undefined> {
    if (!isUuid(id)) return undefined;
    const values = [workContext.enterpriseId(), id];
    const [row] = await currentTransaction().query<Row>(ONE, values, 'find-subledger-balance');
    return row && toBalance(row);
  }

  async list(filter: BalanceFilter): Promise<Page<SubledgerBalance>> {
    const { sql, values, name } = keysetPage(PAGE, filter, workContext.enterpriseId());
    const rows = await currentTransaction().query<Row>(balancesOf(sql), values, `balances-${name}`);
    return pageBy(rows.map(toBalance), filter, ({ subledger_id }) => subledger_id);
  }
}

function toBalance({ pending, available, reserved, ...row }: Row): SubledgerBalance {
  return { ...row, pending: BigInt(pending), available: BigInt(available), reserved: BigInt(reserved) };
}
