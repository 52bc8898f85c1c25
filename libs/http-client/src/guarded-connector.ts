import { lookup } from 'node:dns/promises';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { limitResponses } from './response-limit.js';
import { isPublicAddress } from './public-address.js';

const CONNECT_TIMEOUT_MS = 10_000;
/** The read-ahead limit of a connection. */
const BUFFERED_BYTES = 16 * 1024;

/** Returns every address of a host name. @throws with a `code` when there is none. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** An address that must not be called, found when connecting. */
class RefusedAddressError extends Error {
  readonly code = 'REFUSED_ADDRESS';

  constructor() {
    super('the host resolves to an address that is not public');
    this.name = 'RefusedAddressError';
  }
}

export interface ConnectorOptions {
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
  /** A response with more bytes of any kind is cut. */
  readonly maxResponseBytes: number;
  /** Cuts every socket, also those that are still connecting. */
  readonly closing: AbortSignal;
}

type LookupCallback = (error: Error | null, address?: LookupAddress[] | string, family?: number) => void;

/**
 * Connects sockets, to public addresses only. The names are resolved here, once, and the socket goes to exactly the
 * checked addresses: later DNS changes have no effect. If any of several addresses is not public, the name is refused.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { allowPrivate, resolve = resolveAll, maxResponseBytes, closing } = options;
  const allowed = (address: string) => allowPrivate || isPublicAddress(address);
  const checkedLookup = (hostname: string, options: LookupOptions, callback: LookupCallback) => {
    checked(resolve(hostname), allowed).then(
      (addresses) => {
        if (options.all === true) callback(null, addresses);
        else callback(null, addresses[0]!.address, addresses[0]!.family);
      },
      (error: Error) => callback(error),
    );
  };
  const socketOptions = { lookup: checkedLookup, signal: closing, highWaterMark: BUFFERED_BYTES } as object;
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, ...socketOptions });
  return (target, callback) => {
    const limited: buildConnector.Callback = (...result) => {
      const [, socket] = result;
      if (socket) limitResponses(socket, maxResponseBytes);
      callback(...result);
    };
    // A socket to an address literal uses no resolver, so it would bypass the lookup.
    if (isIP(target.hostname) === 0 || allowed(target.hostname)) connect(target, limited);
    else process.nextTick(callback, new RefusedAddressError(), null);
  };
}

function resolveAll(hostname: string): Promise<LookupAddress[]> {
  return lookup(hostname, { all: true, verbatim: true });
}

async function checked(
  resolving: Promise<readonly LookupAddress[]>,
  allowed: (address: string) => boolean,
): Promise<LookupAddress[]> {
  const addresses = await resolving;
  if (addresses.length === 0) throw Object.assign(new Error('the host has no address'), { code: 'ENOTFOUND' });
  if (!addresses.every(({ address }) => allowed(address))) throw new RefusedAddressError();
  return [...addresses];
}
