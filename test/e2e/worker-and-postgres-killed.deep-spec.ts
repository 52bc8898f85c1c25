import { setTimeout as sleep } from 'node:timers/promises';
import { PaymentsError } from '@payments/client';
import type { PaymentsClient } from '@payments/client';
import { noneLeft } from '@payments/testing';
import { account } from '../support/e2e/bodies.js';
import { isUnanswered } from '../support/e2e/client.js';
import { KillableDatabase } from '../support/e2e/killable-database.js';
import { allCents, historyOf, speeds, transferBody, useCases } from '../support/e2e/outcomes.js';
import type { Parties, Plan } from '../support/e2e/outcomes.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { chooseSeed, seededRandom } from '../support/e2e/seeded-random.js';
import { ENTERPRISE, ServiceOnDatabase } from '../support/e2e/service-on-database.js';
import { isUnconfirmed, watchNetwork } from '../support/e2e/watched-network.js';
import { guards } from '../support/guards.js';

guards('libs/messaging/src', 'libs/persistence/src', 'libs/transfers/src', 'libs/ledger/src', 'migrations');

/** Sent in each life, so that a slow machine has no more to do than a fast one. */
const TRANSFERS_A_LIFE = 40;
const CLIENTS = 4;
const LONGEST_PAUSE_MS = 400;
const TRY_AGAIN_MS = 100;
const LOOK_EVERY_MS = 10;
/** A life ends after so many status changes at most, so that as much happens in it on a slow machine. */
const LONGEST_LIFE_STEPS = 80;
const LONGEST_OUTAGE_MS = 500;
/** One more follows once all transfers exist, and leaves no process with an old lease. */
const FAULTS = ['worker', 'postgres', 'both', 'worker', 'postgres'] as const;
const TRANSFERS = TRANSFERS_A_LIFE * FAULTS.length;

interface Sent extends Plan {
  readonly reference: string;
  /** Of the response; undefined when only the refusal of a retry proves that the first attempt was stored. */
  readonly id: string | undefined;
}

