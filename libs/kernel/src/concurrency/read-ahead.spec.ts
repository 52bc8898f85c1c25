import { setImmediate as turn } from 'node:timers/promises';
import { readAhead } from './read-ahead.js';

describe('reading ahead', () => {
  const log: string[] = [];
  beforeEach(() => void log.splice(0));

  async function* numbers(failsAt = Infinity): AsyncGenerator<number, void, undefined> {
    try {
      for (let n = 1; n <= 3; n += 1) {
        await turn();
        if (n === failsAt) throw new Error(`no ${n}`);
        log.push(`read ${n}`);
        yield n;
      }
    } finally {
      log.push('closed');
    }
  }

  async function consume(source: AsyncGenerator<number, void, undefined>, until = Infinity): Promise<void> {
    for await (const n of readAhead(source)) {
      for (let turns = 0; turns < 5; turns += 1) await turn();
      log.push(`done ${n}`);
      if (n === until) break;
    }
  }

  it('reads the next item, and no further one, while the consumer works', async () => {
    await consume(numbers());
    expect(log).toEqual(['read 1', 'read 2', 'done 1', 'read 3', 'done 2', 'closed', 'done 3']);
  });

  it('throws an error of the source after the items before it', async () => {
    await expect(consume(numbers(2))).rejects.toThrow('no 2');
    expect(log).toEqual(['read 1', 'closed', 'done 1']);
  });

  it('closes the source when the consumer stops, and drops an error that nobody reaches', async () => {
    await consume(numbers(2), 1);
    expect(log).toEqual(['read 1', 'closed', 'done 1']);
    log.splice(0);
    await consume(numbers(), 1);
    expect(log).toEqual(['read 1', 'read 2', 'done 1', 'closed']);
  });
});
