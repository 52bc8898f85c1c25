import { redisClient } from '@payments/messaging';
import type { RedisStore } from '@payments/messaging';
import type { Cluster, Redis } from 'ioredis';
import { LimitStore } from '../../application/limit-store.js';
import type { LimitRequest } from '../../application/limit-store.js';
import { perMs } from '../../domain/token-bucket.js';
import type { Grant } from '../../domain/token-bucket.js';

// Numbers are returned as text: Redis truncates a Lua number to an integer.
const TAKE = `
  local burst, per_ms, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  local time = redis.call('TIME')
  local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
  local known = redis.call('HMGET', KEYS[1], 'tokens', 'at')
  local tokens, at = tonumber(known[1]) or burst, tonumber(known[2]) or now
  local full = math.min(burst, tokens + math.max(0, now - at) * per_ms)
  local granted = math.min(wanted, math.floor(full))
  redis.call('HSET', KEYS[1], 'tokens', tostring(full - granted), 'at', tostring(math.max(at, now)))
  redis.call('PEXPIRE', KEYS[1], math.ceil(burst / per_ms) + 1000)
  return { granted, tostring(full - granted) }`;

/** A stopping process does not wait for an unavailable Redis. */
const DISCONNECT_MS = 50;

/** The buckets of all processes in Redis. Connects on the first request; fails fast while Redis is unavailable. */
export class RedisLimitStore extends LimitStore {
  private readonly redis: Redis | Cluster;
  private readonly prefix: string;

  constructor(store: RedisStore) {
    super();
    this.redis = redisClient(store, 'produce', { lazyConnect: true, disconnectTimeout: DISCONNECT_MS });
    // The failing command reports the error. Without a listener, the error would end the process.
    this.redis.on('error', () => undefined);
    this.prefix = `{${store.prefix}}:limit:`;
  }

  async take({ key, rate, wanted }: LimitRequest): Promise<Grant> {
    const values = [rate.burst, perMs(rate), wanted];
    const [granted, left] = (await this.redis.eval(TAKE, 1, this.prefix + key, ...values)) as [number, string];
    return { granted, left: Number(left) };
  }

  close(): void {
    this.redis.disconnect();
  }
}
