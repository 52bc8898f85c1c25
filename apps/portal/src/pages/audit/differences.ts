type Values = Readonly<Record<string, unknown>>;

export interface Difference {
  readonly field: string;
  /** Nothing where there was none, or where there is none any more. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Text as it is, everything else as JSON. */
const shown = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** What a change changed, field by field; all fields of what it made or removed. */
export function differencesOf(before: Values = {}, after: Values = {}): readonly Difference[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .map((field) => ({ field, before: shown(before[field]), after: shown(after[field]) }))
    .filter((each) => each.before !== each.after);
}
