import { Injectable } from '@nestjs/common';
import { newId, newYorkInstant } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction, type Transaction, Transactions } from '@payments/persistence';
import {
  type NewReturnPosting,
  type PostedFile,
  Postings,
  SettledEntries,
  type StoredPosting,
} from '../../application/statements/ports.js';
import type { KnownReturn } from '../../domain/inbound/known-returns.js';
import type { SettledEntry } from '../../domain/statements/balance-proof.js';
import { endOf } from '../../domain/statements/statement-days.js';
import type { StatementMatch } from '../../domain/statements/match-statement.js';
import {
  ADD_RETURNS,
  BOOKED_RETURNS,
  CENTS_IN_TIME,
  DERIVE_POSTINGS,
  IS_OLD,
  MATCH_LINES,
  MATCH_POSTINGS,
  MATCHED_REFERENCES,
  OUTDATED_MATCHES,
  SETTLED_ENTRIES,
  RETURNS_OF_EXCEPTIONS,
} from './postings.sql.js';

type PostingRow = Omit<StoredPosting, 'amount' | 'references' | 'entry_references'> & {
  readonly amount: string;
  readonly refs: string[];
  readonly entry_refs: string[];
};

const ID_LENGTH = 36;

@Injectable()
export class PostingsRepository extends Postings {
  constructor(private readonly transactions: Transactions) {
    super();
  }

  async addReturns(postings: readonly NewReturnPosting[]): Promise<void> {
    if (postings.length === 0) return;
    const rows = postings.map(({ amount, references, ...posting }) => ({
      ...{ ...posting, amount: amount.toString(), refs: references },
    }));
    await currentTransaction().query(
      ADD_RETURNS,
      [workContext.enterpriseId(), JSON.stringify(rows)],
      'add-return-postings',
    );
  }

  async returnsOf(endToEndIds: readonly string[], ids: readonly string[]): Promise<KnownReturn[]> {
    const transaction = currentTransaction();
    const payments = [workContext.enterpriseId(), endToEndIds];
    const booked = await transaction.query<KnownReturn>(BOOKED_RETURNS, [...payments, ids], 'find-booked-returns');
    const told = await transaction.query<KnownReturn>(RETURNS_OF_EXCEPTIONS, payments, 'find-told-returns');
    const known = new Map([...told, ...booked].map((row) => [row.key, { ...row, amount: BigInt(row.amount) }]));
    return [...known.values()];
  }

  async outdatedMatches(file: PostedFile): Promise<string[]> {
    const rows = await currentTransaction().query<{ match_id: string }>(OUTDATED_MATCHES, fileValues(file));
    return rows.map(({ match_id }) => match_id);
  }

  async derive(file: PostedFile): Promise<void> {
    await currentTransaction().query(DERIVE_POSTINGS, fileValues(file));
  }

  async open(
    connection: string,
    { from, first, until, withEarly }: Parameters<Postings['open']>[1],
  ): Promise<StoredPosting[]> {
    const rows = await this.transactions.run({ role: 'relay' }, (transaction) =>
      transaction.query<PostingRow>(
        // An exception is known when its file comes, which may be after the bank booked it.
        // The id is of both columns of the key: postings of several enterprises are one line of a bank.
        `SELECT enterprise_id, enterprise_id || '/' || id AS id, day < $4 AND ${IS_OLD} AS is_early, end_to_end_id, file_id, file, batch, batch_key, refs, entry_refs, day, direction, class, amount, count
         FROM rails.postings p WHERE connection = $1 AND match_id IS NULL AND (day BETWEEN $2 AND $3 OR kind = 'exception')
           AND (day >= $4 OR $5 OR NOT ${IS_OLD}) ORDER BY day, file, batch, id`,
        [connection, from, until, first, withEarly],
        'find-open-postings',
      ),
    );
    return rows.map((row) => ({
      ...row,
      amount: BigInt(row.amount),
      references: row.refs,
      entry_references: row.entry_refs,
    }));
  }

  async matched(connection: string, references: readonly string[]): Promise<Set<string>> {
    if (references.length === 0) return new Set();
    const rows = await this.transactions.run({ role: 'relay' }, (transaction) =>
      transaction.query<{ key: string }>(MATCHED_REFERENCES, [connection, references], 'find-matched-references'),
    );
    return new Set(rows.map(({ key }) => key));
  }

  async knownReference(
    connection: string,
    references: readonly string[],
    openOn?: 'credit' | 'debit',
  ): Promise<string | undefined> {
    const [row] = await this.transactions.run({ role: 'relay' }, (transaction) =>
      transaction.query<{ reference: string }>(
        `SELECT reference FROM rails.postings CROSS JOIN unnest($2::text[]) AS r(reference)
         WHERE connection = $1 AND reference = ANY(refs || entry_refs)
           ${openOn === undefined ? '' : 'AND match_id IS NULL AND direction = $3'} LIMIT 1`,
        [connection, references, ...(openOn === undefined ? [] : [openOn])],
      ),
    );
    return row?.reference;
  }

  async match(matches: readonly StatementMatch[]): Promise<StatementMatch[]> {
    const groups = groupsOf(matches);
    const matched: StatementMatch[] = [];
    for (let at = 0; at < groups.length; at += GROUPS_AT_ONCE) {
      const stored = await Promise.allSettled(groups.slice(at, at + GROUPS_AT_ONCE).map((group) => this.store(group)));
      // Only now that all have ended: whoever has the lease after an error must not meet what they would still store.
      for (const each of stored) {
        if (each.status === 'rejected') throw each.reason;
        matched.push(...each.value);
      }
    }
    return matched;
  }

