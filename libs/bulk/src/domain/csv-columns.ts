import { bulkErrors } from './bulk.errors.js';
import type { ReadRow } from './read-row.js';

const SIDES = ['source', 'destination'] as const;
const OF_PARTY = ['customer_reference_id', 'account_reference_id', 'statement_display_name'] as const;
const OF_TRANSFER = [
  'transfer_reference_id',
  'amount',
  'amount_usd',
  'currency',
  'speed',
  'subledger_reference_id',
  'account_statement_descriptor',
];
const METADATA = 'metadata.';
const WHOLE = /^(?:0|[1-9]\d{0,14})$/;

type Side = (typeof SIDES)[number];

/** The field of a side that a column holds, such as `source_account_reference_id`. */
const PARTY_COLUMNS = new Map<string, { readonly side: Side; readonly field: string }>(
  SIDES.flatMap((side) => OF_PARTY.map((field) => [`${side}_${field}`, { side, field }] as const)),
);

/**
 * The columns that the first record of a file names.
 * @throws DomainError unknown_column, duplicate_column
 */
export function demandColumns(header: readonly string[]): readonly string[] {
  const unknown = header.find((name) => !isColumn(name));
  if (unknown !== undefined) throw bulkErrors.unknown_column({ details: { column: unknown.slice(0, 255) } });
  const twice = header.find((name, index) => header.indexOf(name) !== index);
  const amounts = header.includes('amount') && header.includes('amount_usd') ? 'amount_usd' : undefined;
  const duplicate = twice ?? amounts;
  if (duplicate !== undefined) throw bulkErrors.duplicate_column({ details: { column: duplicate } });
  return header;
}

/** The cells of a record as the body of a transfer. Empty cells count as absent. */
export function rowOfCells(columns: readonly string[], cells: readonly string[]): ReadRow {
  if (cells.length !== columns.length) {
    const message = `The record has ${cells.length} values, but the header names ${columns.length} columns.`;
    return { error: { error_code: 'invalid_part', message } };
  }
  const body: Record<string, unknown> = {};
  const sides: Partial<Record<Side, Record<string, unknown>>> = {};
  const metadata: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    const cell = cells[index]!;
    if (cell === '') continue;
    const party = PARTY_COLUMNS.get(column);
    if (party !== undefined) (sides[party.side] ??= {})[party.field] = cell;
    else if (column.startsWith(METADATA)) metadata[column.slice(METADATA.length)] = cell;
    else body[column] = column === 'amount' && WHOLE.test(cell) ? Number(cell) : cell;
  }
  return { body: { ...body, ...sides, ...(Object.keys(metadata).length > 0 && { metadata }) } };
}

function isColumn(name: string): boolean {
  if (OF_TRANSFER.includes(name) || PARTY_COLUMNS.has(name)) return true;
  // Assigning this key would set a prototype instead of a value.
  return name.startsWith(METADATA) && name.length > METADATA.length && name !== `${METADATA}__proto__`;
}
