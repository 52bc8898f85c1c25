import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { readFedachReports } from './fedach-report.js';
import { InboundFileError } from './inbound-diagnostic.js';
import { textLines } from './text-lines.js';

const field = (label: string, value: string) => `${label.padEnd(23)}${value}`;
const report = (changes: Readonly<Record<string, string | undefined>> = {}, errors: readonly string[] = []) => {
  const fields: Record<string, string | undefined> = {
    'FILE NAME': 'payroll.ach',
    'IMMEDIATE DESTINATION': '091000019   FIRST BANK',
    'IMMEDIATE ORIGIN': '1234567890  ACME CORP',
    'FILE CREATION DATE': '261123',
    'FILE CREATION TIME': '0905',
    'FILE ID MODIFIER': 'A',
    'BATCH COUNT': '000001',
    'ENTRY/ADDENDA COUNT': '00000003',
    'TOTAL DEBIT AMOUNT': '000000001250',
    'TOTAL CREDIT AMOUNT': '000000000575',
    'FILE STATUS': 'FILE ACCEPTED WITH NO ERRORS',
    ...changes,
  };
  return [
    'FEDACH FILE ACKNOWLEDGMENT   REPORT DATE 261123   REPORT TIME 0910',
    '',
    ...Object.entries(fields).flatMap(([label, value]) => (value === undefined ? [] : [field(label, value)])),
    ...errors,
    '',
    'END OF REPORT',
    '',
  ].join('\n');
};
const read = (text: string) => readFedachReports(textLines(Buffer.from(text, 'latin1')));
const ruleOf = (text: string) => {
  try {
    read(text);
    return 'none';
  } catch (error) {
    if (error instanceof InboundFileError) return error.diagnostics[0]!.rule;
    throw error;
  }
};

