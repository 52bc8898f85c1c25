import { Injectable } from '@nestjs/common';
import { isUuid, newId } from '@payments/kernel';
import type { BankingDate } from '@payments/kernel';
import { EventLog } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { commonFilters, currentTransaction, keysetPage, pageOf } from '@payments/persistence';
import type { Page } from '@payments/persistence';
import { Subledgers } from '../../application/ports.js';
import type { NamedSide, SubledgerFilter } from '../../application/ports.js';
import { toSubledgerView } from '../../application/subledger.view.js';
import type { Owner, SubledgerState } from '../../domain/subledger.js';
import { subledgerErrors } from '../../domain/subledger.errors.js';
import { closedWithBalance } from './postgres-subledger-balances.js';

const TABLE = 'subledgers.subledgers';
const COLUMNS =
  'id, subledger_reference_id, customer_reference_id, customer_resource_type, sequence, closed_at, debits_return_until, created_at, updated_at';

const LIST: Parameters<typeof keysetPage<SubledgerFilter>>[0] = {
  table: TABLE,
  columns: COLUMNS,
  conditions: {
    start_time: commonFilters.start_time,
    end_time: commonFilters.end_time,
    subledger_reference_id: (value) => `listed.subledger_reference_id = ${value}`,
    customer_reference_id: (value) => `listed.customer_reference_id = ${value}`,
    closed_with_balance: closedWithBalance,
  },
};

@Injectable()
export class SubledgersRepository extends Subledgers {
  constructor(private readonly events: EventLog) {
    super();
  }

  async findOwner(customerReferenceId: string): Promise<Owner | undefined> {
    const [owner] = await currentTransaction().query<Owner>(
      `SELECT customer_reference_id, customer_type AS customer_resource_type FROM customers.party
       WHERE enterprise_id = $1 AND customer_reference_id = $2 AND status = 'verified'`,
      [workContext.enterpriseId(), customerReferenceId],
      'find-subledger-owner',
    );
    if (owner !== undefined || customerReferenceId !== workContext.tenant().enterpriseName) return owner;
    return { customer_reference_id: customerReferenceId, customer_resource_type: 'enterprise' };
  }

  async countOpen(most: number): Promise<number> {
    const transaction = currentTransaction();
    const enterpriseId = workContext.enterpriseId();
    // A separate statement, so that the count is taken after the lock is acquired.
    const [, [row]] = await Promise.all([
      transaction.query(
        `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`,
        [`subledgers/${enterpriseId}`],
        'lock-subledger-count',
      ),
      transaction.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM (
           SELECT FROM ${TABLE} WHERE enterprise_id = $1 AND closed_at IS NULL LIMIT $2) AS open`,
        [enterpriseId, most],
        'count-open-subledgers',
      ),
    ]);
    return row!.count;
  }

  async add(subledger: SubledgerState): Promise<void> {
    const added = await currentTransaction().query(
      `INSERT INTO ${TABLE} (enterprise_id, ${COLUMNS})
       SELECT $1, ${COLUMNS} FROM jsonb_populate_record(NULL::${TABLE}, $2::jsonb)
       ON CONFLICT ON CONSTRAINT subledgers_reference DO NOTHING RETURNING id`,
      [workContext.enterpriseId(), JSON.stringify(subledger)],
      'insert-subledger',
    );
    if (added.length === 0) throw subledgerErrors.duplicate_subledger_reference_id();
    await this.events.append([
      {
        ...{ id: newId(), type: 'subledger_created', resource_type: 'subledger', resource_id: subledger.id },
        ...{ sequence: subledger.sequence, data: { subledger: toSubledgerView(subledger) } },
        created_at: subledger.created_at,
      },
    ]);
  }

  find(id: string): Promise<SubledgerState | undefined> {
    return this.one(id, '');
  }

  lock(id: string): Promise<SubledgerState | undefined> {
    return this.one(id, 'FOR UPDATE');
  }

  async list(filter: SubledgerFilter): Promise<Page<SubledgerState>> {
    const { sql, values, name } = keysetPage(LIST, filter, workContext.enterpriseId());
    return pageOf(await currentTransaction().query<SubledgerState>(sql, values, name), filter);
  }

  findSides(references: readonly string[]): Promise<NamedSide[]> {
    return currentTransaction().query<NamedSide>(
      `SELECT id AS subledger_id, subledger_reference_id, customer_reference_id, customer_resource_type,
         CASE WHEN closed_at IS NOT NULL THEN greatest(0, -coalesce((
           SELECT balance FROM ledger.book_accounts
           WHERE enterprise_id = $1 AND book = s.id AND account = 'available'), 0))::text END AS lacks
       FROM ${TABLE} s
       WHERE enterprise_id = $1 AND subledger_reference_id = ANY($2) ORDER BY id FOR KEY SHARE OF s`,
      [workContext.enterpriseId(), references],
      'find-book-sides',
    );
  }

  async closedOf(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await currentTransaction().query<{ readonly id: string }>(
      `SELECT id FROM ${TABLE} WHERE enterprise_id = $1 AND id = ANY($2) AND closed_at IS NOT NULL`,
      [workContext.enterpriseId(), ids],
      'find-closed-subledgers',
    );
    return new Set(rows.map(({ id }) => id));
  }

  async isInUse(id: string): Promise<boolean> {
    const [row] = await currentTransaction().query<{ readonly in_use: boolean }>(
      `SELECT EXISTS (SELECT FROM transfers.of_subledgers
           WHERE enterprise_id = $1 AND subledger_id = $2 AND status IN ('created', 'pending'))
         OR EXISTS (SELECT FROM subledgers.book_transfers
           WHERE enterprise_id = $1 AND status = 'created' AND $2 IN (source_id, destination_id)) AS in_use`,
      [workContext.enterpriseId(), id],
      'find-use-of-subledger',
    );
    return row!.in_use;
  }

  async latestDebit(id: string, since: BankingDate): Promise<BankingDate | null> {
    const [row] = await currentTransaction().query<{ readonly day: BankingDate | null }>(
      `SELECT max(day) AS day FROM transfers.debits WHERE enterprise_id = $1 AND subledger_id = $2 AND day >= $3`,
      [workContext.enterpriseId(), id, since],
      'find-latest-debit-of-subledger',
    );
    return row!.day;
  }

  async close(
    id: string,
    { debits_return_until, now }: Pick<SubledgerState, 'debits_return_until'> & { readonly now: Date },
  ): Promise<void> {
    await currentTransaction().query(
      `UPDATE ${TABLE} SET closed_at = $3, updated_at = $3, debits_return_until = $4 WHERE enterprise_id = $1 AND id = $2`,
      [workContext.enterpriseId(), id, now, debits_return_until],
      'close-subledger',
    );
  }

  private async one(id: string, lock: '' | 'FOR UPDATE'): Promise<SubledgerState | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await currentTransaction().query<SubledgerState>(
      `SELECT ${COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1 AND id = $2 ${lock}`,
      [workContext.enterpriseId(), id],
      `find-subledger ${lock}`.trim(),
    );
    return row;
  }
}
