import { setTimeout as sleep } from 'node:timers/promises';
import { PaymentsError } from '@payments/client';
import type { PaymentsClient } from '@payments/client';
import { eventually } from '@payments/testing';
import { Client } from 'pg';
import { payout } from '../support/e2e/bodies.js';
import type { Party } from '../support/e2e/bodies.js';
import { KillableDatabase } from '../support/e2e/killable-database.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { raw } from '../support/e2e/raw.js';
import { ServiceOnDatabase } from '../support/e2e/service-on-database.js';
import { SmallDisk } from '../support/e2e/small-disk.js';
import { itIf } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('libs/persistence/src/database', 'libs/messaging/src', 'libs/http/src/server');

const DISK_MEGABYTES = 320;
/** How often a client is refused before the fault ends: as often as it takes for a pool to have met it everywhere. */
const REFUSALS = 20;
const AT_ONCE = 4;
const BETWEEN_TRANSFERS_MS = 40;
const BATCH = 20;
/** As many are taken before each fault. */
const TAKEN = 20;

const disk = SmallDisk.mount(DISK_MEGABYTES);
const ifDisk = itIf(disk !== undefined, 'This user may not mount: no disk was filled up.');

describe('a PostgreSQL without room', () => {
  let service: ServiceOnDatabase<KillableDatabase>;
  let client: PaymentsClient;
  let payee: Party;
  const acknowledged = new Map<string, string>();
  let number = 0;

  /** One more transfer. @returns the client's response. */
  const create = async (): Promise<'taken' | PaymentsError> => {
    const reference = `faults-${number++}`;
    try {
      const { id } = await client.transfers.create(payout(reference, payee));
      acknowledged.set(reference, id);
      return 'taken';
    } catch (error) {
      if (PaymentsError.is(error)) return error;
      throw error;
    }
  };

  /** Creates transfers, and goes on through the fault until so many are refused; each refusal is a 503 with Retry-After. */
  const createThrough = async (fault: () => void | Promise<void>) => {
    const before = acknowledged.size;
    let refusals = 0;
    const creating = Array.from({ length: AT_ONCE }, async () => {
      while (refusals < REFUSALS) {
        const [reported] = await Promise.all([create(), sleep(BETWEEN_TRANSFERS_MS)]);
        if (reported === 'taken') continue;
        refusals += 1;
        expect(reported).toMatchObject({ error_code: 'service_unavailable', status: 503, retryAfter_s: 1 });
      }
    });
    await eventually('some are taken', () => Promise.resolve(acknowledged.size >= before + TAKEN));
    await fault();
    await Promise.all(creating);
  };

  const health = async (what: 'live' | 'ready') => (await raw(`${service.baseUrl}/health/${what}`)).status;
  const recovers = async () => {
    await eventually('it is ready again', async () => (await health('ready')) === 200);
    await eventually('transfers are taken again', async () => (await create()) === 'taken');
  };

  beforeAll(async () => {
    const database = await KillableDatabase.create({ SANDBOX_DAY_SECONDS: '0.3' }, disk?.directory);
    service = await ServiceOnDatabase.on(database);
    client = await service.client();
    ({ payee } = await verifiedAccounts(client, 'faults'));
    expect(await create()).toBe('taken');
  });

  afterAll(async () => {
    await service?.stop();
    disk?.unmount();
  });

  it('for connections: clients get 503, the process survives and recovers', async () => {
    const taken: Client[] = [];
    await createThrough(() => takeAllConnections(service.database, taken));
    expect(await health('live')).toBe(200);
    await eventually('it is not ready', async () => (await health('ready')) === 503);
    await Promise.all(taken.map((one) => one.end()));
    await recovers();
  });

  ifDisk('on its disk: clients get 503, the process survives and recovers', async () => {
    await createThrough(() => disk!.fill());
    expect(await health('live')).toBe(200);
    disk!.free();
    // Without room for its log PostgreSQL gives up; the supervisor restarts it.
    await service.database.query('SELECT').catch(() => service.database.restart());
    await recovers();
  });

  it('loses no acknowledged transfer', async () => {
    const stored = await eventually('all are completed', async () => {
      const rows = await service.database.query<{ reference: string; id: string; status: string }>(
        `SELECT transfer_reference_id AS reference, id, status FROM transfers.transfers`,
      );
      return rows.every(({ status }) => status === 'completed') && rows;
    });
    const ids = new Map(stored.map(({ reference, id }) => [reference, id]));
    expect([...acknowledged].filter(([reference, id]) => ids.get(reference) !== id)).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(TAKEN);
  });
});

/** Ends the connections of the service, and opens as many as there may be before it gets new ones. */
async function takeAllConnections(database: KillableDatabase, taken: Client[]): Promise<void> {
  const open = async () => {
    const client = new Client({ connectionString: database.environment['DATABASE_URL']! });
    client.on('error', () => undefined);
    await client.connect();
    taken.push(client);
    return client;
  };
  const first = await open();
  await first.query(`ALTER ROLE payments_service CONNECTION LIMIT 0`);
  await first.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'payments_service'`);
  while (!(await isFull(first))) await Promise.allSettled(Array.from({ length: BATCH }, open));
  await first.query(`ALTER ROLE payments_service CONNECTION LIMIT -1`);
}

// A refused connection alone proves nothing: it may have met the service's own, which is refused and gone a moment later.
async function isFull(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ full: boolean }>(
    `SELECT count(*) >= current_setting('max_connections')::int AS full FROM pg_stat_activity
     WHERE backend_type = 'client backend' AND usename <> 'payments_service'`,
  );
  return rows[0]!.full;
}