  private async store(matches: readonly StatementMatch[]): Promise<StatementMatch[]> {
    const sides = matches.map((match) => ({ id: newId(), match }));
    const lines = sides.flatMap(({ id, match }) => match.lines.map((line) => [id, match.by, line.id] as const));
    return this.transactions.run({ role: 'relay' }, async (transaction) => {
      const taken = new Set<string>();
      for (const some of pagesOf(lines)) {
        const rows = await transaction.query<{ id: string }>(MATCH_LINES, columnsOf(some, 3), 'match-lines');
        for (const { id } of rows) taken.add(id);
      }
      // An operator may have explained a line, or the bank corrected it, since it was read.
      const isWhole = ({ match }: (typeof sides)[number]) => match.lines.every(({ id }) => taken.has(id));
      const broken = sides.filter((side) => !isWhole(side)).map(({ id }) => id);
      await releaseIn(transaction, broken);
      const whole = sides.filter(isWhole);
      const items = whole.flatMap(({ id, match: { by, postings } }) =>
        postings.flatMap((posting) => posting.items.map((item) => [id, by, ...keyOf(item)] as const)),
      );
      for (const some of pagesOf(items)) await transaction.query(MATCH_POSTINGS, columnsOf(some, 4), 'match-postings');
      return whole.map(({ match }) => match);
    });
  }

  async release(matchIds: readonly string[]): Promise<void> {
    await this.transactions.run({ role: 'relay' }, (transaction) => releaseIn(transaction, matchIds));
  }
}

async function releaseIn(transaction: Transaction, matchIds: readonly string[]): Promise<void> {
  if (matchIds.length === 0) return;
  await transaction.query(
    `UPDATE rails.postings SET match_id = NULL, matched_by = NULL WHERE match_id = ANY($1::uuid[])`,
    [matchIds],
  );
  await transaction.query(
    `UPDATE rails.statement_lines l SET match_id = NULL, matched_by = NULL,
       is_open = EXISTS (SELECT FROM rails.statements s WHERE s.id = l.statement_id AND s.state = 'current')
     WHERE match_id = ANY($1::uuid[])`,
    [matchIds],
  );
}

/** Entries of the current tenant, as their results were reported. */
@Injectable()
export class SettledEntriesRepository extends SettledEntries {
  async between(connection: string, from: string, to: string): Promise<SettledEntry[]> {
    const rows = await currentTransaction().query<Omit<SettledEntry, 'cents'> & { cents: string }>(
      SETTLED_ENTRIES,
      [workContext.enterpriseId(), connection, from, to, newYorkInstant(from, '00:00')],
      'find-settled-entries',
    );
    return rows.map((row) => ({ ...row, cents: BigInt(row.cents) }));
  }

  async unsettled(connection: string, from: string): Promise<string[]> {
    const rows = await currentTransaction().query<{ end_to_end_id: string }>(
      `SELECT end_to_end_id FROM rails.entries
       WHERE enterprise_id = $1 AND connection = $2 AND occurred_at >= $3 AND state NOT IN ('settled', 'returned')`,
      [workContext.enterpriseId(), connection, newYorkInstant(from, '00:00')],
      'find-unsettled-entries',
    );
    return rows.map(({ end_to_end_id }) => end_to_end_id);
  }

  async inTime(connection: string, day: string, fileIds: readonly string[]): Promise<bigint> {
    const [row] = await currentTransaction().query<{ cents: string }>(CENTS_IN_TIME, [
      ...[workContext.enterpriseId(), connection, day, endOf(day), fileIds],
    ]);
    return BigInt(row!.cents);
  }
}

const fileValues = ({ id, connection, name, isExpected, isPerEntry, isMessage, batches }: PostedFile) => [
  ...[workContext.enterpriseId(), id],
  JSON.stringify(batches.map(({ references, ...batch }) => ({ ...batch, refs: references }))),
  ...[connection, name, isExpected, isPerEntry, isMessage],
];

/** One statement has a time limit, however many lines the bank sends. */
const CHANGED_AT_ONCE = 5_000;
/** No row is in two of them, so they never wait for each other. */
const GROUPS_AT_ONCE = 2;

/** Matches that are stored together. */
function groupsOf(matches: readonly StatementMatch[]): StatementMatch[][] {
  const groups: StatementMatch[][] = [];
  let room = 0;
  for (const match of matches) {
    const size = match.lines.length + match.postings.reduce((sum, { items }) => sum + items.length, 0);
    if (room < size) {
      groups.push([]);
      room = CHANGED_AT_ONCE;
    }
    groups.at(-1)!.push(match);
    room -= size;
  }
  return groups;
}

function pagesOf<T>(rows: readonly T[]): T[][] {
  const count = Math.ceil(rows.length / CHANGED_AT_ONCE);
  return Array.from({ length: count }, (_, at) => rows.slice(at * CHANGED_AT_ONCE, (at + 1) * CHANGED_AT_ONCE));
}

const columnsOf = (rows: readonly (readonly string[])[], columns: number) =>
  Array.from({ length: columns }, (_, at) => rows.map((row) => row[at]));

const keyOf = (item: string) => [item.slice(0, ID_LENGTH), item.slice(ID_LENGTH + 1)] as const;
