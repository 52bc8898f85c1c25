import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { Ledger } from '../../application/ports.js';
import { OWN_BOOK, placeOf } from '../../domain/books.js';
import { movementsOf } from '../../domain/posting.js';
import type { Posting } from '../../domain/posting.js';

// Every posting locks the door of the enterprise first, until the commit. Several postings in one unit of work, in any order,
// therefore cannot deadlock with another unit of work, and positions follow the order of the commits.
// ON CONFLICT locks the row even when its WHERE prevents the update.
const LOCK = `
  INSERT INTO ledger.doors (enterprise_id, last_position, last_at) VALUES ($1, 0, $2)
  ON CONFLICT (enterprise_id) DO UPDATE SET last_position = excluded.last_position WHERE false`;

const CLOSE = `
  INSERT INTO ledger.doors AS known (enterprise_id, last_position, last_at) VALUES ($1, 0, $2)
  ON CONFLICT (enterprise_id) DO UPDATE SET last_at = greatest(known.last_at, excluded.last_at)`;

const OPEN = `INSERT INTO ledger.balances (enterprise_id, account, balance, updated_at) VALUES ($1, 'available', 0, $2)`;

// Separate statements: one that waited for a lock still sees the data from before the wait.
const AVAILABLE = `SELECT balance FROM ledger.balances WHERE enterprise_id = $1 AND account = 'available'`;
const AVAILABLE_OF_BOOKS = `
  SELECT book, balance FROM ledger.book_balances
  WHERE enterprise_id = $1 AND book = ANY($2::uuid[]) AND account = 'available'`;

const ADD = `
  DO UPDATE SET balance = known.balance + excluded.balance, updated_at = greatest(known.updated_at, excluded.updated_at)
    WHERE excluded.balance <> 0`;

// The door is in each part, so that it is locked before anything else.
const postStatement = (booksPart: string) => `
  WITH door AS (
    INSERT INTO ledger.doors AS known (enterprise_id, last_position, last_at) VALUES ($1, $5::bigint, $2)
    ON CONFLICT (enterprise_id) DO UPDATE SET last_position = known.last_position + excluded.last_position,
      last_at = greatest(known.last_at, excluded.last_at)
    RETURNING last_position - $5::bigint AS before, last_at),
  entry AS (
    INSERT INTO ledger.entries (enterprise_id, id, subject_id, leg, attempt, kind, debit_account, credit_account,
      debit_book, credit_book, amount, banking_at, created_at, position)
    SELECT $1, id, subject_id, leg, attempt, kind, debit, credit, coalesce(debit_book, '${OWN_BOOK}'),
      coalesce(credit_book, '${OWN_BOOK}'), amount, banking_at, last_at, before + n
    FROM door, jsonb_to_recordset($3::jsonb) AS posting(n int, id uuid, subject_id uuid, leg text, attempt int, kind text,
      debit text, credit text, debit_book uuid, credit_book uuid, amount bigint, banking_at timestamptz)
    RETURNING 1)${booksPart}
  INSERT INTO ledger.balances AS known (enterprise_id, account, balance, updated_at)
  SELECT $1, account, cents, last_at FROM door, jsonb_to_recordset($4::jsonb) AS movement(account text, cents bigint)
  ON CONFLICT (enterprise_id, account) ${ADD}`;

const POST = postStatement('');
const POST_TO_BOOKS = postStatement(`,
  held AS (
    INSERT INTO ledger.book_balances AS known (enterprise_id, book, account, balance, updated_at)
    SELECT $1, book, account, cents, last_at
    FROM door, jsonb_to_recordset($6::jsonb) AS movement(book uuid, account text, cents bigint)
    ON CONFLICT (enterprise_id, book, account) ${ADD})`);

@Injectable()
export class PostgresLedger extends Ledger {
  constructor(private readonly clock: Clock) {
    super();
  }

  async open(): Promise<void> {
    await this.lock();
    await currentTransaction().query(OPEN, [workContext.enterpriseId(), this.clock.now()]);
  }

  // Both at once: the connection pipelines, so they are one round trip.
  async lockAvailable(): Promise<bigint> {
    const [, own] = await Promise.all([this.lock(), this.ownAvailable()]);
    return own;
  }

  async lockBooks(books: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
    const others = books.filter((book) => book !== OWN_BOOK);
    const [own, available] = await Promise.all([this.lockAvailable(), this.availableOf(others)]);
    return new Map([...available, [OWN_BOOK, own]]);
  }

  async available(book: string): Promise<bigint> {
    return book === OWN_BOOK ? this.ownAvailable() : (await this.availableOf([book])).get(book)!;
  }

  async post(postings: readonly Posting[]): Promise<void> {
    if (postings.length === 0) return;
    const entries = postings.map((posting, at) => ({
      ...{ n: at + 1, id: newId() },
      ...{ ...posting, amount: String(posting.amount) },
    }));
    const movements = [...movementsOf(postings)].map(([key, cents]) => ({ ...placeOf(key), cents: String(cents) }));
    const own = movements.filter(({ book }) => book === OWN_BOOK);
    const ofBooks = movements.filter(({ book }) => book !== OWN_BOOK);
    const [sql, name] =
      ofBooks.length === 0 ? ([POST, 'post-entries'] as const) : ([POST_TO_BOOKS, 'post-entries-to-books'] as const);
    await currentTransaction().query(
      sql,
      [
        workContext.enterpriseId(),
        this.clock.now(),
        JSON.stringify(entries),
        JSON.stringify(own),
        entries.length,
        ...(ofBooks.length === 0 ? [] : [JSON.stringify(ofBooks)]),
      ],
      name,
    );
  }

  async closeUntil(instant: Date): Promise<void> {
    await currentTransaction().query(CLOSE, [workContext.enterpriseId(), instant], 'close-ledger-until');
  }

  private async ownAvailable(): Promise<bigint> {
    const rows = await currentTransaction().query<{ balance: string }>(
      AVAILABLE,
      [workContext.enterpriseId()],
      'find-available-balance',
    );
    return BigInt(rows[0]?.balance ?? 0);
  }

  private async availableOf(books: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
    if (books.length === 0) return new Map();
    const rows = await currentTransaction().query<{ book: string; balance: string }>(
      AVAILABLE_OF_BOOKS,
      [workContext.enterpriseId(), books],
      'find-available-of-books',
    );
    const known = new Map(rows.map(({ book, balance }) => [book, BigInt(balance)]));
    return new Map(books.map((book) => [book, known.get(book) ?? 0n]));
  }

  private lock() {
    return currentTransaction().query(LOCK, [workContext.enterpriseId(), this.clock.now()], 'lock-balances');
  }
}
