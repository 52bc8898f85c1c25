import { createHash, randomBytes } from 'node:crypto';
import { loadKeyRing } from '@payments/config';
import { newId } from '@payments/kernel';
import {
  DataKeys,
  FieldCipher,
  KeyRingProvider,
  rewrapKeys,
  SealedColumns,
  Secrets,
  Transactions,
} from '@payments/persistence';
import type { KeyTools } from '@payments/persistence';
import {
  ChannelError,
  ConnectionLeaseLostError,
  ConnectionLeases,
  Entries,
  entryTransitions,
  Files,
  fileTransitions,
  inboundTransitions,
  Payloads,
  RailResults,
  StaleFileError,
  SupersededBatchError,
  TraceNumbers,
} from '@payments/rails';
import { PayloadsRepository } from '../../libs/rails/src/infrastructure/persistence/payloads.repository.js';
import { aFile, anEntry, aPlan, startRailsStage } from '../support/rails/rails-stage.js';
import type { RailsStage } from '../support/rails/rails-stage.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src', 'libs/persistence/src', 'migrations');

const MINUTE = 60_000;
const ROOM = { entries: 5_000, batches: 1_000, debit: 10n ** 12n, credit: 10n ** 12n };
const FIRST_BANK = { name: 'first-bank', ach: { trace_first: 1 } } as never;

