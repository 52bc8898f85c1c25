import { Injectable } from '@nestjs/common';
import { WakeSignal } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { currentTransaction, FieldCipher } from '@payments/persistence';
import { Entries } from '../../application/ports.js';
import type {
  BatchSummary,
  Claim,
  Claimed,
  EntryMove,
  FiledEntry,
  PostponedEntry,
  ReportedEntry,
  SentEntry,
  WaitingEntry,
} from '../../application/ports.js';
import type { EntryStatus, NewEntry } from '../../domain/entry-state.js';
import type { FileBatch, FileState } from '../../domain/file-state.js';
import { holdLease } from './connection-leases.repository.js';
import {
  ADD_ENTRIES,
  ADD_REJECTED,
  CLAIM_ENTRIES,
  PAGE_ENTRIES,
  POSTPONE_ENTRIES,
  SENT_COLUMNS,
  SUMMARIZE_ENTRIES,
} from './entries.sql.js';
import { groupedRows } from './entry-rows.js';
import { admitBatch, knownOrders } from './inquiry-fence.js';

const ACCOUNT = { table: 'rails.entries', column: 'account_number' } as const;
const LOCKED_AT_ONCE = 1_000;

type Summed<T extends { debit: bigint; credit: bigint }> = Omit<T, 'debit' | 'credit' | 'hash'> & {
  readonly debit: string;
  readonly credit: string;
  readonly hash: string;
};

interface EntryRow extends Omit<FiledEntry, 'amount' | 'account_number'> {
  readonly amount: string;
  readonly account_number: Buffer;
}

type Window = Pick<FileState, 'connection' | 'window_key'>;

type SentRow = Omit<SentEntry, 'amount'> & { readonly amount: string };

@Injectable()
export class EntriesRepository extends Entries {
  constructor(
    private readonly cipher: FieldCipher,
    private readonly wake: WakeSignal,
  ) {
    super();
  }

  admit(batchId: string, endToEndIds: readonly string[]): Promise<void> {
    return admitBatch(batchId, endToEndIds);
  }

  async add(batchId: string, entries: readonly NewEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const transaction = currentTransaction();
    const planned = entries.filter(({ plan }) => plan !== null);
    const rejected = entries.filter(({ plan }) => plan === null);
    for (const [rows, sql, name] of [
      [planned, ADD_ENTRIES, 'insert-entries'],
      [rejected, ADD_REJECTED, 'insert-rejected-entries'],
    ] as const) {
      if (rows.length === 0) continue;
      const values = [workContext.enterpriseId(), batchId, JSON.stringify(await this.groupsOf(rows))];
      transaction.defer({ sql, values, name });
    }
    transaction.afterCommit(() => this.wake.send());
  }

  async known(endToEndIds: readonly string[], inquiryId: string): Promise<Set<string>> {
    return endToEndIds.length === 0 ? new Set() : knownOrders(endToEndIds, inquiryId);
  }

  async claim(file: FileState, { lease, odfi, block, room }: Claim): Promise<Claimed> {
    await holdLease(lease);
    const [claimed] = await currentTransaction().query<Summed<Claimed & { hash: bigint }>>(
      CLAIM_ENTRIES,
      [
        ...[workContext.enterpriseId(), file.connection, file.window_key, file.id],
        ...[Math.min(room.entries, block.count), room.batches, room.debit.toString(), room.credit.toString()],
        ...[odfi, block.first, block.epoch],
      ],
      'claim-entries',
    );
    const { entries, batches, debit, credit } = claimed!;
    return { entries, batches, debit: BigInt(debit), credit: BigInt(credit) };
  }

  async summarize(fileId: string): Promise<BatchSummary[]> {
    const rows = await currentTransaction().query<Summed<BatchSummary>>(
      SUMMARIZE_ENTRIES,
      [workContext.enterpriseId(), fileId],
      'summarize-entries',
    );
    return rows.map(({ hash, debit, credit, ...row }) => ({
      ...row,
      ...{ hash: BigInt(hash), debit: BigInt(debit), credit: BigInt(credit) },
    }));
  }

