import { Injectable } from '@nestjs/common';
import { WakeSignal } from '@payments/messaging';
import { Transactions } from '@payments/persistence';
import type { Transaction } from '@payments/persistence';
import { Files, StaleFileError } from '../../application/ports.js';
import type { DueFile, FileFilter, NewFile, NewNotice, WaitingWindow } from '../../application/ports.js';
import type { OrderRail } from '../../domain/entry-state.js';
import { NOT_LEAVING } from '../../domain/file-rules.js';
import type { FileBatch, FileState } from '../../domain/file-state.js';

/** What `open` sets, and no later change; what may change when the file is named. */
const FIXED = ['id', 'connection', 'rail', 'window_key', 'epoch', 'cut_at', 'cut_by'] as const;
const TIMES = ['upload_by', 'cutoff_at'] as const;
const OPENED = [...FIXED, ...TIMES];
const CHANGING = [
  ...(['state', 'reason', 'format', 'file_name', 'creation_date', 'modifier', 'batches', 'entries', 'debit'] as const),
  ...(['credit', 'document_id', 'size', 'sha256', 'plain_sha256', 'attempts', 'next_attempt_at'] as const),
  ...([
    'last_error',
    'released_by',
    'may_exist',
    'copies',
    'uploaded_at',
    'acknowledged_at',
    'entries_become',
    'code',
  ] as const),
  ...(['message_id', 'status_due_at', 'inquiries'] as const),
  ...TIMES,
];
const COLUMNS = [...FIXED, 'part', 'purpose', ...CHANGING, 'version', 'created_at', 'updated_at'].join(', ');

type FileRow = Omit<FileState, 'debit' | 'credit' | 'size'> & {
  readonly debit: string;
  readonly credit: string;
  readonly size: string | null;
};

type BatchRow = Omit<FileBatch, 'hash' | 'debit' | 'credit'> & Record<'hash' | 'debit' | 'credit', string>;

const SAVE = `
  UPDATE rails.files SET ${CHANGING.map((column, at) => `${column} = $${at + 3}`).join(', ')},
    version = version + 1, updated_at = now()
  WHERE id = $1 AND version = $2 RETURNING ${COLUMNS}`;

const windowsWhere = (isDue: string) => `
  SELECT rail, window_key, min(cut_at) AS cut_at, min(cutoff_at) AS cutoff_at, count(*)::int AS entries,
    array_agg(DISTINCT enterprise_id ORDER BY enterprise_id) AS enterprise_ids
  FROM rails.entries WHERE state = 'waiting' AND connection = $1 ${isDue}
  GROUP BY rail, window_key ORDER BY min(cut_at), window_key`;

@Injectable()
export class FilesRepository extends Files {
  constructor(
    private readonly transactions: Transactions,
    private readonly wake: WakeSignal,
  ) {
    super();
  }

  async find(id: string): Promise<FileState | undefined> {
    const [row] = await this.query<FileRow>(`SELECT ${COLUMNS} FROM rails.files WHERE id = $1`, [id]);
    return row && fileOf(row);
  }

  async list({ connection, states, oldestFirst = false }: FileFilter, limit: number): Promise<FileState[]> {
    const rows = await this.query<FileRow>(
      `SELECT ${COLUMNS} FROM rails.files
       WHERE ($1::text IS NULL OR connection = $1) AND ($2::text[] IS NULL OR state = ANY($2))
       ORDER BY id ${oldestFirst ? 'ASC' : 'DESC'} LIMIT $3`,
      [connection ?? null, states ?? null, limit],
    );
    return rows.map(fileOf);
  }

  dueWindows(connection: string): Promise<WaitingWindow[]> {
    return this.query(windowsWhere('AND cut_at <= now()'), [connection], 'find-due-windows');
  }

  waitingWindows(connection: string): Promise<WaitingWindow[]> {
    return this.query(windowsWhere(''), [connection], 'find-waiting-windows');
  }

  open(file: NewFile): Promise<FileState> {
    return this.transactions.run({ role: 'relay' }, async (transaction) => {
      // A separate statement, so that whoever waits for it sees the file that was opened meanwhile.
      await transaction.query(
        `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`,
        [`rails/${file.connection}/${file.window_key}`],
        'lock-window',
      );
      const [unfinished] = await transaction.query<FileRow>(
        `SELECT ${COLUMNS} FROM rails.files
         WHERE connection = $1 AND window_key = $2 AND state IN ('building', 'closing') ORDER BY part LIMIT 1`,
        [file.connection, file.window_key],
        'find-unfinished-file',
      );
      if (unfinished !== undefined) return fileOf(unfinished);
      const [opened] = await transaction.query<FileRow>(
        `INSERT INTO rails.files (${OPENED.join(', ')}, state, part)
         SELECT ${OPENED.map((_, at) => `$${at + 1}`).join(', ')}, 'building', coalesce(max(part), 0) + 1
         FROM rails.files WHERE connection = $2 AND window_key = $4
         RETURNING ${COLUMNS}`,
        OPENED.map((column) => file[column]),
        'insert-file',
      );
      return fileOf(opened!);
    });
  }

