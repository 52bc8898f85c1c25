import { workContext } from '@payments/observability';
import { ConnectionTurns } from './fair-pool.js';

describe(ConnectionTurns.name, () => {
  let line: ConnectionTurns;
  beforeEach(() => (line = new ConnectionTurns()));

  const wait = (enterpriseId: string, name: string) => {
    const tenant = { enterpriseId, enterpriseName: enterpriseId, settings: {} };
    workContext.run({ requestId: 'r', tenant } as never, () => line.push({ name }));
  };
  const served = (count: number) =>
    Array.from({ length: count }, () => (line.shift() as { readonly name: string } | undefined)?.name);

  it('serves enterprises in turns, and the requests of one in order of arrival', () => {
    for (const name of ['a1', 'a2', 'a3', 'a4']) wait('a', name);
    for (const name of ['b1', 'b2']) wait('b', name);
    wait('c', 'c1');
    expect(served(8)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', undefined]);
  });

  it('does not serve an enterprise sooner because it had nothing waiting for a moment', () => {
    wait('a', 'a1');
    for (const name of ['b1', 'b2']) wait('b', name);
    expect(served(2)).toEqual(['a1', 'b1']);
    wait('b', 'b3');
    wait('a', 'a2');
    expect(served(1)).toEqual(['a2']);
    wait('a', 'a3');
    expect(served(3)).toEqual(['b2', 'a3', 'b3']);
  });

  it('loses those who have stopped waiting, as the pool takes them out', () => {
    for (const name of ['a1', 'a2']) wait('a', name);
    expect(line.splice(0, 1)).toEqual([{ name: 'a1' }]);
    expect([line.length, ...served(1)]).toEqual([1, 'a2']);
  });
});
