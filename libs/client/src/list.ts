/** One page, and the query of the next one while more items exist. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next?: string;
}

/**
 * A list that fetches its pages as it is iterated.
 *
 * @example
 * for await (const person of payments.persons.list({ status: ['verified'] })) console.log(person.id);
 * const newest = await payments.transfers.list({ size: 20 }).firstPage();
 */
export class List<Item> implements AsyncIterable<Item> {
  constructor(private readonly read: (next?: string) => Promise<Page<Item>>) {}

  async *[Symbol.asyncIterator](): AsyncIterator<Item> {
    for await (const page of this.pages()) yield* page;
  }

  /** Page by page, `size` items each. */
  async *pages(): AsyncGenerator<readonly Item[]> {
    let page = await this.read();
    yield page.items;
    while (page.next !== undefined) {
      page = await this.read(page.next);
      yield page.items;
    }
  }

  /** The first page alone: at most `size` items, 100 unless given. */
  async firstPage(): Promise<readonly Item[]> {
    return (await this.read()).items;
  }

  /** Everything, in memory. */
  async toArray(): Promise<Item[]> {
    const all: Item[] = [];
    for await (const item of this) all.push(item);
    return all;
  }
}

/** Reads the next page of a list from `Link: <…>; rel="next"`. Only its query counts: the address stays the client's. */
export function nextOf(link: string | null): string | undefined {
  return /<[^>?]*\?([^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1];
}
