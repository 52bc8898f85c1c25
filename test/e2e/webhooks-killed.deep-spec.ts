import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentsClient } from '@payments/client';
import { eventually, noneLeft } from '@payments/testing';
import { Redis } from 'ioredis';
import { Webhook } from 'standardwebhooks';
import { ConcurrentScenarios } from '../support/e2e/concurrent-scenarios.js';
import { redisOf } from '../support/e2e/redis-servers.js';
import { chooseSeed, seededRandom } from '../support/e2e/seeded-random.js';
import { ServiceOnDatabase } from '../support/e2e/service-on-database.js';
import { WebhookReceiver } from '../support/receiver.js';
import { guards } from '../support/guards.js';

guards('libs/webhooks/src', 'libs/messaging/src');

/** A multiple of the kills; CHAOS_EVENTS=10000 runs the whole thing. */
const EVENTS = Number(process.env['CHAOS_EVENTS'] ?? 400);
const RECEIVERS = 3;
const KILLS = 4;
const LONGEST_LIFE_MS = 1_000;
const AT_ONCE = 5;

const queueUrl = redisOf('webhooks-killed');
const stores: [string, string | undefined][] = [
  ['PostgreSQL', undefined],
  ...(queueUrl === undefined ? [] : [['Redis', queueUrl] as [string, string]]),
];

const scenarios = new ConcurrentScenarios();

describe.each(stores)('events while workers are killed and the queue on %s is emptied', (_, queueUrl) => {
  const seed = chooseSeed();
  const random = seededRandom(seed);
  const receivers = Array.from({ length: RECEIVERS }, () => new WebhookReceiver());
  const acknowledged: string[] = [];
  /** With each kill, how much every receiver had got by then. */
  const kills: number[][] = [];
  let service: ServiceOnDatabase;
  let client: PaymentsClient;
  let secret: string;

  const emptyQueue = async () => {
    if (queueUrl === undefined) return void (await service.database.query('DELETE FROM queue.job'));
    const redis = new Redis(queueUrl);
    await redis.flushdb();
    redis.disconnect();
  };

  const killIn = async () => {
    await sleep(random() * LONGEST_LIFE_MS);
    if (random() < 0.4) await emptyQueue();
    await service.killWorker();
    // What the killed worker had sent has been received when its connections are closed.
    await eventually('the connections of the killed worker are closed', async () => {
      const open = await Promise.all(receivers.map((receiver) => receiver.connections()));
      return open.every((count) => count === 0);
    });
    kills.push(receivers.map(({ received }) => received.length));
    await service.startWorker();
  };

  const invent = async (events: number) => {
    for (let number = 1; number <= events; number += 1) {
      const event = { event_type: 'transfer_updated', data: { transfer: { number } } } as const;
      acknowledged.push((await client.webhooks.invoke(event)).event_id);
    }
  };

  /** @throws Error when an event came more often than once in each life: it might then come without end. */
  const assertBounded = () => {
    for (const { bodies } of receivers) {
      for (const [id, { length }] of bodies) {
        if (length > KILLS + 1) throw new Error(`event ${id} was delivered ${length} times (TEST_SEED=${seed})`);
      }
    }
  };

  const run = async () => {
    process.stdout.write(`TEST_SEED=${seed}\n`);
    service = await ServiceOnDatabase.start({
      WEBHOOK_ALLOW_PRIVATE: 'true',
      WEBHOOK_RATE: '10000',
      WEBHOOK_CONCURRENCY: String(AT_ONCE),
      ...(queueUrl !== undefined && { QUEUE_URL: queueUrl }),
    });
    client = await service.client();
    for (const receiver of receivers) secret = await receiver.subscribe(client, 'subscribe_all');
    for (let life = 1; life <= KILLS; life += 1) await Promise.all([invent(EVENTS / KILLS), killIn()]);
    await noneLeft(`events and deliveries (TEST_SEED=${seed})`, async () => {
      assertBounded();
      const [left] = await service.database.query<{ n: number }>(
        `SELECT (SELECT count(*) FROM platform.events WHERE position IS NULL)::int
             + (SELECT count(*) FROM webhooks.deliveries WHERE status <> 'delivered')::int AS n`,
      );
      return left!.n;
    });
  };

  const stop = async () => {
    await service?.stop();
    await Promise.all(receivers.map((receiver) => receiver.close()));
  };

  scenarios.add({ run, stop });

  it('all reach every receiver, and say the same each time', () => {
    expect(acknowledged).toHaveLength(EVENTS);
    for (const { bodies } of receivers) {
      expect({ seed, ids: [...bodies.keys()].sort() }).toEqual({ seed, ids: [...acknowledged].sort() });
      for (const texts of bodies.values()) expect(new Set(texts).size).toBe(1);
    }
  });

  it('come twice only if they were under way when a worker was killed', () => {
    for (const [which, { received }] of receivers.entries()) {
      const lives = new Map<string, number[]>();
      for (const [place, { event }] of received.entries()) {
        const life = kills.filter((got) => got[which]! <= place).length;
        lives.set(event.event_id, [...(lives.get(event.event_id) ?? []), life]);
      }
      const again = [...lives.values()].filter(({ length }) => length > 1);
      expect({ seed, twice: again.filter((seen) => new Set(seen).size < seen.length) }).toEqual({ seed, twice: [] });
      const cutShort = again.flatMap((seen) => seen.slice(0, -1));
      for (let kill = 0; kill < kills.length; kill += 1) {
        expect(cutShort.filter((seen) => seen === kill).length).toBeLessThanOrEqual(AT_ONCE);
      }
    }
    expect(kills).toHaveLength(KILLS);
  });

  it('are signed so that the standard library takes them', async () => {
    const id = acknowledged.at(-1)!;
    const about = () => receivers.at(-1)!.received.filter(({ event }) => event.event_id === id);
    const before = about().length;
    await client.events.redeliver(id);
    await eventually('it comes again', () => Promise.resolve(about().length > before));
    const { body, headers } = about().at(-1)!;
    const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(verified).toMatchObject({ event_id: id, test: true });
  });
});
