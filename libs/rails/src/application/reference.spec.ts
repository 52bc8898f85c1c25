import { newId } from '@payments/kernel';
import { fingerprint } from '@payments/persistence';
import { referenceOf } from './reference.js';

describe(referenceOf.name, () => {
  it('is the first 75 bits of the hash in fifteen characters of Crockford’s alphabet', () => {
    const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    for (let times = 0; times < 1_000; times += 1) {
      const [enterprise, order] = [newId(), newId()];
      const reference = referenceOf(enterprise, order);
      const hash = BigInt(`0x${Buffer.from(fingerprint(`${enterprise}|${order}`), 'base64').toString('hex')}`);
      const bits = [...reference].reduce((sum, each) => sum * 32n + BigInt(alphabet.indexOf(each)), 0n);
      expect(bits).toBe(hash >> 181n);
      expect(reference).toHaveLength(15);
    }
  });
});
