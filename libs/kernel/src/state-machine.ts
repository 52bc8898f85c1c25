/** Allowed moves of a state machine: from each state, the states it may go to. */
export type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>;

export function canMove<State extends string>(table: Transitions<State>, from: State, to: State): boolean {
  return table[from].includes(to);
}

/** Final states: those without outgoing moves. */
export function finalStates<State extends string>(table: Transitions<State>): State[] {
  return (Object.keys(table) as State[]).filter((state) => table[state].length === 0);
}

/** States that cannot be reached from `start`: a valid table has none. */
export function unreachableStates<State extends string>(table: Transitions<State>, start: State): State[] {
  const seen = new Set<State>([start]);
  const open: State[] = [start];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const next of table[state]) {
      if (!seen.has(next)) open.push(next);
      seen.add(next);
    }
  }
  return (Object.keys(table) as State[]).filter((state) => !seen.has(state));
}
