import { Injectable } from '@nestjs/common';
import type { BankingDate } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { PaymentFacts } from '../../application/ports.js';
import type { AccountVersion } from '../../application/ports.js';
import type { DayTotal } from '../../domain/policy.js';

const TABLE = 'controls.day_totals';

interface DayRow {
  readonly subject: string;
  readonly amount: string;
  readonly count: number;
}

@Injectable()
export class PostgresPaymentFacts extends PaymentFacts {
  async firstPaid(accountIds: readonly string[]): Promise<ReadonlyMap<AccountVersion, Date>> {
    const rows = await currentTransaction().query<{ account_id: string; account_version: number; first: Date }>(
      `SELECT account_id, account_version, min(created_at) AS first FROM transfers.facts
       WHERE enterprise_id = $1 AND account_id = ANY($2::uuid[]) AND side = 'destination'
       GROUP BY account_id, account_version`,
      [workContext.enterpriseId(), accountIds],
      'first-paid',
    );
    return new Map(rows.map(({ account_id, account_version, first }) => [`${account_id}/${account_version}`, first]));
  }

  // In one order, so that two workers cannot lock each other out. The rows stay locked until the commit, so nobody else
  // counts on a total that this unit of work changes.
  async addToDay(day: BankingDate, amounts: ReadonlyMap<string, DayTotal>): Promise<ReadonlyMap<string, DayTotal>> {
    const added = [...amounts].map(([subject, { amount, count }]) => ({ subject, amount: amount.toString(), count }));
    const rows = await currentTransaction().query<DayRow>(
      `INSERT INTO ${TABLE} AS total (enterprise_id, day, subject, amount, count)
       SELECT $1, $2, subject, amount, count FROM jsonb_populate_recordset(NULL::${TABLE}, $3::jsonb) ORDER BY subject
       ON CONFLICT (enterprise_id, day, subject)
         DO UPDATE SET amount = total.amount + excluded.amount, count = total.count + excluded.count
       RETURNING subject, amount, count`,
      [workContext.enterpriseId(), day, JSON.stringify(added)],
      'add-day-totals',
    );
    return toTotals(rows);
  }

  async ofDay(day: BankingDate, subjects: readonly string[]): Promise<ReadonlyMap<string, DayTotal>> {
    const rows = await currentTransaction().query<DayRow>(
      `SELECT subject, amount, count FROM ${TABLE} WHERE enterprise_id = $1 AND day = $2 AND subject = ANY($3::text[])`,
      [workContext.enterpriseId(), day, subjects],
      'find-day-totals',
    );
    return toTotals(rows);
  }
}

function toTotals(rows: readonly DayRow[]): ReadonlyMap<string, DayTotal> {
  return new Map(rows.map(({ subject, amount, count }) => [subject, { amount: BigInt(amount), count }]));
}
