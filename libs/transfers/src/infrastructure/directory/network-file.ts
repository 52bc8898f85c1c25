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

/** What the column of services is called, as in the participant file of FedNow (CTSR, CTRO, RFPR). */
const SERVICES = /^(services?|svcs)\b/;
/** Whoever only receives requests for payment takes no payments. */
const REQUESTS_ONLY = /^(RFPR?|requests? for payments?( receive)?)$/i;

/**
 * Reads the list of participants of one network: comma-separated values in UTF-8 with a column of routing numbers, whatever
 * else it says of them, or a routing number in each line. A bank may stand in several lines. One of which a column of services
 * says that it only receives requests is left out.
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
    if (/^\d{9}$/.test(routingNumber)) {
      if (!onlyTakesRequests(cells[place.services])) found.add(routingNumber);
    } else errors.push(`line ${line}: the routing number must be 9 digits`);
  }
  refuse(errors);
  if (found.size === 0) throw new ParticipationFileError('line 1: no routing numbers follow');
  return [...found];
}

function onlyTakesRequests(services = ''): boolean {
  const named = services.split(/[;,|]/).map((each) => each.trim());
  return named.every((each) => REQUESTS_ONLY.test(each));
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

interface Place {
  readonly column: number;
  /** -1: there is none. */
  readonly services: number;
  readonly from: 0 | 1;
}

function placeOf(first: CsvRow | undefined): Place {
  const cells = first?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  if (cells.length === 1 && /^\d+$/.test(cells[0]!)) return { column: 0, services: -1, from: 0 };
  const columns = cells.flatMap((cell, at) => (HEADING.test(cell) ? [at] : []));
  const services = cells.findIndex((cell) => SERVICES.test(cell));
  if (columns.length === 1) return { column: columns[0]!, services, from: 1 };
  throw new ParticipationFileError('line 1: must name one column of routing numbers, such as routing_number');
}
