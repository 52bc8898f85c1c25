import type { AcknowledgmentPattern } from '../connection.js';
import {
  type AcknowledgedBatch,
  type AcknowledgedEntry,
  type AcknowledgedFile,
  type Verdict,
  withoutNumbers,
} from './acknowledgment.js';
import { lineFault } from './inbound-diagnostic.js';
import type { TextLine } from './text-lines.js';

/** The named groups that the patterns of a profile may use. */
type Group = 'file' | 'batch' | 'trace' | 'status' | 'reason' | 'debit' | 'credit' | 'count';
type Groups = Readonly<Partial<Record<Group, string>>>;

/** A line of a report that fits a pattern of the profile. */
export interface MatchedLine {
  readonly line: number;
  /** The place of the pattern in the profile. */
  readonly pattern: number;
  readonly groups: Groups;
}

/** The group that a pattern needs to say what it is about. */
export const NEEDED_GROUP = { file: 'file', batch: 'batch', entry: 'trace' } as const;

type Draft = { -readonly [K in keyof AcknowledgedFile]: AcknowledgedFile[K] } & {
  readonly batches: AcknowledgedBatch[];
  readonly entries: AcknowledgedEntry[];
};

/**
 * What the matched lines of a report say, file by file. Lines about batches and entries belong to the file that they
 * name, or else to the last one.
 * @throws InboundFileError when nothing matched, or a value is not what its group says.
 */
export function readReport(
  matches: readonly MatchedLine[],
  patterns: readonly AcknowledgmentPattern[],
): AcknowledgedFile[] {
  if (matches.length === 0) {
    throw lineFault(1, 'report_lines', { expected: 'a line that fits a pattern of the profile', found: 'none' });
  }
  const files: Draft[] = [];
  for (const match of matches) {
    const pattern = patterns[match.pattern]!;
    const { line, groups } = match;
    const verdict = { line, verdict: verdictOf(groups.status, pattern), reason: reasonOf(groups.reason) };
    if (pattern.scope === 'file') files.push(fileOf(match, verdict.verdict));
    else if (pattern.scope === 'batch') {
      draftFor(files, match).batches.push({ ...verdict, number: numberOf(match, 'batch')! });
    } else draftFor(files, match).entries.push({ ...verdict, trace: traceOf(match) });
  }
  return files;
}

const TRACES = /\d{15}/g;
/** What is left of a trace number that is damaged in one place. */
const LEAST_DIGITS = 7;

/**
 * Other lines are titles and the like, but one that names an entry must not get lost: its refusal would.
 * @throws InboundFileError
 */
export function assertEntriesMatched(
  lines: readonly TextLine[],
  matches: readonly MatchedLine[],
  patterns: readonly AcknowledgmentPattern[],
): void {
  const ofEntries = patterns.filter(({ scope }) => scope === 'entry');
  if (ofEntries.length === 0) return;
  const refusals = ofEntries.flatMap(({ refused }) => refused);
  const matched = new Map(matches.map(({ line, pattern }) => [line, patterns[pattern]!.scope]));
  for (const { line, text } of lines) {
    const scope = matched.get(line);
    const traces = text.match(TRACES)?.length ?? 0;
    if (scope === 'entry' && traces <= 1) continue;
    const isRefusal = scope === undefined && refusals.some((word) => text.includes(word));
    if (traces === 0 && !(isRefusal && text.replace(/\D/g, '').length >= LEAST_DIGITS)) continue;
    throw lineFault(line, 'report_item', {
      expected: 'a line that fits a pattern of the scope entry',
      found: 'another text',
    });
  }
}

function verdictOf(status: string | undefined, { accepted, refused }: AcknowledgmentPattern): Verdict {
  const said = status?.trim() ?? '';
  // What is in both lists is refused: money that does not move is noticed, money that moves twice is lost.
  if (refused.includes(said)) return 'refused';
  return accepted.includes(said) ? 'accepted' : 'other';
}

const reasonOf = (reason: string | undefined) => {
  const said = withoutNumbers(reason ?? '');
  return said === '' ? null : said;
};

function fileOf(match: MatchedLine, verdict: Verdict | null): Draft {
  const { line, groups } = match;
  const [records, debit, credit] = [numberOf(match, 'count'), centsOf(match, 'debit'), centsOf(match, 'credit')];
  return {
    ...{ line, name: groups.file ?? null, identity: null, verdict, status: withoutNumbers(groups.status ?? '') },
    ...{ reason: reasonOf(groups.reason), batches: [], entries: [] },
    totals: {
      ...(records !== undefined && { records }),
      ...(debit !== undefined && { debit }),
      ...(credit !== undefined && { credit }),
    },
  };
}

function draftFor(files: Draft[], match: MatchedLine): Draft {
  const { file } = match.groups;
  const known = file === undefined ? files.at(-1) : files.findLast(({ name }) => name === file);
  if (known !== undefined) return known;
  const { line } = match;
  const draft = { ...fileOf({ ...match, groups: {} }, null), line, name: file ?? null };
  files.push(draft);
  return draft;
}

function traceOf({ line, groups }: MatchedLine): string {
  const trace = groups.trace?.trim() ?? '';
  if (/^\d{15}$/.test(trace)) return trace;
  throw lineFault(line, 'report_trace', { expected: '15 digits in the group trace', found: 'another text' });
}

function numberOf({ line, groups }: MatchedLine, group: 'batch' | 'count'): number | undefined {
  const digits = groups[group]?.trim().replaceAll(',', '');
  if (digits === undefined && group === 'count') return undefined;
  if (digits !== undefined && /^\d{1,12}$/.test(digits)) return Number(digits);
  throw lineFault(line, 'report_number', { expected: `a whole number in the group ${group}`, found: 'another text' });
}

/** Whole numbers are cents; with a point and two digits they are dollars. */
function centsOf({ line, groups }: MatchedLine, group: 'debit' | 'credit'): number | undefined {
  const said = groups[group]?.trim().replace(/^\$/, '');
  if (said === undefined) return undefined;
  if (/^\d{1,12}$/.test(said)) return Number(said);
  const dollars = said.replaceAll(',', '');
  if (/^\d{1,10}\.\d\d$/.test(dollars)) return Number(dollars.replace('.', ''));
  throw lineFault(line, 'report_number', {
    expected: `cents, or dollars with a point, in the group ${group}`,
    found: 'another text',
  });
}
