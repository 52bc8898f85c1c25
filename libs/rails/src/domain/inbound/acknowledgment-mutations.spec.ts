import type { AcknowledgmentPattern } from '../connection.js';
import { type AcknowledgedFile, differingTotals } from './acknowledgment.js';
import { readFedachReports } from './fedach-report.js';
import { InboundFileError } from './inbound-diagnostic.js';
import { assertEntriesMatched, type MatchedLine, readReport } from './report-lines.js';
import { type TextLine, textLines } from './text-lines.js';

const patterns: readonly AcknowledgmentPattern[] = [
  {
    name: '^FILE (?<file>\\S+) (?<status>\\w+)(?: entries=(?<count>\\d+) debit=(?<debit>\\d+) credit=(?<credit>\\d+))?',
    ...{ scope: 'file', accepted: ['ACCEPTED'], refused: ['REJECTED'] },
  },
  {
    name: '^ENTRY (?<trace>\\d{15}) (?<status>\\w+) (?<reason>\\w+)$',
    ...{ scope: 'entry', accepted: [], refused: ['REJECTED'] },
  },
];

/** The matcher works in a thread of its own; what it finds is this. */
function matched(lines: readonly TextLine[]): MatchedLine[] {
  return lines.flatMap(({ line, text }) => {
    const pattern = patterns.findIndex(({ name }) => new RegExp(name).test(text));
    if (pattern < 0) return [];
    return [{ line, pattern, groups: { ...new RegExp(patterns[pattern]!.name).exec(text)!.groups } }];
  });
}

const fedach = (status: string, items: readonly string[], totals = true): string =>
  [
    'FEDACH FILE ACKNOWLEDGMENT   REPORT DATE 261123   REPORT TIME 0910',
    'FILE NAME              payroll.ach',
    'IMMEDIATE DESTINATION  091000019   FIRST BANK',
    'IMMEDIATE ORIGIN       1234567890  ACME CORP',
    'FILE CREATION DATE     261123',
    'FILE CREATION TIME     0905',
    'FILE ID MODIFIER       A',
    ...(totals ? ['ENTRY/ADDENDA COUNT    00000003', 'TOTAL DEBIT AMOUNT     000000001250'] : []),
    `FILE STATUS            ${status}`,
    ...items,
    'END OF REPORT',
    '',
  ].join('\n');

/**
 * The sent file, and those of its entries that the bank refuses. Nothing but its trace number names an entry here, so a report
 * that names another one of the file cannot be told from a right one: theirs differ in two digits.
 */
const SENT = { name: 'payroll.ach', records: 3, debit: 1_250, traces: ['091000010000002', '091000010000014'] };
const [first, second] = SENT.traces;
const totals = `entries=${SENT.records} debit=${SENT.debit} credit=0`;
const files: readonly (readonly [kind: string, text: string])[] = [
  ['fedach', fedach('FILE ACCEPTED WITH NO ERRORS', [])],
  ['fedach', fedach('FILE ACCEPTED WITH NO ERRORS', [], false)],
  ['fedach', fedach('FILE ACCEPTED WITH ITEM LEVEL ERRORS', [])],
  ['fedach', fedach('FILE ACCEPTED WITH ITEM LEVEL ERRORS', [`ITEM ERROR TRACE ${first} R03`])],
  ['fedach', fedach('FILE REJECTED', ['FILE ERROR 7 batch_credits'])],
  ['fedach', fedach('DUPLICATE FILE', [])],
  ['fedach', fedach('PENDED', [])],
  [
    'fedach',
    fedach(
      'FILE ACCEPTED WITH ITEM LEVEL ERRORS',
      SENT.traces.map((trace) => `ITEM ERROR TRACE ${trace} R29`),
    ),
  ],
  ['fedach', `${fedach('FILE REJECTED', ['FILE ERROR 1 destination'], false)}\nPRINTED FOR ACME CORP\n`],
  ['report', `FILE payroll.ach ACCEPTED ${totals}\n`],
  ['report', 'FILE payroll.ach ACCEPTED\n'],
  ['report', `FILE payroll.ach ACCEPTED ${totals}\r\nENTRY ${first} REJECTED R03\r\n`],
  ['report', `FILE payroll.ach ACCEPTED ${totals}\nENTRY ${first} REJECTED R03\nENTRY ${second} REJECTED R29\n`],
  ['report', `FILE payroll.ach ACCEPTED ${totals}\nENTRY ${second} REJECTED R03`],
  ['report', `ENTRY ${first} REJECTED R03\n`],
  ['report', `FILE other.ach ACCEPTED\nFILE payroll.ach ACCEPTED ${totals}\n`],
  ['report', `FILE payroll.ach REJECTED line=7 rule=batch_credits\nFILE other.ach ACCEPTED\n`],
  ['report', 'FILE payroll.ach REJECTED line=7 rule=batch_credits\n'],
  ['report', `FILE payroll.ach DUPLICATE ${totals} line=1 rule=duplicate_file\n`],
  ['report', `A TITLE\n\nFILE payroll.ach ACCEPTED ${totals}\nEND\n`],
];

