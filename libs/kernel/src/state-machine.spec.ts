import fc from 'fast-check';
import { canMove, finalStates, unreachableStates } from './state-machine.js';
import type { Transitions } from './state-machine.js';

type State = 'draft' | 'open' | 'closed' | 'lost';

const table: Transitions<State> = { draft: ['open'], open: ['closed', 'open'], closed: [], lost: ['closed'] };

describe('a state machine', () => {
  it('moves along its table and nowhere else', () => {
    const states = Object.keys(table) as State[];
    const moves = states.flatMap((from) =>
      states.filter((to) => canMove(table, from, to)).map((to) => `${from} ${to}`),
    );
    expect(moves).toEqual(['draft open', 'open open', 'open closed', 'lost closed']);
  });

  it('ends in the states without outgoing moves', () => {
    expect(finalStates(table)).toEqual(['closed']);
  });

  it('names the states that no path from the start reaches', () => {
    expect(unreachableStates(table, 'draft')).toEqual(['lost']);
    expect(unreachableStates(table, 'closed')).toEqual(['draft', 'open', 'lost']);
  });

  it('handles cycles, and counts the start as reached', () => {
    expect(unreachableStates({ a: ['b'], b: ['a'] }, 'a')).toEqual([]);
    expect(unreachableStates({ a: [] }, 'a')).toEqual([]);
  });

  it('calls a state unreachable exactly when no walk along the table ends there', () => {
    const names = ['a', 'b', 'c', 'd', 'e'] as const;
    const anyTable = fc.record(
      Object.fromEntries(names.map((name) => [name, fc.subarray([...names])])) as Record<
        (typeof names)[number],
        fc.Arbitrary<(typeof names)[number][]>
      >,
    );
    fc.assert(
      fc.property(anyTable, (random) => {
        let reached = new Set<(typeof names)[number]>(['a']);
        for (let step = 0; step < names.length; step++)
          reached = new Set([...reached, ...[...reached].flatMap((state) => random[state])]);
        expect(unreachableStates(random, 'a')).toEqual(names.filter((name) => !reached.has(name)));
      }),
    );
  });
});
