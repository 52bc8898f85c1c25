import fc from 'fast-check';
import { achText, saysNothing } from './ach-text.js';

describe('the text of a NACHA field', () => {
  it.each([
    ['Zo\u00eb Stra\u00dfe', 'ZOE STRASSE'],
    ['S\u00f8ren \u0141ukasz \u00c6gir', 'SOREN LUKASZ AEGIR'],
    ['O\u2019Brien \u201cBob\u201d \u2013 Sons', 'O\'BRIEN "BOB" - SONS'],
    ['  two \t\n blanks  ', 'TWO BLANKS'],
    ['\u5c71\u7530 Taro \u{1f600}', 'TARO'],
    ['\u5c71\u7530', ''],
  ])('of %j is %j', (text, expected) => {
    expect(achText(text, { max: 22 })).toBe(expected);
  });

  it('keeps the case where the bank accepts it', () => {
    expect(achText('Zo\u00eb', { max: 22, letterCase: 'as_given' })).toBe('Zoe');
  });

  it('is cut to the field, without a blank at the end', () => {
    expect(achText('ABCDE FGH', { max: 6 })).toBe('ABCDE');
  });

  it.each([
    ...[
      ['', true],
      ['0', true],
      ['00 0', true],
    ],
    ...[
      ['O', false],
      ['007', false],
      ['-', false],
    ],
  ] as const)('of %j says nothing: %s', (text, expected) => {
    expect(saysNothing(text)).toBe(expected);
  });

  it('fits the field and has printable ASCII only, whatever the text', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(text, (each) => expect(achText(each, { max: 22 })).toMatch(/^(?! )[\x20-\x7e]{0,22}(?<! )$/)),
    );
  });
});