describe('a worker and a PostgreSQL that are killed again and again', () => {
  const seed = chooseSeed();
  const random = seededRandom(seed);
  const choose = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const sent: Sent[] = [];
  let service: ServiceOnDatabase<KillableDatabase>;
  let client: PaymentsClient;
  let parties: Parties;

  const rows = <Row>(sql: string) => service.database.query<Row>(sql);
  const count = async (from: string) => (await rows<{ count: number }>(`SELECT count(*)::int FROM ${from}`))[0]!.count;

  // Like a careful client: without a clear response, it repeats the request until it gets one.
  const transfer = async (reference: string, plan: Plan): Promise<string | undefined> => {
    const body = transferBody(reference, plan, parties);
    for (let isClear = true; ; isClear = false) {
      try {
        return (await client.transfers.create(body)).id;
      } catch (error) {
        if (!isClear && PaymentsError.is(error, 'duplicate_transfer_reference_id')) return undefined;
        const isUnclear = (PaymentsError.is(error) && error.status === 503) || isUnanswered(error);
        if (!isUnclear) throw error;
        await sleep(TRY_AGAIN_MS);
      }
    }
  };

  const sendForOneLife = async () => {
    const first = sent.length;
    const plans = Array.from({ length: TRANSFERS_A_LIFE }, (_, number) => ({
      reference: `killed-${first + number}`,
      useCase: useCases[number % useCases.length]!,
      speed: choose(speeds),
      cents: choose(allCents),
      pauseMs: random() * LONGEST_PAUSE_MS,
    }));
    const send = async () => {
      for (let next = plans.shift(); next !== undefined; next = plans.shift()) {
        const { reference, pauseMs, ...plan } = next;
        sent.push({ reference, ...plan, id: await transfer(reference, plan) });
        await sleep(pauseMs);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, send));
  };

  const loseDatabase = async () => {
    await service.database.kill({ whole: random() < 0.5 });
    await sleep(random() * LONGEST_OUTAGE_MS);
    await service.database.restart();
  };
  const replaceWorker = async (meanwhile?: () => Promise<void>) => {
    await service.killWorker(meanwhile);
    await service.startWorker();
  };
  const befall = (fault: (typeof FAULTS)[number]) =>
    fault === 'postgres' ? loseDatabase() : replaceWorker(fault === 'both' ? loseDatabase : undefined);

  const live = async (steps: number, isSending: () => boolean) => {
    const steppedBefore = (await count('transfers.status_history')) ?? 0;
    const stepped = async () => ((await count('transfers.status_history')) ?? 0) - steppedBefore;
    while (isSending() && (await stepped()) < steps) await sleep(LOOK_EVERY_MS);
    if (random() < 0.5) return;
    while (isSending() && !(await isUnconfirmed(service.database))) await sleep(LOOK_EVERY_MS);
  };
  const liveUntil = async (fault: (typeof FAULTS)[number]) => {
    let isSending = true;
    const sending = sendForOneLife().finally(() => (isSending = false));
    const dying = live(random() * LONGEST_LIFE_STEPS, () => isSending).then(() => befall(fault));
    await Promise.all([sending, dying]);
  };

  beforeAll(async () => {
    process.stdout.write(`TEST_SEED=${seed}\n`);
    service = await ServiceOnDatabase.on(await KillableDatabase.create({ SANDBOX_DAY_SECONDS: '0.2' }));
    await watchNetwork(service.database, { submitMs: 1, confirmMs: 15 });
    client = await service.client();
    const own = {
      ...account('own', 'business'),
      customer_reference_id: ENTERPRISE,
      customer_resource_type: 'enterprise',
    } as const;
    await client.accounts.create(own);
    parties = { ...(await verifiedAccounts(client, 'killed')), own };
    for (const fault of FAULTS) await liveUntil(fault);
    await befall('both');
    await noneLeft(`tasks (TEST_SEED=${seed})`, () => count('platform.tasks'));
  });

  afterAll(async () => {
    await service?.stop();
  });

  it('keeps its promises to the disk, as in the quick start', async () => {
    const settings = ['fsync', 'synchronous_commit', 'full_page_writes'];
    for (const setting of settings) expect(await rows(`SHOW ${setting}`)).toEqual([{ [setting]: 'on' }]);
  });

  it('has each acknowledged transfer once, under its id', async () => {
    const stored = await rows<{ reference: string; id: string }>(
      `SELECT transfer_reference_id AS reference, id FROM transfers.transfers ORDER BY 1`,
    );
    const ids = new Map(stored.map(({ reference, id }) => [reference, id]));
    expect(stored).toHaveLength(TRANSFERS);
    expect([...ids.keys()]).toEqual(sent.map(({ reference }) => reference).sort());
    const reported = sent.filter(({ id }) => id !== undefined);
    expect(reported.map(({ reference, id }) => [reference, id])).toEqual(
      reported.map(({ reference }) => [reference, ids.get(reference)]),
    );
  });

  it('brings every transfer by the legal way to the end that its amount demands', async () => {
    const listed = await rows<{ reference: string; status: string; history: string }>(
      `SELECT t.transfer_reference_id AS reference, t.status, string_agg(h.status, ' ' ORDER BY h.position) AS history
       FROM transfers.transfers t JOIN transfers.status_history h USING (enterprise_id)
       WHERE h.transfer_id = t.id GROUP BY t.enterprise_id, t.id`,
    );
    const ways = new Map(listed.map((row) => [row.reference, row]));
    const wrong = sent.filter(({ reference, ...plan }) => {
      const { history = '', status = '' } = ways.get(reference) ?? {};
      return !historyOf(plan).test(history) || !history.endsWith(` ${status}`);
    });
    expect({ seed, wrong: wrong.map((one) => ({ ...one, ...ways.get(one.reference) })) }).toEqual({ seed, wrong: [] });
  });

  it('shows each transfer by its id as it ended', async () => {
    const { reference, id, ...plan } = sent.findLast((one) => one.id !== undefined)!;
    const read = await client.transfers.get(id!);
    const statuses = await client.transfers.history(id!);
    expect(read.transfer_reference_id).toBe(reference);
    expect(statuses.map(({ status }) => status).join(' ')).toMatch(historyOf(plan));
    expect(read.status).toBe(statuses.at(-1)?.status);
  });

  it('numbers the events of each transfer from 1 without a gap', async () => {
    const gaps = await rows(
      `SELECT t.id, t.sequence, array_agg(e.sequence ORDER BY e.sequence) AS reported FROM transfers.transfers t
       LEFT JOIN platform.events e ON e.enterprise_id = t.enterprise_id AND e.resource_id = t.id
       GROUP BY t.id, t.sequence
       HAVING array_agg(e.sequence ORDER BY e.sequence) <> ARRAY(SELECT generate_series(1, t.sequence))`,
    );
    expect({ seed, gaps }).toEqual({ seed, gaps: [] });
  });

  it('hands each leg that goes out to the network exactly once', async () => {
    const legs = await rows<{ end_to_end_id: string; status: string }>(
      `SELECT end_to_end_id, status FROM transfers.legs WHERE status <> 'canceled' ORDER BY 1`,
    );
    const ends = ['settled', 'released', 'rejected', 'returned'];
    expect({ seed, open: legs.filter(({ status }) => !ends.includes(status)) }).toEqual({ seed, open: [] });
    const ids = legs.map(({ end_to_end_id }) => end_to_end_id);
    for (const table of ['sandbox.instructions', 'sandbox.offers']) {
      const found = await rows<{ end_to_end_id: string }>(`SELECT end_to_end_id FROM ${table} ORDER BY 1`);
      expect({ seed, table, ids: found.map(({ end_to_end_id }) => end_to_end_id) }).toEqual({ seed, table, ids });
    }
  });

  it('takes in each result of the network exactly once', async () => {
    const planned = await count('sandbox.planned_results');
    expect(planned).toBeGreaterThan(TRANSFERS);
    expect(await count('sandbox.planned_results WHERE reported_at IS NOT NULL')).toBe(planned);
    expect(await count('transfers.processor_results')).toBe(planned);
    expect(await count('transfers.processor_results WHERE applied_at IS NOT NULL')).toBe(planned);
  });

  it('has a ledger without a finding, and no money left on its way', async () => {
    const { code, stdout } = await service.command('ledger', 'verify', '--json');
    expect({ seed, code, stdout }).toEqual({ seed, code: 0, stdout });
    expect((await client.ledger.balance()).balance.pending).toBe(0);
    const onTheirWay = await rows(
      `SELECT account, balance FROM ledger.balances
       WHERE balance <> 0 AND account NOT IN ('available', 'cash')`,
    );
    expect({ seed, onTheirWay }).toEqual({ seed, onTheirWay: [] });
  });
});
