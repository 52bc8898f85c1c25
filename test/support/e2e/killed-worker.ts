import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentsClient } from '@payments/client';
import { noneLeft } from '@payments/testing';
import { Redis } from 'ioredis';
import { directDebit, payout } from './bodies.js';
import type { Party } from './bodies.js';
import { ConcurrentScenarios } from './concurrent-scenarios.js';
import { verifiedAccounts } from './parties.js';
import { redisOf } from './redis-servers.js';
import { chooseSeed, seededRandom } from './seeded-random.js';
import { ServiceOnDatabase } from './service-on-database.js';
import { isUnconfirmed, watchNetwork } from './watched-network.js';
import { WebhookReceiver } from '../receiver.js';

const LONGEST_LIFE_MS = 1_000;
const BETWEEN_TRANSFERS_MS = 80;
const LOOK_EVERY_MS = 5;
const HISTORIES = {
  payout: ['created', 'pending', 'completed'],
  direct_debit: ['created', 'pending', 'completed', 'settled'],
} as const;

interface Acknowledged {
  readonly id: string;
  readonly useCase: keyof typeof HISTORIES;
}

async function emptyRedis(url: string): Promise<void> {
  const redis = new Redis(url);
  await redis.flushdb();
  redis.disconnect();
}

export interface Kills {
  /** At least two: every other one comes where it does most harm. */
  readonly kills: number;
  /** Sent in each life, so that a slow machine has no more to do than a fast one. */
  readonly transfersALife: number;
}

