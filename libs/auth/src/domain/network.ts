const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const NETWORK_GROUPS = 4;

/**
 * The rate limit key of an address: an IPv4 address itself, or the /64 network of an IPv6 address, which is what
 * one household or machine gets.
 */
export function networkOf(address: string): string {
  const [, mapped] = MAPPED.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('::', 2);
  const front = groupsOf(head);
  const back = groupsOf(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return `${[...front, ...zeros, ...back].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

function groupsOf(text: string): string[] {
  return text
    .split(':')
    .filter(Boolean)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase());
}
