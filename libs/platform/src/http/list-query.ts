import { isUuid } from '@payments/kernel';
import type { FastifyReply } from 'fastify';
import { Optional } from '../validation/fields.js';
import { integerText } from '../validation/rule.js';
import type { Rule } from '../validation/rule.js';

const DEFAULT_SIZE = 100;
const MAX_SIZE = 500;
const MAX_INDEX = 999_999_999;

/** Text that is the id of a resource. */
export function uuidText(): Rule {
  return {
    expected: 'the id of a resource, a UUID',
    schema: { type: 'string', format: 'uuid' },
    accepts: (value) => typeof value === 'string' && isUuid(value),
  };
}

function withDefault(rule: Rule, value: number): Rule {
  return { ...rule, schema: { ...rule.schema, default: value } };
}

/** How long a page is, and how many rows in it starts. */
export class PageQuery {
  @Optional(withDefault(integerText({ min: 0, max: MAX_SIZE }), DEFAULT_SIZE))
  readonly size?: number;

  @Optional(withDefault(integerText({ min: 0, max: MAX_INDEX }), 0))
  readonly index?: number;
}

/** The query of every list, newest first: `size` of a page, and where it starts: `index` rows in, or `after` an id. */
export class ListQuery extends PageQuery {
  @Optional(uuidText())
  readonly after?: string;
}

/** One page of a list, and the place to continue after while there is more. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next?: string;
}

/** The rows to fetch for a page: one more than it shows, which tells whether another page follows. */
export function windowOf({ size = DEFAULT_SIZE, index = 0 }: PageQuery): {
  readonly skip: number;
  readonly take: number;
} {
  return { skip: index, take: size + 1 };
}

/** Makes a page of the rows that `windowOf` asked for. */
export function pageOf<Row extends { readonly id: string }>(rows: readonly Row[], query: PageQuery): Page<Row> {
  return pageBy(rows, query, ({ id }) => id);
}

/** As `pageOf`, for a list that continues after something else than an id. */
export function pageBy<Row>(
  rows: readonly Row[],
  { size = DEFAULT_SIZE }: PageQuery,
  placeOf: (row: Row) => string,
): Page<Row> {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return { items, ...(rows.length > size && last !== undefined && { next: placeOf(last) }) };
}

/** Sets `Link: <…>; rel="next"` while there is more, with the query otherwise as it was; answers the page's items. */
export function linkHeader<Item>(reply: FastifyReply, { items, next }: Page<Item>): readonly Item[] {
  if (next !== undefined) void reply.header('Link', `<${nextUrl(reply.request.url, next)}>; rel="next"`);
  return items;
}

function nextUrl(url: string, after: string): string {
  const { pathname, searchParams: query } = new URL(url, 'http://service');
  query.delete('index');
  query.set('after', after);
  return `${pathname}?${query.toString()}`;
}