  async page(fileId: string, { batch_key }: Pick<FileBatch, 'batch_key'>, afterTrace: string): Promise<FiledEntry[]> {
    const enterpriseId = workContext.enterpriseId();
    const rows = await currentTransaction().query<EntryRow>(
      PAGE_ENTRIES,
      [enterpriseId, fileId, batch_key, afterTrace],
      'page-entries',
    );
    const sealed = rows.map(({ id, account_number }) => ({ rowId: id, sealed: account_number }));
    const numbers = await this.cipher.openAll({ ...ACCOUNT, enterpriseId }, sealed);
    return rows.map((row, at) => ({ ...row, amount: BigInt(row.amount), account_number: numbers[at]! }));
  }

  lockOfFile(fileId: string, states: readonly EntryStatus[]): Promise<SentEntry[]> {
    return this.lock(`file_id = $2 AND state = ANY($3::text[])`, [fileId, states]);
  }

  lockByTrace(connection: string, traces: readonly string[]): Promise<SentEntry[]> {
    return this.lock(`connection = $2 AND trace = ANY($3::text[])`, [connection, traces]);
  }

  async tracesNamed(fileId: string, individualId: string): Promise<string[]> {
    const rows = await currentTransaction().query<{ trace: string }>(
      `SELECT trace FROM rails.entries WHERE enterprise_id = $1 AND file_id = $2 AND individual_id = $3`,
      [workContext.enterpriseId(), fileId, individualId],
    );
    return rows.map(({ trace }) => trace);
  }

  async fileOfPayment(
    connection: string,
    { id, end_to_end_id }: { readonly id: string | null; readonly end_to_end_id: string | null },
  ): Promise<string | undefined> {
    const [row] = await currentTransaction().query<{ file_id: string }>(
      `SELECT file_id FROM rails.entries WHERE enterprise_id = $1 AND connection = $2 AND file_id IS NOT NULL
         AND rail IN ('rtp', 'fednow') AND (id = $3 OR end_to_end_id = $4)`,
      [workContext.enterpriseId(), connection, id, end_to_end_id],
      'find-file-of-payment',
    );
    return row?.file_id;
  }

  async refer(id: string, clearingReference: string): Promise<void> {
    await currentTransaction().query(
      `UPDATE rails.entries SET clearing_reference = $3, version = version + 1, updated_at = now()
       WHERE enterprise_id = $1 AND id = $2 AND clearing_reference IS DISTINCT FROM $3`,
      [workContext.enterpriseId(), id, clearingReference],
      'refer-entry',
    );
  }

  async move(ids: readonly string[], { to, at, code, return_trace, copies }: EntryMove): Promise<void> {
    if (ids.length === 0) return;
    // Without a file again, it gets other trace numbers in the next one.
    const leavesFile = to === 'waiting' ? ', file_id = NULL, trace = NULL, epoch = NULL' : '';
    await currentTransaction().query(
      `UPDATE rails.entries SET state = $3, occurred_at = $4, code = coalesce($5, code),
         return_trace = coalesce($6, return_trace), copies = coalesce($7, copies), version = version + 1, updated_at = now() ${leavesFile}
       WHERE enterprise_id = $1 AND id = ANY($2::uuid[])`,
      [workContext.enterpriseId(), ids, to, at, code ?? null, return_trace ?? null, copies ?? null],
      `move-entries-${to}`,
    );
  }

  async countWaiting({ connection, window_key }: Window, limit: number): Promise<number> {
    const [row] = await currentTransaction().query<{ count: number }>(
      `SELECT count(*)::int AS count FROM (
         SELECT FROM rails.entries
         WHERE enterprise_id = $1 AND connection = $2 AND window_key = $3 AND state = 'waiting' LIMIT $4) AS waiting`,
      [workContext.enterpriseId(), connection, window_key, limit],
      'count-waiting-entries',
    );
    return row!.count;
  }

