import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { ChannelError } from '../../domain/channel-error.js';
import type { SftpChannel } from '../../domain/connection.js';

/** Returns every address of a host name. @throws with a `code` when there is none. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/**
 * The addresses to connect to. The name is resolved here, once, so that a later answer of the DNS cannot lead elsewhere.
 * If any address is not allowed, none is used.
 * @throws ChannelError `dns`
 */
export async function resolveHost(
  { host, allowed_addresses }: SftpChannel,
  resolve: Resolve = resolveAll,
): Promise<readonly string[]> {
  const addresses = isIP(host) === 0 ? await named(host, resolve) : [host];
  const allowed = networksOf(allowed_addresses);
  if (allowed_addresses.length === 0 || addresses.every((address) => allowed.check(address, familyOf(address)))) {
    return addresses;
  }
  const message = `${host} leads to an address that is not in allowed_addresses; compare with the bank, and correct the list`;
  throw new ChannelError('resolve', 'dns', message);
}

async function named(host: string, resolve: Resolve): Promise<string[]> {
  try {
    const addresses = await resolve(host);
    if (addresses.length > 0) return addresses.map(({ address }) => address);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new ChannelError('resolve', 'dns', `${host} has no address (${code}); check channel.host and the DNS`);
  }
  throw new ChannelError('resolve', 'dns', `${host} has no address; check channel.host and the DNS`);
}

function resolveAll(hostname: string): Promise<LookupAddress[]> {
  return lookup(hostname, { all: true, verbatim: true });
}

function networksOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
