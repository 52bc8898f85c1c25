import type { AcknowledgmentPattern } from '../connection.js';
import { differingTotals } from './acknowledgment.js';
import { InboundFileError } from './inbound-diagnostic.js';
import { type MatchedLine, readReport } from './report-lines.js';

const pattern = (scope: AcknowledgmentPattern['scope']): AcknowledgmentPattern => ({
  ...{ name: '', scope, accepted: ['ACCEPTED', 'BOTH'], refused: ['REJECTED', 'BOTH'] },
});
const patterns = [pattern('file'), pattern('batch'), pattern('entry')];
const scopes = ['file', 'batch', 'entry'];
const line = (number: number, scope: string, groups: MatchedLine['groups']): MatchedLine => ({
  ...{ line: number, pattern: scopes.indexOf(scope), groups },
});
const read = (...matches: MatchedLine[]) => readReport(matches, patterns);
const ruleOf = (...matches: MatchedLine[]) => {
  try {
    read(...matches);
    return 'none';
  } catch (error) {
    if (error instanceof InboundFileError) return error.diagnostics[0]!.rule;
    throw error;
  }
};
const file = (groups: MatchedLine['groups'] = {}) => line(1, 'file', { file: 'a.ach', status: 'ACCEPTED', ...groups });
const entry = (groups: MatchedLine['groups'] = {}) =>
  line(2, 'entry', { trace: '091000010000002', status: 'REJECTED', reason: 'R03', ...groups });

describe('a report of a bank', () => {
  it('says what its patterns mean', () => {
    const batch = line(3, 'batch', { batch: '0000002', status: 'REJECTED' });
    expect(read(file({ count: '3', debit: '1,250.00', credit: '575' }), entry(), batch)).toEqual([
      {
        ...{ line: 1, name: 'a.ach', identity: null, verdict: 'accepted', status: 'ACCEPTED', reason: null },
        totals: { records: 3, debit: 125_000, credit: 575 },
        batches: [{ line: 3, number: 2, verdict: 'refused', reason: null }],
        entries: [{ line: 2, trace: '091000010000002', verdict: 'refused', reason: 'R03' }],
      },
    ]);
  });

  it.each([
    ['ACCEPTED', 'accepted'],
    ['REJECTED', 'refused'],
    ['BOTH', 'refused'],
    ['accepted', 'other'],
    ['', 'other'],
  ])('with the status "%s" is %s', (status, verdict) => {
    expect(read(file({ status }))[0]!.verdict).toBe(verdict);
  });

  it('puts entries to the file that they name, or else to the last one', () => {
    const files = read(
      file(),
      line(2, 'file', { file: 'b.ach', status: 'REJECTED' }),
      entry({ file: 'a.ach' }),
      entry(),
    );
    expect(files.map(({ name, entries }) => [name, entries.length])).toEqual([
      ['a.ach', 1],
      ['b.ach', 1],
    ]);
  });

  it('may speak of entries only', () => {
    expect(read(entry())).toMatchObject([{ name: null, verdict: null, entries: [{ reason: 'R03' }] }]);
  });

  it.each([
    ['no line matches', [], 'report_lines'],
    ['a trace number has 14 digits', [entry({ trace: '09100001000000' })], 'report_trace'],
    ['a batch has no number', [file(), line(2, 'batch', { status: 'REJECTED' })], 'report_number'],
    ['a total has a letter', [file({ debit: '12O' })], 'report_number'],
    ['a total has a minus', [file({ credit: '-12' })], 'report_number'],
    ['a total has three decimals', [file({ credit: '1.234' })], 'report_number'],
  ])('is refused when %s', (_, matches, rule) => {
    expect(ruleOf(...matches)).toBe(rule);
  });
});

describe('totals of an acknowledgment', () => {
  const ours = { batches: 1, records: 3, debit: 1_250, credit: 575, entries: 2, total: 1_825, bytes: 940 };

  it('agree where they are stated', () => {
    expect(differingTotals({ records: 3 }, ours)).toEqual([]);
    expect(differingTotals({}, ours)).toEqual([]);
  });

  it('differ by a single cent', () => {
    expect(differingTotals({ ...ours, debit: 1_251, credit: 574 }, ours)).toEqual(['debit', 'credit']);
  });
});
