import { Injectable } from '@nestjs/common';
import { isUuid } from '@payments/kernel';
import { EventLog } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { commonFilters, currentTransaction, keysetPage, pageOf } from '@payments/persistence';
import type { Page } from '@payments/persistence';
import { NO_OUTCOMES } from '../../application/bulk.view.js';
import { Bulks, OutcomeCounts } from '../../application/ports.js';
import type { BulkFilter, Outcomes, StoredBulk } from '../../application/ports.js';
import { bulkErrors } from '../../domain/bulk.errors.js';
import type { BulkState } from '../../domain/bulk-state.js';
import { BulkTransfer } from '../../domain/bulk-transfer.js';
import { BULK_COLUMNS, stateAsJson, toRecordedEvent, toState } from './rows.js';
import type { BulkTransferRow } from './rows.js';

const TABLE = 'bulk.bulk_transfers';

const LIST: Parameters<typeof keysetPage<BulkFilter>>[0] = {
  table: TABLE,
  columns: BULK_COLUMNS,
  conditions: {
    ...commonFilters,
    bulk_reference_id: (value) => `listed.bulk_reference_id = ${value}`,
  },
};

@Injectable()
export class BulksRepository extends Bulks {
  constructor(
    private readonly events: EventLog,
    private readonly counts: OutcomeCounts,
  ) {
    super();
  }

  async add(bulk: BulkTransfer): Promise<void> {
    const added = await currentTransaction().query(
      `INSERT INTO ${TABLE} (enterprise_id, ${BULK_COLUMNS})
       SELECT $1, ${BULK_COLUMNS} FROM jsonb_populate_recordset(NULL::${TABLE}, $2::jsonb)
       ON CONFLICT ON CONSTRAINT bulk_transfers_reference DO NOTHING RETURNING id`,
      [workContext.enterpriseId(), stateAsJson(bulk.snapshot())],
      'insert-bulk-transfer',
    );
    if (added.length === 0) throw bulkErrors.duplicate_bulk_reference_id();
    await this.counts.open(bulk.snapshot().id);
    await this.events.append(bulk.takeEvents().map((event) => toRecordedEvent(event, NO_OUTCOMES)));
  }

  async find(id: string): Promise<StoredBulk | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await currentTransaction().query<BulkTransferRow>(
      `SELECT ${BULK_COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1 AND id = $2`,
      [workContext.enterpriseId(), id],
      'find-bulk-transfer',
    );
    return row && { id, state: toState(row), outcomes: await this.outcomesOf(toState(row)) };
  }

  async list(filter: BulkFilter): Promise<Page<StoredBulk>> {
    const { sql, values, name } = keysetPage(LIST, filter, workContext.enterpriseId());
    const page = pageOf(await currentTransaction().query<BulkTransferRow>(sql, values, name), filter);
    const outcomes = await this.counts.of(page.items.filter(({ created }) => created > 0).map(({ id }) => id));
    const stored = page.items.map((row) => ({
      ...{ id: row.id, state: toState(row), outcomes: outcomes.get(row.id) ?? NO_OUTCOMES },
    }));
    return { ...page, items: stored };
  }

  async lock(id: string): Promise<BulkTransfer | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await currentTransaction().query<BulkTransferRow>(
      `SELECT ${BULK_COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1 AND id = $2 FOR UPDATE`,
      [workContext.enterpriseId(), id],
      'lock-bulk-transfer',
    );
    return row && BulkTransfer.restore(toState(row));
  }

  // What the client sent never changes, so only what happens to a bulk transfer is written.
  async save(bulk: BulkTransfer): Promise<void> {
    const state = bulk.snapshot();
    const saved = await currentTransaction().query(
      `UPDATE ${TABLE} t SET status = s.status, failure_code = s.failure_code, approval = s.approval, parts = s.parts,
         validated_parts = s.validated_parts, lines = s.lines, rows = s.rows, validated = s.validated, amount = s.amount,
         created = s.created, skipped = s.skipped, refused = s.refused, first_errors = s.first_errors,
         file_sha256 = s.file_sha256, reported = s.reported, sequence = s.sequence, version = s.version + 1,
         submitted_at = s.submitted_at, confirmed_at = s.confirmed_at, started_at = s.started_at,
         ended_at = s.ended_at, updated_at = s.updated_at
       FROM jsonb_populate_recordset(NULL::${TABLE}, $2::jsonb) AS s
       WHERE t.enterprise_id = $1 AND t.id = $3 AND t.version = s.version RETURNING t.id`,
      [workContext.enterpriseId(), stateAsJson(state), state.id],
      'update-bulk-transfer',
    );
    if (saved.length === 0) throw new Error('the bulk transfer was changed by another transaction at the same time');
    const events = bulk.takeEvents();
    if (events.length === 0) return;
    const outcomes = await this.outcomesOf(state);
    await this.events.append(events.map((event) => toRecordedEvent(event, outcomes)));
  }

  async setColumns(id: string, columns: readonly string[]): Promise<void> {
    await currentTransaction().query(
      `UPDATE ${TABLE} SET columns = $3::jsonb, version = version + 1 WHERE enterprise_id = $1 AND id = $2`,
      [workContext.enterpriseId(), id, JSON.stringify(columns)],
      'set-bulk-columns',
    );
  }

  async outcomes(id: string): Promise<Outcomes> {
    return (await this.counts.of([id])).get(id) ?? NO_OUTCOMES;
  }

  async hasUnacceptedTransfers(id: string): Promise<boolean> {
    const found = await currentTransaction().query(
      `SELECT FROM transfers.of_bulk WHERE enterprise_id = $1 AND bulk_transfer_id = $2 AND status = 'created' LIMIT 1`,
      [workContext.enterpriseId(), id],
      'find-unaccepted-bulk-rows',
    );
    return found.length > 0;
  }

  private async outcomesOf({ id, created }: BulkState): Promise<Outcomes> {
    return created === 0 ? NO_OUTCOMES : this.outcomes(id);
  }
}