  async lockIfWaiting(id: string): Promise<Date | undefined> {
    const [row] = await currentTransaction().query<{ occurred_at: Date }>(
      `SELECT occurred_at FROM rails.entries WHERE enterprise_id = $1 AND id = $2 AND state = 'waiting' FOR UPDATE`,
      [workContext.enterpriseId(), id],
    );
    return row?.occurred_at;
  }

  lockWaiting({ connection, window_key }: Window): Promise<WaitingEntry[]> {
    return currentTransaction().query<WaitingEntry>(
      `SELECT id, rail, side, sec, batch_key FROM rails.entries
       WHERE enterprise_id = $1 AND connection = $2 AND window_key = $3 AND state = 'waiting'
       ORDER BY id LIMIT ${LOCKED_AT_ONCE} FOR UPDATE`,
      [workContext.enterpriseId(), connection, window_key],
      'lock-waiting-entries',
    );
  }

  async postpone(entries: readonly PostponedEntry[]): Promise<void> {
    if (entries.length === 0) return;
    await currentTransaction().query(
      POSTPONE_ENTRIES,
      [workContext.enterpriseId(), JSON.stringify(entries)],
      'postpone-entries',
    );
  }

  lockToSettle(connection: string, exceptFiles: readonly string[]): Promise<SentEntry[]> {
    return this.lock(
      `connection = $2 AND state = 'accepted' AND settle_at <= now() AND file_id <> ALL($3::uuid[])
      AND rail IN ('ach', 'same_day_ach')`,
      [connection, exceptFiles],
    );
  }

  lockConfirmed(connection: string, kinds: 'all' | 'instant'): Promise<SentEntry[]> {
    const ofKind = kinds === 'all' ? '' : `AND rail IN ('rtp', 'fednow')`;
    return this.lock(
      `connection = $2 AND state = 'accepted' ${ofKind} AND EXISTS (
         SELECT FROM rails.postings p WHERE p.enterprise_id = $1 AND p.file_id = rails.entries.file_id
           AND p.batch_key = rails.entries.batch_key AND p.entry_id IS NULL AND p.kind = 'settlement'
           AND p.match_id IS NOT NULL
         UNION ALL SELECT FROM rails.postings p WHERE p.enterprise_id = $1 AND p.file_id = rails.entries.file_id
           AND p.end_to_end_id = rails.entries.end_to_end_id AND p.kind = 'settlement' AND p.match_id IS NOT NULL)`,
      [connection],
    );
  }

  async report(from: Date, to: Date): Promise<ReportedEntry[]> {
    const rows = await currentTransaction().query<Omit<ReportedEntry, 'amount'> & { readonly amount: string }>(
      `SELECT end_to_end_id, rail, side, amount, state, occurred_at FROM rails.entries
       WHERE enterprise_id = $1 AND occurred_at >= $2 AND occurred_at < $3 AND reverses IS NULL
       ORDER BY end_to_end_id`,
      [workContext.enterpriseId(), from, to],
    );
    return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
  }

  private async lock(condition: string, values: readonly unknown[]): Promise<SentEntry[]> {
    const rows = await currentTransaction().query<SentRow>(
      `SELECT ${SENT_COLUMNS} FROM rails.entries WHERE enterprise_id = $1 AND ${condition}
       ORDER BY id LIMIT ${LOCKED_AT_ONCE} FOR UPDATE`,
      [workContext.enterpriseId(), ...values],
    );
    return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
  }

  private async groupsOf(entries: readonly NewEntry[]) {
    const column = { ...ACCOUNT, enterpriseId: workContext.enterpriseId() };
    const numbers = entries.flatMap(({ id, plan }) =>
      plan === null ? [] : [{ rowId: id, plaintext: plan.account_number }],
    );
    return groupedRows(entries, await this.cipher.sealAll(column, numbers));
  }
}
