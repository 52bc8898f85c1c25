import { Injectable } from '@nestjs/common';
import { OWN_BOOK } from '@payments/ledger';
import type { Posting } from '@payments/ledger';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { FundsTransfers } from '@payments/transfers';
import type { TransferFunder, TransferState } from '@payments/transfers';
import { takeOf } from '../../application/funds.js';

interface FundedRow {
  readonly bulk_id: string;
  readonly number: number;
  readonly transfer_id: string;
  readonly book: string;
}

// Locked in one order, and before the balances, as the start and the end of a bulk transfer lock them.
const LOCK = `
  SELECT bulk_id FROM bulk.funds WHERE enterprise_id = $1 AND bulk_id = ANY($2::uuid[]) ORDER BY bulk_id, book FOR UPDATE`;

// Money was set aside in the book that the row was validated with. A transfer that takes from a different book pays from
// what is available there.
const ROWS = `
  SELECT r.bulk_id, r.number, r.transfer_id, r.book
  FROM jsonb_to_recordset($2::jsonb) AS t(id uuid, book uuid)
  JOIN bulk.rows r ON r.enterprise_id = $1 AND r.transfer_id = t.id AND r.status = 'created' AND r.book = t.book
  JOIN bulk.funds f ON f.enterprise_id = $1 AND f.bulk_id = r.bulk_id AND f.book = r.book`;

const COUNT_DOWN = `
  UPDATE bulk.funds f SET amount = f.amount - t.amount
  FROM (
    SELECT bulk_id, book, sum(amount) AS amount
    FROM jsonb_to_recordset($2::jsonb) AS taken(bulk_id uuid, book uuid, amount bigint) GROUP BY bulk_id, book) AS t
  WHERE f.enterprise_id = $1 AND f.bulk_id = t.bulk_id AND f.book = t.book`;

/** Pays the rows of a bulk transfer with the mode `all` from the money that was set aside for them. */
@FundsTransfers()
@Injectable()
export class BulkFunder implements TransferFunder {
  async fund(transfers: readonly TransferState[], at: Date): Promise<ReadonlyMap<string, Posting>> {
    const ofBulks = transfers.filter(({ bulk_transfer_id }) => bulk_transfer_id !== null);
    if (ofBulks.length === 0) return new Map();
    const transaction = currentTransaction();
    const enterpriseId = workContext.enterpriseId();
    const bulkIds = [...new Set(ofBulks.map(({ bulk_transfer_id }) => bulk_transfer_id!))];
    const locked = await transaction.query(LOCK, [enterpriseId, bulkIds], 'lock-bulk-funds');
    if (locked.length === 0) return new Map();
    const asked = ofBulks.map(({ id, subledger_id }) => ({ id, book: subledger_id ?? OWN_BOOK }));
    const rows = await transaction.query<FundedRow>(ROWS, [enterpriseId, JSON.stringify(asked)], 'find-funded-rows');
    const amounts = new Map(ofBulks.map(({ id, amount }) => [id, amount]));
    const taken = rows.map(({ bulk_id, number: attempt, transfer_id, book }) => ({
      ...{ bulk_id, attempt, transfer_id, book, amount: amounts.get(transfer_id)! },
    }));
    const counted = taken.map(({ bulk_id, book, amount }) => ({ bulk_id, book, amount: String(amount) }));
    await transaction.query(COUNT_DOWN, [enterpriseId, JSON.stringify(counted)], 'take-bulk-funds');
    return new Map(taken.map(({ transfer_id, ...move }) => [transfer_id, takeOf(move, at)]));
  }
}
