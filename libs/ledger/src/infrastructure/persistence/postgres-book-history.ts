import { Injectable } from '@nestjs/common';
import type { BankingDate } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { BookHistory, DayEnds } from '../../application/ports.js';
import type { DayBalance, DayBalanceQuery, DayEnd } from '../../application/ports.js';
import type { BookAmounts, PlaceMovement } from '../../domain/movements.js';
import { movementsBetween } from './movements-between.js';

type DayEndRow = Omit<DayEnd, 'last_position'> & { readonly last_position: string };

// Times never decrease from one position to the next, so the last position has the latest time.
const POSITION_BEFORE = `
  SELECT coalesce(max(position), 0)::text AS position FROM ledger.entries
  WHERE enterprise_id = $1 AND created_at = (
    SELECT max(created_at) FROM ledger.entries WHERE enterprise_id = $1 AND created_at < $2)`;

const LATEST = `
  SELECT to_char(day, 'YYYY-MM-DD') AS day, last_position::text FROM ledger.days
  WHERE enterprise_id = $1 AND day <= $2 ORDER BY day DESC LIMIT 1`;

const LATEST_AT = `
  SELECT to_char(day, 'YYYY-MM-DD') AS day, last_position::text FROM ledger.days
  WHERE enterprise_id = $1 AND last_position <= $2 ORDER BY last_position DESC, day DESC LIMIT 1`;

/** The balance of a place at the end of a day is that of the last day that moved it. */
export const balanceAt = (place: string, day: string) => `
  SELECT d.balance FROM ledger.day_ends d
  WHERE d.enterprise_id = $1 AND d.book = ${place}.book AND d.account = ${place}.account AND ${day}
  ORDER BY d.day DESC LIMIT 1`;

const AMOUNTS_AT_DAY = `
  SELECT place.account, coalesce(sum(at.balance), 0)::text AS cents
  FROM (SELECT book, account FROM ledger.book_balances WHERE enterprise_id = $1
    UNION ALL SELECT '00000000-0000-0000-0000-000000000000', account FROM ledger.balances WHERE enterprise_id = $1) AS place
  CROSS JOIN LATERAL (${balanceAt('place', 'd.day <= $2')}) AS at
  WHERE place.account IN ('available', 'pending') AND ($3::uuid IS NULL OR place.book = $3) GROUP BY place.account`;

const BETWEEN = `
  SELECT to_char(ended.day, 'YYYY-MM-DD') AS day,
    coalesce(max(at.balance) FILTER (WHERE place.account = 'available'), 0)::text AS available,
    coalesce(max(at.balance) FILTER (WHERE place.account = 'pending'), 0)::text AS pending
  FROM ledger.days ended CROSS JOIN (VALUES ($4::uuid, 'available'), ($4::uuid, 'pending')) AS place (book, account)
  LEFT JOIN LATERAL (${balanceAt('place', 'd.day <= ended.day')}) AS at ON true
  WHERE ended.enterprise_id = $1 AND ended.day BETWEEN $2 AND $3 GROUP BY ended.day ORDER BY ended.day`;

const ADD = `
  WITH added AS (
    INSERT INTO ledger.days (enterprise_id, day, last_position) VALUES ($1, $2, $3)
    ON CONFLICT (enterprise_id, day) DO NOTHING RETURNING day)
  INSERT INTO ledger.day_ends (enterprise_id, book, account, day, balance)
  SELECT $1, moved.book, moved.account, added.day, moved.cents + coalesce((${balanceAt('moved', 'd.day < $2')}), 0)
  FROM added, jsonb_to_recordset($4::jsonb) AS moved(book uuid, account text, cents bigint)
  RETURNING 1`;

@Injectable()
export class PostgresBookHistory extends BookHistory {
  async positionBefore(instant: Date): Promise<bigint> {
    const [row] = await currentTransaction().query<{ position: string }>(
      POSITION_BEFORE,
      [workContext.enterpriseId(), instant],
      'find-position-before',
    );
    return BigInt(row!.position);
  }

  async amountsAt(position: bigint, book?: string): Promise<BookAmounts> {
    const day = await latestDay(LATEST_AT, String(position), 'find-day-end-before-position');
    const amounts = { available: 0n, pending: 0n };
    if (day !== undefined) {
      const rows = await currentTransaction().query<{ account: keyof BookAmounts; cents: string }>(
        AMOUNTS_AT_DAY,
        [workContext.enterpriseId(), day.day, book ?? null],
        'find-amounts-of-day-end',
      );
      for (const { account, cents } of rows) amounts[account] += BigInt(cents);
    }
    const since = { after: day?.last_position ?? 0n, upTo: position };
    for (const moved of await movementsBetween(currentTransaction(), workContext.enterpriseId(), since)) {
      const { account, cents } = moved;
      if (account !== 'available' && account !== 'pending') continue;
      if (book === undefined || book === moved.book) amounts[account] += cents;
    }
    return amounts;
  }
}

@Injectable()
export class PostgresDayEnds extends DayEnds {
  latest(upTo: BankingDate): Promise<DayEnd | undefined> {
    return latestDay(LATEST, upTo, 'find-latest-day-end');
  }

  movements(after: bigint, upTo: bigint): Promise<PlaceMovement[]> {
    return movementsBetween(currentTransaction(), workContext.enterpriseId(), { after, upTo });
  }

  async list({ from, to, book }: DayBalanceQuery): Promise<readonly DayBalance[]> {
    const rows = await currentTransaction().query<Record<keyof DayBalance, string>>(
      BETWEEN,
      [workContext.enterpriseId(), from, to, book],
      'list-day-ends',
    );
    return rows.map(({ day, available, pending }) => ({
      ...{ day: day, available: BigInt(available), pending: BigInt(pending) },
    }));
  }

  async add({ day, last_position }: DayEnd, movements: readonly PlaceMovement[]): Promise<void> {
    const rows = movements.map(({ cents, ...place }) => ({ ...place, cents: String(cents) }));
    await currentTransaction().query(
      ADD,
      [workContext.enterpriseId(), day, String(last_position), JSON.stringify(rows)],
      'add-day-end',
    );
  }
}

async function latestDay(sql: string, upTo: string, name: string): Promise<DayEnd | undefined> {
  const [row] = await currentTransaction().query<DayEndRow>(sql, [workContext.enterpriseId(), upTo], name);
  return row && { ...row, last_position: BigInt(row.last_position) };
}
