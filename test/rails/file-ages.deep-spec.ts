import { randomBytes } from 'node:crypto';
import { Clock, DAY_MS, MINUTE_MS, newId } from '@payments/kernel';
import { Log } from '@payments/observability';
import { Transactions } from '@payments/persistence';
import type { GaugeQuery } from '@payments/persistence';
import { Entries, Files, Payloads } from '@payments/rails';
import type { Connection, FileState } from '@payments/rails';
import { CloseFiles } from '../../libs/rails/src/application/close-files.js';
import type { EntryStatus } from '../../libs/rails/src/domain/entry-state.js';
import { FileGauges } from '../../libs/rails/src/infrastructure/persistence/file-gauges.js';
import { railsRetention } from '../../libs/rails/src/infrastructure/persistence/retention.table.js';
import { aFile, anEntry, startRailsStage } from '../support/rails/rails-stage.js';
import type { RailsStage } from '../support/rails/rails-stage.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src', 'libs/observability/src', 'migrations');

const YEARS = 2_557;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

describe('old bank files', () => {
  let stage: RailsStage;
  let enterprise: Awaited<ReturnType<RailsStage['enterprise']>>;
  const get = <T>(type: abstract new (...args: never[]) => T) => stage.app.get<T>(type, { strict: false });
  const query = <Row>(sql: string, values?: readonly unknown[]) => stage.service.database.query<Row>(sql, values);
  const stateOf = async ({ id }: FileState) => (await get(Files).find(id))?.state;

  beforeAll(async () => {
    stage = await startRailsStage();
    enterprise = await stage.enterprise();
  });
  afterAll(() => stage.stop());

  /** A file with one entry, which went the whole way to its state. */
  async function fileWith(
    entryState: EntryStatus,
    { uploaded_at = null, acknowledged_at = null, entries_become = null, ...change }: Partial<FileState> = {},
  ): Promise<FileState> {
    const window_key = `ach/${newId()}`;
    const files = get(Files);
    const opened = await files.open(aFile({ window_key }));
    const entry = anEntry();
    await enterprise.as(() => get(Entries).add(newId(), [entry]));
    const trace = `0910000${String(++traces).padStart(8, '0')}`;
    await query(`UPDATE rails.entries SET state = 'filed', file_id = $2, trace = $3, epoch = 0 WHERE id = $1`, [
      ...[entry.id, opened.id, trace],
    ]);
    const ways: Partial<Record<EntryStatus, EntryStatus[]>> = {
      accepted: ['accepted'],
      settled: ['accepted', 'settled'],
    };
    for (const next of ways[entryState] ?? []) {
      await query('UPDATE rails.entries SET state = $2 WHERE id = $1', [entry.id, next]);
    }
    const batch = {
      ...{ batch_no: 1, for_enterprise: enterprise.id, batch_key: entry.plan!.batch_key, header: {} as never },
      ...{ first_trace: trace, last_trace: trace, offset_trace: null, entries: 1, records: 1, hash: 1n },
      ...{ debit: 0n, credit: entry.amount },
    };
    const closing = await files.close(opened, { ...opened, state: 'closing' }, [batch]);
    const { id: document_id, size, sha256 } = await get(Payloads).store('first-bank', [randomBytes(100)]);
    let file = await files.save(closing, { ...closing, state: 'sealed', document_id, size, sha256 });
    file = await files.save(file, { ...file, state: 'uploading' });
    return files.save(file, { ...file, state: 'uploaded', uploaded_at, acknowledged_at, entries_become, ...change });
  }
  let traces = 0;

  describe('CloseFiles', () => {
    const close = () => {
      const log = new Log('test', 'fatal');
      return new CloseFiles(get(Files), get(Clock), log).execute({ name: 'first-bank' } as Connection);
    };

    it('closes a file 70 days after its upload', async () => {
      const [old, young] = [
        await fileWith('settled', { uploaded_at: daysAgo(70.01) }),
        await fileWith('settled', { uploaded_at: daysAgo(69.99) }),
      ];
      await close();
      expect([await stateOf(old), await stateOf(young)]).toEqual(['closed', 'uploaded']);
    });

    it('closes a file that only its acknowledgment proves to be at the bank', async () => {
      const file = await fileWith('settled');
      const acknowledged = await get(Files).save(file, {
        ...file,
        state: 'acknowledged',
        acknowledged_at: daysAgo(71),
      });
      await close();
      expect(await stateOf(acknowledged)).toBe('closed');
    });

    it.each<EntryStatus>(['filed', 'accepted'])('keeps a file open while an entry is %s', async (state) => {
      const file = await fileWith(state, { uploaded_at: daysAgo(100) });
      await close();
      expect(await stateOf(file)).toBe('uploaded');
    });

    it('keeps a file open until its entries have followed it', async () => {
      const file = await fileWith('settled', { uploaded_at: daysAgo(100), entries_become: 'accepted' });
      await close();
      expect(await stateOf(file)).toBe('uploaded');
    });
  });

  describe('retention', () => {
    /** All rules, until nothing is left to remove. */
    const removeOld = async () => {
      const { config } = stage.service.database;
      for (const { ofAll, keptMs, remove } of railsRetention) {
        const scope = { role: 'maintenance', ...(ofAll !== true && { enterpriseId: enterprise.id }) } as const;
        await get(Transactions).run(scope, (transaction) => {
          const now = new Date();
          const before = new Date(now.getTime() - keptMs(config));
          return remove({ transaction, enterpriseId: scope.enterpriseId, before, now, log: new Log('test', 'fatal') });
        });
      }
    };
    const oldFile = async () => {
      const file = await fileWith('settled', { uploaded_at: daysAgo(100) });
      const closed = await get(Files).save(file, { ...file, state: 'closed' });
      await query('UPDATE rails.files SET updated_at = $2 WHERE id = $1', [closed.id, daysAgo(YEARS + 1)]);
      // Ids follow time: an old entry has an old one.
      await query(
        `UPDATE rails.entries SET updated_at = $2, id = ('00000000' || substr(id::text, 9))::uuid WHERE file_id = $1`,
        [closed.id, daysAgo(YEARS + 1)],
      );
      await query(`UPDATE rails.documents SET created_at = $2 WHERE id = $1`, [closed.document_id, daysAgo(YEARS + 1)]);
      return closed;
    };
    const left = async ({ id, document_id }: FileState) => {
      const count = async (table: string, column: string, value: unknown) =>
        (await query(`SELECT FROM ${table} WHERE ${column} = $1`, [value])).length;
      return {
        files: await count('rails.files', 'id', id),
        batches: await count('rails.batches', 'file_id', id),
        entries: await count('rails.entries', 'file_id', id),
        documents: await count('rails.documents', 'id', document_id),
        payloads: await count('rails.payloads', 'document_id', document_id),
      };
    };
    const WHOLE = { files: 1, batches: 1, entries: 1, documents: 1, payloads: 1 };
    const NOTHING = { files: 0, batches: 0, entries: 0, documents: 0, payloads: 0 };
    const except = async (about: Readonly<Record<string, unknown>>) => {
      const id = newId();
      const values = {
        id,
        key: id,
        connection: 'first-bank',
        kind: 'unknown_file',
        created_at: daysAgo(YEARS),
        ...about,
      };
      await query(
        `INSERT INTO rails.exceptions (${Object.keys(values).join(', ')})
         VALUES (${Object.keys(values)
           .map((_, at) => `$${at + 1}`)
           .join(', ')})`,
        Object.values(values),
      );
      return id;
    };
    const resolve = (id: string) =>
      query(
        `UPDATE rails.exceptions SET state = 'resolved', resolution = 'x', resolved_by = 'ada', resolved_at = now()
         WHERE id = $1`,
        [id],
      );

    it('removes a file with its batches, its entries and its bytes', async () => {
      const file = await oldFile();
      expect(await left(file)).toEqual(WHOLE);
      await removeOld();
      expect(await left(file)).toEqual(NOTHING);
    });

    it('keeps a file that has not ended, however old it is', async () => {
      const file = await fileWith('settled', { uploaded_at: daysAgo(YEARS + 100) });
      await query('UPDATE rails.files SET updated_at = $2 WHERE id = $1', [file.id, daysAgo(YEARS + 1)]);
      await removeOld();
      expect(await left(file)).toEqual(WHOLE);
    });

    it('keeps a file while an exception about it is open', async () => {
      const file = await oldFile();
      const exception = await except({ file_id: file.id });
      await removeOld();
      expect(await left(file)).toEqual(WHOLE);
      await resolve(exception);
      await removeOld();
      expect(await left(file)).toEqual(NOTHING);
    });

    it('keeps an entry while an exception about it is open', async () => {
      const file = await oldFile();
      const [entry] = await query<{ end_to_end_id: string }>(
        'SELECT end_to_end_id FROM rails.entries WHERE file_id = $1',
        [file.id],
      );
      await except({ for_enterprise: enterprise.id, end_to_end_id: entry!.end_to_end_id });
      await removeOld();
      expect(await left(file)).toEqual({ ...NOTHING, entries: 1 });
    });

    it('removes the bytes of a file from a bank, and keeps its hash', async () => {
      const { id: document_id, sha256 } = await get(Payloads).store('first-bank', [randomBytes(100)]);
      const id = newId();
      await query(
        `INSERT INTO rails.inbound_files (id, connection, directory, name, size, sha256, document_id, state, fetched_at,
           updated_at) VALUES ($1, 'first-bank', '/', 'a', 100, $2, $3, 'applied', $4, $4)`,
        [id, sha256, document_id, daysAgo(YEARS + 1)],
      );
      await query('UPDATE rails.documents SET created_at = $2 WHERE id = $1', [document_id, daysAgo(YEARS + 1)]);
      const exception = await except({ inbound_id: id });
      await removeOld();
      expect(await query('SELECT FROM rails.payloads WHERE document_id = $1', [document_id])).toHaveLength(1);
      await resolve(exception);
      await removeOld();
      expect(await query('SELECT FROM rails.payloads WHERE document_id = $1', [document_id])).toEqual([]);
      expect(await query('SELECT sha256, document_id FROM rails.inbound_files WHERE id = $1', [id])).toEqual([
        { sha256, document_id: null },
      ]);
    });

    it('removes what is stored for too long, and the worker stores no more of it', async () => {
      async function* slow() {
        yield randomBytes(300_000);
        await query(`UPDATE rails.documents SET created_at = $1 WHERE chunks IS NULL`, [daysAgo(1.01)]);
        await removeOld();
        yield randomBytes(300_000);
      }
      await expect(get(Payloads).store('first-bank', slow())).rejects.toThrow(/took too long/);
      expect(await query('SELECT FROM rails.documents WHERE chunks IS NULL')).toEqual([]);
      expect(
        await query('SELECT FROM rails.payloads WHERE document_id NOT IN (SELECT id FROM rails.documents)'),
      ).toEqual([]);
    });
  });

  it('are counted by FileGauges when their acknowledgment is overdue', async () => {
    const queries: GaugeQuery[] = [];
    const hours = { opens: '00:00', closes: '23:59' };
    const connections = [
      { name: 'first-bank', hours, acknowledgment: { kind: 'report', within_minutes: 120 } },
      { name: 'silent-bank', hours, acknowledgment: { kind: 'none', within_minutes: 120 } },
    ];
    const now = new Date('2026-07-15T18:00:00Z');
    const clock = { now: () => now };
    new FileGauges(
      { add: (each: GaugeQuery) => queries.push(each) } as never,
      { connections } as never,
      clock as never,
    );
    const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS);
    const unacknowledged = async () => {
      const { sql, values } = queries.find(({ name }) => name === 'gauge-unacknowledged-files')!;
      return stage.relay(sql, values?.());
    };
    await query(`UPDATE rails.files SET uploaded_at = $1 WHERE state = 'uploaded'`, [now]);
    expect(await unacknowledged()).toEqual([{ connection: 'first-bank', payments_rails_unacknowledged: 0 }]);
    const file = await fileWith('filed', { uploaded_at: minutesAgo(121) });
    await fileWith('filed', { uploaded_at: minutesAgo(119) });
    expect(await unacknowledged()).toEqual([{ connection: 'first-bank', payments_rails_unacknowledged: 1 }]);
    await get(Files).save(file, { ...file, state: 'acknowledged', acknowledged_at: new Date() });
    expect(await unacknowledged()).toEqual([{ connection: 'first-bank', payments_rails_unacknowledged: 0 }]);
  });
});
