import fc from 'fast-check';
import { ACCOUNT_NUMBER, digitsOf, HOLDER_NAME, masked, ROUTING_NUMBER } from './account-numbers.js';

describe('an account number', () => {
  it.each(['1234', '12345678901234567', '1-2-3-4', '1234-56789', '0000'])('may be %s by its form', (text) =>
    expect(ACCOUNT_NUMBER.test(text)).toBe(true),
  );

  it.each(['123', '123456789012345678', '-1234', '1234-', '12--34', '12 34', '1234a', '', '1234\n', '１２３４'])(
    'may not be %j by its form',
    (text) => expect(ACCOUNT_NUMBER.test(text)).toBe(false),
  );

  it('is 4 to 17 digits, wherever single hyphens stand between them', () => {
    const parts = fc.array(fc.stringMatching(/^\d-?$/), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(parts, (sent) => {
        const number = sent.join('').replace(/-$/, '');
        const { length } = digitsOf(number);
        expect(ACCOUNT_NUMBER.test(number)).toBe(length >= 4 && length <= 17);
      }),
    );
  });

  it('shows four digits when it is masked, and not how long it is', () => {
    const lengths = new Set<number>();
    fc.assert(
      fc.property(fc.stringMatching(/^\d{5,17}$/), (digits) => {
        lengths.add(masked(digits).length);
        expect(masked(digits)).toBe(`*****${digits.slice(-4)}`);
      }),
    );
    expect(lengths.size).toBe(1);
    expect(masked('1234-56-7-89')).toBe('*****6789');
  });
});

describe('a routing number', () => {
  it('is nine digits; its checksum is a matter of verification', () => {
    const texts = ['011000028', '000000000', '01100002', '0110000288', '01100-028', '01100002a'];
    expect(texts.map((text) => ROUTING_NUMBER.test(text))).toEqual([true, true, false, false, false, false]);
  });
});

describe('the name of an account holder', () => {
  it.each(['Jane Doe', 'José O’Brien', 'Acme & Sons, Inc. #1', '3M', 'A/B (test): "x"; 50% + $1 = @home!?', 'a_b|c*'])(
    'may be %s as it is',
    (name) => expect(HOLDER_NAME.test(name)).toBe(true),
  );

  it.each([...'<>{}[]\\^~`'].map((mark) => `Jane ${mark}`))('may not be %s with such a mark', (name) =>
    expect(HOLDER_NAME.test(name)).toBe(false),
  );

  it.each(['Иван', '李', 'a\tb', 'a\u00a0b', '€', '🙂', ''])('may not be %j at all', (name) =>
    expect(HOLDER_NAME.test(name)).toBe(false),
  );

  it('takes every printable character of ASCII but ten', () => {
    const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
    expect(printable.filter((mark) => !HOLDER_NAME.test(mark)).join('')).toBe('<>[\\]^`{}~');
  });
});
