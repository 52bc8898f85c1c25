import { rangeOf } from './byte-range.js';

describe(rangeOf, () => {
  it.each([
    ['bytes=0-9', { from: 0, to: 10 }],
    ['bytes=90-', { from: 90, to: 100 }],
    ['bytes=90-999', { from: 90, to: 100 }],
    ['bytes=-10', { from: 90, to: 100 }],
    ['bytes=-999', { from: 0, to: 100 }],
  ])('takes %s of 100 bytes', (header, range) => {
    expect(rangeOf(header, 100)).toEqual(range);
  });

  it.each([undefined, '', 'bytes=-', 'bytes=100-', 'bytes=9-1', 'bytes=-0', 'bytes=0-1,5-6', 'items=0-1', 'bytes=a-b'])(
    'takes everything for %p',
    (header) => {
      expect(rangeOf(header, 100)).toBeUndefined();
    },
  );
});
