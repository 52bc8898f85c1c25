import { isUtf8 } from 'node:buffer';
import { CsvError, parseCsv } from '@payments/kernel';
import type { CsvRow } from '@payments/kernel';
import type { Participation } from '../../domain/rails.js';

export interface ParticipationEntry extends Participation {
  readonly routing_number: string;
}

/** The file is not a directory. Each line of the message names a line of the file and its expected content. */
export class ParticipationFileError extends Error {}

const COLUMNS = ['routing_number', 'rtp', 'fednow'];
const MOST_ERRORS = 10;

/**
 * Reads a directory: comma-separated values in UTF-8. The first line names the columns, in any order and letter case;
 * others are ignored. `routing_number` has nine digits and is unique; `rtp` and `fednow` are `true` or `false`.
 * @throws ParticipationFileError with the first ten errors.
 */
export function parseParticipation(bytes: Buffer): ParticipationEntry[] {
  if (!isUtf8(bytes)) throw new ParticipationFileError('the file must be UTF-8 text');
  const [header, ...rows] = rowsOf(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  const width = header?.cells.length ?? 0;
  const places = placesOf(header?.cells ?? []);
  const lines = new Map<string, number>();
  const errors = rows.length === 0 ? ['line 1: no routing numbers follow'] : [];
  const entries: ParticipationEntry[] = [];
  for (const { line, cells } of rows) {
    const [routingNumber = '', rtp = '', fednow = ''] = places.map((place) => cells[place]?.trim().toLowerCase());
    const fault =
      cells.length === width
        ? faultOf(routingNumber, rtp, fednow)
        : `must have ${width} values, but has ${cells.length}`;
    const earlier = lines.get(routingNumber);
    if (fault !== undefined) errors.push(`line ${line}: ${fault}`);
    else if (earlier !== undefined) errors.push(`line ${line}: duplicate routing_number, already in line ${earlier}`);
    else entries.push({ routing_number: routingNumber, rtp: rtp === 'true', fednow: fednow === 'true' });
    lines.set(routingNumber, earlier ?? line);
  }
  if (errors.length > 0) throw new ParticipationFileError(summary(errors));
  return entries;
}

function faultOf(routingNumber: string, rtp: string, fednow: string): string | undefined {
  if (!/^\d{9}$/.test(routingNumber)) return 'routing_number must be 9 digits';
  if (!isBoolean(rtp)) return 'rtp must be true or false';
  return isBoolean(fednow) ? undefined : 'fednow must be true or false';
}

const isBoolean = (text: string) => text === 'true' || text === 'false';

function rowsOf(text: string): CsvRow[] {
  try {
    return [...parseCsv(text)];
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

function summary(errors: readonly string[]): string {
  const more = errors.length - MOST_ERRORS;
  return [...errors.slice(0, MOST_ERRORS), ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}
