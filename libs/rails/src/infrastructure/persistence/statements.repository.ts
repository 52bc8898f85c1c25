import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import { type Transaction, Transactions } from '@payments/persistence';
import {
  type ClosedStatement,
  type CurrentStatement,
  type ExplainedDay,
  type NewStatement,
  type ReadStatement,
  type StatementFilter,
  Statements,
  type StoredLine,
  type StoredStatement,
  type WaitingPages,
} from '../../application/statements/ports.js';
import type { BalanceProof } from '../../domain/statements/balance-proof.js';
import type { BookedLine, ExplainedLine } from '../../domain/statements/match-statement.js';
import type { StatementLine } from '../../domain/statements/statement.js';
import { voidLease } from './connection-leases.repository.js';
import {
  EXPLAINED_LINE,
  EXPLAINED_LINES,
  RAISE_CORRECTED_WIRES,
  RAISE_WIRE,
  RENEW_TAKEN_BACK,
  REOPEN_BOOKED,
  REOPEN_CORRECTED,
  REOPEN_LINE,
} from './statements.sql.js';

const COLUMNS = `id, connection, inbound_id, ordinal, format, bank_id, sequence, account, day, purpose, status, state, opening,
  closing, lines, credits, debits, received_at, reconciled_at, proof, is_interim, told_at, page, is_last_page`;
const LINE = `line, amount, direction, status, booking_day, value_day, class, code, is_reversal, payments, refs, text`;
const LINE_COLUMNS = `id, statement_id, connection, ${LINE}, is_open, matched_by, explained_as, explained_for, explained_with`;

type Cents = 'opening' | 'closing' | 'credits' | 'debits';
type StatementRow = Omit<StoredStatement, Cents | 'proof'> & {
  readonly [K in Cents]: K extends 'credits' | 'debits' ? string : string | null;
} & { readonly proof: Readonly<Record<keyof BalanceProof, number>> | null };
type ConnectionLine = Pick<StoredLine & { readonly connection: string }, 'id' | 'connection'>;
type LineRow = Omit<StoredLine, 'amount' | 'references'> & {
  readonly connection: string;
  readonly amount: string;
  readonly refs: string[];
};

/** Not those that compare nothing. */
const COMPARED = `state NOT IN ('shown', 'repeated')`;

@Injectable()
export class StatementsRepository extends Statements {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {
    super();
  }

  async begin({ connection, inbound_id, ordinal, header }: NewStatement): Promise<StoredStatement> {
    const { format, id, sequence, account, day, purpose, status, opening, closing } = header;
    const { is_interim, told_at, page, is_last_page } = header;
    const [row] = await this.query<StatementRow>(
      // An update that changes nothing, so that the row is returned in both cases.
      `INSERT INTO rails.statements AS s (id, connection, inbound_id, ordinal, format, bank_id, sequence, account, day, purpose,
         status, state, opening, closing, received_at, is_interim, told_at, page, is_last_page)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'loading', $12, $13, $14, $15, $16, $17, $18)
       ON CONFLICT ON CONSTRAINT statements_once DO UPDATE SET ordinal = s.ordinal RETURNING ${COLUMNS}`,
      [
        ...[newId(), connection, inbound_id, ordinal, format, id, sequence, account, day, purpose, status],
        ...[text(opening), text(closing), this.clock.now(), is_interim, told_at, page, is_last_page],
      ],
      'begin-statement',
    );
    return statementOf(row!);
  }

  async addLines(
    { id, connection, purpose, status, page }: StoredStatement,
    lines: readonly (StatementLine & { readonly position: number })[],
  ): Promise<void> {
    const rows = lines.map((line) => ({ ...line, id: newId(), amount: line.amount.toString() }));
    await this.query(
      // Most are of statements that will be current: they are open from the start, so that no row is written twice.
      `INSERT INTO rails.statement_lines (id, statement_id, connection, is_open, position, ${LINE})
       SELECT id, $1, $2, $4 AND status = 'booked' AND amount > 0, position,
         ${LINE.replace('refs', 'ARRAY(SELECT jsonb_array_elements_text("references"))')}
       FROM jsonb_to_recordset($3::jsonb) AS l(id uuid, position int, line int, amount bigint, direction text, status text,
         booking_day text, value_day text, class text, code text, is_reversal boolean, payments int, "references" jsonb, text text)
       ON CONFLICT ON CONSTRAINT statement_lines_place DO NOTHING`,
      [id, connection, JSON.stringify(rows), purpose === 'day' && status === 'new' && page === null],
      'insert-statement-lines',
    );
  }

