import { Injectable } from '@nestjs/common';
import type { BankingDate } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { PaymentFacts } from '../../application/ports.js';
import type { AccountVersion, VersionedAccount } from '../../application/ports.js';
import type { DayTotal } from '../../domain/policy.js';

const TABLE = 'controls.day_totals';

interface DayRow {
  readonly subject: string;
  readonly amount: string;
  readonly count: number;
}

@Injectable()
export class PostgresPaymentFacts extends PaymentFacts {
  // One payment of each is read: an account of the enterprise itself may have millions.
  async firstPaid(payees: readonly VersionedAccount[]): Promise<ReadonlyMap<AccountVersion, Date>> {
    const asked = payees.map(({ account_id, account_version }) => ({ account_id, account_version }));
    const rows = await currentTransaction().query<VersionedAccount & { readonly first: Date }>(
      `SELECT payee.account_id, payee.account_version, paid.created_at AS first
       FROM (SELECT DISTINCT account_id, account_version
         FROM jsonb_to_recordset($2::jsonb) AS asked(account_id uuid, account_version int)) AS payee
       CROSS JOIN LATERAL (
         SELECT created_at FROM transfers.facts f
         WHERE f.enterprise_id = $1 AND f.account_id = payee.account_id AND f.account_version = payee.account_version
           AND f.side = 'destination'
         ORDER BY f.created_at LIMIT 1) AS paid`,
      [workContext.enterpriseId(), JSON.stringify(asked)],
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
