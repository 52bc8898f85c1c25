import { EventEmitter } from 'node:events';
import { PostgresConnection, PostgresQueueBackend, Queue, Worker } from 'bullmq';
import type { ConnectionOptions, createPostgresBackend, Processor, WorkerOptions } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import { postgresConnection, SILENCE_MS } from './queue-store.js';
import type { PostgresStore, QueueStore, RedisStore } from './queue-store.js';
import { redisClient, redisConnection } from './redis-connection.js';
import type { RedisPurpose } from './redis-connection.js';

/**
 * BullMQ's queues and workers on the configured store. To a Redis server they open and close their connections themselves.
 * To a Redis cluster all of them share a client for each purpose, and to PostgreSQL one pool and one listener; `close`
 * closes these.
 */
export class QueueBackend {
  private readonly clusters = new Map<RedisPurpose, Redis | Cluster>();
  private postgres: PostgresConnection | undefined;

  constructor(
    private readonly store: QueueStore,
    private readonly onError: (error: Error) => void,
  ) {}

  queue<Job>(name: string): Queue<Job> {
    const { store } = this;
    return store.kind === 'postgres'
      ? (new Queue(name, UNUSED, this.toPostgres(store)) as unknown as Queue<Job>)
      : new Queue<Job>(name, this.toRedis(store, 'produce'));
  }

  worker<Job>(name: string, processor: Processor<Job>, options: Omit<WorkerOptions, 'connection'>): Worker<Job> {
    const { store } = this;
    return store.kind === 'postgres'
      ? (new Worker(name, processor, { ...options, ...UNUSED }, this.toPostgres(store)) as unknown as Worker<Job>)
      : new Worker(name, processor, { ...options, ...this.toRedis(store, 'consume') });
  }

  async close(): Promise<void> {
    for (const client of this.clusters.values()) client.disconnect();
    await this.postgres?.close();
  }

  private toPostgres(store: PostgresStore): typeof createPostgresBackend {
    const connection = this.postgres ?? this.connectTo(store);
    return (name, options) => new SharingBackend(connection, name, options);
  }

  private connectTo(store: PostgresStore): PostgresConnection {
    const connection = new SharedConnection(postgresConnection(store, { queryMs: SILENCE_MS }));
    this.postgres = connection;
    // BullMQ remembers that a first connection failed; the next queue or worker gets another one.
    connection.waitUntilReady().catch(() => {
      if (this.postgres === connection) this.postgres = undefined;
      connection.close().catch(() => undefined);
    });
    return connection;
  }

  private toRedis(store: RedisStore, purpose: RedisPurpose): { connection: ConnectionOptions; prefix: string } {
    const { nodes, options } = redisConnection(store, purpose);
    const connection = (nodes === undefined ? options : this.clusterTo(store, purpose)) as ConnectionOptions;
    // The hash tag in the prefix keeps a queue on one node of a Redis cluster.
    return { connection, prefix: `{${store.prefix}}` };
  }

  private clusterTo(store: RedisStore, purpose: RedisPurpose): Redis | Cluster {
    const known = this.clusters.get(purpose);
    if (known !== undefined) return known;
    const client = redisClient(store, purpose);
    client.on('error', this.onError);
    this.clusters.set(purpose, client);
    return client;
  }
}

/** BullMQ asks for it, and only its own backends read it. */
const UNUSED = { connection: {} };

/** A pool and a listener for all queues of a process: their channel is one, and each waits for its own name on it. */
class SharedConnection extends PostgresConnection {
  private listener: unknown;

  constructor(options: ConstructorParameters<typeof PostgresConnection>[0]) {
    super(options);
    this.setMaxListeners(0);
  }

  override async getListenClient() {
    const client = await super.getListenClient();
    if (this.listener === client) return client;
    this.listener = client;
    if (client instanceof EventEmitter) client.setMaxListeners(0);
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    // Each queue begins to listen when it is ready, and a connection runs one statement at a time.
    let last = Promise.resolve<unknown>(undefined);
    const inTurn = (...args: unknown[]) => (last = last.catch(() => undefined).then(() => query(...args)));
    return Object.assign(client, { query: inTurn });
  }
}

/** A queue or worker on the shared connection, which outlives it. */
class SharingBackend extends PostgresQueueBackend {
  override close(): Promise<void> {
    this.closing ??= this.disconnectBlocking();
    return this.closing;
  }
}
