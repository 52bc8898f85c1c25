import { nachaRuleOn, nachaRules } from './nacha-rules.table.js';

describe('a rule of Nacha', () => {
  it.each([
    ['2020-03-19', 2_500_000n],
    ['2020-03-20', 10_000_000n],
    ['2022-03-17', 10_000_000n],
    ['2022-03-18', 100_000_000n],
    ['2016-09-22', undefined],
  ] as const)('holds from its day on: the same-day limit of %s is %s', (day, cents) => {
    expect(nachaRuleOn('same_day_limit', day)).toBe(cents);
  });

  it('has its versions in order, each with a source', () => {
    for (const versions of Object.values(nachaRules)) {
      const days = versions.map(({ from }) => from);
      expect(days).toEqual([...new Set(days)].sort());
      expect(versions.every(({ source }) => source.length > 10)).toBe(true);
    }
  });
});
