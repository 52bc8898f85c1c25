import { setTimeout as sleep } from 'node:timers/promises';
import { Turns } from './turns.js';

const TURN_MS = 40;

describe('turns of reading', () => {
  let begun: number[];
  let turns: Turns<number>;
  const read = async (): Promise<number> => {
    begun.push(performance.now());
    const count = begun.length;
    await sleep(5);
    return count;
  };

  beforeEach(() => {
    begun = [];
    turns = new Turns(TURN_MS);
  });

  it('answer the first at once, and all who ask meanwhile by one read that begins after the last of them', async () => {
    const first = turns.execute('a', read);
    const others = [turns.execute('a', read), turns.execute('a', read)];
    expect(await first).toBe(1);
    const late = turns.execute('a', read);
    const askedAt = performance.now();
    expect(await Promise.all([...others, late])).toEqual([2, 2, 2]);
    expect(begun[1]).toBeGreaterThan(askedAt);
    expect(begun[1]! - begun[0]!).toBeGreaterThan(TURN_MS - 2);
  });

  it('never let a turn begin before the one before is over, and are forgotten afterwards', async () => {
    await Promise.all(Array.from({ length: 4 }, (_, at) => sleep(at * TURN_MS).then(() => turns.execute('a', read))));
    expect(begun.length).toBeLessThanOrEqual(5);
    for (const [at, moment] of begun.slice(1).entries()) expect(moment - begun[at]!).toBeGreaterThan(TURN_MS - 2);
    await sleep(2 * TURN_MS);
    const before = begun.length;
    const asked = turns.execute('a', read);
    expect(begun).toHaveLength(before + 1);
    await asked;
  });

  it('are separate for what is not the same', async () => {
    expect(await Promise.all([turns.execute('a', read), turns.execute('b', read)])).toEqual([1, 2]);
  });

  it('pass a failure on to all who share it, and begin anew', async () => {
    const fail = () => Promise.reject(new Error('no database'));
    const first = turns.execute('a', read);
    const failing = [turns.execute('a', fail), turns.execute('a', fail)];
    expect(await first).toBe(1);
    for (const each of await Promise.allSettled(failing)) expect(each).toMatchObject({ status: 'rejected' });
    expect(await turns.execute('a', read)).toBe(2);
  });
});
