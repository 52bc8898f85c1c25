/** What approvers see, as plain JSON. They approve its digest. */
export type Shown = Readonly<Record<string, unknown>>;

/** The fields of a state that approvers do not see, each with the reason why it cannot steer money. */
export type Hidden<State> = { readonly [Field in keyof State]?: string };

/**
 * What approvers see of a state: everything that is not hidden, so that a field that is added later is approved, too. Fields
 * without a value are left out, so that a new one does not change what was requested without it.
 */
export function shownOf<State extends object>(state: State, hidden: Hidden<State>): Shown {
  const seen = Object.entries(state).filter(
    ([field, value]) => !Object.hasOwn(hidden, field) && value !== null && value !== undefined,
  );
  return Object.fromEntries(seen.map(([field, value]) => [field, plain(value)]));
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return value instanceof Date ? value.toISOString() : value;
}
