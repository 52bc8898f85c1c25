import { newId } from '@payments/kernel';
import type { FastifyReply } from 'fastify';
import { validate } from './validate.js';
import { limitOffset, pageOf } from '@payments/persistence';
import { linkHeader, ListQuery } from './list-query.js';

const query = (sent: Record<string, unknown>) => validate(ListQuery, sent);
const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `id-${index}` }));

describe(ListQuery.name, () => {
  it('returns the first hundred rows by default', () => {
    expect(limitOffset(query({}))).toEqual({ limit: 101, offset: 0 });
  });

  it('accepts a size up to 500, an index, and the id to start after', () => {
    const after = newId();
    expect({ ...query({ size: '500', index: '3', after }) }).toEqual({ size: 500, index: 3, after });
  });

  it.each<[string, unknown]>([
    ['size', '501'],
    ['size', '-1'],
    ['size', '1.0'],
    ['size', ''],
    ['size', ['1', '2']],
    ['index', 'first'],
    ['index', '-1'],
    ['after', 'x'],
  ])('is refused for the %s %j alone', (field, value) =>
    expect(() => query({ [field]: value })).toThrow(expect.objectContaining({ code: `invalid_${field}` })),
  );
});

describe('a page', () => {
  it('names the row to continue after while more rows exist', () => {
    expect(pageOf(rows(3), query({ size: '2' }))).toEqual({ items: rows(2), next: 'id-1' });
    expect(pageOf(rows(2), query({ size: '2' }))).toEqual({ items: rows(2) });
    expect(pageOf(rows(1), query({ size: '0' }))).toEqual({ items: [] });
  });

  it('links to the next page with the same query except the index', () => {
    const headers: Record<string, string> = {};
    const request = { url: '/deliver/persons?size=2&index=4&name=a?b&status=a&status=b' };
    const reply = { request, header: (name: string, value: string) => (headers[name] = value) };
    const items = linkHeader(reply as unknown as FastifyReply, { items: [1, 2], next: 'id-1' });
    expect(items).toEqual([1, 2]);
    expect(headers).toEqual({ Link: '</deliver/persons?size=2&name=a%3Fb&status=a&status=b&after=id-1>; rel="next"' });
  });

  it('has no link when it is the last one', () => {
    const header = () => {
      throw new Error('no header was expected');
    };
    expect(linkHeader({ header } as unknown as FastifyReply, { items: [1] })).toEqual([1]);
  });
});