  async close(
    statementId: string,
    { totals, digest, state, supersedes, restores = [], joined }: ClosedStatement,
  ): Promise<void> {
    await this.transactions.run({ role: 'relay' }, async (transaction) => {
      if (joined !== undefined && !(await join(transaction, statementId, joined))) return;
      await transaction.query(
        `UPDATE rails.statements SET state = $2, lines = $3, credits = $4, debits = $5, digest = $6
         WHERE id = $1 AND state = 'loading'`,
        [statementId, state, totals.lines, text(totals.credits), text(totals.debits), digest],
      );
      await transaction.query(`UPDATE rails.statements SET state = 'current' WHERE id = ANY($1::uuid[])`, [restores]);
      await transaction.query(RENEW_TAKEN_BACK, [restores]);
      const counting = [...restores, ...(state === 'current' ? [statementId] : [])];
      // Those that an earlier release stored are open only now.
      await transaction.query(
        `UPDATE rails.statement_lines SET is_open = NOT is_open
         WHERE statement_id = $1 AND is_open AND NOT (statement_id = ANY($2::uuid[]))
           OR statement_id = ANY($2::uuid[]) AND NOT is_open AND status = 'booked' AND amount > 0
             AND num_nonnulls(match_id, explained_as) = 0`,
        [statementId, counting],
      );
      if (supersedes.length === 0) return;
      await transaction.query(`UPDATE rails.statements SET state = 'superseded' WHERE id = ANY($1::uuid[])`, [
        supersedes,
      ]);
      // What an operator explained is in the ledger, so the same line of the correction is explained with it.
      await transaction.query(
        `WITH told AS (
           SELECT coalesce(explained_with, id) AS id, explained_as, explained_for, amount, direction, code, refs, text,
             row_number() OVER (PARTITION BY amount, direction, code, refs, text ORDER BY id) AS nth
           FROM rails.statement_lines WHERE statement_id = ANY($2::uuid[]) AND explained_as IS NOT NULL),
         again AS (
           SELECT id, amount, direction, code, refs, text,
             row_number() OVER (PARTITION BY amount, direction, code, refs, text ORDER BY id) AS nth
           FROM rails.statement_lines WHERE statement_id = ANY($1::uuid[]) AND explained_as IS NULL)
         UPDATE rails.statement_lines l SET explained_as = told.explained_as, explained_for = told.explained_for,
           explained_with = told.id, is_open = false
         FROM again JOIN told USING (amount, direction, code, refs, text, nth) WHERE l.id = again.id`,
        [counting, supersedes],
      );
      await transaction.query(
        `UPDATE rails.postings p SET match_id = NULL, matched_by = NULL
         FROM rails.statement_lines l WHERE l.statement_id = ANY($1::uuid[]) AND p.match_id = l.match_id`,
        [supersedes],
      );
      await transaction.query(
        `UPDATE rails.statement_lines SET is_open = false, match_id = NULL, matched_by = NULL
         WHERE statement_id = ANY($1::uuid[])`,
        [supersedes],
      );
      await transaction.query(RAISE_CORRECTED_WIRES, [supersedes, this.clock.now()]);
      await transaction.query(REOPEN_CORRECTED, [supersedes]);
    });
  }

  async ofDay(connection: string, day: string): Promise<ReadStatement[]> {
    const rows = await this.query<StatementRow & { readonly digest: Buffer }>(
      `SELECT ${COLUMNS}, digest FROM rails.statements
       WHERE connection = $1 AND day = $2 AND state IN ('current', 'superseded') AND digest IS NOT NULL ORDER BY received_at, id`,
      [connection, day],
      'find-statements-of-day',
    );
    return rows.map(readOf);
  }

  async pages(connection: string, bankId: string): Promise<ReadStatement[]> {
    const rows = await this.query<StatementRow & { readonly digest: Buffer }>(
      `SELECT ${COLUMNS}, digest FROM rails.statements
       WHERE connection = $1 AND bank_id = $2 AND page IS NOT NULL AND digest IS NOT NULL ORDER BY received_at, id`,
      [connection, bankId],
      'find-pages',
    );
    return rows.map(readOf);
  }

  async waitingPages(connection: string): Promise<WaitingPages[]> {
    return this.query<WaitingPages>(
      `SELECT bank_id, max(day) AS day, array_agg(page ORDER BY page) AS pages FROM rails.statements
       WHERE connection = $1 AND state = 'loading' AND page IS NOT NULL AND digest IS NOT NULL GROUP BY bank_id ORDER BY bank_id`,
      [connection],
      'find-waiting-pages',
    );
  }

