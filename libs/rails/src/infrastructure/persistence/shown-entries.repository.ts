import { Injectable } from '@nestjs/common';
import { masked } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction, FieldCipher, limitOffset, pageOf } from '@payments/persistence';
import type { ListRequest, Page } from '@payments/persistence';
import { ShownEntries } from '../../application/shown-entries.js';
import type { ShownEntry, ShownResult, WaitingPayments } from '../../application/shown-entries.js';

const ACCOUNT = { table: 'rails.entries', column: 'account_number' } as const;

const COLUMNS = `id, end_to_end_id, connection, rail, side, amount, state, code, sec, transaction_code, routing_number,
  account_number, name, individual_id, file_id, trace, return_trace, clearing_reference, window_at, effective_date, settles_at,
  occurred_at, created_at`;

interface Row extends Omit<ShownEntry, 'amount' | 'account_number'> {
  readonly amount: string;
  readonly account_number: Buffer | null;
}

@Injectable()
export class ShownEntriesRepository extends ShownEntries {
  constructor(private readonly cipher: FieldCipher) {
    super();
  }

  async find(endToEndId: string): Promise<ShownEntry | undefined> {
    const rows = await currentTransaction().query<Row>(
      `SELECT ${COLUMNS} FROM rails.entries WHERE enterprise_id = $1 AND end_to_end_id = $2`,
      [workContext.enterpriseId(), endToEndId],
      'find-shown-entry',
    );
    const [entry] = await this.shown(rows);
    return entry;
  }

  results(endToEndId: string): Promise<ShownResult[]> {
    return currentTransaction().query(
      `SELECT kind, code, occurred_at, reported_at FROM rails.results
       WHERE enterprise_id = $1 AND end_to_end_id = $2 ORDER BY id`,
      [workContext.enterpriseId(), endToEndId],
    );
  }

  waiting(): Promise<WaitingPayments[]> {
    return currentTransaction().query(
      `SELECT rail, window_at, count(*)::int AS count FROM rails.entries
       WHERE enterprise_id = $1 AND state = 'waiting' GROUP BY rail, window_at`,
      [workContext.enterpriseId()],
      'count-waiting-by-window',
    );
  }

  async ofFile(fileId: string, request: ListRequest): Promise<Page<ShownEntry>> {
    const { limit, offset } = limitOffset(request);
    const rows = await currentTransaction().query<Row>(
      `SELECT ${COLUMNS} FROM rails.entries
       WHERE enterprise_id = $1 AND file_id = $2 AND ($3::uuid IS NULL OR (batch_key, trace) > (
         SELECT last.batch_key, last.trace FROM rails.entries last WHERE last.enterprise_id = $1 AND last.id = $3))
       ORDER BY batch_key, trace LIMIT $4 OFFSET $5`,
      [workContext.enterpriseId(), fileId, request.after ?? null, limit, offset],
      'list-entries-of-file',
    );
    return pageOf(await this.shown(rows), request);
  }

  private async shown(rows: readonly Row[]): Promise<ShownEntry[]> {
    const sealed = rows.flatMap(({ id, account_number }) =>
      account_number === null ? [] : [{ rowId: id, sealed: account_number }],
    );
    const opened = await this.cipher.openAll({ ...ACCOUNT, enterpriseId: workContext.enterpriseId() }, sealed);
    const numbers = new Map(sealed.map(({ rowId }, at) => [rowId, masked(opened[at]!)]));
    return rows.map((row) => ({
      ...row,
      ...{ amount: Number(row.amount), account_number: numbers.get(row.id) ?? null },
    }));
  }
}
