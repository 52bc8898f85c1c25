import { createPostgresBackend, Queue, Worker } from 'bullmq';
import type { ConnectionOptions, Processor, WorkerOptions } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import { postgresConnection, SILENCE_MS } from './queue-store.js';
import type { QueueStore, RedisStore } from './queue-store.js';
import { redisClient, redisConnection } from './redis-connection.js';
import type { RedisPurpose } from './redis-connection.js';

/**
 * BullMQ's queues and workers on the configured store. They open and close their connections themselves, except to a
 * Redis cluster: there, all of them share a client for each purpose, which `close` disconnects.
 */
export class QueueBackend {
  private readonly clusters = new Map<RedisPurpose, Redis | Cluster>();

  constructor(
    private readonly store: QueueStore,
    private readonly onError: (error: Error) => void,
  ) {}

  queue<Job>(name: string): Queue<Job> {
    const { store } = this;
    return store.kind === 'postgres'
      ? (new Queue(name, toPostgres(store), createPostgresBackend) as unknown as Queue<Job>)
      : new Queue<Job>(name, this.toRedis(store, 'produce'));
  }

  worker<Job>(name: string, processor: Processor<Job>, options: Omit<WorkerOptions, 'connection'>): Worker<Job> {
    const { store } = this;
    return store.kind === 'postgres'
      ? (new Worker(
          name,
          processor,
          { ...options, ...toPostgres(store) },
          createPostgresBackend,
        ) as unknown as Worker<Job>)
      : new Worker(name, processor, { ...options, ...this.toRedis(store, 'consume') });
  }

  close(): void {
    for (const client of this.clusters.values()) client.disconnect();
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

const toPostgres = (store: QueueStore & { readonly kind: 'postgres' }) => ({
  connection: postgresConnection(store, { queryMs: SILENCE_MS }),
});
