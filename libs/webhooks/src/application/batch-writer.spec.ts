import { BatchWriter } from './batch-writer.js';

/** Writes in memory; each write ends when `end` is called for it. */
class Writes {
  readonly begun: string[][] = [];
  private readonly ends: ((failed: boolean) => void)[] = [];

  readonly write = (items: readonly string[]): Promise<void> => {
    this.begun.push([...items]);
    return new Promise((resolve, reject) => {
      this.ends.push((failed) => (failed ? reject(new Error(`not ${items.join()}`)) : resolve()));
    });
  };

  async end(failed = false): Promise<void> {
    this.ends.shift()!(failed);
    await new Promise(setImmediate);
  }
}

const begun = () => new Promise(setImmediate);

describe(BatchWriter.name, () => {
  it('writes the first item at once and batches those that arrive meanwhile', async () => {
    const writes = new Writes();
    const together = new BatchWriter(writes.write);
    const all = [together.add('a')];
    await begun();
    all.push(together.add('b'), together.add('c'));
    await begun();
    expect(writes.begun).toEqual([['a']]);
    await writes.end();
    expect(writes.begun).toEqual([['a'], ['b', 'c']]);
    await writes.end();
    await Promise.all(all);
  });

  it('resolves an item only after its write', async () => {
    const writes = new Writes();
    let isWritten = false;
    void new BatchWriter(writes.write).add('a').then(() => (isWritten = true));
    await begun();
    expect(isWritten).toBe(false);
    await writes.end();
    expect(isWritten).toBe(true);
  });

  it('writes items separately after a failed batch and fails only bad ones', async () => {
    const writes = new Writes();
    const together = new BatchWriter(writes.write);
    const outcomes = Promise.allSettled([together.add('good'), together.add('bad'), together.add('better')]);
    await begun();
    await writes.end(true);
    await writes.end();
    await writes.end(true);
    await writes.end();
    expect(writes.begun).toEqual([['good', 'bad', 'better'], ['good'], ['bad'], ['better']]);
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('continues after a failure', async () => {
    const writes = new Writes();
    const together = new BatchWriter(writes.write);
    const failing = expect(together.add('a')).rejects.toThrow('not a');
    await begun();
    await writes.end(true);
    await failing;
    const next = together.add('b');
    await begun();
    await writes.end();
    await next;
  });
});
