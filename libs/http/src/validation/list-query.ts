import { isUuid } from '@payments/kernel';
import type { FastifyReply } from 'fastify';
import { DEFAULT_PAGE_SIZE } from '@payments/persistence';
import type { ListRequest, Page, PageRequest } from '@payments/persistence';
import { Optional } from './fields.js';
import { integerText } from './rule.js';
import type { Rule } from './rule.js';

const MAX_SIZE = 500;
const MAX_INDEX = 999_999_999;

/** Text that is the id of a resource. */
export function uuidText(): Rule {
  return {
    expected: 'the id of a resource (a UUID)',
    schema: { type: 'string', format: 'uuid' },
    accepts: (value) => typeof value === 'string' && isUuid(value),
  };
}

function withDefault(rule: Rule, value: number): Rule {
  return { ...rule, schema: { ...rule.schema, default: value } };
}

/** The size of a page, and the offset at which it starts. */
export class PageQuery implements PageRequest {
  @Optional(withDefault(integerText({ min: 0, max: MAX_SIZE }), DEFAULT_PAGE_SIZE))
  readonly size?: number;

  @Optional(withDefault(integerText({ min: 0, max: MAX_INDEX }), 0))
  readonly index?: number;
}

/** The query of every list, newest first: `size` of a page, and where it starts: `index` rows in, or `after` an id. */
export class ListQuery extends PageQuery implements ListRequest {
  @Optional(uuidText())
  readonly after?: string;
}

/** Sets `Link: <…>; rel="next"` while more items exist, with the query otherwise unchanged; returns the page's items. */
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
