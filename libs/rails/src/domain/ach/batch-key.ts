import type { Direction } from './transaction-code.table.js';

/** What the entries of one batch have in common. */
export interface BatchKeyParts {
  readonly company_id: string;
  readonly company_name: string;
  readonly sec: string;
  readonly company_entry_description: string;
  readonly company_descriptive_date: string;
  readonly effective_entry_date: string;
  readonly direction: Direction;
}

const WIDTHS: readonly (readonly [part: Exclude<keyof BatchKeyParts, 'direction'>, width: number])[] = [
  ['company_id', 10],
  ['company_name', 16],
  ['sec', 3],
  ['company_entry_description', 10],
  ['company_descriptive_date', 6],
  ['effective_entry_date', 6],
];

/**
 * The key of a batch: its parts in the widths of the batch header. Equal keys mean equal headers, and the order of keys
 * is the order of batches in a file. @throws RangeError when a part is longer than its field.
 */
export function batchKeyOf(parts: BatchKeyParts): string {
  const fields = WIDTHS.map(([part, width]) => {
    const value = parts[part];
    if (value.length > width) throw new RangeError(`${part} has at most ${width} characters`);
    return value.padEnd(width);
  });
  return fields.join('') + (parts.direction === 'credit' ? 'C' : 'D');
}

/** The parts of a key. */
export function partsOfBatchKey(key: string): BatchKeyParts {
  let at = 0;
  const parts = WIDTHS.map(([part, width]) => [part, key.slice(at, (at += width)).trimEnd()] as const);
  const direction = key[at] === 'C' ? 'credit' : 'debit';
  return { ...(Object.fromEntries(parts) as Omit<BatchKeyParts, 'direction'>), direction };
}

/** Byte order, which does not depend on a locale. */
export function compareBatchKeys(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** 220 credits, 225 debits; an offset entry goes the other way, so its batch is mixed. */
export function serviceClassOf(direction: Direction, { hasOffset }: { readonly hasOffset: boolean }): 200 | 220 | 225 {
  if (hasOffset) return 200;
  return direction === 'credit' ? 220 : 225;
}