/** What is done to the sent file and its entries by itself; whatever else is said, a person decides about. */
interface Effects {
  readonly verdict: 'accepted' | 'refused' | 'none';
  readonly refused: readonly string[];
  /** Entries that it names, also those that are not in the file, which are exceptions. */
  readonly named: number;
}

/** Undefined for a report in quarantine. Any other error than the readers' own fails the test. */
function effectsOf(kind: string, bytes: Buffer): Effects | undefined {
  try {
    const own = read(kind, textLines(bytes)).filter(isAboutSent);
    const [verdict = 'none'] = own.flatMap((file) => judged(file));
    const refused = own.flatMap(({ entries }) => entries.filter((entry) => entry.verdict === 'refused'));
    return {
      verdict,
      refused: refused.map(({ trace }) => trace).filter((trace) => SENT.traces.includes(trace)),
      named: own.flatMap(({ entries }) => entries).length,
    };
  } catch (error) {
    if (error instanceof InboundFileError) return undefined;
    throw error;
  }
}

function read(kind: string, lines: readonly TextLine[]): AcknowledgedFile[] {
  if (kind === 'fedach') return readFedachReports(lines);
  const matches = matched(lines);
  assertEntriesMatched(lines, matches, patterns);
  return readReport(matches, patterns);
}

/** As files are found: by the header where one is stated, else by the name; without both, by the trace numbers. */
function isAboutSent({ name, identity }: AcknowledgedFile): boolean {
  if (identity === null) return name === null || name === SENT.name;
  const { immediate_origin, immediate_destination, creation_date, creation_time, modifier } = identity;
  const stated = [immediate_origin, immediate_destination, creation_date, creation_time, modifier].join(' ');
  return stated === '1234567890 091000019 261123 0905 A';
}

function judged({ verdict, totals: stated }: AcknowledgedFile): Effects['verdict'][] {
  const ours = {
    batches: 1,
    records: SENT.records,
    debit: SENT.debit,
    credit: 0,
    entries: 2,
    total: SENT.debit,
    bytes: 1_000,
  };
  const hasOtherTotals = differingTotals(stated, ours).length > 0;
  if (verdict === 'refused') return ['refused'];
  return verdict === 'accepted' && !hasOtherTotals ? ['accepted'] : [];
}

describe('an acknowledgment with one byte changed', () => {
  it.each(files.map(([kind, text], at) => ({ name: `${at + 1}, ${kind}`, kind, text })))(
    'is refused, needs a person, or says the same of the file and of its entries: file $name',
    ({ kind, text }) => {
      const bytes = Buffer.from(text, 'latin1');
      const right = effectsOf(kind, bytes)!;
      const wrong: string[] = [];
      for (let at = 0; at < bytes.length; at++) {
        for (const value of [bytes[at]! ^ 1, 0x20, 0x37].filter((each) => each !== bytes[at])) {
          const mutated = Buffer.from(bytes);
          mutated[at] = value;
          const found = effectsOf(kind, mutated);
          if (found === undefined) continue;
          const isOther = found.verdict !== 'none' && found.verdict !== right.verdict;
          const invents = found.refused.some((trace) => !right.refused.includes(trace));
          const loses = found.verdict === 'accepted' && found.named < right.named;
          if (isOther || invents || loses) wrong.push(`byte ${at} (${text.slice(at - 10, at + 10)}) to ${value}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  it('has twenty files', () => {
    expect(files).toHaveLength(20);
  });
});