describe('the storage of rails', () => {
  let stage: RailsStage;
  beforeAll(async () => {
    stage = await startRailsStage();
  });
  afterAll(() => stage.stop());

  const get = <T>(type: abstract new (...args: never[]) => T): T => stage.app.get(type as never);
  const rowsOf = (id: string) =>
    stage.service.database.query<Record<string, unknown>>(
      'SELECT * FROM rails.entries WHERE enterprise_id = $1 ORDER BY trace NULLS LAST, id',
      [id],
    );

  describe('of states', () => {
    it.each([
      ['entry_transitions', entryTransitions],
      ['file_transitions', fileTransitions],
      ['inbound_transitions', inboundTransitions],
    ])('has the very table of %s that the code has', async (table, transitions) => {
      const stored = await stage.service.database.query<{ from_state: string; to_state: string }>(
        `SELECT from_state, to_state FROM rails.${table}`,
      );
      const pairs = Object.entries(transitions).flatMap(([from, list]) =>
        (list as readonly string[]).map((to) => `${from} ${to}`),
      );
      expect(stored.map(({ from_state, to_state }) => `${from_state} ${to_state}`).sort()).toEqual(pairs.sort());
    });
  });

  describe('of entries', () => {
    it('stores an order once, whatever a later batch says of it', async () => {
      const { id, as } = await stage.enterprise();
      const first = anEntry();
      await as(() => get(Entries).add(newId(), [first]));
      await as(() =>
        get(Entries).add(newId(), [anEntry({ end_to_end_id: first.end_to_end_id, plan: null, code: 'FF02' })]),
      );
      expect(await rowsOf(id)).toMatchObject([{ id: first.id, state: 'waiting', code: null }]);
      expect(await as(() => get(RailResults).takeUnreported(10))).toEqual([]);
    });

    it('seals the account number', async () => {
      const { id, as } = await stage.enterprise();
      await as(() => get(Entries).add(newId(), [anEntry()]));
      const [row] = await rowsOf(id);
      expect(JSON.stringify(row)).not.toContain('1234567890"');
      expect((row!['account_number'] as Buffer).includes('1234567890')).toBe(false);
    });

    it('stores a rejected order with its result', async () => {
      const { id, as } = await stage.enterprise();
      const entry = anEntry({ plan: null, code: 'AM14' });
      await as(() => get(Entries).add(newId(), [entry]));
      expect(await rowsOf(id)).toMatchObject([{ state: 'rejected', code: 'AM14', connection: null }]);
      const [result] = await as(() => get(RailResults).takeUnreported(10));
      const { end_to_end_id } = entry;
      expect(result).toMatchObject({ key: `${end_to_end_id}-x`, end_to_end_id, kind: 'rejected', code: 'AM14' });
    });

    it('refuses a batch that is older than an inquiry which missed one of its orders', async () => {
      const { id, as } = await stage.enterprise();
      const [late, entry] = [newId(), anEntry()];
      expect(await as(() => get(Entries).known([entry.end_to_end_id], newId()))).toEqual(new Set());
      await expect(as(() => get(Entries).admit(late, [entry.end_to_end_id, anEntry().end_to_end_id]))).rejects.toThrow(
        SupersededBatchError,
      );
      expect(await rowsOf(id)).toEqual([]);
      await as(() => get(Entries).add(newId(), [entry]));
      expect(await as(() => get(Entries).known([entry.end_to_end_id], newId()))).toEqual(
        new Set([entry.end_to_end_id]),
      );
    });
  });

  describe('of claims', () => {
    const claimable = async (count: number, changes: Parameters<typeof aPlan>[0] = {}) => {
      const enterprise = await stage.enterprise();
      const window_key = `ach/${newId()}`;
      const entries = Array.from({ length: count }, () => anEntry({ plan: aPlan({ window_key, ...changes }) }));
      await enterprise.as(() => get(Entries).add(newId(), entries));
      await get(TraceNumbers).epochFor(FIRST_BANK, 100);
      const file = await get(Files).open(aFile({ window_key }));
      return { ...enterprise, file, entries };
    };
    const takeLease = async (connection = 'first-bank') => {
      const lease = await get(ConnectionLeases).take(connection, 'cut', MINUTE);
      if (lease === undefined) throw new Error('the lease is taken');
      return lease;
    };

    it('gives each entry of the window a trace number, ascending in its batch', async () => {
      const { id, as, file } = await claimable(3);
      await as(() => get(Entries).add(newId(), [anEntry()]));
      const lease = await takeLease();
      const block = await get(TraceNumbers).take('first-bank', 5);
      const claimed = await as(() => get(Entries).claim(file, { lease, odfi: '09100001', block, room: ROOM }));
      await get(ConnectionLeases).release(lease);
      expect(claimed).toEqual({ entries: 3, batches: 1, debit: 0n, credit: 37_500n });
      const rows = await rowsOf(id);
      expect(rows.map(({ state }) => state)).toEqual(['filed', 'filed', 'filed', 'waiting']);
      const traces = [0, 1, 2].map((nth) => `09100001${String(block.first + nth).padStart(7, '0')}`);
      expect(rows.slice(0, 3).map(({ trace }) => trace)).toEqual(traces);
      const [summary] = await as(() => get(Entries).summarize(file.id));
      expect(summary).toMatchObject({
        entries: 3,
        records: 3,
        hash: 6_300_006n,
        credit: 37_500n,
        first_trace: traces[0],
      });
      const page = await as(() => get(Entries).page(file.id, summary!, traces[0]!));
      expect(page.map(({ trace, account_number }) => [trace, account_number])).toEqual([
        [traces[1], '1234567890'],
        [traces[2], '1234567890'],
      ]);
    });

    it.each([
      ['entries', { ...ROOM, entries: 2 }],
      ['credits', { ...ROOM, credit: 25_000n }],
    ])('takes no more %s than the file has room for', async (_, room) => {
      const { as, file } = await claimable(3);
      const lease = await takeLease();
      const block = await get(TraceNumbers).take('first-bank', 5);
      const claimed = await as(() => get(Entries).claim(file, { lease, odfi: '09100001', block, room }));
      await get(ConnectionLeases).release(lease);
      expect(claimed.entries).toBe(2);
    });

    it('takes no new batch when the file has room for none, but adds to those it has', async () => {
      const { as, file } = await claimable(1);
      const lease = await takeLease();
      const claim = async (batches: number) => {
        const block = await get(TraceNumbers).take('first-bank', 5);
        return as(() => get(Entries).claim(file, { lease, odfi: '09100001', block, room: { ...ROOM, batches } }));
      };
      expect((await claim(1)).batches).toBe(1);
      const { window_key } = file;
      const other = aPlan({ window_key, batch_key: '1234567890ACME CORP       PPDOTHER     260716260716C' });
      await as(() => get(Entries).add(newId(), [anEntry({ plan: aPlan({ window_key }) }), anEntry({ plan: other })]));
      expect(await claim(0)).toMatchObject({ entries: 1, batches: 0 });
      await get(ConnectionLeases).release(lease);
    });

    it('changes nothing once the lease is with another worker', async () => {
      const { id, as, file } = await claimable(1);
      const lease = await takeLease();
      const block = await get(TraceNumbers).take('first-bank', 1);
      await stage.relay(`UPDATE rails.connection_leases SET lease_until = 'epoch' WHERE token = $1`, [lease.token]);
      const next = await takeLease();
      const claim = as(() => get(Entries).claim(file, { lease, odfi: '09100001', block, room: ROOM }));
      await expect(claim).rejects.toThrow(ConnectionLeaseLostError);
      await expect(get(ConnectionLeases).renew(lease, MINUTE)).rejects.toThrow(ConnectionLeaseLostError);
      await get(ConnectionLeases).release(lease);
      expect(await get(ConnectionLeases).take('first-bank', 'cut', MINUTE)).toBeUndefined();
      await get(ConnectionLeases).release(next);
      expect(await rowsOf(id)).toMatchObject([{ state: 'waiting', trace: null }]);
    });

    it('records what work over a channel showed, if the lease is still its own', async () => {
      const bank = `bank-${newId()}`;
      const leases = get(ConnectionLeases);
      const work = async (outcome?: Parameters<ConnectionLeases['release']>[1]) => {
        const lease = (await leases.take(bank, 'fetch', MINUTE))!;
        await leases.release(lease, outcome);
        const [row] = await stage.relay<Record<string, unknown>>(
          `SELECT failures, failure, succeeded_at IS NOT NULL AS succeeded, failed_at IS NOT NULL AS failed,
             round(extract(epoch FROM retry_at - now()))::int AS retry_in
           FROM rails.connection_leases WHERE connection = $1 AND work = 'fetch'`,
          [bank],
        );
        return { row, lease };
      };
      const never = { failures: 0, failure: null, succeeded: false, failed: false, retry_in: null };
      expect((await work()).row).toEqual(never);
      const failure = new ChannelError('log_in', 'auth', `the server refuses the key ${'x'.repeat(600)}`);
      const failed = { succeeded: false, failure, retryInMs: 20_000 };
      await work(failed);
      const cause = expect.stringMatching(/^log_in auth: the server refuses the key x+$/) as string;
      const twice = { failures: 2, failure: cause, succeeded: false, failed: true, retry_in: 20 };
      const { row } = await work(failed);
      expect(row).toEqual(twice);
      expect(String(row!['failure'])).toHaveLength(500);
      expect((await work()).row).toEqual(twice);
      const { row: after, lease } = await work({ succeeded: true });
      expect(after).toEqual({ ...twice, failures: 0, succeeded: true, retry_in: null });
      await leases.take(bank, 'fetch', MINUTE);
      await leases.release(lease, failed);
      const [{ failures }] = (await stage.relay(
        `SELECT failures FROM rails.connection_leases WHERE connection = $1 AND work = 'fetch'`,
        [bank],
      )) as [{ failures: number }];
      expect(failures).toBe(0);
    });

    it('lets one of many workers have a lease', async () => {
      const leases = await Promise.all(
        Array.from({ length: 8 }, () => get(ConnectionLeases).take('busy-bank', 'upload', MINUTE)),
      );
      expect(leases.filter((lease) => lease !== undefined)).toHaveLength(1);
    });
  });

  describe('of trace numbers', () => {
    it('never gives one out twice, and begins another epoch when a file might not fit', async () => {
      const connection = { name: 'wrapping', ach: { trace_first: 9_999_990 } } as never;
      expect(await get(TraceNumbers).epochFor(connection, 10)).toBe(0);
      expect(await get(TraceNumbers).take('wrapping', 4)).toEqual({ first: 9_999_990, count: 4, epoch: 0 });
      expect(await get(TraceNumbers).epochFor(connection, 7)).toBe(1);
      expect(await get(TraceNumbers).take('wrapping', 4)).toEqual({ first: 1, count: 4, epoch: 1 });
      const blocks = await Promise.all(Array.from({ length: 8 }, () => get(TraceNumbers).take('wrapping', 3)));
      expect(blocks.map(({ first }) => first).sort((a, b) => a - b)).toEqual([5, 8, 11, 14, 17, 20, 23, 26]);
    });
  });

  describe('of files', () => {
    it('opens the unfinished file of a window again, and another part after it', async () => {
      const window_key = `ach/${newId()}`;
      const first = await get(Files).open(aFile({ window_key }));
      expect((await get(Files).open(aFile({ window_key }))).id).toBe(first.id);
      await get(Files).save(first, { ...first, state: 'dropped' });
      expect(await get(Files).open(aFile({ window_key }))).toMatchObject({ part: 2, state: 'building' });
    });

    it('refuses a change of a file that somebody else has changed', async () => {
      const file = await get(Files).open(aFile({ window_key: `ach/${newId()}` }));
      const saved = await get(Files).save(file, { ...file, state: 'closing' });
      await expect(get(Files).save(file, { ...file, state: 'dropped' })).rejects.toThrow(StaleFileError);
      expect(await get(Files).find(file.id)).toEqual(saved);
    });

    it('cannot be moved against the table of states', async () => {
      const file = await get(Files).open(aFile({ window_key: `ach/${newId()}` }));
      await expect(get(Files).save(file, { ...file, state: 'uploaded' })).rejects.toThrow(/illegal file transition/);
    });

    it.each([
      ['name', { file_name: 'taken.ach' }, 'files_name'],
      ['bytes', { document_id: newId(), size: 5n, sha256: Buffer.from('taken') }, 'files_content'],
    ])('cannot have the %s of another one', async (_what, change, constraint) => {
      const open = () => get(Files).open(aFile({ window_key: `ach/${newId()}` }));
      const [first, second] = [await open(), await open()];
      await get(Files).save(first, { ...first, state: 'closing', ...change });
      const again = get(Files).save(second, { ...second, state: 'closing', ...change });
      await expect(again).rejects.toThrow(constraint);
    });

    it('never changes the name or the bytes of a sealed file', async () => {
      const file = await get(Files).open(aFile({ window_key: `ach/${newId()}` }));
      const closing = await get(Files).save(file, { ...file, state: 'closing', file_name: 'a.ach' });
      const document = await get(Payloads).store('first-bank', [Buffer.from('bytes')]);
      const { id: document_id, size, sha256 } = document;
      const sealed = await get(Files).save(closing, { ...closing, state: 'sealed', document_id, size, sha256 });
      const changes = [
        { file_name: 'b.ach' },
        { sha256: randomBytes(32) },
        { size: 6n },
        { credit: 1n },
        { modifier: 'B' },
      ];
      for (const change of changes) {
        await expect(get(Files).save(sealed, { ...sealed, ...change })).rejects.toThrow(/never change/);
      }
      expect(await get(Files).save(sealed, { ...sealed, state: 'held', reason: 'operator' })).toMatchObject({ sha256 });
    });
  });

  describe('of payloads', () => {
    const bytes = randomBytes(700_000);
    const readAll = async (id: string) => {
      const chunks: Buffer[] = [];
      for await (const chunk of get(Payloads).read(id)) chunks.push(chunk);
      return Buffer.concat(chunks);
    };

    it('returns the exact bytes, which are sealed in chunks', async () => {
      const stored = await get(Payloads).store('first-bank', [bytes.subarray(0, 10), bytes.subarray(10)]);
      expect(stored).toMatchObject({ size: 700_000n, sha256: createHash('sha256').update(bytes).digest() });
      expect((await readAll(stored.id)).equals(bytes)).toBe(true);
      const chunks = await stage.relay<{ bytes: Buffer }>('SELECT bytes FROM rails.payloads WHERE document_id = $1', [
        stored.id,
      ]);
      expect(chunks).toHaveLength(3);
      expect(chunks.every((chunk) => !chunk.bytes.includes(bytes.subarray(0, 16)))).toBe(true);
      await get(Payloads).remove(stored.id);
      await expect(readAll(stored.id)).rejects.toThrow(/not stored/);
    });

    it('does not open a chunk in the place of another, nor a changed one', async () => {
      const { id } = await get(Payloads).store('first-bank', [bytes]);
      const swap = `UPDATE rails.payloads SET chunk = 1 - chunk WHERE document_id = $1 AND chunk < 2`;
      await stage.service.database.query('ALTER TABLE rails.payloads DROP CONSTRAINT payloads_pkey');
      await stage.service.database.query(swap, [id]);
      await expect(readAll(id)).rejects.toThrow();
      await stage.service.database.query(swap, [id]);
      expect((await readAll(id)).length).toBe(bytes.length);
    });

    it('opens after its key was wrapped with another master key', async () => {
      const { id } = await get(Payloads).store('first-bank', [bytes]);
      const { master } = loadKeyRing(stage.service.database.config);
      const keys = { ...master.keys, second: randomBytes(32) };
      const progress = { begin: () => undefined, add: () => undefined, say: () => undefined };
      const transactions = get(Transactions);
      const tools = {
        ...{ transactions, dataKeys: get(DataKeys), cipher: get(FieldCipher), secrets: get(Secrets), progress },
        provider: new KeyRingProvider({ active: 'second', keys }),
        sealed: new SealedColumns([], get(SealedColumns).wrapped),
      } satisfies KeyTools;
      expect(await rewrapKeys(tools, [])).toMatchObject({ complete: true });
      const onlySecond = new KeyRingProvider({ active: 'second', keys: { second: keys.second } });
      const read: Buffer[] = [];
      for await (const chunk of new PayloadsRepository(transactions, onlySecond).read(id)) read.push(chunk);
      expect(Buffer.concat(read).equals(bytes)).toBe(true);
      await expect(readAll(id)).rejects.toThrow(/master key second is not in the key ring/);
    });
  });

  describe('of results', () => {
    const result = {
      ...({ end_to_end_id: 'P1', kind: 'accepted', code: null, trace: '091000010000001' } as const),
      occurred_at: new Date('2026-07-15T14:00:00Z'),
    };

    it('stores a result once per key, and reports it until it is marked', async () => {
      const { as } = await stage.enterprise();
      const retimed = { effective_date: '2026-07-17', settles_at: new Date('2026-07-17T12:30:00Z') };
      await as(() => get(RailResults).record([{ ...result, key: 'a', retimed }]));
      await as(() =>
        get(RailResults).record([
          { ...result, key: 'a', code: 'R01' },
          { ...result, key: 'b' },
        ]),
      );
      const taken = await as(() => get(RailResults).takeUnreported(10));
      expect(taken).toMatchObject([
        { ...result, key: 'a', retimed },
        { ...result, key: 'b' },
      ]);
      await as(() => get(RailResults).markReported([taken[0]!.id]));
      expect((await as(() => get(RailResults).takeUnreported(10))).map(({ key }) => key)).toEqual(['b']);
    });

    it('seals a correction', async () => {
      const { id, as } = await stage.enterprise();
      const correction = { account_number: '9876543210' };
      await as(() =>
        get(RailResults).record([{ ...result, key: 'n', kind: 'notification_of_change', code: 'C01', correction }]),
      );
      const [row] = await stage.service.database.query<{ correction: Buffer }>(
        'SELECT correction FROM rails.results WHERE enterprise_id = $1',
        [id],
      );
      expect(row!.correction.includes('9876543210')).toBe(false);
      expect(await as(() => get(RailResults).takeUnreported(1))).toMatchObject([{ correction }]);
    });
  });
});
