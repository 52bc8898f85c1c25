import { BlockList, isIP } from 'node:net';

/** IPv4 ranges that are not public, by the IANA special-purpose registry, and what a cloud keeps for itself. */
const NOT_PUBLIC_V4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by carriers (CGNAT)
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, and with it the metadata services of clouds
  ['168.63.129.16', 32], // the platform of Azure, which answers its machines
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
];

/** The only globally assigned IPv6 range; mapped, NAT64, unique local, link-local and the rest lie outside. */
const GLOBAL_V6 = ['2000::', 3] as const;

/** The non-public ranges within it. */
const NOT_PUBLIC_V6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23], // protocol assignments: Teredo, ORCHID, benchmarks
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: leads to any IPv4 address
  ['3fff::', 20], // documentation
];

const refusedV4 = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_V4) refusedV4.addSubnet(network, prefix, 'ipv4');

const globalV6 = new BlockList();
globalV6.addSubnet(...GLOBAL_V6, 'ipv6');

const refusedV6 = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_V6) refusedV6.addSubnet(network, prefix, 'ipv6');

/**
 * Whether an address belongs to the public internet. IPv4 uses a denylist, IPv6 an allowlist.
 * @param address as resolvers return it and `URL` normalizes it, without brackets; text that is not an address, or has a
 * zone, is not public.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refusedV4.check(address, 'ipv4');
    case 6:
      return !address.includes('%') && globalV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6');
    default:
      return false;
  }
}
