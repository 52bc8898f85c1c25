import { limitIn, shownAmount } from './limit-form.js';

const form = (changes: Readonly<Record<string, string>> = {}) => {
  const data = new FormData();
  const typed = {
    name: ' Payouts ',
    per: 'enterprise',
    who: '',
    direction: 'out',
    window: 'day',
    max_amount: '',
    max_count: '',
  };
  for (const [name, value] of Object.entries({ ...typed, action: 'refuse', ...changes })) data.set(name, value);
  return data;
};

describe('limitIn', () => {
  it('leaves out what was not typed', () => {
    expect(limitIn(form({ max_count: '5' }))).toEqual({
      limit: {
        ...{ name: 'Payouts', per: 'enterprise', direction: 'out', window: 'day', max_count: 5 },
        ...{ action: 'refuse', enabled: false },
      },
      problems: [],
    });
  });

  it.each([
    ['500,000.00', 50_000_000],
    ['9999999999999.99', 999_999_999_999_999],
  ])('reads the amount %s as %d cents', (max_amount, cents) => {
    expect(limitIn(form({ max_amount })).limit.max_amount).toBe(cents);
  });

  it.each(['1e3', '-5', '1.005', '10000000000000'])('refuses the amount %s with a sentence', (max_amount) => {
    expect(limitIn(form({ max_amount })).problems).toEqual([
      { name: 'max_amount', text: expect.any(String) as string },
    ]);
  });

  it('leaves a number of transfers that is none to the API', () => {
    expect(limitIn(form({ max_count: 'many' })).limit.max_count).toBe('many');
  });
});

describe('shownAmount', () => {
  it.each([
    [undefined, ''],
    [5, '0.05'],
    [50_000_000, '500000.00'],
  ])('shows %s as "%s"', (cents, text) => {
    expect(shownAmount(cents)).toBe(text);
  });
});
