/** The default page size. */
export const DEFAULT_PAGE_SIZE = 100;

/** Where a page of a list starts, and how long it is. */
export interface PageRequest {
  readonly size?: number;
  /** The offset in rows. */
  readonly index?: number;
}

/** A page of a list, newest first: at offset `index`, or after the row with an id. */
export interface ListRequest extends PageRequest {
  readonly after?: string;
}

/** One page of a list, and the key to continue after if there is more. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next?: string;
}

/** The rows to fetch for a page: one more than it shows, to find out whether another page follows. */
export function limitOffset({ size = DEFAULT_PAGE_SIZE, index = 0 }: PageRequest): {
  readonly limit: number;
  readonly offset: number;
} {
  return { limit: size + 1, offset: index };
}

/** Makes a page of the rows that `limitOffset` asked for. */
export function pageOf<Row extends { readonly id: string }>(rows: readonly Row[], request: PageRequest): Page<Row> {
  return pageBy(rows, request, ({ id }) => id);
}

/** Like `pageOf`, for a list that continues after a key other than the id. */
export function pageBy<Row>(
  rows: readonly Row[],
  { size = DEFAULT_PAGE_SIZE }: PageRequest,
  keyOf: (row: Row) => string,
): Page<Row> {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return { items, ...(rows.length > size && last !== undefined && { next: keyOf(last) }) };
}