  async current(connection: string, since: string): Promise<CurrentStatement[]> {
    const rows = await this.query<StatementRow & { readonly digest: Buffer }>(
      `SELECT ${COLUMNS}, digest FROM rails.statements WHERE connection = $1 AND day >= $2 AND state = 'current'
       ORDER BY day, sequence NULLS LAST, told_at, received_at, id`,
      [connection, since],
      'find-current-statements',
    );
    return rows.map(currentOf);
  }

  async find(id: string): Promise<StoredStatement | undefined> {
    const [row] = await this.query<StatementRow>(`SELECT ${COLUMNS} FROM rails.statements WHERE id = $1`, [id]);
    return row && statementOf(row);
  }

  async list({ connection, all = false }: StatementFilter, limit: number): Promise<StoredStatement[]> {
    const rows = await this.query<StatementRow>(
      `SELECT ${COLUMNS} FROM rails.statements
       WHERE ($1::text IS NULL OR connection = $1) AND ($2 OR ${COMPARED}) ORDER BY id DESC LIMIT $3`,
      [connection ?? null, all, limit],
    );
    return rows.map(statementOf);
  }

  async lines(
    statementId: string,
    { after, limit }: { readonly after: number; readonly limit: number },
  ): Promise<StoredLine[]> {
    const rows = await this.query<LineRow>(
      `SELECT ${LINE_COLUMNS} FROM rails.statement_lines WHERE statement_id = $1 AND position > $2
       ORDER BY position LIMIT $3`,
      [statementId, after, limit],
    );
    return rows.map(lineOf);
  }

  async explain({ id, connection }: ConnectionLine, as: string, enterpriseId: string): Promise<boolean> {
    return this.transactions.run({ role: 'relay' }, async (transaction) => {
      await voidLease(transaction, { connection, work: 'decide' });
      const explained = await transaction.query(
        `UPDATE rails.statement_lines SET explained_as = $2, explained_for = $3, is_open = false
         WHERE id = $1 AND is_open AND statement_id IN (SELECT id FROM rails.statements WHERE state = 'current')
         RETURNING id`,
        [id, as, enterpriseId],
      );
      return explained.length > 0;
    });
  }

  async reopen(lineId: string, { renewed } = { renewed: false }): Promise<void> {
    await this.query(REOPEN_LINE, [lineId, renewed]);
  }

  async reconsider(lineId: string): Promise<void> {
    await this.query(RAISE_WIRE, [lineId, this.clock.now()]);
    await this.query(REOPEN_BOOKED, [lineId]);
  }

  async explainedLines(connection: string, references: readonly string[]): Promise<ExplainedLine[]> {
    const rows = await this.query<ExplainedLine>(EXPLAINED_LINES, [connection, references]);
    return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
  }

  async explainedLine(id: string) {
    const [line] = await this.query<ExplainedDay>(EXPLAINED_LINE, [id]);
    return line;
  }

  async findLine(id: string): Promise<(StoredLine & { readonly connection: string }) | undefined> {
    const [row] = await this.query<LineRow>(`SELECT ${LINE_COLUMNS} FROM rails.statement_lines WHERE id = $1`, [id]);
    return row && lineOf(row);
  }

  async isDue(connection: string, before: Date): Promise<boolean> {
    const due = await this.query(
      `SELECT FROM rails.statements WHERE connection = $1 AND state = 'current' AND reconciled_at IS NULL
         AND received_at <= $2 LIMIT 1`,
      [connection, before],
      'find-due-statement',
    );
    return due.length > 0;
  }

  async lastReceived(connections: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    const rows = await this.query<{ connection: string; received_at: Date }>(
      `SELECT c.connection, last.received_at FROM unnest($1::text[]) AS c(connection)
       CROSS JOIN LATERAL (SELECT received_at FROM rails.statements s
         WHERE s.connection = c.connection AND s.state = 'current' ORDER BY day DESC, received_at DESC LIMIT 1) AS last`,
      [connections],
      'find-last-statements',
    );
    return new Map(rows.map((row) => [row.connection, row.received_at]));
  }

  async markReconciled(
    connection: string,
    until: string,
    { id, proof }: Pick<StoredStatement, 'id' | 'proof'>,
  ): Promise<void> {
    await this.query(
      `UPDATE rails.statements SET reconciled_at = coalesce(reconciled_at, $3),
         proof = CASE WHEN id = $4 THEN $5::jsonb ELSE proof END
       WHERE connection = $1 AND state = 'current' AND day <= $2 AND (reconciled_at IS NULL OR id = $4)`,
      [connection, until, this.clock.now(), id, proof && JSON.stringify(mapped(proof, Number))],
    );
  }

