import { InexactNumber } from '../http/reading/strict-json.js';
import { metadata } from './metadata.js';

const rule = metadata();
const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));

describe('the rule for metadata', () => {
  it.each<[string, unknown]>([
    ['no pair', {}],
    ['5 pairs', pairs(5)],
    ['text, numbers and booleans', { a: 'x', b: 1, c: -1.5, d: true }],
    ['a key of 20 characters', { ['k'.repeat(20)]: 1 }],
    ['a text of 50 characters', { a: 'x'.repeat(50) }],
    ['an empty text', { a: '' }],
    ['a number in another notation', { a: new InexactNumber(1e21) }],
  ])('takes %s', (_, sent) => {
    expect(rule.accepts(sent)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['6 pairs', pairs(6)],
    ['a key of 21 characters', { ['k'.repeat(21)]: 1 }],
    ['a text of 51 characters', { a: 'x'.repeat(51) }],
    ['a null value', { a: null }],
    ['an object inside', { a: {} }],
    ['a list inside', { a: [1] }],
    ['a number beyond all numbers', { a: new InexactNumber(Infinity) }],
    ['a control character in a key', { 'a\u0000': 1 }],
    ['a control character in a value', { a: 'x\u0000' }],
    ['a bidi override in a value', { a: '\u202eabc' }],
    ['a lone surrogate in a value', { a: '\ud800' }],
    ['a list', []],
    ['a text', 'a'],
    ['a number', 1],
  ])('refuses %s', (_, sent) => {
    expect(rule.accepts(sent)).toBe(false);
  });

  it('stores values as they were sent, numbers of any notation as numbers', () => {
    const stored = rule.normalise!({ a: 'e\u0308', b: new InexactNumber(1.5), c: true, d: 7 });
    expect(stored).toEqual({ a: 'e\u0308', b: 1.5, c: true, d: 7 });
  });
});
