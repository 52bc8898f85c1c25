import { alive } from './signing-keys.js';

const HOUR = 3_600_000;
const at = (ms: number) => ({ signsFrom: new Date(ms) });
const publishedAt = (ms: number) => {
  const keys = [at(3 * HOUR), at(HOUR), at(0)];
  return alive(keys, new Date(ms)).map((key) => keys.indexOf(key));
};

describe('the published signing keys', () => {
  it('hold the one that is yet to sign, the one that signs, and older ones until their last token died', () => {
    expect(publishedAt(HOUR)).toEqual([0, 1, 2]);
    expect(publishedAt(2 * HOUR + 119_000)).toEqual([0, 1, 2]);
    expect(publishedAt(2 * HOUR + 120_000)).toEqual([0, 1]);
    expect(publishedAt(3 * HOUR)).toEqual([0, 1]);
    expect(publishedAt(5 * HOUR)).toEqual([0]);
  });
});
