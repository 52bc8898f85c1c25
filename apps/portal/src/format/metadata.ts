/** What an API keeps beside a resource for its clients. */
export type Metadata = Readonly<Record<string, string | number | boolean>>;

/** One pair a line, as `name: value`. */
export const formatMetadata = (metadata: Metadata): string =>
  Object.entries(metadata)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n');

/** Reads what `formatMetadata` writes. A value that was not changed keeps its type; every other one is text. */
export function parseMetadata(text: string, before: Metadata): Metadata {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...rest] = line.split(':');
      const value = rest.join(':').trim();
      const old = before[name.trim()];
      return [name.trim(), old !== undefined && String(old) === value ? old : value];
    }),
  );
}
