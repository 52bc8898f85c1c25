import {
  DATA_KEYS_MAX_AGE_MS,
  DataKeys,
  FieldCipher,
  rotateKeys,
  sealedWith,
  Transactions,
  verifyKeys,
} from '@payments/persistence';
import type { KeyTools } from '@payments/persistence';
import { sealedColumnsOf } from '@payments/runtime';
import { aBusiness, anAccount, aPerson, eventually } from '@payments/testing';
import { withApplication } from '../../apps/cli/src/support/application.js';
import { contexts } from '../../apps/cli/src/cli.module.js';
import { Progress } from '../../apps/cli/src/support/keys/progress.js';
import { enterprises, keyTools } from '../../apps/cli/src/support/keys/tools.js';
import type { Answer, ApiClient } from '../support/api-client.js';
import { aBulk, payoutFile, putPart, readBulk, submitFile } from '../support/bulk-files.js';
import type { Bulk } from '../support/bulk-files.js';
import { aPayout, registerParty } from '../support/parties.js';
import { correct } from '../support/corrections.js';
import { verifiedParty } from '../support/sandbox.js';
import { WebhookReceiver } from '../support/receiver.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('libs/persistence/src', 'apps/cli/src', 'migrations');

/** Columns of bytes in tables of the service that hold nothing sealed, and why. */
const NOT_SEALED: Readonly<Record<string, string>> = {
  'auth.api_keys.key_hash': 'a keyed hash of a random key',
  'auth.clients.secret_hash': 'a keyed hash of a random secret',
  'auth.users.link_hash': 'a keyed hash of a random token',
  'auth.users.link_code_hash': 'a keyed hash of a random code',
  'platform.idempotency_keys.key_hash': 'a keyed hash of what the client made up',
  'platform.idempotency_keys.request_hash': 'a keyed hash of a request',
  'rails.documents.sha256': 'a hash of a file, in which account numbers cannot be guessed one by one',
  'rails.files.sha256': 'the same',
  'rails.files.plain_sha256': 'the same',
  'rails.inbound_files.sha256': 'the same',
  'rails.statements.digest': 'a hash of amounts and days, which are stored in the clear',
  'rails.payloads.bytes': 'sealed with the key of its document, in rails.documents',
};

const sealed = sealedColumnsOf(contexts);
const sealedColumns = sealed.tables.flatMap(({ table, columns }) => columns.map((column) => ({ table, column })));

interface RotateOptions {
  readonly enterprise?: string;
  readonly settleMs?: number;
}

const rotate = async (tools: KeyTools, { enterprise, ...options }: RotateOptions) =>
  rotateKeys(tools, { enterpriseIds: await enterprises(tools, enterprise), ...options });
const verify = async (tools: KeyTools, { enterprise }: RotateOptions) =>
  verifyKeys(tools, await enterprises(tools, enterprise));

