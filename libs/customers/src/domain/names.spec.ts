import fc from 'fast-check';
import { BUSINESS_NAME, PERSON_NAME } from './names.js';

describe('names of persons', () => {
  it.each([
    'José',
    'O’Brien',
    "D'Arcy",
    'Anna-Lena',
    'Jean–Luc',
    'Jr.',
    'Müller van der Berg',
    'Nguyễn',
    'Łukasz',
    'Q\u0303',
  ])('take %s as it is', (name) => expect(PERSON_NAME.test(name)).toBe(true));

  it.each(['R2D2', 'Иван', '李', 'a_b', 'a@b', 'a/b', 'a,b', 'a\tb', 'a\u00a0b', '<b>', 'Ⅷ', '\u0301a', 'ª1', ''])(
    'do not take %j at all',
    (name) => expect(PERSON_NAME.test(name)).toBe(false),
  );

  it('are never longer to judge for being longer: a hostile name takes no time', () => {
    const started = performance.now();
    const hostile = `${'a'.repeat(100_000)}1`;
    expect(PERSON_NAME.test(hostile)).toBe(false);
    expect(performance.now() - started).toBeLessThan(500);
  });

  it('hold no digit, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 9 }), fc.string(), (before, digit, after) => {
        const name = `${before}${digit}${after}`;
        expect(PERSON_NAME.test(name)).toBe(false);
      }),
    );
  });
});

describe('names of businesses', () => {
  it.each(['Acme & Sons, Inc.', '3M', '#1 Pizza', 'A/B Test: One', 'Crédit (USA)', 'O’Neil’s', 'Foo – Bar', 'Ünïted'])(
    'take %s as it is',
    (name) => expect(BUSINESS_NAME.test(name)).toBe(true),
  );

  it.each([' Acme', '\tAcme', 'Acme\n', 'Acme!', 'Acme?', 'a@b', 'a_b', 'Ромашка', 'a;b', 'a"b', '100%', ''])(
    'do not take %j at all',
    (name) => expect(BUSINESS_NAME.test(name)).toBe(false),
  );

  it('may hold whatever a name of a person may, but for the space in front', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zéøA-ZÑ.'’–-][a-zéøA-ZÑ .'’–-]*$/), (name) => {
        expect([PERSON_NAME.test(name), BUSINESS_NAME.test(name)]).toEqual([true, true]);
      }),
    );
  });
});