/** States that each transfer is paid once, and each event reported, with the queue on each backend that there is. */
export function describeKilledWorker({ kills, transfersALife }: Kills): void {
  const queueUrl = redisOf('worker-killed');
  const backends: [string, string | undefined][] = [
    ['PostgreSQL', undefined],
    ...(queueUrl === undefined ? [] : [['Redis', queueUrl] as [string, string]]),
  ];
  const scenarios = new ConcurrentScenarios();

  describe.each(backends)('a worker that is killed again and again, with the queue on %s', (_, queueUrl) => {
    const seed = chooseSeed();
    const random = seededRandom(seed);
    const receiver = new WebhookReceiver();
    const acknowledged: Acknowledged[] = [];
    let service: ServiceOnDatabase;
    let client: PaymentsClient;

    const transfer = async (number: number, { payee, payer }: Record<'payee' | 'payer', Party>) => {
      const useCase = number % 2 === 0 ? 'payout' : 'direct_debit';
      const body = useCase === 'payout' ? payout(`payout-${number}`, payee) : directDebit(`debit-${number}`, payer);
      acknowledged.push({ id: (await client.transfers.create(body)).id, useCase });
    };

    const sendForOneLife = async (accounts: Record<'payee' | 'payer', Party>) => {
      for (let number = 0; number < transfersALife; number += 1) {
        await transfer(acknowledged.length, accounts);
        await sleep(BETWEEN_TRANSFERS_MS);
      }
    };

    const killIn = async (life: number, isSending: () => boolean) => {
      await sleep(random() * LONGEST_LIFE_MS);
      // Every other life ends where it does most harm: the network has a leg, and we have not written that down yet.
      if (life % 2 === 0) while (isSending() && !(await isUnconfirmed(service.database))) await sleep(LOOK_EVERY_MS);
      if (queueUrl !== undefined && life === 1 + kills / 2) {
        await emptyRedis(queueUrl);
        await sleep(random() * LONGEST_LIFE_MS);
      }
      await service.killWorker();
      await service.startWorker();
    };

    const rows = <Row>(sql: string) => service.database.query<Row>(sql);
    const count = async (from: string) =>
      (await rows<{ count: number }>(`SELECT count(*)::int FROM ${from}`))[0]!.count;

    const run = async () => {
      process.stdout.write(`TEST_SEED=${seed}\n`);
      service = await ServiceOnDatabase.start({
        SANDBOX_DAY_SECONDS: '0.3',
        WEBHOOK_ALLOW_PRIVATE: 'true',
        WEBHOOK_RATE: '10000',
        ...(queueUrl !== undefined && { QUEUE_URL: queueUrl }),
      });
      await watchNetwork(service.database, { submitMs: 10, confirmMs: 20 });
      client = await service.client();
      await receiver.subscribe(client, 'subscribe_all');
      const accounts = await verifiedAccounts(client, 'killed');
      for (let life = 1; life <= kills; life += 1) {
        let isSending = true;
        const sending = sendForOneLife(accounts).finally(() => (isSending = false));
        await Promise.all([sending, killIn(life, () => isSending)]);
      }
      await noneLeft(
        `work (TEST_SEED=${seed})`,
        async () => (await count('platform.tasks')) + (await count('platform.events WHERE position IS NULL')),
      );
    };

    const stop = async () => {
      await service?.stop();
      await receiver.close();
    };

    scenarios.add({ run, stop });

    it('brings every acknowledged transfer to its final status by the legal way, without a step twice', async () => {
      expect(acknowledged).toHaveLength(kills * transfersALife);
      for (const { id, useCase } of acknowledged) {
        const statuses = await client.transfers.history(id);
        expect({ seed, id, statuses: statuses.map(({ status }) => status) }).toEqual({
          seed,
          id,
          statuses: HISTORIES[useCase],
        });
        expect((await client.transfers.get(id)).status).toBe(HISTORIES[useCase].at(-1));
      }
    });

    it('hands each leg to the network exactly once, and takes in each of its results exactly once', async () => {
      const legs = await rows<{ end_to_end_id: string; status: string }>(
        `SELECT end_to_end_id, status FROM transfers.legs ORDER BY 1`,
      );
      expect(legs).toHaveLength(acknowledged.length);
      expect(legs.filter(({ status }) => status !== 'settled' && status !== 'released')).toEqual([]);
      const ids = legs.map(({ end_to_end_id }) => end_to_end_id);
      for (const table of ['sandbox.instructions', 'sandbox.offers']) {
        const found = await rows<{ end_to_end_id: string }>(`SELECT end_to_end_id FROM ${table} ORDER BY 1`);
        expect({ seed, table, ids: found.map(({ end_to_end_id }) => end_to_end_id) }).toEqual({ seed, table, ids });
      }
      expect(await count('sandbox.planned_results')).toBe(2 * acknowledged.length);
      expect(await count('transfers.processor_results WHERE applied_at IS NOT NULL')).toBe(2 * acknowledged.length);
      expect(await count('transfers.processor_results')).toBe(2 * acknowledged.length);
    });

    it('names with each leg the batch in which the network got it', async () => {
      const strays = await rows(
        `SELECT l.end_to_end_id FROM transfers.legs l JOIN sandbox.instructions i USING (enterprise_id, end_to_end_id)
       WHERE l.batch_id IS DISTINCT FROM i.batch_id`,
      );
      expect({ seed, strays }).toEqual({ seed, strays: [] });
    });

    it('numbers the events of each transfer from 1 without gaps', async () => {
      const reported = await rows<{ resource_id: string; sequences: number[] }>(
        `SELECT resource_id, array_agg(sequence ORDER BY sequence) AS sequences FROM platform.events
       WHERE resource_type = 'transfer' GROUP BY resource_id`,
      );
      const sequences = new Map(reported.map((row) => [row.resource_id, row.sequences]));
      expect(sequences.size).toBe(acknowledged.length);
      for (const { id, useCase } of acknowledged) {
        expect({ seed, id, sequences: sequences.get(id) }).toEqual({
          seed,
          id,
          sequences: HISTORIES[useCase].map((_status, index) => index + 1),
        });
      }
    });

    it('delivers every event at least once, and says the same of it each time', async () => {
      const events = await rows<{ id: string }>(`SELECT id FROM platform.events ORDER BY id`);
      expect({ seed, received: [...receiver.bodies.keys()].sort() }).toEqual({
        seed,
        received: events.map(({ id }) => id),
      });
      for (const bodies of receiver.bodies.values()) expect(new Set(bodies).size).toBe(1);
    });

    it('leaves no task and no delivery behind', async () => {
      expect(await count('platform.tasks')).toBe(0);
      expect(await rows(`SELECT status, count(*)::int FROM webhooks.deliveries GROUP BY status`)).toEqual([
        { status: 'delivered', count: receiver.bodies.size },
      ]);
    });
  });
}
