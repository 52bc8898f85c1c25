import fc from 'fast-check';
import { masked } from './masked.js';

describe(masked.name, () => {
  it('shows the last four digits but not the length', () => {
    const lengths = new Set<number>();
    fc.assert(
      fc.property(fc.stringMatching(/^\d{5,17}$/), (digits) => {
        lengths.add(masked(digits).length);
        expect(masked(digits)).toBe(`*****${digits.slice(-4)}`);
      }),
    );
    expect(lengths.size).toBe(1);
  });

  it('ignores hyphens', () => {
    expect(masked('12-34-5')).toBe('*****2345');
  });
});
