import { isUtf8 } from 'node:buffer';
import type { CsvRow } from '@payments/kernel';
import type { Participation } from '../../domain/rails.js';
import { ParticipationFileError, refuse } from './directory-file-error.js';
import { csvRows } from './participation-file.js';
import type { ParticipationEntry } from './participation-file.js';

/** An instant network that gives out a list of its participants. */
export type Network = keyof Pick<Participation, 'rtp' | 'fednow'>;

/** What the column of routing numbers is called in lists of participants. */
const HEADING = /^(routing|rtn\b|aba\b|transit)/;

/**
 * Reads the list of participants of one network: comma-separated values in UTF-8 with a column of routing numbers, whatever
 * else it says of them, or a routing number in each line. A bank may stand in several lines.
 * @throws ParticipationFileError with the first ten errors.
 */
export function parseNetwork(bytes: Buffer): string[] {
  if (!isUtf8(bytes)) throw new ParticipationFileError('the file must be UTF-8 text');
  const rows = csvRows(bytes);
  const place = placeOf(rows[0]);
  const errors: string[] = [];
  const found = new Set<string>();
  for (const { line, cells } of place.from === 0 ? rows : rows.slice(1)) {
    const routingNumber = cells[place.column]?.trim() ?? '';
    if (/^\d{9}$/.test(routingNumber)) found.add(routingNumber);
    else errors.push(`line ${line}: the routing number must be 9 digits`);
  }
  refuse(errors);
  if (found.size === 0) throw new ParticipationFileError('line 1: no routing numbers follow');
  return [...found];
}

/** The directory once the participants of a network are these. */
export function withParticipants(
  loaded: readonly ParticipationEntry[],
  network: Network,
  routingNumbers: readonly string[],
): ParticipationEntry[] {
  const entries = new Map(loaded.map((entry) => [entry.routing_number, { ...entry, [network]: false }]));
  for (const routing_number of routingNumbers) {
    const entry = entries.get(routing_number) ?? { routing_number, rtp: false, fednow: false };
    entries.set(routing_number, { ...entry, [network]: true });
  }
  return [...entries.values()].filter(({ rtp, fednow }) => rtp || fednow);
}

function placeOf(first: CsvRow | undefined): { readonly column: number; readonly from: 0 | 1 } {
  const cells = first?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  if (cells.length === 1 && /^\d+$/.test(cells[0]!)) return { column: 0, from: 0 };
  const columns = cells.flatMap((cell, at) => (HEADING.test(cell) ? [at] : []));
  if (columns.length === 1) return { column: columns[0]!, from: 1 };
  throw new ParticipationFileError('line 1: must name one column of routing numbers, such as routing_number');
}
