import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import { COUNTED_AT_MOST, DatabaseGauges, interval, Transactions } from '@payments/persistence';
import { inboundMetrics } from '../../application/inbound/metrics.table.js';
import type { Transaction } from '@payments/persistence';
import {
  type InboundChange,
  type InboundClaim,
  InboundClaimLostError,
  type InboundFile,
  InboundFiles,
  type InboundFilter,
  type NewInboundFile,
  type QuarantineExit,
} from '../../application/inbound/ports.js';

const COLUMNS = `id, connection, directory, name, listed_size, modified_at, size, sha256, document_id, duplicate_of, kind,
  state, waivers, waived, diagnostics, reason, batches, entries, attempts, fetched_at, applied_at`;

type FileRow = Omit<InboundFile, 'size' | 'listed_size'> & {
  readonly size: string;
  readonly listed_size: string | null;
};

/** After a failure: 2, 4, 8 … 512 seconds. */
const PAUSE = interval(`(1000 * 2 ^ least(attempts + 1, 9))::float8`);

@Injectable()
export class InboundFilesRepository extends InboundFiles {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    gauges: DatabaseGauges,
  ) {
    super();
    gauges.add({
      name: 'gauge-rails-inbound',
      gauges: [inboundMetrics.payments_rails_inbound_waiting, inboundMetrics.payments_rails_inbound_oldest_seconds],
      sql: `SELECT state, count(*)::int AS payments_rails_inbound_waiting,
          extract(epoch FROM now() - min(fetched_at))::float8 AS payments_rails_inbound_oldest_seconds
        FROM (SELECT state, fetched_at FROM rails.inbound_files WHERE state IN ('fetched', 'parsed', 'quarantined')
          ORDER BY id LIMIT ${COUNTED_AT_MOST}) AS first
        GROUP BY state`,
    });
  }

  add({ connection, directory, listed, document }: NewInboundFile): Promise<InboundFile> {
    const common = [newId(), connection, directory, listed.name, listed.size ?? null, listed.modifiedAt ?? null];
    const content = [document.size.toString(), document.sha256];
    return this.transactions.run({ role: 'relay' }, async (transaction) => {
      // The same content in two directories is fetched by one worker, but an operator may bring it meanwhile.
      await transaction.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`rails-inbound/${connection}`]);
      const [original] = await transaction.query<FileRow>(
        `SELECT ${COLUMNS} FROM rails.inbound_files WHERE connection = $1 AND sha256 = $2 AND duplicate_of IS NULL`,
        [connection, document.sha256],
        'find-inbound-content',
      );
      const [known] = original === undefined ? [] : await this.seenAgain(transaction, original, common);
      if (known !== undefined) return fileOf(known);
      const [row] = await transaction.query<FileRow>(
        `INSERT INTO rails.inbound_files (id, connection, directory, name, listed_size, modified_at, size, sha256,
           document_id, duplicate_of, state, fetched_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING ${COLUMNS}`,
        [
          ...[...common, ...content, original === undefined ? document.id : null, original?.id ?? null],
          ...[original === undefined ? 'fetched' : 'duplicate', this.clock.now()],
        ],
        'insert-inbound-file',
      );
      return fileOf(row!);
    });
  }

  async latest(connection: string, directory: string, names: readonly string[]): Promise<Map<string, InboundFile>> {
    const rows = await this.query<FileRow>(
      `SELECT DISTINCT ON (name) ${COLUMNS} FROM rails.inbound_files
       WHERE connection = $1 AND directory = $2 AND name = ANY($3::text[]) ORDER BY name, id DESC`,
      [connection, directory, names],
      'find-listed-inbound',
    );
    return new Map(rows.map((row) => [row.name, fileOf(row)]));
  }

  async find(id: string): Promise<InboundFile | undefined> {
    const [row] = await this.query<FileRow>(`SELECT ${COLUMNS} FROM rails.inbound_files WHERE id = $1`, [id]);
    return row && fileOf(row);
  }

  async list({ connection, states }: InboundFilter, limit: number): Promise<InboundFile[]> {
    const rows = await this.query<FileRow>(
      `SELECT ${COLUMNS} FROM rails.inbound_files
       WHERE ($1::text IS NULL OR connection = $1) AND ($2::text[] IS NULL OR state = ANY($2))
       ORDER BY id DESC LIMIT $3`,
      [connection ?? null, states ?? null, limit],
    );
    return rows.map(fileOf);
  }

  async claim(connections: readonly string[], leaseMs: number): Promise<InboundClaim | undefined> {
    const token = newId();
    // The pause until the next attempt is stored first: a worker that dies cannot store it.
    const [row] = await this.query<FileRow>(
      `UPDATE rails.inbound_files SET lease_token = $1, attempts = attempts + 1, updated_at = now(),
         lease_until = now() + greatest(${interval('$2::float8')}, ${PAUSE})
       WHERE id = (SELECT id FROM rails.inbound_files
           WHERE state IN ('fetched', 'parsed') AND connection = ANY($3::text[]) AND lease_until <= now()
           ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING ${COLUMNS}`,
      [token, leaseMs, connections],
      'claim-inbound-file',
    );
    return row && { file: fileOf(row), token };
  }

  async renew({ file, token }: InboundClaim, leaseMs: number): Promise<void> {
    const renewed = await this.query(
      `UPDATE rails.inbound_files SET lease_until = now() + ${interval('$3::float8')}
       WHERE id = $1 AND lease_token = $2 RETURNING 1`,
      [file.id, token, leaseMs],
      'renew-inbound-file',
    );
    if (renewed.length === 0) throw new InboundClaimLostError();
  }

  async change({ file, token }: InboundClaim, change: InboundChange): Promise<InboundClaim> {
    const { state, kind, waivers, waived, diagnostics, reason, batches, entries } = change;
    const [row] = await this.query<FileRow>(
      `UPDATE rails.inbound_files SET state = $3, kind = coalesce($4, kind), waived = coalesce($5, waived),
         diagnostics = coalesce($6, diagnostics), reason = coalesce($7, reason), batches = coalesce($8, batches),
         entries = coalesce($9, entries), applied_at = CASE WHEN $3 = 'applied' THEN $10::timestamptz END,
         waivers = coalesce($11, waivers),
         updated_at = now()
       WHERE id = $1 AND lease_token = $2 RETURNING ${COLUMNS}`,
      [
        ...[file.id, token, state, kind ?? null, waived ?? null, diagnostics ? JSON.stringify(diagnostics) : null],
        ...[reason ?? null, batches ?? null, entries ?? null, this.clock.now(), waivers ?? null],
      ],
      'change-inbound-file',
    );
    if (row === undefined) throw new InboundClaimLostError();
    return { file: fileOf(row), token };
  }

  async release({ file, token }: InboundClaim): Promise<void> {
    await this.query(
      `UPDATE rails.inbound_files SET lease_until = now() + ${PAUSE} WHERE id = $1 AND lease_token = $2`,
      [file.id, token],
      'release-inbound-file',
    );
  }

  async leaveQuarantine(id: string, { state, waivers, reason }: QuarantineExit): Promise<InboundFile | undefined> {
    const [row] = await this.query<FileRow>(
      `UPDATE rails.inbound_files SET state = $2, waivers = coalesce($3, waivers), reason = coalesce($4, reason),
         kind = CASE WHEN $2 = 'discarded' THEN kind END, diagnostics = CASE WHEN $2 = 'discarded' THEN diagnostics END,
         attempts = 0, lease_token = NULL, lease_until = '-infinity', updated_at = now()
       WHERE id = $1 AND state = 'quarantined' RETURNING ${COLUMNS}`,
      [id, state, waivers ?? null, reason ?? null],
    );
    return row && fileOf(row);
  }

  /** A file that was only touched, or listed without its time, is no second duplicate. */
  private seenAgain(transaction: Transaction, original: FileRow, common: readonly unknown[]): Promise<FileRow[]> {
    const [, connection, directory, name, size, modifiedAt] = common;
    return transaction.query<FileRow>(
      `UPDATE rails.inbound_files SET listed_size = $6, modified_at = $7
       WHERE connection = $1 AND directory = $2 AND name = $3 AND sha256 = $4 AND (id = $5 OR duplicate_of = $5)
         AND id = (SELECT max(id::text)::uuid FROM rails.inbound_files
           WHERE connection = $1 AND directory = $2 AND name = $3)
       RETURNING ${COLUMNS}`,
      [connection, directory, name, original.sha256, original.id, size, modifiedAt],
      'touch-inbound-file',
    );
  }

  private query<Row>(sql: string, values: readonly unknown[], name?: string): Promise<Row[]> {
    return this.transactions.run({ role: 'relay' }, (transaction) => transaction.query<Row>(sql, values, name));
  }
}

function fileOf({ size, listed_size, ...row }: FileRow): InboundFile {
  return { ...row, size: BigInt(size), listed_size: listed_size === null ? null : BigInt(listed_size) };
}
