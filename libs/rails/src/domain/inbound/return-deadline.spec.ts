import { isUntimely, lastReturnDay } from './return-deadline.js';

describe('the deadline of a return', () => {
  it.each([
    ['R01', '2026-11-23', '2026-11-25'],
    ['R01', '2026-11-25', '2026-11-30'],
    ['R02', '2026-11-27', '2026-12-01'],
    ['R10', '2026-09-01', '2026-11-02'],
    ['R07', '2026-08-28', '2026-10-28'],
    ['R05', '2026-11-27', '2027-01-27'],
  ])('of %s for an entry of %s is %s', (code, settledOn, last) => {
    expect(lastReturnDay(code, settledOn)).toBe(last);
    expect(isUntimely(code, settledOn, last)).toBe(false);
    expect(isUntimely(code, settledOn, '2027-01-28')).toBe(true);
  });

  it.each(['R06', 'R23', 'R31'])('does not exist for %s', (code) => {
    expect(isUntimely(code, '2026-01-05', '2026-12-31')).toBe(false);
  });

  it('does not begin with the settlement for R90, once the rules say so', () => {
    expect(isUntimely('R90', '2028-03-10', '2028-03-16')).toBe(true);
    expect(isUntimely('R90', '2028-03-10', '2028-03-17')).toBe(false);
    expect(isUntimely('R16', '2028-03-10', '2028-03-17')).toBe(true);
  });
});
