import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentsClient } from '@payments/client';
import { eventually, noneLeft } from '@payments/testing';
import { payoutFile } from '../support/bulk-files.js';
import type { Party } from '../support/e2e/bodies.js';
import { isUnanswered } from '../support/e2e/client.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { chooseSeed, seededRandom } from '../support/e2e/seeded-random.js';
import { ServiceOnDatabase } from '../support/e2e/service-on-database.js';
import { violationsIn } from '../support/ledger-sound.js';
import { guards } from '../support/guards.js';

guards('libs/bulk/src', 'libs/messaging/src');

/** `BULK_KILLS=50` for a long run; `TEST_SEED` runs a failure again. */
const KILLS = Number(process.env['BULK_KILLS'] ?? 5);
/** Chunks have 500 rows, so that most files have a full one and a rest. */
const ROWS = { least: 300, most: 900 };
const CENTS = 100;
const LONGEST_LIFE_MS = 1_500;
const LOOK_EVERY_MS = 5;
const ROUND = 5;

interface SentFile {
  readonly id: string;
  readonly mode: 'all' | 'each';
  readonly prefix: string;
  readonly rows: number;
  readonly bad: ReadonlySet<number>;
}

describe('bulk transfers, though the worker and the api are killed at any moment', () => {
  const seed = chooseSeed();
  const random = seededRandom(seed);
  const files: SentFile[] = [];
  let service: ServiceOnDatabase;
  let client: PaymentsClient;
  let kills = 0;

  const rows = <Row>(sql: string, parameters?: unknown[]) => service.database.query<Row>(sql, parameters);
  const upTo = (most: number) => Math.floor(random() * most);

  /** Whether a worker has changed rows or transfers of a file and not committed that. */
  const isInTheMiddle = async () => {
    const busy = await rows(
      `SELECT FROM pg_stat_activity WHERE application_name LIKE 'worker-%' AND backend_xid IS NOT NULL
         AND query ~ 'bulk\\.(rows|chunks|bulk_transfers|funds|parts)|INSERT INTO transfers\\.' LIMIT 1`,
    );
    return busy.length > 0;
  };

  const create = async (life: number): Promise<SentFile> => {
    const mode = life % 2 === 0 ? 'all' : 'each';
    const file = { mode, prefix: `life-${life}`, rows: ROWS.least + upTo(ROWS.most - ROWS.least) } as const;
    const bad = new Set(mode === 'all' ? [] : Array.from({ length: 1 + upTo(20) }, () => 1 + upTo(file.rows)));
    const { id } = await client.bulkTransfers.create({ bulk_reference_id: file.prefix, mode, format: 'csv' });
    const created = { ...file, id, bad };
    files.push(created);
    return created;
  };

  const send = async ({ id, prefix, rows: count, bad }: SentFile, payee: Party) => {
    const isBad = (row: number) => bad.has(row);
    const text = payoutFile(payee, count, { prefix, amountOf: () => CENTS, isBad });
    const upload = async () => {
      await client.bulkTransfers.upload({ id, format: 'csv' }, Buffer.from(text));
      return true;
    };
    const unlessUnanswered = (error: unknown) => {
      if (isUnanswered(error)) return false;
      throw error;
    };
    await eventually(`${prefix} is sent`, () => upload().catch(unlessUnanswered));
  };

  const kill = async (life: number) => {
    await sleep(random() * LONGEST_LIFE_MS);
    // Every other life ends where it does most harm. Where there is nothing to do any more it ends as it is.
    for (let looks = 0; life % 2 === 0 && looks < 200 && !(await isInTheMiddle()); looks += 1)
      await sleep(LOOK_EVERY_MS);
    await service.killWorker();
    kills += 1;
    await service.startWorker();
  };

  let payee: Party;

  beforeAll(async () => {
    process.stdout.write(`TEST_SEED=${seed}\n`);
    service = await ServiceOnDatabase.start({ SANDBOX_DAY_SECONDS: '36000' });
    client = await service.client();
    ({ payee } = await verifiedAccounts(client, 'killed'));
    await client.sandbox.credit({ amount: KILLS * ROWS.most * CENTS });
  });
  afterAll(() => service?.stop());

  // In several tests, so that a long run shows that it goes on, and ends with little work left.
  it.each(Array.from({ length: Math.ceil(KILLS / ROUND) }, (_, round) => round * ROUND))(
    'go on and come to an end after %d other kills',
    async (before) => {
      for (let life = before + 1; life <= Math.min(before + ROUND, KILLS); life += 1) {
        const file = await create(life);
        await Promise.all([
          send(file, payee),
          kill(life),
          // Now and then the api dies too, while the file is sent.
          ...(life % 5 === 3 ? [sleep(upTo(100)).then(() => service.killApi())] : []),
        ]);
      }
      await noneLeft(`tasks (TEST_SEED=${seed})`, async () => (await rows('SELECT FROM platform.tasks')).length);
    },
  );

  it('make one transfer of each good row, refuse each bad one, and do neither twice', async () => {
    expect({ seed, kills }).toEqual({ seed, kills: KILLS });
    for (const { id, prefix, rows: count, bad } of files) {
      const found = await rows<{ number: number; status: string; reference: string | null }>(
        `SELECT r.number, r.status, t.transfer_reference_id AS reference FROM bulk.rows r
         LEFT JOIN transfers.transfers t ON t.bulk_transfer_id = r.bulk_id AND t.id = r.transfer_id
         WHERE r.bulk_id = $1 ORDER BY r.number`,
        [id],
      );
      const expected = Array.from({ length: count }, (_, index) => {
        const number = index + 1;
        return bad.has(number)
          ? { number, status: 'refused', reference: null }
          : { number, status: 'created', reference: `${prefix}-${number}` };
      });
      expect({ seed, prefix, found }).toEqual({ seed, prefix, found: expected });
    }
    const good = files.reduce((sum, file) => sum + file.rows - file.bad.size, 0);
    expect(await rows('SELECT count(*)::int AS transfers, sum(amount)::int AS cents FROM transfers.transfers')).toEqual(
      [{ transfers: good, cents: good * CENTS }],
    );
  });

  it('count the rows as they are, and number their events without a gap', async () => {
    for (const { id, mode, prefix, rows: count, bad } of files) {
      const [created, refused] = [count - bad.size, bad.size];
      expect({ seed, prefix, bulk: await client.bulkTransfers.get(id) }).toMatchObject({
        bulk: {
          ...{ mode, rows: count, amount: created * CENTS },
          status: refused === 0 ? 'completed' : 'completed_with_errors',
          progress: { validated: count, created, refused, skipped: 0, completed: created, failed: 0 },
        },
      });
      const events = await rows<{ sequence: number }>(
        `SELECT sequence FROM platform.events WHERE resource_type = 'bulk_transfer' AND resource_id = $1 ORDER BY sequence`,
        [id],
      );
      expect({ seed, prefix, sequences: events.map(({ sequence }) => sequence) }).toEqual({
        ...{ seed, prefix },
        sequences: events.map((_event, index) => index + 1),
      });
    }
  });

  it('hand each payout to the network once, and leave no money set aside and no rule broken', async () => {
    const good = files.reduce((sum, file) => sum + file.rows - file.bad.size, 0);
    expect(await rows('SELECT count(*)::int AS sent FROM sandbox.instructions')).toEqual([{ sent: good }]);
    expect(await rows('SELECT FROM bulk.funds')).toEqual([]);
    expect({ seed, violations: await violationsIn(service.database.adminUrl) }).toEqual({ seed, violations: [] });
  });
});
