import { dateOfDay, dayNumber, newYorkInstant } from '@payments/kernel';
import fc from 'fast-check';
import { creationOf, dateOfSettlementDay, occurrenceOf } from './return-time.js';

describe('the settlement day of a return', () => {
  it.each([
    ['328', '2026-11-23', '2026-11-24'],
    ['001', '2026-12-31', '2027-01-01'],
    ['365', '2027-01-02', '2026-12-31'],
    ['366', '2028-12-30', '2028-12-31'],
    ['366', '2029-01-02', '2028-12-31'],
    ['060', '2028-03-01', '2028-02-29'],
    ['060', '2027-03-01', '2027-03-01'],
  ])('%s is in the year nearest to %s', (day, near, date) => {
    expect(dateOfSettlementDay(day, near)).toBe(date);
  });

  it('366 is no date in years without it', () => {
    expect(dateOfSettlementDay('366', '2026-06-01')).toBeUndefined();
  });

  it('is found again for every date within five months', () => {
    const days = fc.integer({ min: dayNumber('2022-01-01'), max: dayNumber('2100-12-31') });
    fc.assert(
      fc.property(days, fc.integer({ min: -150, max: 150 }), (day, away) => {
        const date = dateOfDay(day);
        const dayOfYear = String(day - dayNumber(`${date.slice(0, 4)}-01-01`) + 1).padStart(3, '0');
        expect(dateOfSettlementDay(dayOfYear, dateOfDay(day + away))).toBe(date);
      }),
    );
  });
});

describe('a return', () => {
  const file = creationOf({ creation_date: '261123', creation_time: '0905' });

  it('happens at 08:30 in New York on its settlement day', () => {
    expect(occurrenceOf('328', file)).toEqual({ date: '2026-11-24', at: new Date('2026-11-24T13:30:00Z') });
    const summer = creationOf({ creation_date: '260701', creation_time: '' });
    expect(occurrenceOf('182', summer).at).toEqual(new Date('2026-07-01T12:30:00Z'));
  });

  it.each(['', '366'])('without a settlement day that exists happens when its file was made: "%s"', (day) => {
    expect(occurrenceOf(day, file)).toEqual({ date: '2026-11-23', at: new Date('2026-11-23T14:05:00Z') });
  });

  it('in a file without a time happens at the beginning of its day', () => {
    expect(creationOf({ creation_date: '261123', creation_time: '' }).at).toEqual(
      newYorkInstant('2026-11-23', '00:00'),
    );
  });
});
