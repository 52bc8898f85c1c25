import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction, keysetPage, limitOffset, pageOf } from '@payments/persistence';
import type { Page } from '@payments/persistence';
import { OwnStatements } from '../../application/own/own-statements.ports.js';
import type {
  MatchedPosting,
  OwnBreak,
  OwnBreakFilter,
  OwnLine,
  OwnLineFilter,
  OwnStatement,
  OwnStatementFilter,
} from '../../application/own/own-statements.ports.js';

const STATEMENT_COLUMNS = `id, connection, format, bank_id, sequence, account, day, purpose, status, state, opening, closing,
  lines, credits, debits, has_gap, created_at, reconciled_at, proof`;
const LINE_COLUMNS = `id, statement_id, position, amount, direction, status, booking_day, value_day, class, code, is_reversal,
  payments, refs, text, is_open, match_id, matched_by, explained_as`;
const BREAK_COLUMNS = `id, for_enterprise, connection, kind, state, day, line_id, statement_id, end_to_end_id, file,
  file_id, batch, difference, expected, found, created_at, last_seen_at, resolved_at`;

const connection = (value: string) => `listed.connection = ${value}`;

const LIST_STATEMENTS: Parameters<typeof keysetPage<OwnStatementFilter>>[0] = {
  table: 'rails.own_statements',
  columns: STATEMENT_COLUMNS,
  conditions: { connection, alone: (value) => `listed.connection = ANY(${value})` },
};

const LIST_BREAKS: Parameters<typeof keysetPage<OwnBreakFilter>>[0] = {
  table: 'rails.own_breaks',
  columns: BREAK_COLUMNS,
  conditions: {
    connection,
    state: (value) => `listed.state = ANY(${value})`,
    kind: (value) => `listed.kind = ANY(${value})`,
    alone: (value) => `(listed.for_enterprise IS NOT NULL OR listed.connection = ANY(${value}))`,
  },
};

/** Cents come as text. */
type Row<T, Cents extends keyof T> = Omit<T, Cents> & {
  readonly [K in Cents]: null extends T[K] ? string | null : string;
};
type LineRow = Omit<Row<OwnLine, 'amount'>, 'postings'> & { readonly match_id: string | null };
type PostingRow = Row<MatchedPosting, 'amount'> & { readonly match_id: string };
type StatementRow = Row<OwnStatement, 'opening' | 'closing' | 'credits' | 'debits'>;

const centsOf = (text: string | null) => (text === null ? null : Number(text));
const statementOf = (row: StatementRow): OwnStatement => ({
  ...{ ...row, opening: centsOf(row.opening), closing: centsOf(row.closing) },
  ...{ credits: Number(row.credits), debits: Number(row.debits) },
});

/** Reads the views that show the current tenant statements of its own connections, and its own breaks. */
@Injectable()
export class OwnStatementsRepository extends OwnStatements {
  async list(filter: OwnStatementFilter): Promise<Page<OwnStatement>> {
    const { sql, values, name } = keysetPage(LIST_STATEMENTS, filter, workContext.enterpriseId());
    return pageOf((await currentTransaction().query<StatementRow>(sql, values, name)).map(statementOf), filter);
  }

  async find(id: string, alone: readonly string[]): Promise<OwnStatement | undefined> {
    const [row] = await currentTransaction().query<StatementRow>(
      `SELECT ${STATEMENT_COLUMNS} FROM rails.own_statements WHERE enterprise_id = $1 AND id = $2 AND connection = ANY($3)`,
      [workContext.enterpriseId(), id, alone],
      'find-own-statement',
    );
    return row && statementOf(row);
  }

  async lines(statementId: string, filter: OwnLineFilter): Promise<Page<OwnLine>> {
    const { limit, offset } = limitOffset(filter);
    const rows = await currentTransaction().query<LineRow>(
      `SELECT ${LINE_COLUMNS} FROM rails.own_statement_lines
       WHERE enterprise_id = $1 AND statement_id = $2 AND ($3::uuid IS NULL OR position > (
         SELECT last.position FROM rails.own_statement_lines last WHERE last.statement_id = $2 AND last.id = $3))
         AND ($6::boolean IS NULL OR is_open = $6)
       ORDER BY position LIMIT $4 OFFSET $5`,
      [workContext.enterpriseId(), statementId, filter.after ?? null, limit, offset, filter.open ?? null],
      'list-own-statement-lines',
    );
    const postings = await this.postingsOf(rows.flatMap(({ match_id }) => match_id ?? []));
    const lines = rows.map(({ match_id, ...row }) => ({
      ...{ ...row, amount: Number(row.amount), postings: postings.get(match_id ?? '') ?? [] },
    }));
    return pageOf(lines, filter);
  }

  /** What was matched together, by the id of the match. */
  private async postingsOf(matchIds: readonly string[]): Promise<Map<string, MatchedPosting[]>> {
    if (matchIds.length === 0) return new Map();
    const rows = await currentTransaction().query<PostingRow>(
      `SELECT match_id, file_id, file, batch, sum(count)::int AS entries, sum(amount)::bigint AS amount
       FROM rails.postings WHERE enterprise_id = $1 AND match_id = ANY($2::uuid[])
       GROUP BY match_id, file_id, file, batch ORDER BY file, batch`,
      [workContext.enterpriseId(), matchIds],
      'find-matched-postings',
    );
    const found = new Map<string, MatchedPosting[]>();
    for (const { match_id, ...row } of rows) {
      const posting = { ...row, amount: Number(row.amount) };
      found.set(match_id, [...(found.get(match_id) ?? []), posting]);
    }
    return found;
  }

  async breaks(filter: OwnBreakFilter): Promise<Page<OwnBreak>> {
    const { sql, values, name } = keysetPage(LIST_BREAKS, filter, workContext.enterpriseId());
    const rows = await currentTransaction().query<Row<OwnBreak, 'difference'>>(sql, values, name);
    return pageOf(
      rows.map((row) => ({ ...row, difference: Number(row.difference) })),
      filter,
    );
  }
}