  async openLines(connection: string, until: string): Promise<BookedLine[]> {
    const rows = await this.query<LineRow>(
      `SELECT l.id, l.amount, l.direction, l.class, l.refs, l.text, l.value_day
       FROM rails.statement_lines l JOIN rails.statements s ON s.id = l.statement_id
       WHERE l.connection = $1 AND l.is_open AND s.state = 'current' AND s.day <= $2 ORDER BY s.day, l.statement_id, l.position`,
      [connection, until],
      'find-open-lines',
    );
    return rows.map((row) => ({
      id: row.id,
      amount: BigInt(row.amount),
      direction: row.direction,
      class: row.class,
      references: row.refs,
      text: row.text,
      value_day: row.value_day,
    }));
  }

  private query<Row>(sql: string, values: readonly unknown[], name?: string): Promise<Row[]> {
    return this.transactions.run({ role: 'relay' }, (transaction) => transaction.query<Row>(sql, values, name));
  }
}

const text = (cents: bigint | null) => cents?.toString() ?? null;
const cents = (value: string | null) => (value === null ? null : BigInt(value));

function statementOf({ opening, closing, credits, debits, proof, ...row }: StatementRow): StoredStatement {
  return {
    ...{ ...row, opening: cents(opening), closing: cents(closing), credits: BigInt(credits), debits: BigInt(debits) },
    proof: proof && mapped(proof, BigInt),
  };
}

const mapped = <K extends string, From, To>(values: Readonly<Record<K, From>>, to: (value: From) => To) =>
  Object.fromEntries(Object.entries<From>(values).map(([name, value]) => [name, to(value)])) as Record<K, To>;

/**
 * Moves the lines of all pages to one of them, in their order, which is the whole statement from then on. @returns false if
 * another worker did so with another one of them.
 */
async function join(
  transaction: Transaction,
  statementId: string,
  { pages, day, opening, closing }: NonNullable<ClosedStatement['joined']>,
): Promise<boolean> {
  const waiting = await transaction.query(
    `SELECT FROM rails.statements WHERE id = ANY($1::uuid[]) AND state = 'loading' ORDER BY id FOR UPDATE`,
    [pages],
  );
  if (waiting.length < pages.length) return false;
  // Its own lines make room first: no two may have one place, not even for a moment.
  await transaction.query(`UPDATE rails.statement_lines SET position = position + $2 WHERE statement_id = $1`, [
    ...[statementId, OUT_OF_THE_WAY],
  ]);
  await transaction.query(
    `WITH sizes AS (
       SELECT p.id, p.nth, (SELECT count(*) FROM rails.statement_lines l WHERE l.statement_id = p.id)::int AS size
       FROM unnest($2::uuid[]) WITH ORDINALITY AS p(id, nth)),
     places AS (SELECT id, coalesce(sum(size) OVER (ORDER BY nth ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::int AS before FROM sizes)
     UPDATE rails.statement_lines l SET statement_id = $1, position = position + before - CASE WHEN statement_id = $1 THEN $3 ELSE 0 END
     FROM places WHERE l.statement_id = places.id`,
    [statementId, pages, OUT_OF_THE_WAY],
  );
  await transaction.query(`UPDATE rails.statements SET state = 'repeated' WHERE id = ANY($2::uuid[]) AND id <> $1`, [
    ...[statementId, pages],
  ]);
  await transaction.query(`UPDATE rails.statements SET day = $2, opening = $3, closing = $4 WHERE id = $1`, [
    ...[statementId, day, text(opening), text(closing)],
  ]);
  return true;
}

const OUT_OF_THE_WAY = 1_000_000_000;

function readOf({ digest, ...row }: StatementRow & { readonly digest: Buffer }): ReadStatement {
  const { id: statement_id, bank_id: id, lines, credits, debits, ...statement } = statementOf(row);
  return { ...statement, statement_id, id, digest: digest.toString('hex'), totals: { lines, credits, debits } };
}

function currentOf({ digest, ...row }: StatementRow & { readonly digest: Buffer }): CurrentStatement {
  const statement = statementOf(row);
  const { id: statement_id, bank_id: id, day, sequence, closing, lines, credits, debits } = statement;
  return {
    ...{ statement_id, id, day, sequence, closing: closing!, digest: digest.toString('hex') },
    ...{ header: { ...statement, id, line: 0 }, totals: { lines, credits, debits } },
  };
}

function lineOf({ amount, refs, ...row }: LineRow): StoredLine & { readonly connection: string } {
  return { ...row, amount: BigInt(amount), references: refs };
}
