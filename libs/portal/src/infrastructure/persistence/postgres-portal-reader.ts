import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import type { Period } from '../../application/figures.js';
import { MOST_COUNTED, PortalReader } from '../../application/ports.js';
import type {
  AttentionCount,
  Balances,
  ReasonCount,
  SearchHit,
  SearchOptions,
  StatusCount,
  TransferCounts,
  TransferSummary,
} from '../../application/ports.js';
import { attentionKinds } from '../../domain/attention.table.js';
import type { AttentionKind } from '../../domain/attention.table.js';
import type { SearchTerm } from '../../domain/search-term.js';
import { attentionQueries } from './attention-queries.table.js';
import { countedTransfers, MOST_TRANSFERS } from './counted-transfers.js';
import { searchStatement } from './search-statement.js';

// pg gives bigint as text.
type Row<State, Amount extends keyof State> = Omit<State, Amount> & { readonly [Column in Amount]: string };
type CountRow = Row<StatusCount, 'amount'> & { readonly first_at: Date };
type BalanceRow = { readonly account: string; readonly balance: string; readonly updated_at: Date };
type HitRow = Omit<SearchHit, 'amount'> & { readonly amount: string | null };

interface SummaryRow extends Omit<TransferSummary, 'amount' | 'source' | 'destination'> {
  readonly amount: string;
  readonly source_account_reference_id: string | null;
  readonly source_customer_reference_id: string | null;
  readonly destination_account_reference_id: string | null;
  readonly destination_customer_reference_id: string | null;
}

const COUNTS = `
  SELECT status, count(*)::int AS count, sum(amount)::text AS amount, min(created_at) AS first_at
  FROM ${countedTransfers('status, amount, created_at')} GROUP BY status ORDER BY status`;

const REASONS = `
  SELECT side.value ->> 'reason_code' AS reason_code, count(*)::int AS count
  FROM ${countedTransfers('status, status_reasons')}
  CROSS JOIN LATERAL jsonb_array_elements(counted.status_reasons) AS reasons
  CROSS JOIN LATERAL jsonb_each(reasons.value) AS side
  WHERE counted.status = 'failed' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10`;

const LATEST = `
  SELECT id, transfer_reference_id, amount, currency, speed, status, created_at,
    source_account_reference_id, source_customer_reference_id,
    destination_account_reference_id, destination_customer_reference_id
  FROM transfers.summaries WHERE enterprise_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`;

const BALANCES = 'SELECT account, balance, updated_at FROM ledger.account_balances WHERE enterprise_id = $1';

@Injectable()
export class PostgresPortalReader extends PortalReader {
  async transferCounts({ since, until }: Period): Promise<TransferCounts> {
    const values = [workContext.enterpriseId(), since, until];
    const rows = await currentTransaction().query<CountRow>(COUNTS, values, 'count-transfers');
    const isCut = rows.reduce((total, { count }) => total + count, 0) === MOST_TRANSFERS;
    const first = Math.min(...rows.map(({ first_at }) => first_at.getTime()));
    return {
      counted_since: isCut ? new Date(first) : since,
      statuses: rows.map(({ status, count, amount }) => ({ status, count, amount: BigInt(amount) })),
    };
  }

  failureReasons({ since, until }: Period): Promise<readonly ReasonCount[]> {
    return currentTransaction().query(REASONS, [workContext.enterpriseId(), since, until], 'count-failure-reasons');
  }

  async latestTransfers(size: number): Promise<readonly TransferSummary[]> {
    const values = [workContext.enterpriseId(), size];
    const rows = await currentTransaction().query<SummaryRow>(LATEST, values, 'latest-transfers');
    return rows.map(toSummary);
  }

  async balances(): Promise<Balances> {
    const rows = await currentTransaction().query<BalanceRow>(BALANCES, [workContext.enterpriseId()], 'all-balances');
    const of = (account: string) => BigInt(rows.find((row) => row.account === account)?.balance ?? 0);
    return {
      available: of('available'),
      pending: of('pending'),
      reserved: of('reserved'),
      updated_at: new Date(Math.max(...rows.map(({ updated_at }) => updated_at.getTime()))),
    };
  }

  async attention(kinds: readonly AttentionKind[], since: Date): Promise<readonly AttentionCount[]> {
    const parts = kinds.map(
      (kind) => `SELECT '${kind}' AS kind, count(*)::int AS count
        FROM (SELECT ${attentionQueries[kind]} LIMIT ${MOST_COUNTED}) AS counted`,
    );
    // $2 has a type even where no kind of the caller needs it.
    const sql = `WITH asked AS (SELECT $2::timestamptz) ${parts.join(' UNION ALL ')}`;
    const counts = await currentTransaction().query<AttentionCount>(
      sql,
      [workContext.enterpriseId(), since],
      `attention-${kinds.map((kind) => attentionKinds.indexOf(kind)).join('-')}`,
    );
    return kinds.map((kind) => counts.find((each) => each.kind === kind)!);
  }

  async search(term: SearchTerm, options: SearchOptions): Promise<readonly SearchHit[]> {
    const statement = searchStatement(term, options, workContext.enterpriseId());
    if (statement === undefined) return [];
    const { sql, values, name } = statement;
    const rows = await currentTransaction().query<HitRow>(sql, values, name);
    return rows.map(({ amount, ...hit }) => ({ ...hit, amount: amount === null ? null : BigInt(amount) }));
  }
}

function toSummary(row: SummaryRow): TransferSummary {
  const { id, transfer_reference_id, amount, currency, speed, status, created_at } = row;
  const source = toParty(row.source_account_reference_id, row.source_customer_reference_id);
  const destination = toParty(row.destination_account_reference_id, row.destination_customer_reference_id);
  return {
    ...{ id, transfer_reference_id, amount: BigInt(amount), currency, speed },
    ...(source && { source }),
    ...(destination && { destination }),
    ...{ status, created_at },
  };
}

function toParty(account_reference_id: string | null, customer_reference_id: string | null) {
  return account_reference_id === null || customer_reference_id === null
    ? undefined
    : { account_reference_id, customer_reference_id };
}