describe('the life of the data keys', () => {
  let service: TestService;
  let client: ApiClient;
  let receiver: WebhookReceiver;

  const query = <Row>(sql: string, values?: readonly unknown[]) => service.database.query<Row>(sql, values);
  const run = <Result>(work: (tools: KeyTools) => Promise<Result>, progress = new Progress()) =>
    withApplication(service.database.config, (app) => work(keyTools(app, progress)));
  const keysOf = (enterpriseId: string) =>
    query<{ key_id: string; rotated_at: Date | null }>(
      `SELECT key_id, rotated_at FROM platform.data_keys WHERE enterprise_id = $1 ORDER BY created_at DESC, key_id DESC`,
      [enterpriseId],
    );

  /** The ids of the data keys that the ciphertexts of the enterprise name. */
  async function keysInUse(enterpriseId: string): Promise<string[]> {
    const ids = new Set<string>();
    for (const { table, column } of sealedColumns) {
      const rows = await query<{ sealed: Buffer }>(
        `SELECT ${column} AS sealed FROM ${table} WHERE enterprise_id = $1 AND ${column} IS NOT NULL`,
        [enterpriseId],
      );
      for (const { sealed } of rows) ids.add(sealedWith(sealed));
    }
    return [...ids];
  }

  /** Something in every sealed column. */
  async function fill(as: ApiClient, marks: number): Promise<void> {
    for (let i = 0; i < marks; i++) {
      const { account_reference_id } = await registerParty(as);
      await correct({ api: service.api, client: as }, account_reference_id);
      await as.post('/deliver/persons', aPerson({ date_of_birth: '1975-12-10' }), { 'idempotency-key': `fill ${i}` });
    }
    await as.post('/webhooks/configurations', configuration());
    await as.post('/webhooks/secret');
  }

  const configuration = () => ({ event_types: ['subscribe_all'], url: receiver.url, enabled: true });

  beforeAll(async () => {
    service = await startTestService();
    await service.startWorker();
    receiver = new WebhookReceiver();
    await receiver.listen();
  });
  beforeEach(async () => {
    client = await service.client();
  });
  afterAll(async () => {
    await service.stop();
    await receiver.close();
  });

  it('every column of bytes is registered as sealed, or known not to be', async () => {
    const columns = await query<{ name: string }>(
      `SELECT format('%I.%I.%I', n.nspname, c.relname, a.attname) AS name
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid = 'bytea'::regtype
       WHERE c.relkind IN ('r', 'p') AND n.nspname <> ALL ('{pg_catalog,information_schema,bullmq}')
         AND n.nspname NOT LIKE 'pg\\_%' AND has_schema_privilege('payments_app', n.oid, 'USAGE')`,
    );
    const known = [
      ...sealedColumns.map(({ table, column }) => `${table}.${column}`),
      ...sealed.tables.flatMap(({ table, indexes = [] }) => indexes.map(({ column }) => `${table}.${column}`)),
      ...sealed.wrapped.map(({ table, wrapped }) => `${table}.${wrapped}`),
      ...Object.keys(NOT_SEALED),
    ];
    expect(columns.map(({ name }) => name).sort()).toEqual(known.sort());
  });

  it('rotation fails no request that comes meanwhile, and leaves nothing under the old key', async () => {
    const { enterprise_id } = client.credentials;
    await fill(client, 5);
    const party = await registerParty(client);
    const keyed = () => client.post('/webhooks/configurations', configuration(), { 'idempotency-key': 'rotated' });
    const kept = await keyed();
    const [account] = (await client.get('/deliver/external/accounts')).body['external_accounts'] as { id: string }[];
    const business = aBusiness();
    const { id } = (await client.post('/deliver/businesses', business)).body['business'] as { id: string };
    const responses: Answer[] = [];
    let stopped = false;
    const ask = async (request: () => Promise<Answer>) => {
      while (!stopped) {
        responses.push(await request());
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
    };
    const begin = () => [
      ask(() => client.post('/deliver/persons', aPerson({ date_of_birth: '1975-12-10' }))),
      ask(() => client.get('/deliver/persons?size=20')),
      ask(() => client.get(`/deliver/external/accounts/${account!.id}`)),
      ask(() =>
        client.put(`/deliver/businesses/${id}`, { ...business, tax_id: String(100_000_000 + responses.length) }),
      ),
      ask(() => client.post('/deliver/transfers', aPayout(party))),
      ask(async () => {
        const { customer_reference_id } = party;
        return client.post('/deliver/external/accounts', anAccount({ customer_reference_id }));
      }),
    ];
    // The command starts first: it shares this process, which its start would keep from answering.
    const rotation = await run(async (tools) => {
      const load = begin();
      const done = await rotate(tools, { enterprise: enterprise_id });
      stopped = true;
      await Promise.all(load);
      return done;
    });
    expect(rotation).toEqual({ enterprises: 1, new_keys: 1, resumed: 0, complete: true });
    expect(responses.length).toBeGreaterThan(100);
    expect(responses.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
    const [newest, oldest] = await keysOf(enterprise_id);
    expect(newest?.rotated_at).toBeInstanceOf(Date);
    expect(oldest?.key_id).toBeDefined();
    expect(await keysInUse(enterprise_id)).toEqual([newest!.key_id]);
    expect(await run((tools) => verify(tools, { enterprise: enterprise_id }))).toMatchObject({ failures: 0 });
    const again = await keyed();
    expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', kept.text]);
    expect(receiver.received.length).toBeGreaterThan(0);
  });

  it('rotation covers files of bulk transfers, whose rows are created all the same', async () => {
    const { enterprise_id } = client.credentials;
    const party = await verifiedParty(client);
    await client.post('/sandbox/balance/credit', { amount: 10_000 });
    const waiting = await submitFile(client, [payoutFile(party, 3, { prefix: 'waiting' })], { review: true });
    await eventually('its rows are validated', async () => (await readBulk(client, waiting.id)).status === 'ready');
    const { id } = (await client.post('/deliver/bulk-transfers', aBulk())).body['bulk_transfer'] as Bulk;
    expect((await putPart(client, id, { number: 1, content: payoutFile(party, 2, { prefix: 'sent' }) })).status).toBe(
      200,
    );
    const sealedFor = async () => {
      const rows = await query<{ sealed: Buffer }>(
        `SELECT body AS sealed FROM bulk.rows WHERE enterprise_id = $1 AND body IS NOT NULL
         UNION ALL SELECT content FROM bulk.parts WHERE enterprise_id = $1 AND content IS NOT NULL`,
        [enterprise_id],
      );
      return rows.map(({ sealed }) => sealedWith(sealed));
    };
    const before = await sealedFor();
    expect(before).toHaveLength(4);
    await run((tools) => rotate(tools, { enterprise: enterprise_id }));
    const [newest] = await keysOf(enterprise_id);
    expect(before).not.toContain(newest!.key_id);
    expect(await sealedFor()).toEqual(before.map(() => newest!.key_id));
    expect((await client.post(`/deliver/bulk-transfers/${waiting.id}/confirm`)).status).toBe(202);
    expect((await client.post(`/deliver/bulk-transfers/${id}/submit`, { parts: 1 })).status).toBe(202);
    for (const each of [waiting.id, id]) {
      await eventually('its rows are created', async () => (await readBulk(client, each)).status === 'completed');
    }
  });

  it('a rotation killed in the middle is finished by the next run, with the same key', async () => {
    const { enterprise_id } = client.credentials;
    await fill(client, 2);
    const [first] = await keysOf(enterprise_id);
    class Killed extends Progress {
      private steps = 0;
      override add(...args: Parameters<Progress['add']>): void {
        super.add(...args);
        if (++this.steps === 3) throw new Error('killed');
      }
    }
    const options = { enterprise: enterprise_id, settleMs: 0 };
    await expect(run((tools) => rotate(tools, options), new Killed())).rejects.toThrow('killed');
    expect(await keysInUse(enterprise_id)).toHaveLength(2);
    expect(await run((tools) => rotate(tools, options))).toMatchObject({ new_keys: 0, resumed: 1, complete: true });
    const keys = await keysOf(enterprise_id);
    expect(keys.map(({ key_id }) => key_id)).toEqual([expect.any(String), first!.key_id]);
    expect(await keysInUse(enterprise_id)).toEqual([keys[0]!.key_id]);
  });

  it('two rotations at once make one key, and a further one does no harm', async () => {
    const { enterprise_id } = client.credentials;
    await fill(client, 1);
    const options = { enterprise: enterprise_id, settleMs: 0 };
    const twins = await Promise.all([1, 2].map(() => run((tools) => rotate(tools, options))));
    expect(twins.map(({ complete }) => complete)).toEqual([true, true]);
    expect(twins.map(({ new_keys }) => new_keys).sort()).toEqual([0, 1]);
    await run((tools) => rotate(tools, options));
    const [newest, ...older] = await keysOf(enterprise_id);
    expect(older).toHaveLength(2);
    expect(await keysInUse(enterprise_id)).toEqual([newest!.key_id]);
    expect((await client.get('/deliver/persons')).text).toContain('1975-12-10');
  });

  it('rotation touches the other enterprises only when it is for all', async () => {
    const other = (await service.client()).credentials.enterprise_id;
    await run((tools) => rotate(tools, { enterprise: client.credentials.enterprise_id, settleMs: 0 }));
    expect(await keysOf(other)).toHaveLength(1);
    const all = await run((tools) => rotate(tools, { settleMs: 0 }));
    expect(all.enterprises).toBeGreaterThan(2);
    expect(await keysOf(other)).toHaveLength(2);
    await expect(run((tools) => rotate(tools, { enterprise: crypto.randomUUID() }))).rejects.toThrow('--enterprise');
  });

  it('verify finds one changed bit, and ciphertexts that changed places', async () => {
    const { enterprise_id } = client.credentials;
    await fill(client, 3);
    const check = () => run((tools) => verify(tools, { enterprise: enterprise_id }));
    expect(await check()).toMatchObject({ failures: 0, complete: true });
    const [flipped] = await query<{ id: string }>(
      `UPDATE customers.businesses SET tax_id = set_bit(tax_id, 8 * 20, 1 - get_bit(tax_id, 8 * 20))
       WHERE id = (SELECT id FROM customers.businesses WHERE enterprise_id = $1 LIMIT 1) RETURNING id`,
      [enterprise_id],
    );
    const found = await check();
    expect(found).toMatchObject({ failures: 1, complete: false });
    expect(found.first_failures).toEqual([
      { table: 'customers.businesses', column: 'tax_id', row: flipped!.id, enterprise_id },
    ]);
    await query(
      `UPDATE accounts.account_details a SET account_number = b.account_number
       FROM accounts.account_details b WHERE a.enterprise_id = $1 AND b.enterprise_id = $1
         AND b.account_id = (SELECT min(account_id::text)::uuid FROM accounts.account_details WHERE enterprise_id = $1)`,
      [enterprise_id],
    );
    expect((await check()).failures).toBe(1 + 2);
    // What does not open stays as it is, and the rotation says that it is not complete.
    const options = { enterprise: enterprise_id, settleMs: 0 };
    expect(await run((tools) => rotate(tools, options))).toMatchObject({ complete: false });
    expect((await check()).failures).toBe(1 + 2);
    expect((await keysOf(enterprise_id))[0]?.rotated_at).toBeNull();
  });

  it('a process with one connection opens under a key it does not know, and seals with the newest within seconds', async () => {
    const { enterprise_id: enterpriseId } = client.credentials;
    const place = { enterpriseId, table: 'a.b', column: 'c', rowId: '1' };
    const config = { ...service.database.config, databasePoolSize: 1 };
    await withApplication(config, async (app) => {
      const get = <T>(type: abstract new (...args: never[]) => T) => app.get<T>(type, { strict: false });
      const [keys, cipher, transactions] = [get(DataKeys), get(FieldCipher), get(Transactions)];
      await keys.warm(enterpriseId);
      const { id: old } = await keys.active(enterpriseId);
      await run((tools) => rotate(tools, { enterprise: enterpriseId, settleMs: 0 }));
      const elsewhere = await run((tools) => tools.cipher.seal(place, 'elsewhere'));
      const inside = <T>(work: () => Promise<T>) => transactions.run({ role: 'app', enterpriseId }, work);
      expect(await inside(() => cipher.open(place, elsewhere))).toBe('elsewhere');
      await keys.warm(enterpriseId);
      await new Promise((resolve) => setTimeout(resolve, DATA_KEYS_MAX_AGE_MS + 100));
      // The keys were not warmed since: the age shows inside the transaction.
      const { id } = await inside(() => keys.active(enterpriseId));
      expect(id).not.toBe(old);
      expect(id).toBe(sealedWith(elsewhere));
    });
  });
});
