import { urlPerHost } from './url-per-host.js';

/** Where a process listens. */
export interface HostAddress {
  readonly host: string;
  readonly port: number;
}

interface Access {
  /** At least one: the server, some sentinels, or some nodes of the cluster. */
  readonly hosts: readonly HostAddress[];
  readonly isEncrypted: boolean;
  readonly username?: string;
  readonly password?: string;
}

/** A Redis: one server, the sentinels that know which server is the master, or some nodes of a cluster. */
export type RedisAddress =
  | (Access & { readonly kind: 'server'; readonly db: number })
  | (Access & {
      readonly kind: 'sentinel';
      /** The name under which the sentinels watch it. */
      readonly master: string;
      readonly db: number;
      readonly sentinelUsername?: string;
      readonly sentinelPassword?: string;
    })
  | (Access & { readonly kind: 'cluster' });

/** The URL of a Redis is wrong. The message says how, and does not repeat it, because it may contain a password. */
export class RedisUrlError extends Error {}

const SCHEME = /^redis(?<tls>s?)(?:\+(?<kind>sentinel|cluster))?:$/;
const PORTS = { server: 6379, cluster: 6379, sentinel: 26_379 } as const;

export const isRedisUrl = (text: string) => /^redis/.test(text);

/**
 * Reads `redis://[user:password@]host[:6379][/db]`, `redis+cluster://[user:password@]host[:6379],…` or
 * `redis+sentinel://[user:password@]host[:26379],…/master[?db=0&sentinel_username=…&sentinel_password=…]`. With `rediss` in
 * place of `redis`, connections are encrypted.
 * @throws RedisUrlError
 */
export function parseRedisUrl(text: string): RedisAddress {
  const urls = urlPerHost(text);
  const scheme = SCHEME.exec(urls?.[0].protocol ?? '')?.groups;
  if (urls === undefined || scheme === undefined) {
    throw new RedisUrlError(
      'must be a URL such as redis://host:6379, redis+sentinel://host:26379/mymaster or redis+cluster://host:6379',
    );
  }
  const kind = (scheme['kind'] ?? 'server') as RedisAddress['kind'];
  const [{ username, password, pathname, searchParams }] = urls;
  const path = decodeURIComponent(pathname.slice(1));
  const access: Access = {
    hosts: urls.map(({ hostname, port }) => ({
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(port || PORTS[kind]),
    })),
    isEncrypted: scheme['tls'] === 's',
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
  };
  if (kind === 'server') {
    if (urls.length > 1) {
      throw new RedisUrlError('has several hosts; start it with redis+sentinel:// or redis+cluster://');
    }
    return { ...access, kind, db: dbOf(path) };
  }
  if (kind === 'cluster') {
    if (path !== '') throw new RedisUrlError('must have no path: a Redis cluster has one database only');
    return { ...access, kind };
  }
  if (path === '') throw new RedisUrlError('must name the master, as in redis+sentinel://host:26379/mymaster');
  const sentinelUsername = searchParams.get('sentinel_username');
  const sentinelPassword = searchParams.get('sentinel_password');
  return {
    ...{ ...access, kind, master: path, db: dbOf(searchParams.get('db') ?? '') },
    ...(sentinelUsername !== null && { sentinelUsername }),
    ...(sentinelPassword !== null && { sentinelPassword }),
  };
}

/** What is wrong with the URL of a Redis, if anything. */
export function redisUrlProblem(text: string): string | undefined {
  try {
    parseRedisUrl(text);
    return undefined;
  } catch (error) {
    return (error as RedisUrlError).message;
  }
}

function dbOf(text: string): number {
  if (!/^\d{0,5}$/.test(text)) throw new RedisUrlError('must name a database by its number, such as 0');
  return Number(text);
}