describe('a FedACH report', () => {
  it('names the file, its verdict and its totals', () => {
    expect(read(report())).toEqual([
      {
        ...{ line: 1, name: 'payroll.ach', verdict: 'accepted', status: 'FILE ACCEPTED WITH NO ERRORS', reason: null },
        identity: {
          ...{ immediate_origin: '1234567890', immediate_destination: '091000019' },
          ...{ creation_date: '261123', creation_time: '0905', modifier: 'A' },
        },
        totals: { batches: 1, records: 3, debit: 1_250, credit: 575 },
        ...{ batches: [], entries: [] },
      },
    ]);
  });

  it.each([
    ['FILE ACCEPTED WITH NO ERRORS', 'accepted'],
    ['FILE ACCEPTED WITH ITEM LEVEL ERRORS', 'accepted'],
    ['accepted with no errors', 'accepted'],
    ['FILE PENDED', 'other'],
    ['PENDED FOR REVIEW', 'other'],
    ['FILE REJECTED', 'refused'],
    ['DUPLICATE FILE', 'duplicate'],
  ])('with the status %s is %s', (status, verdict) => {
    expect(read(report({ 'FILE STATUS': status }))[0]!.verdict).toBe(verdict);
  });

  it('names the entries that the bank refuses', () => {
    const items = ['02', '07'].map((end) => field('ITEM ERROR', `TRACE 0910000100000${end} R03`));
    const [file] = read(report({ 'FILE STATUS': 'FILE ACCEPTED WITH ITEM LEVEL ERRORS' }, items));
    expect(file!.entries).toEqual([
      { line: 14, trace: '091000010000002', verdict: 'refused', reason: 'R03' },
      { line: 15, trace: '091000010000007', verdict: 'refused', reason: 'R03' },
    ]);
  });

  it('of a file that the bank could not read has its name, the first error and no totals', () => {
    const unread = { 'FILE CREATION DATE': 'UNREADABLE', 'FILE STATUS': 'FILE REJECTED' };
    const errors = [field('FILE ERROR', 'LINE 7 batch_credits expected 12345678'), field('FILE ERROR', 'LINE 8 x')];
    expect(read(report(unread, errors))[0]).toMatchObject({
      ...{ name: 'payroll.ach', identity: null, verdict: 'refused', totals: {} },
      reason: 'LINE 7 batch_credits expected #',
    });
  });

  it('may follow another one in the same file', () => {
    const files = read(report() + report({ 'FILE NAME': 'other.ach' }));
    expect(files.map(({ name }) => name)).toEqual(['payroll.ach', 'other.ach']);
  });

  it('is read with colons and in any letter case', () => {
    const text = report().replace(/^(?!FEDACH)([A-Z/ ]{23})(?=\S)/gm, (label) => `${label.trim().toLowerCase()}: `);
    expect(read(text)[0]).toMatchObject({ totals: { batches: 1, debit: 1_250 }, verdict: 'accepted' });
  });

  it.each([
    ['without its end', report().replace('END OF REPORT', ''), 'report_end'],
    ['cut by the next one', report().replace('END OF REPORT', '') + report(), 'report_end'],
    ['with an end before its beginning', `END OF REPORT\n${report()}`, 'report_order'],
    ['without a status', report({ 'FILE STATUS': undefined }), 'report_status'],
    ['with an unknown status', report({ 'FILE STATUS': 'FILE ADMIRED' }), 'report_status'],
    ['with two statuses', report({}, [field('FILE STATUS', 'FILE REJECTED')]), 'report_field'],
    ['without a name or header', report({ 'FILE NAME': undefined, 'FILE CREATION DATE': '' }), 'report_identity'],
    ['with a letter in a total', report({ 'TOTAL DEBIT AMOUNT': '00000000125O' }), 'report_number'],
    ['with a minus in a total', report({ 'TOTAL DEBIT AMOUNT': '-1250' }), 'report_number'],
    ['with an item that names no entry', report({}, [field('ITEM ERROR', 'SOMETHING')]), 'report_item'],
    ['with an entry in an unknown line', report({}, [field('ITEM ERRPR', 'TRACE 091000010000002 R03')]), 'report_item'],
    ['with a line of 1001 characters', report() + 'x'.repeat(1_001), 'line_length'],
  ])('is refused %s', (_, text, rule) => {
    expect(ruleOf(text)).toBe(rule);
  });

  it('cut anywhere is refused or says the same', () => {
    const whole = report({}, [field('ITEM ERROR', 'TRACE 091000010000002 R03')]);
    const said = JSON.stringify(read(whole));
    for (let at = 0; at < whole.length; at++) {
      const cut = whole.slice(0, at);
      if (ruleOf(cut) === 'none') expect(JSON.stringify(read(cut))).toBe(said);
    }
  });

  it('with item errors that it does not name has one that a person must see', () => {
    const [file] = read(report({ 'FILE STATUS': 'FILE ACCEPTED WITH ITEM LEVEL ERRORS' }));
    expect(file!.entries).toEqual([{ line: 13, trace: '', verdict: 'other', reason: null }]);
  });

  it.each([
    [
      'accepted',
      report({ 'FILE STATUS': 'FILE ACCEPTED WITH ITEM LEVEL ERRORS' }, [
        field('ITEM ERROR', 'TRACE 091000010000002 R03'),
      ]),
    ],
    ['refused', report({ 'FILE STATUS': 'FILE REJECTED' }, [field('FILE ERROR', 'LINE 7 x')])],
  ])('that is %s, with one byte changed, never says the opposite or loses an entry', (verdict, text) => {
    const whole = Buffer.from(text, 'latin1');
    const [original] = read(text);
    const wrong: string[] = [];
    for (let at = 0; at < whole.length; at++) {
      for (const value of [whole[at]! ^ 1, 0x20, 0x37]) {
        const mutated = Buffer.from(whole);
        mutated[at] = value;
        const changed = mutated.toString('latin1');
        if (ruleOf(changed) !== 'none') continue;
        const [file] = read(changed);
        if (file!.verdict !== verdict || file!.entries.length !== original!.entries.length)
          wrong.push(`byte ${at}: ${file!.status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('of random lines is refused with its own error, or read', () => {
    const line = fc.constantFrom(...report().split('\n'), 'ITEM ERROR x', '', 'FILE STATUS', 'TOTAL DEBIT AMOUNT  1,2');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        ruleOf(lines.join('\n'));
      }),
      { numRuns: countOf(3_000, 'FUZZ_INPUTS') },
    );
  });
});
