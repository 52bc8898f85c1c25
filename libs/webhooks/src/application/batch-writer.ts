/**
 * Batches items that arrive during the previous write, so that many writers share a commit. When a
 * write of several fails, each is written separately: one bad item must not fail the others.
 */
export class BatchWriter<Item> {
  private items: Item[] = [];
  private next: Promise<readonly PromiseSettledResult<void>[]> | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly write: (items: readonly Item[]) => Promise<void>) {}

  /** Resolves once the item is written. @throws what writing it threw. */
  async add(item: Item): Promise<void> {
    const index = this.items.push(item) - 1;
    if (this.next === undefined) this.last = this.next = this.after(this.last);
    const outcome = (await this.next)[index]!;
    if (outcome.status === 'rejected') throw outcome.reason;
  }

  private async after(last: Promise<unknown>): Promise<readonly PromiseSettledResult<void>[]> {
    await last;
    const { items } = this;
    this.items = [];
    this.next = undefined;
    const together = await settled(() => this.write(items));
    if (together.status === 'fulfilled' || items.length === 1) return items.map(() => together);
    const outcomes: PromiseSettledResult<void>[] = [];
    for (const item of items) outcomes.push(await settled(() => this.write([item])));
    return outcomes;
  }
}

async function settled(work: () => Promise<void>): Promise<PromiseSettledResult<void>> {
  const [outcome] = await Promise.allSettled([work()]);
  return outcome;
}
