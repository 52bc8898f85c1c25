/** How many rows a page has without a size. */
export const DEFAULT_PAGE_SIZE = 100;

/** Where a page of a list starts, and how long it is. */
export interface PageRequest {
  readonly size?: number;
  /** So many rows in. */
  readonly index?: number;
}

/** A page of a list by the newest first: `index` rows in, or after the row with an id. */
export interface ListRequest extends PageRequest {
  readonly after?: string;
}

/** One page of a list, and the key to continue after while there is more. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next?: string;
}

/** The rows to fetch for a page: one more than it shows, which tells whether another page follows. */
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

/** As `pageOf`, for a list that continues after another key than the id. */
export function pageBy<Row>(
  rows: readonly Row[],
  { size = DEFAULT_PAGE_SIZE }: PageRequest,
  keyOf: (row: Row) => string,
): Page<Row> {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return { items, ...(rows.length > size && last !== undefined && { next: keyOf(last) }) };
}
