import { parseRedisUrl } from '@payments/config';
import type { RedisAddress } from '@payments/config';
import { Cluster, Redis } from 'ioredis';
import type { RedisOptions } from 'ioredis';
import { KEEP_ALIVE_MS, SILENCE_MS } from './queue-store.js';
import type { RedisStore } from './queue-store.js';

/** A producer must fail fast, so that the relay can retry; a consumer waits for the store to recover. */
export type RedisPurpose = 'produce' | 'consume';

/** How to connect to the Redis of a URL: the options of one connection, and the nodes to start from if it is a cluster. */
export function redisConnection({ url }: RedisStore, purpose: RedisPurpose) {
  const address = parseRedisUrl(url);
  const { isEncrypted, username, password } = address;
  const options: RedisOptions = {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(isEncrypted && { tls: {} }),
    ...{ socketTimeout: SILENCE_MS, keepAlive: KEEP_ALIVE_MS },
    maxRetriesPerRequest: purpose === 'consume' ? null : 1,
  };
  if (address.kind === 'cluster') return { nodes: address.hosts, options };
  return { options: { ...options, db: address.db, ...placeOf(address) } };
}

/** A client of one server, of the master that sentinels name, or of a cluster. */
export function redisClient(store: RedisStore, purpose: RedisPurpose, extra: RedisOptions = {}): Redis | Cluster {
  const { nodes, options } = redisConnection(store, purpose);
  if (nodes === undefined) return new Redis({ ...options, ...extra });
  const { lazyConnect = false, ...ofNodes } = extra;
  return new Cluster([...nodes], {
    ...{ lazyConnect, redisOptions: { ...options, ...ofNodes } },
    // With TLS, the name of a node must be the one in its certificate: it is not resolved beforehand.
    dnsLookup: (host, found) => found(null, host),
  });
}

function placeOf(address: Exclude<RedisAddress, { kind: 'cluster' }>): RedisOptions {
  if (address.kind === 'server') return address.hosts[0]!;
  const { hosts, master, sentinelUsername, sentinelPassword, isEncrypted } = address;
  return {
    ...{ sentinels: [...hosts], name: master, enableTLSForSentinelMode: isEncrypted },
    ...(sentinelUsername !== undefined && { sentinelUsername }),
    ...(sentinelPassword !== undefined && { sentinelPassword }),
    ...(isEncrypted && { sentinelTLS: {} }),
  };
}
