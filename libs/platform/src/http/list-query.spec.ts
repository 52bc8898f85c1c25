import type { FastifyReply } from 'fastify';
import { DomainError } from '@payments/kernel';
import { validate } from '../validation/validate.js';
import { linkHeader, ListQuery, pageOf, windowOf } from './list-query.js';

const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `id-${i}` }));
const codesOf = (query: Record<string, unknown>) => {
  try {
    validate(ListQuery, query);
    return [];
  } catch (error) {
    return (error as DomainError).fieldErrors.map(({ error_code }) => error_code);
  }
};

/** The Link header that a page sets for a request of this URL. */
function linkOf(url: string, next?: string): string | undefined {
  const headers: Record<string, string> = {};
  const reply = { request: { url }, header: (name: string, value: string) => void (headers[name] = value) };
  linkHeader(reply as unknown as FastifyReply, { items: [], ...(next !== undefined && { next }) });
  return headers['Link'];
}

describe('the query of a list', () => {
  it.each<[Record<string, unknown>, string[]]>([
    [{}, []],
    [{ size: '0' }, []],
    [{ size: '500', index: '999999999' }, []],
    [{ after: '01920000-0000-7000-8000-000000000000' }, []],
    [{ size: '501' }, ['invalid_size']],
    [{ size: '-1' }, ['invalid_size']],
    [{ size: '1.5' }, ['invalid_size']],
    [{ size: '' }, ['invalid_size']],
    [{ size: ['1', '2'] }, ['invalid_size']],
    [{ index: '-1' }, ['invalid_index']],
    [{ index: '1000000000' }, ['invalid_index']],
    [{ after: 'abc' }, ['invalid_after']],
    [{ size: 'x', index: 'y', after: 'z', other: 'w' }, ['invalid_size', 'invalid_index', 'invalid_after']],
  ])('%j is answered with the codes %j', (query, codes) => {
    expect(codesOf(query)).toEqual(codes);
  });

  it('starts at the first row with pages of 100 unless it says otherwise', () => {
    expect(windowOf({})).toEqual({ skip: 0, take: 101 });
    expect(windowOf({ size: 20, index: 40 })).toEqual({ skip: 40, take: 21 });
  });
});

describe('a page', () => {
  it('shows as many rows as were asked for, and the id to go on after while there are more', () => {
    expect(pageOf(rows(3), { size: 2 })).toEqual({ items: rows(2), next: 'id-1' });
    expect(pageOf(rows(101), {})).toEqual({ items: rows(100), next: 'id-99' });
  });

  it('names no next one when it is the last', () => {
    expect(pageOf(rows(2), { size: 2 })).toEqual({ items: rows(2) });
    expect(pageOf([], {})).toEqual({ items: [] });
    expect(pageOf(rows(1), { size: 0 })).toEqual({ items: [] });
  });
});

describe('the Link header', () => {
  it('leads to the next page with the rest of the query as it was, and the offset left out', () => {
    expect(linkOf('/deliver/transfers?size=2&index=4&status=failed&status=pending', 'id-1')).toBe(
      '</deliver/transfers?size=2&status=failed&status=pending&after=id-1>; rel="next"',
    );
    expect(linkOf('/deliver/transfers?after=id-0', 'id-1')).toBe('</deliver/transfers?after=id-1>; rel="next"');
    expect(linkOf('/deliver/transfers', 'id-1')).toBe('</deliver/transfers?after=id-1>; rel="next"');
  });

  it('cannot be broken out of by what stands in the query', () => {
    expect(linkOf('/deliver/transfers?transfer_reference_id=%3E%3B%20rel%3Dx%0D%0A', 'id-1')).not.toMatch(/[\r\n]|>.*>/);
  });

  it('is not set on the last page', () => {
    expect(linkOf('/deliver/transfers')).toBeUndefined();
  });
});
