import { isUtf8 } from 'node:buffer';
import { CsvError, parseCsv } from '@payments/kernel';
import type { CsvRow } from '@payments/kernel';
import type { Participation } from '../../domain/rails.js';
import { ParticipationFileError, refuse, SeenLines } from './directory-file-error.js';

export { ParticipationFileError } from './directory-file-error.js';

export interface ParticipationEntry extends Pick<Participation, 'rtp' | 'fednow'> {
  readonly routing_number: string;
}

const COLUMNS = ['routing_number', 'rtp', 'fednow'];

/**
 * Reads a directory: comma-separated values in UTF-8. The first line names the columns, in any order and letter case;
 * others are ignored. `routing_number` has nine digits and is unique; `rtp` and `fednow` are `true` or `false`.
 * @throws ParticipationFileError with the first ten errors.
 */
export function parseParticipation(bytes: Buffer): ParticipationEntry[] {
  if (!isUtf8(bytes)) throw new ParticipationFileError('the file must be UTF-8 text');
  const [header, ...rows] = csvRows(bytes);
  const width = header?.cells.length ?? 0;
  const places = placesOf(header?.cells ?? []);
  const seen = new SeenLines();
  const errors = rows.length === 0 ? ['line 1: no routing numbers follow'] : [];
  const entries: ParticipationEntry[] = [];
  for (const { line, cells } of rows) {
    const [routingNumber = '', rtp = '', fednow = ''] = places.map((place) => cells[place]?.trim().toLowerCase());
    const malformed =
      cells.length === width
        ? faultOf(routingNumber, rtp, fednow)
        : `must have ${width} values, but has ${cells.length}`;
    const duplicate = seen.add(routingNumber, line);
    const fault = malformed ?? duplicate;
    if (fault === undefined)
      entries.push({ routing_number: routingNumber, rtp: rtp === 'true', fednow: fednow === 'true' });
    else errors.push(`line ${line}: ${fault}`);
  }
  refuse(errors);
  return entries;
}

function faultOf(routingNumber: string, rtp: string, fednow: string): string | undefined {
  if (!/^\d{9}$/.test(routingNumber)) return 'routing_number must be 9 digits';
  if (!isBoolean(rtp)) return 'rtp must be true or false';
  return isBoolean(fednow) ? undefined : 'fednow must be true or false';
}

const isBoolean = (text: string) => text === 'true' || text === 'false';

/** The rows of a file in UTF-8, which may begin with a byte order mark. */
export function csvRows(bytes: Buffer): CsvRow[] {
  try {
    return [...parseCsv(bytes.toString('utf8').replace(/^\uFEFF/, ''))];
  } catch (error) {
    throw error instanceof CsvError ? new ParticipationFileError(error.message) : error;
  }
}

function placesOf(header: readonly string[]): number[] {
  const names = header.map((name) => name.toLowerCase());
  const odd = COLUMNS.filter((column) => names.filter((name) => name === column).length !== 1);
  if (odd.length > 0)
    throw new ParticipationFileError(`line 1: must have the column ${odd.join(' and the column ')} exactly once`);
  return COLUMNS.map((column) => names.indexOf(column));
}
