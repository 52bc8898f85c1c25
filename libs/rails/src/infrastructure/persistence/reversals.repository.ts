import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction, FieldCipher, Transactions } from '@payments/persistence';
import { Reversals } from '../../application/reversals/ports.js';
import type { Reversal, ReversalMoney, StoredReversal, WaitingReversal } from '../../application/reversals/ports.js';
import { Postings } from '../../application/statements/ports.js';
import type { FileState } from '../../domain/file-state.js';
import type { ReversibleEntry } from '../../domain/reversal.js';

const ACCOUNT = { table: 'rails.entries', column: 'account_number' } as const;
const AT_ONCE = 100;

const REVERSAL = 'r.id, r.connection, r.reverses, r.reason, r.requested_by, r.approved_by, r.made_at, r.refused';

interface EntryRow extends Omit<ReversibleEntry, 'amount' | 'account_number' | 'returns'> {
  readonly amount: string;
  readonly account_number: Buffer;
}

@Injectable()
export class ReversalsRepository extends Reversals {
  constructor(
    private readonly transactions: Transactions,
    private readonly cipher: FieldCipher,
    private readonly postings: Postings,
  ) {
    super();
  }

  // An order that could not be written has no connection.
  async lockEntry(
    by: { readonly end_to_end_id: string } | { readonly id: string },
  ): Promise<ReversibleEntry | undefined> {
    const [column, value] = 'id' in by ? ['id', by.id] : ['end_to_end_id', by.end_to_end_id];
    const enterpriseId = workContext.enterpriseId();
    const [row] = await currentTransaction().query<EntryRow>(
      `SELECT id, end_to_end_id, connection, rail, side, amount, state, sec, batch_key, settles_at, reverses,
         transaction_code, routing_number, account_number, individual_id, name, discretionary_data, remittance
       FROM rails.entries WHERE enterprise_id = $1 AND ${column} = $2 AND connection IS NOT NULL FOR UPDATE`,
      [enterpriseId, value],
    );
    if (row === undefined) return undefined;
    const account_number = await this.cipher.open({ ...ACCOUNT, enterpriseId, rowId: row.id }, row.account_number);
    const returns = await this.postings.returnsOf([row.end_to_end_id], []);
    return { ...row, amount: BigInt(row.amount), account_number, returns };
  }

  async latestOf(entryId: string): Promise<StoredReversal | undefined> {
    const [row] = await currentTransaction().query<StoredReversal>(
      `SELECT ${REVERSAL}, e.state FROM rails.reversals r
       LEFT JOIN rails.entries e ON e.enterprise_id = r.enterprise_id AND e.id = r.id
       WHERE r.enterprise_id = $1 AND r.reverses = $2 ORDER BY r.id DESC LIMIT 1`,
      [workContext.enterpriseId(), entryId],
    );
    return row;
  }

  async add({
    id,
    connection,
    reverses,
    reason,
    requested_by,
  }: Pick<Reversal, 'id' | 'connection' | 'reverses' | 'reason' | 'requested_by'>): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO rails.reversals (enterprise_id, id, connection, reverses, reason, requested_by)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [workContext.enterpriseId(), id, connection, reverses, reason, requested_by],
    );
  }

  async approve(id: string, by: string): Promise<void> {
    await currentTransaction().query(
      `UPDATE rails.reversals SET approved_by = $3 WHERE enterprise_id = $1 AND id = $2`,
      [workContext.enterpriseId(), id, by],
    );
  }

  async enterprisesWithDue(connection: string): Promise<string[]> {
    const rows = await this.transactions.run({ role: 'relay' }, (transaction) =>
      transaction.query<{ enterprise_id: string }>(
        `SELECT DISTINCT enterprise_id FROM rails.reversals
         WHERE connection = $1 AND approved_by IS NOT NULL AND made_at IS NULL`,
        [connection],
        'find-due-reversals',
      ),
    );
    return rows.map(({ enterprise_id }) => enterprise_id);
  }

  lockDue(connection: string): Promise<Reversal[]> {
    return currentTransaction().query<Reversal>(
      `SELECT ${REVERSAL} FROM rails.reversals r
       WHERE r.enterprise_id = $1 AND r.connection = $2 AND r.approved_by IS NOT NULL AND r.made_at IS NULL
       ORDER BY r.id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED`,
      [workContext.enterpriseId(), connection],
    );
  }

  async markMade(id: string, refused: string | null): Promise<void> {
    await currentTransaction().query(
      `UPDATE rails.reversals SET made_at = now(), refused = $3 WHERE enterprise_id = $1 AND id = $2`,
      [workContext.enterpriseId(), id, refused],
    );
  }

  async waitingOf(entryIds: readonly string[]): Promise<WaitingReversal[]> {
    return entryIds.length === 0 ? [] : this.waiting('reverses = ANY($2::uuid[])', [entryIds]);
  }

  waitingIn({ connection, window_key }: Pick<FileState, 'connection' | 'window_key'>): Promise<WaitingReversal[]> {
    return this.waiting('connection = $2 AND window_key = $3', [connection, window_key]);
  }

  async isOnItsWay(id: string): Promise<boolean> {
    const found = await currentTransaction().query(
      `SELECT FROM rails.reversals r LEFT JOIN rails.entries e ON e.enterprise_id = r.enterprise_id AND e.id = r.id
       WHERE r.enterprise_id = $1 AND r.id = $2 AND (r.made_at IS NULL OR e.state IN ('waiting', 'filed', 'accepted'))`,
      [workContext.enterpriseId(), id],
    );
    return found.length > 0;
  }

  async moneyOf(id: string): Promise<ReversalMoney | undefined> {
    const [row] = await currentTransaction().query<Omit<ReversalMoney, 'amount'> & { readonly amount: string }>(
      `SELECT e.side, e.amount, o.end_to_end_id AS reversed_end_to_end_id FROM rails.entries e
       JOIN rails.entries o ON o.enterprise_id = e.enterprise_id AND o.id = e.reverses
       WHERE e.enterprise_id = $1 AND e.id = $2`,
      [workContext.enterpriseId(), id],
    );
    return row && { ...row, amount: BigInt(row.amount) };
  }

  private waiting(condition: string, values: readonly unknown[]): Promise<WaitingReversal[]> {
    return currentTransaction().query<WaitingReversal>(
      `SELECT id, end_to_end_id, reverses FROM rails.entries
       WHERE enterprise_id = $1 AND reverses IS NOT NULL AND state = 'waiting' AND ${condition} ORDER BY id`,
      [workContext.enterpriseId(), ...values],
    );
  }
}
