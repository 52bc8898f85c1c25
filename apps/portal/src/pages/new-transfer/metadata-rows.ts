import type { Metadata } from '../../format/metadata.js';

/** A pair of the metadata as its form has it. */
export interface MetadataRow {
  readonly key: string;
  readonly value: string;
  /** The value of an earlier transfer: unchanged, it keeps its type. */
  readonly was?: Metadata[string];
}

/** What the API keeps beside a transfer, in pairs and in characters. */
export const MOST_ROWS = 5;
export const LONGEST = { key: 20, value: 50 } as const;

type Part = keyof typeof LONGEST;

export interface MetadataProblem {
  readonly field: `metadata.${Part}.${number}`;
  readonly problem: 'no_key' | 'key_twice' | 'long_key' | 'long_value';
}

/** The name of a field of the form. */
export const metadataField = <P extends Part>(part: P, row: number) => `metadata.${part}.${row}` as const;

export const metadataRows = (metadata: Metadata = {}): MetadataRow[] =>
  Object.entries(metadata).map(([key, was]) => ({ key, value: String(was), was }));

/** The pairs that have a key; new values are text. */
export function metadataOf(rows: readonly MetadataRow[]): Metadata {
  return Object.fromEntries(
    rows
      .filter(({ key }) => key.trim() !== '')
      .map(({ key, value, was }) => [key.trim(), was !== undefined && String(was) === value ? was : value.trim()]),
  );
}

/** As the API counts: surrogate pairs are one character. */
const isLonger = (text: string, most: number) => [...text].length > most;

/** What keeps the pairs from being sent as they are meant. A row without any text is none. */
export function metadataProblems(rows: readonly MetadataRow[]): MetadataProblem[] {
  const keys = rows.map(({ key }) => key.trim());
  return rows.flatMap(({ value }, row): MetadataProblem[] => {
    const key = keys[row]!;
    const text = value.trim();
    if (key === '') return text === '' ? [] : [{ field: metadataField('key', row), problem: 'no_key' }];
    const problems: MetadataProblem[] = [];
    if (keys.indexOf(key) < row) problems.push({ field: metadataField('key', row), problem: 'key_twice' });
    if (isLonger(key, LONGEST.key)) problems.push({ field: metadataField('key', row), problem: 'long_key' });
    if (isLonger(text, LONGEST.value)) problems.push({ field: metadataField('value', row), problem: 'long_value' });
    return problems;
  });
}
