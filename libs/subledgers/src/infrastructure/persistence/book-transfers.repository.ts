import { Injectable } from '@nestjs/common';
import { isUuid, newId } from '@payments/kernel';
import type { RecordedEvent } from '@payments/kernel';
import { EventLog } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { commonFilters, currentTransaction, keysetPage, pageOf } from '@payments/persistence';
import type { Page } from '@payments/persistence';
import { toBookTransferView } from '../../application/book-transfer.view.js';
import { BookTransfers } from '../../application/ports.js';
import type { BookTransferFilter } from '../../application/ports.js';
import type { BookSide, BookTransferState } from '../../domain/book-transfer.js';
import { bookTransferErrors } from '../../domain/subledger.errors.js';

const TABLE = 'subledgers.book_transfers';
const COLUMNS = [
  ...['id', 'book_transfer_reference_id', 'amount', 'currency', 'metadata', 'source_id', 'source_reference_id'],
  ...['destination_id', 'destination_reference_id', 'status', 'reason_code', 'approval', 'created_by', 'owner'],
  ...['sequence', 'created_at', 'updated_at'],
].join(', ');

/** pg gives bigint as text. */
type Row = Omit<BookTransferState, 'amount' | 'source' | 'destination'> & {
  readonly amount: string;
  readonly source_id: string | null;
  readonly source_reference_id: string | null;
  readonly destination_id: string | null;
  readonly destination_reference_id: string | null;
};

const LIST: Parameters<typeof keysetPage<BookTransferFilter>>[0] = {
  table: TABLE,
  columns: COLUMNS,
  conditions: {
    ...commonFilters,
    book_transfer_reference_id: (value) => `listed.book_transfer_reference_id = ${value}`,
    subledger_reference_id: (value) =>
      `(listed.source_reference_id = ${value} OR listed.destination_reference_id = ${value})`,
  },
};

@Injectable()
export class BookTransfersRepository extends BookTransfers {
  constructor(private readonly events: EventLog) {
    super();
  }

  async add(transfer: BookTransferState): Promise<void> {
    const [added] = await Promise.all([
      currentTransaction().query(
        `INSERT INTO ${TABLE} (enterprise_id, ${COLUMNS})
         SELECT $1, ${COLUMNS} FROM jsonb_populate_record(NULL::${TABLE}, $2::jsonb)
         ON CONFLICT ON CONSTRAINT book_transfers_reference DO NOTHING RETURNING id`,
        [workContext.enterpriseId(), JSON.stringify(toRow(transfer))],
        'insert-book-transfer',
      ),
      this.events.append(eventsOf([transfer])),
    ]);
    if (added.length === 0) throw bookTransferErrors.duplicate_book_transfer_reference_id();
  }

  async find(id: string): Promise<BookTransferState | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await currentTransaction().query<Row>(
      `SELECT ${COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1 AND id = $2`,
      [workContext.enterpriseId(), id],
      'find-book-transfer',
    );
    return row && toState(row);
  }

  async list(filter: BookTransferFilter): Promise<Page<BookTransferState>> {
    const { sql, values, name } = keysetPage(LIST, filter, workContext.enterpriseId());
    return pageOf((await currentTransaction().query<Row>(sql, values, name)).map(toState), filter);
  }

  async lock(ids: readonly string[]): Promise<BookTransferState[]> {
    const rows = await currentTransaction().query<Row>(
      `SELECT ${COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE`,
      [workContext.enterpriseId(), ids],
      'lock-book-transfers',
    );
    return rows.map(toState);
  }

  async save(transfers: readonly BookTransferState[]): Promise<void> {
    await currentTransaction().query(
      `UPDATE ${TABLE} t SET status = s.status, reason_code = s.reason_code, approval = s.approval,
         sequence = s.sequence, updated_at = s.updated_at
       FROM jsonb_populate_recordset(NULL::${TABLE}, $2::jsonb) AS s WHERE t.enterprise_id = $1 AND t.id = s.id`,
      [workContext.enterpriseId(), JSON.stringify(transfers.map(toRow))],
      'update-book-transfers',
    );
    await this.events.append(eventsOf(transfers));
  }
}

/** One event, once the book transfer is final. */
function eventsOf(transfers: readonly BookTransferState[]): RecordedEvent[] {
  return transfers
    .filter(({ status }) => status !== 'created')
    .map((transfer) => ({
      ...{ id: newId(), type: 'book_transfer_updated', resource_type: 'book_transfer', resource_id: transfer.id },
      ...{ sequence: transfer.sequence, data: { book_transfer: toBookTransferView(transfer) } },
      created_at: transfer.updated_at,
    }));
}

function toRow({ source, destination, amount, ...transfer }: BookTransferState): Row {
  return {
    ...transfer,
    amount: String(amount),
    ...{ source_id: source?.subledger_id ?? null, source_reference_id: source?.subledger_reference_id ?? null },
    destination_id: destination?.subledger_id ?? null,
    destination_reference_id: destination?.subledger_reference_id ?? null,
  };
}

function toState(row: Row): BookTransferState {
  const { source_id, source_reference_id, destination_id, destination_reference_id, amount, ...transfer } = row;
  return {
    ...transfer,
    amount: BigInt(amount),
    source: toSide(source_id, source_reference_id),
    destination: toSide(destination_id, destination_reference_id),
  };
}

function toSide(subledger_id: string | null, reference: string | null): BookSide | null {
  return subledger_id === null ? null : { subledger_id, subledger_reference_id: reference! };
}
