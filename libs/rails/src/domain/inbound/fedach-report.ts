import {
  type AcknowledgedEntry,
  type AcknowledgedFile,
  type FileIdentity,
  type Verdict,
  withoutNumbers,
} from './acknowledgment.js';
import { lineFault } from './inbound-diagnostic.js';
import type { TextLine } from './text-lines.js';

const HEADING = /^FEDACH\b.*\bACKNOWLEDG/i;
const END = /^END OF REPORT$/i;

const STATUSES: readonly (readonly [words: RegExp, verdict: Verdict])[] = [
  [/^(FILE )?ACCEPTED WITH NO ERRORS$/i, 'accepted'],
  [/^(FILE )?ACCEPTED WITH ITEM LEVEL ERRORS$/i, 'accepted'],
  [/^(FILE )?PENDED\b/i, 'other'],
  [/^(FILE )?REJECTED$/i, 'refused'],
  [/^DUPLICATE FILE$/i, 'duplicate'],
];

const FIELDS = {
  'FILE NAME': 'name',
  'IMMEDIATE DESTINATION': 'destination',
  'IMMEDIATE ORIGIN': 'origin',
  'FILE CREATION DATE': 'date',
  'FILE CREATION TIME': 'time',
  'FILE ID MODIFIER': 'modifier',
  'BATCH COUNT': 'batches',
  'ENTRY/ADDENDA COUNT': 'records',
  'TOTAL DEBIT AMOUNT': 'debit',
  'TOTAL CREDIT AMOUNT': 'credit',
  'FILE STATUS': 'status',
} as const;

type FieldName = (typeof FIELDS)[keyof typeof FIELDS];

const TOTALS = ['batches', 'records', 'debit', 'credit'] as const;
/** The status says that there are some, which the report need not name. */
const ITEM_LEVEL_ERRORS = /ITEM LEVEL ERRORS$/i;
const TRACE = /\b\d{15}\b/;
const TRACES = /\d{15}/g;
const ERRORS = /^(FILE|ITEM) ERROR\b[ :]*(.*)$/i;
const ITEM = /^TRACE (\d{15}) ([A-Z0-9]{1,10})\b/i;

/** The fields of the report that is being read. */
interface Draft {
  readonly line: number;
  readonly values: Map<FieldName, { readonly line: number; readonly value: string }>;
  readonly errors: string[];
  readonly entries: AcknowledgedEntry[];
}

/**
 * Reads the print reports that FedACH and banks send after a file: a label and its value on each line, from a heading to
 * "END OF REPORT".
 * @throws InboundFileError when a report has no known status, no identity, a number that is none, or no end.
 */
export function readFedachReports(lines: Iterable<TextLine>): AcknowledgedFile[] {
  const files: AcknowledgedFile[] = [];
  let open: Draft | undefined;
  let last = 1;
  for (const { line, text: whole } of lines) {
    const text = whole.trim();
    last = line;
    if (HEADING.test(text)) {
      if (open !== undefined) throw noEnd(line);
      open = { line, values: new Map(), errors: [], entries: [] };
    } else if (END.test(text)) {
      if (open === undefined) throw lineFault(line, 'report_order', { expected: 'a heading', found: 'an end' });
      files.push(fileOf(open));
      open = undefined;
    } else if (open !== undefined) take(open, text, line);
  }
  if (open !== undefined || files.length === 0) throw noEnd(last);
  return files;
}

const noEnd = (line: number) =>
  lineFault(line, 'report_end', { expected: 'END OF REPORT', found: 'a report that is cut off' });

function take(draft: Draft, text: string, line: number): void {
  const error = ERRORS.exec(text);
  if (error !== null) return takeError(draft, error, line);
  for (const [label, name] of Object.entries(FIELDS)) {
    if (text.slice(0, label.length).toUpperCase() !== label || /[A-Z]/i.test(text[label.length] ?? '')) continue;
    const value = text.slice(label.length).replace(/^[\s:.]+/, '');
    if (draft.values.has(name)) throw lineFault(line, 'report_field', { expected: `one ${label}`, found: 'another' });
    draft.values.set(name, { line, value });
    return;
  }
  // Other lines are titles and the like, but one that names an entry must not get lost.
  if (TRACE.test(text)) throw noItem(line);
}

const noItem = (line: number) =>
  lineFault(line, 'report_item', { expected: 'ITEM ERROR, TRACE, 15 digits and a code', found: 'another text' });

function takeError(draft: Draft, [, scope, detail]: RegExpExecArray, line: number): void {
  if (scope!.toUpperCase() === 'FILE') {
    draft.errors.push(withoutNumbers(detail!));
    return;
  }
  const item = ITEM.exec(detail!);
  // Two in a line that lost its end would be one.
  if (item === null || detail!.match(TRACES)!.length > 1) throw noItem(line);
  draft.entries.push({ line, trace: item[1]!, verdict: 'refused', reason: item[2]!.toUpperCase() });
}

function fileOf(draft: Draft): AcknowledgedFile {
  const name = draft.values.get('name')?.value ?? '';
  const identity = identityOf(draft);
  if (name === '' && identity === null) {
    throw lineFault(draft.line, 'report_identity', { expected: 'the name or the header of a file', found: 'neither' });
  }
  const status = draft.values.get('status');
  const known = status && STATUSES.find(([words]) => words.test(status.value));
  if (known === undefined) {
    const found = status === undefined ? 'none' : withoutNumbers(status.value);
    throw lineFault(status?.line ?? draft.line, 'report_status', { expected: 'a known FILE STATUS', found });
  }
  return {
    ...{ line: draft.line, name: name === '' ? null : name, identity, verdict: known[1] },
    ...{ status: status!.value, reason: draft.errors[0] ?? null, batches: [], entries: itemsOf(draft, status!) },
    // Where the bank could not read a file, it states no totals that mean anything.
    totals: known[1] === 'refused' ? {} : totalsOf(draft),
  };
}

/** The refused entries. Unnamed ones are one item that a person must see, until the returns tell which they are. */
function itemsOf({ entries }: Draft, status: { readonly line: number; readonly value: string }): AcknowledgedEntry[] {
  if (entries.length > 0 || !ITEM_LEVEL_ERRORS.test(status.value)) return entries;
  return [{ line: status.line, trace: '', verdict: 'other', reason: null }];
}

/** Null when the bank could not read the header. */
function identityOf({ values }: Draft): FileIdentity | null {
  const first = (name: FieldName) => values.get(name)?.value.split(/\s+/)[0] ?? '';
  const [creation_date, creation_time] = [first('date'), first('time').replace(':', '')];
  if (!/^\d{6}$/.test(creation_date) || !/^(\d{4})?$/.test(creation_time)) return null;
  const [immediate_origin, immediate_destination] = [first('origin'), first('destination')];
  return { immediate_origin, immediate_destination, creation_date, creation_time, modifier: first('modifier') };
}

function totalsOf({ values }: Draft): AcknowledgedFile['totals'] {
  const stated = TOTALS.flatMap((name) => {
    const field = values.get(name);
    if (field === undefined) return [];
    const digits = field.value.replaceAll(',', '');
    if (/^\d{1,12}$/.test(digits)) return [[name, Number(digits)] as const];
    throw lineFault(field.line, 'report_number', { expected: 'a whole number', found: 'another text' });
  });
  return Object.fromEntries(stated);
}
