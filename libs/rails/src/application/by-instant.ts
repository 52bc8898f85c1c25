/** The ids of rows by an instant of theirs. */
export function idsByInstant<Row extends { readonly id: string }>(
  rows: readonly Row[],
  instantOf: (row: Row) => Date,
): { readonly at: Date; readonly ids: readonly string[] }[] {
  const groups = new Map<number, string[]>();
  for (const row of rows) {
    const time = instantOf(row).getTime();
    const ids = groups.get(time);
    if (ids === undefined) groups.set(time, [row.id]);
    else ids.push(row.id);
  }
  return [...groups].map(([time, ids]) => ({ at: new Date(time), ids }));
}
