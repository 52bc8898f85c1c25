import { join } from 'node:path';
import { readCorpus } from '@payments/testing';
import { InexactNumber, parseStrictJson } from '@payments/kernel';
import { metadata } from './metadata.js';

const rule = metadata();
const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));

const { accepted, refused } = readCorpus(join(__dirname, 'metadata.corpus.txt'), { plain: true });
const isAccepted = (json: string) => {
  try {
    return rule.accepts(parseStrictJson(json, { maxDepth: 16, maxKeys: 500 }));
  } catch {
    return false;
  }
};

describe('metadata', () => {
  it('are tested with at least a hundred cases', () => {
    expect(new Set([...accepted, ...refused]).size).toBeGreaterThanOrEqual(100);
  });

  it.each(accepted)('may be %s as a client sends them', (json) => expect(isAccepted(json)).toBe(true));

  it.each(refused)('may not be %s as a client sends them', (json) => expect(isAccepted(json)).toBe(false));

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['five pairs', pairs(5)],
    ['text, numbers and booleans', { a: 'x', b: 1, c: true, d: -1.5 }],
    ['a name of 20 characters', { ['k'.repeat(20)]: 1 }],
    ['a value of 50 characters', { a: 'v'.repeat(50) }],
    ['an empty value', { a: '' }],
    ['a number in another notation', { a: new InexactNumber(1.5) }],
  ])('may hold %s as well', (_, value) => expect(rule.accepts(value)).toBe(true));

  it.each<[string, unknown]>([
    ['six pairs', pairs(6)],
    ['a name of 21 characters', { ['k'.repeat(21)]: 1 }],
    ['a value of 51 characters', { a: 'v'.repeat(51) }],
    ['null', { a: null }],
    ['an object', { a: {} }],
    ['a list', { a: [1] }],
    ['a number too large for any', { a: new InexactNumber(Infinity) }],
    ['a control character in a value', { a: 'x\u0007' }],
    ['a bidirectional mark in a name', { 'a\u202e': 1 }],
  ])('may not hold %s at all', (_, value) => expect(rule.accepts(value)).toBe(false));

  it.each([[], 'text', 1, true, new InexactNumber(1.5)])('is an object and not %j itself', (value) =>
    expect(rule.accepts(value)).toBe(false),
  );

  it('keeps the numbers of a body as numbers, in any notation', () => {
    const sent = parseStrictJson('{"a":1.50,"b":1e2,"c":7,"d":"1.50"}', { maxDepth: 2, maxKeys: 9 });
    expect(rule.accepts(sent)).toBe(true);
    expect(JSON.stringify(rule.normalise!(sent))).toBe('{"a":1.5,"b":100,"c":7,"d":"1.50"}');
  });
});
