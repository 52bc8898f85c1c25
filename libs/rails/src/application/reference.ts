import { fingerprint } from '@payments/persistence';

const LENGTH = 15;
const BITS = 5;
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Fifteen characters that identify an order in returns, and say nothing else: the first 75 bits of a hash. */
export function referenceOf(enterpriseId: string, endToEndId: string): string {
  const digest = Buffer.from(fingerprint(`${enterpriseId}|${endToEndId}`), 'base64');
  let text = '';
  for (let [at, bits, left] = [0, 0, 0]; text.length < LENGTH; left -= BITS) {
    if (left < BITS) [bits, left] = [((bits << 8) | digest[at++]!) & 0xfff, left + 8];
    text += CROCKFORD[(bits >> (left - BITS)) & 31]!;
  }
  return text;
}
