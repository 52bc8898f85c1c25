import { HOUR_MS } from '@payments/kernel';
import { alive } from './signing-keys.js';

const at = (ms: number) => ({ signsFrom: new Date(ms) });
const publishedAt = (ms: number) => {
  const keys = [at(3 * HOUR_MS), at(HOUR_MS), at(0)];
  return alive(keys, new Date(ms)).map((key) => keys.indexOf(key));
};

describe('the published signing keys', () => {
  it('include upcoming, current and older keys until their tokens expire', () => {
    expect(publishedAt(HOUR_MS)).toEqual([0, 1, 2]);
    expect(publishedAt(2 * HOUR_MS + 119_000)).toEqual([0, 1, 2]);
    expect(publishedAt(2 * HOUR_MS + 120_000)).toEqual([0, 1]);
    expect(publishedAt(3 * HOUR_MS)).toEqual([0, 1]);
    expect(publishedAt(5 * HOUR_MS)).toEqual([0]);
  });
});