  save(before: FileState, after: FileState): Promise<FileState> {
    return this.transactions.run({ role: 'relay' }, (transaction) => {
      // Whoever uploads should not wait for its next look: a message is a payment that somebody waits for.
      if (after.state === 'sealed' && before.state !== 'sealed') transaction.afterCommit(() => this.wake.send());
      return save(transaction, before, after);
    });
  }

  close(before: FileState, after: FileState, batches: readonly FileBatch[]): Promise<FileState> {
    return this.transactions.run({ role: 'relay' }, async (transaction) => {
      const saved = await save(transaction, before, after);
      await transaction.query(
        `INSERT INTO rails.batches (file_id, connection, batch_no, for_enterprise, batch_key, header, first_trace, last_trace,
           offset_trace, entries, records, hash, debit, credit)
         SELECT $1, $2, batch_no, for_enterprise, batch_key, header, first_trace, last_trace, offset_trace, entries,
           records, hash, debit, credit
         FROM jsonb_to_recordset($3::jsonb) AS b(batch_no int, for_enterprise uuid, batch_key text, header jsonb,
           first_trace text, last_trace text, offset_trace text, entries int, records int, hash bigint, debit bigint,
           credit bigint)`,
        [saved.id, saved.connection, JSON.stringify(batches.map(batchRow))],
        'insert-batches',
      );
      return saved;
    });
  }

  async batches(fileId: string): Promise<FileBatch[]> {
    const rows = await this.query<BatchRow>(
      `SELECT batch_no, for_enterprise, batch_key, header, first_trace, last_trace, offset_trace, entries, records, hash,
         debit, credit
       FROM rails.batches WHERE file_id = $1 ORDER BY batch_no`,
      [fileId],
    );
    return rows.map(({ hash, debit, credit, ...row }) => ({
      ...row,
      ...{ hash: BigInt(hash), debit: BigInt(debit), credit: BigInt(credit) },
    }));
  }

  async closeFinished(connection: string, before: Date): Promise<number> {
    const closed = await this.query(
      `UPDATE rails.files f SET state = 'closed', version = version + 1, updated_at = now()
       WHERE connection = $1 AND state IN ('uploaded', 'acknowledged') AND coalesce(uploaded_at, acknowledged_at) < $2
         AND entries_become IS NULL AND NOT EXISTS (
           SELECT FROM rails.batches b JOIN rails.entries e ON e.enterprise_id = b.for_enterprise AND e.file_id = b.file_id
           WHERE b.file_id = f.id AND e.state IN ('filed', 'accepted'))
       RETURNING id`,
      [connection, before],
      'close-finished-files',
    );
    return closed.length;
  }

  async modifiersOf(connection: string, creationDate: string): Promise<ReadonlySet<string>> {
    const rows = await this.query<{ modifier: string }>(
      `SELECT modifier FROM rails.files WHERE connection = $1 AND creation_date = $2 AND modifier IS NOT NULL`,
      [connection, creationDate],
    );
    return new Set(rows.map(({ modifier }) => modifier));
  }

  async totalsOfDay({ id, connection, creation_date }: FileState): Promise<Pick<FileState, 'debit' | 'credit'>> {
    const [row] = await this.query<Record<'debit' | 'credit', string>>(
      `SELECT coalesce(sum(debit), 0) AS debit, coalesce(sum(credit), 0) AS credit FROM rails.files
       WHERE connection = $1 AND creation_date = $2 AND id <> $3 AND state <> ALL($4::text[])`,
      [connection, creation_date, id, NOT_LEAVING],
      'sum-files-of-day',
    );
    return { debit: BigInt(row!.debit), credit: BigInt(row!.credit) };
  }

