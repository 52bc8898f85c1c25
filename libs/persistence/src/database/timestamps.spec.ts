import fc from 'fast-check';
import { types } from 'pg';
import { parseTimestamp, typeParsers } from './timestamps.js';

const { TIMESTAMPTZ, TIMESTAMP } = types.builtins;
const driver = types.getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => Date;

describe('timestamps from the database', () => {
  it('are parsed like the driver does, for any day and fraction', () => {
    const time = fc.date({
      min: new Date('0100-01-01T00:00:00Z'),
      max: new Date('9999-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(time, fc.stringMatching(/^(?:\.\d{1,6})?$/), (date, fraction) => {
        const text = `${date.toISOString().slice(0, 19).replace('T', ' ')}${fraction}+00`;
        const seconds = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19)}Z`);
        const milliseconds = Number(fraction.slice(1, 4).padEnd(3, '0'));
        expect(parseTimestamp(text)).toEqual(new Date(seconds + milliseconds));
      }),
    );
  });

  it.each([
    ...[
      '2026-01-31 17:04:05.123+02',
      '2026-01-31 17:04:05-05:30',
      '0044-03-15 12:00:00+00 BC',
      'infinity',
      '-infinity',
    ],
    ...['10000-01-01 00:00:00+00', '0099-12-31 23:59:59.5+00', '2026-01-31 17:04:05.123+00', '2026-01-31 17:04:05+00'],
  ])('are parsed like the driver does in every form, as %s', (text) => {
    expect(parseTimestamp(text)).toEqual(driver(text));
  });

  it('are the only values that the driver does not parse', () => {
    expect(typeParsers.getTypeParser(TIMESTAMPTZ)).toBe(parseTimestamp);
    expect(typeParsers.getTypeParser(TIMESTAMP)).toBe(types.getTypeParser(TIMESTAMP, 'text'));
    expect(typeParsers.getTypeParser(TIMESTAMPTZ, 'binary')).toBe(types.getTypeParser(TIMESTAMPTZ, 'binary'));
  });
});
