import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { Ledger } from '../../application/ports.js';
import { movementsOf } from '../../domain/posting.js';
import type { Posting } from '../../domain/posting.js';

// Every posting locks the row of `available` first, even if that balance does not change. Several postings in one unit of
// work, in any order, therefore cannot deadlock with another unit of work.
// ON CONFLICT locks the row even when its WHERE prevents the update.
const LOCK = `
  INSERT INTO ledger.balances (enterprise_id, account, balance, updated_at) VALUES ($1, 'available', 0, $2)
  ON CONFLICT (enterprise_id, account) DO UPDATE SET balance = excluded.balance WHERE false`;

// A separate statement: one that waited for a lock still sees the data from before the wait.
const AVAILABLE = `SELECT balance FROM ledger.balances WHERE enterprise_id = $1 AND account = 'available'`;

const POST = `
  WITH entry AS (
    INSERT INTO ledger.entries (enterprise_id, id, subject_id, leg, attempt, kind, debit_account, credit_account,
      amount, banking_at, created_at)
    SELECT $1, id, subject_id, leg, attempt, kind, debit, credit, amount, banking_at, $2
    FROM jsonb_to_recordset($3::jsonb) AS posting(id uuid, subject_id uuid, leg text, attempt int, kind text,
      debit text, credit text, amount bigint, banking_at timestamptz))
  INSERT INTO ledger.balances AS known (enterprise_id, account, balance, updated_at)
  SELECT $1, account, cents, $2 FROM jsonb_to_recordset($4::jsonb) AS movement(account text, cents bigint)
  ORDER BY account COLLATE "C"
  ON CONFLICT (enterprise_id, account) DO UPDATE
    SET balance = known.balance + excluded.balance, updated_at = greatest(known.updated_at, excluded.updated_at)
    WHERE excluded.balance <> 0`;

@Injectable()
export class PostgresLedger extends Ledger {
  constructor(private readonly clock: Clock) {
    super();
  }

  // Both at once: the connection pipelines, so they are one round trip.
  async lockAvailable(): Promise<bigint> {
    const transaction = currentTransaction();
    const enterpriseId = workContext.enterpriseId();
    const [, rows] = await Promise.all([
      transaction.query(LOCK, [enterpriseId, this.clock.now()], 'lock-balances'),
      transaction.query<{ balance: string }>(AVAILABLE, [enterpriseId], 'find-available-balance'),
    ]);
    return BigInt(rows[0]!.balance);
  }

  async post(postings: readonly Posting[]): Promise<void> {
    if (postings.length === 0) return;
    const entries = postings.map((posting) => ({ id: newId(), ...posting, amount: String(posting.amount) }));
    const movements = new Map([['available', 0n], ...movementsOf(postings)]);
    await currentTransaction().query(
      POST,
      [
        workContext.enterpriseId(),
        this.clock.now(),
        JSON.stringify(entries),
        JSON.stringify([...movements].map(([account, cents]) => ({ account, cents: String(cents) }))),
      ],
      'post-entries',
    );
  }
}