  async countSent(connection: string, rails: readonly OrderRail[]): Promise<number> {
    const [row] = await this.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM rails.files WHERE connection = $1 AND rail = ANY($2::text[])
         AND purpose = 'payments' AND num_nonnulls(uploaded_at, acknowledged_at) > 0`,
      [connection, rails],
    );
    return row!.count;
  }

  async addNotice({ document, ...notice }: NewNotice): Promise<boolean> {
    const { id: document_id, size, sha256, plain_sha256 } = document;
    const row = { ...notice, document_id, size: size.toString(), sha256, plain_sha256 };
    const columns = Object.keys(row) as (keyof typeof row)[];
    const added = await this.query(
      `INSERT INTO rails.files (${columns.join(', ')}, epoch, part, state)
       VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')}, 0, 1, 'sealed')
       ON CONFLICT ON CONSTRAINT files_part DO NOTHING RETURNING id`,
      columns.map((column) => row[column]),
    );
    return added.length > 0;
  }

  async ofMessage(connection: string, messageId: string): Promise<FileState | undefined> {
    const [row] = await this.query<FileRow>(
      `SELECT ${COLUMNS} FROM rails.files WHERE connection = $1 AND message_id = $2`,
      [connection, messageId],
      'find-file-of-message',
    );
    return row && fileOf(row);
  }

  async withStatusDue(connection: string, atMost: number): Promise<FileState[]> {
    const rows = await this.query<FileRow>(
      `SELECT ${COLUMNS} FROM rails.files
       WHERE connection = $1 AND status_due_at <= now() AND state IN ('uploaded', 'acknowledged', 'doubtful')
       ORDER BY status_due_at LIMIT $2`,
      [connection, atMost],
      'find-files-with-status-due',
    );
    return rows.map(fileOf);
  }

  async withEntriesDue(connection: string): Promise<FileState[]> {
    const rows = await this.query<FileRow>(
      `SELECT ${COLUMNS} FROM rails.files WHERE connection = $1 AND entries_become IS NOT NULL ORDER BY id`,
      [connection],
      'find-files-with-entries-due',
    );
    return rows.map(fileOf);
  }

  async enterprisesToSettle(connection: string): Promise<string[]> {
    const rows = await this.query<{ enterprise_id: string }>(
      `SELECT DISTINCT enterprise_id FROM rails.entries
       WHERE state = 'accepted' AND connection = $1 AND settle_at <= now() AND rail IN ('ach', 'same_day_ach')`,
      [connection],
      'find-enterprises-to-settle',
    );
    return rows.map(({ enterprise_id }) => enterprise_id);
  }

  async withPostingsDue(connection: string): Promise<DueFile[]> {
    const rows = await this.query<FileRow & Pick<DueFile, 'postings_version'>>(
      `SELECT ${COLUMNS}, postings_version FROM rails.files
       WHERE connection = $1 AND postings_version <> version AND document_id IS NOT NULL ORDER BY id`,
      [connection],
      'find-postings-due',
    );
    return rows.map((row) => ({ ...fileOf(row), postings_version: row.postings_version }));
  }

  async markPosted({ id, version, postings_version }: DueFile): Promise<void> {
    await this.query(
      `UPDATE rails.files SET postings_version = $2 WHERE id = $1 AND postings_version = $3`,
      [id, version, postings_version],
      'mark-posted',
    );
  }

  async makePostingsDue(fileIds: readonly string[]): Promise<void> {
    if (fileIds.length === 0) return;
    // Another value each time, so that whoever makes them meanwhile does not hide this.
    await this.query(
      `UPDATE rails.files SET postings_version = least(postings_version, 0) - 1 WHERE id = ANY($1::uuid[])`,
      [fileIds],
      'make-postings-due',
    );
  }

  async nextSequence(connection: string): Promise<bigint> {
    const [row] = await this.query<{ file_sequence: string }>(
      `INSERT INTO rails.connections AS c (connection, file_sequence) VALUES ($1, 1)
       ON CONFLICT (connection) DO UPDATE SET file_sequence = c.file_sequence + 1 RETURNING file_sequence`,
      [connection],
    );
    return BigInt(row!.file_sequence);
  }

  private query<Row>(sql: string, values: readonly unknown[], name?: string): Promise<Row[]> {
    return this.transactions.run({ role: 'relay' }, (transaction) => transaction.query<Row>(sql, values, name));
  }
}

async function save(transaction: Transaction, before: FileState, after: FileState): Promise<FileState> {
  const values = CHANGING.map((column) => {
    const value = after[column];
    if (column === 'format') return value === null ? null : JSON.stringify(value);
    return typeof value === 'bigint' ? value.toString() : value;
  });
  const [row] = await transaction.query<FileRow>(SAVE, [before.id, before.version, ...values], 'save-file');
  if (row === undefined) throw new StaleFileError(before.id);
  return fileOf(row);
}

function fileOf({ debit, credit, size, ...row }: FileRow): FileState {
  return { ...row, debit: BigInt(debit), credit: BigInt(credit), size: size === null ? null : BigInt(size) };
}

function batchRow({ hash, debit, credit, ...batch }: FileBatch) {
  return { ...batch, hash: hash.toString(), debit: debit.toString(), credit: credit.toString() };
}
