import {
  WEDNESDAY,
  changed,
  companyFile,
  linesOf,
  type EntryOptions,
} from '../../../../test/support/bank/company-files.js';
import { readAchFile } from '../ach/file-reader.js';
import { RefusedFile, type Problem, type Rule } from '../ach/refusal.js';
import { bankRules } from '../ach/rules.table.js';
import { parseBankSettings } from '../settings/bank-settings.js';
import { Acceptance } from './acceptance.js';
import { FileHistory } from './file-history.js';

const DAY_MS = 86_400_000;
const settings = parseBankSettings(
  JSON.stringify({
    customers: [{ immediate_origin: '1234567890', company_ids: ['1234567890'] }],
    business_accounts: ['555'],
  }),
  'rules.json',
);

/** Ten lines: header; credits with an addenda in line 5, control in 6; a debit in 8; file control in 10. */
const sound = companyFile({
  batches: [
    {
      entries: [
        { code: '22', cents: 1050 },
        { code: '32', addenda: [{ type: '05', text: 'INVOICE 7' }] },
      ],
    },
    { header: { sec: 'WEB' }, entries: [{ code: '27', data: 'S' }] },
  ],
});

/** What is wrong with a file that comes that Wednesday. */
function problemsOf(bytes: Buffer, history = new FileHistory()): readonly Problem[] {
  try {
    new Acceptance(settings, history).check(readAchFile(bytes), { at: WEDNESDAY, dayMs: 2000 });
    return [];
  } catch (error) {
    if (error instanceof RefusedFile) return error.problems;
    throw error;
  }
}

const change = (line: number, column: number, text: string) => changed(sound, line, { column, text });
const withLines = (edit: (lines: string[]) => string[]): Buffer =>
  Buffer.from(
    edit(linesOf(sound))
      .map((line) => `${line}\n`)
      .join(''),
    'latin1',
  );
const one = (...entries: EntryOptions[]) => companyFile({ batches: [{ entries }] });
const web = (entry: EntryOptions) => companyFile({ batches: [{ header: { sec: 'WEB' }, entries: [entry] }] });
const batch = (header: object) => companyFile({ batches: [{ header, entries: [{}] }] });
const before = (file: Buffer, at: number): FileHistory => {
  const history = new FileHistory();
  const read = readAchFile(file);
  history.addFile(read, at);
  for (const { entries } of read.batches) for (const { trace } of entries) history.addTrace(trace, at);
  return history;
};
const NINES = '9'.repeat(94);
const RETURNED = {
  type: '99',
  code: 'R01',
  originalTrace: '0'.repeat(15),
  dateOfDeath: '',
  originalRdfi: '0'.repeat(8),
  text: '',
} as const;

const broken: readonly [rule: Rule, about: string, line: number, file: Buffer, history?: FileHistory][] = [
  ['empty_file', 'no bytes', 1, Buffer.alloc(0)],
  [
    'line_ending',
    'a CR LF among LFs',
    3,
    withLines((lines) => lines.map((each, at) => (at === 2 ? `${each}\r` : each))),
  ],
  [
    'record_length',
    'a line of 93 characters',
    3,
    withLines((lines) => lines.map((each, at) => (at === 2 ? each.slice(1) : each))),
  ],
  [
    'record_length',
    'a line of 95 characters',
    4,
    withLines((lines) => lines.map((each, at) => (at === 3 ? `${each} ` : each))),
  ],
  ['record_length', 'an empty line', 2, withLines(([first = '', ...rest]) => [first, '', ...rest])],
  ['record_length', 'the end within a record', 10, sound.subarray(0, -20)],
  ['characters', 'a tab in a name', 3, change(3, 60, '\t')],
  ['characters', 'a letter that is not ASCII', 3, change(3, 60, '\xe9')],
  ['characters', 'a NUL in padding columns', 10, change(10, 60, '\0')],
  ['record_order', 'no file header', 1, withLines((lines) => lines.slice(1))],
  ['record_order', 'no file control', 10, withLines((lines) => lines.slice(0, 9))],
  ['record_order', 'no batch control', 6, withLines((lines) => lines.filter((_, at) => at !== 5))],
  ['record_order', 'an entry outside of a batch', 7, withLines((lines) => lines.filter((_, at) => at !== 6))],
  ['record_order', 'addenda without an entry', 3, withLines((lines) => lines.filter((_, at) => at !== 2 && at !== 3))],
  ['record_order', 'a record of an unknown type', 3, change(3, 1, '4')],
  ['record_order', 'a second header at the end', 11, withLines((lines) => [...lines, lines[0]!])],
  ['record_order', 'a batch without entries', 7, withLines((lines) => lines.filter((_, at) => at !== 7))],
  ['padding', 'one line of nines in a block of eleven', 10, withLines((lines) => [...lines, NINES])],
  [
    'padding',
    'a whole block of nines',
    10,
    withLines((lines) => [...lines, ...Array.from({ length: 10 }, () => NINES)]),
  ],
  ['constant', 'another priority code', 1, change(1, 2, '02')],
  ['constant', 'another record size', 1, change(1, 35, '095')],
  ['constant', 'another blocking factor', 1, change(1, 38, '11')],
  ['constant', 'another format code', 1, change(1, 40, '2')],
  ['constant', 'another originator status code', 2, change(2, 79, '2')],
  ['numeric_field', 'a letter in an amount', 3, change(3, 35, 'O')],
  ['numeric_field', 'a blank in an amount', 3, change(3, 30, ' ')],
  ['numeric_field', 'a minus in an amount', 3, change(3, 30, '-')],
  ['numeric_field', 'a blank effective date', 2, change(2, 70, '      ')],
  ['numeric_field', 'a blank entry count', 6, change(6, 5, '      ')],
  ['text_field', 'a description of zeros', 2, change(2, 54, '000       ')],
  ['text_field', 'a company name of zeros', 2, change(2, 5, '0 0             ')],
  ['name', 'a receiver of zeros', 3, change(3, 55, `00${' '.repeat(20)}`)],
  ['text_field', 'a name that does not begin at the left', 3, change(3, 55, ' ')],
  ['text_field', 'a blank company name', 2, batch({ companyName: '' })],
  ['text_field', 'a blank description', 2, batch({ description: '' })],
  ['reserved_field', 'a text in the reserved columns of the file control', 10, change(10, 70, 'X')],
  ['reserved_field', 'an authentication code', 6, change(6, 60, 'X')],
  ['date', 'a creation date that does not exist', 1, change(1, 24, '260231')],
  ['date', 'an effective date that does not exist', 2, change(2, 70, '261301')],
  ['date', 'a file written last week', 1, change(1, 24, '260708')],
  ['time', 'a creation time after midnight', 1, change(1, 30, '2400')],
  ['modifier', 'a modifier in lower case', 1, change(1, 34, 'a')],
  ['modifier', 'a blank modifier', 1, change(1, 34, ' ')],
  ['destination', 'another bank', 1, change(1, 4, ' 021000021')],
  ['destination', 'a blank destination', 1, change(1, 4, '          ')],
  ['origin', 'an unknown company', 1, change(1, 14, '9')],
  ['origin', 'a blank origin', 1, change(1, 14, '          ')],
  ['service_class', 'the class of automated accounting advices', 2, change(2, 2, '280')],
  ['sec_code', 'a SEC code that companies do not use', 2, change(2, 51, 'IAT')],
  [
    'sec_code',
    'a notification of change from a company',
    2,
    companyFile({ batches: [{ header: { sec: 'COR' }, entries: [{ code: '23', cents: 0 }] }] }),
  ],
  [
    'batch_number',
    'a number twice',
    7,
    companyFile({ batches: [{ entries: [{}, {}, {}] }, { header: { number: 1 }, entries: [{}] }] }),
  ],
  ['settlement_date', 'a settlement date from a company', 2, change(2, 76, '197')],
  ['settlement_date', 'day 367', 2, change(2, 76, '367')],
  ['transaction_code', 'a code without meaning', 3, change(3, 2, '42')],
  ['transaction_code', 'the code of a return without a return', 3, change(3, 2, '21')],
  ['direction', 'a debit among credits', 3, change(3, 2, '27')],
  ['check_digit', 'a wrong digit of the routing number', 3, change(3, 4, '1')],
  ['check_digit', 'a wrong check digit', 3, change(3, 12, '9')],
  ['check_digit', 'a routing number of zeros', 3, change(3, 4, '000000000')],
  ['account', 'an account number of zeros', 3, change(3, 13, '00000'.padEnd(17))],
  ['account', 'a blank account number', 3, change(3, 13, ' '.repeat(17))],
  ['amount', 'an amount of 0', 3, one({ cents: 0 })],
  ['amount', 'a prenote with an amount', 3, one({ code: '23', cents: 1 })],
  ['name', 'a PPD debit without a name', 3, one({ code: '27', name: '' })],
  ['name', 'a WEB debit without a name', 3, web({ code: '27', name: '' })],
  ['payment_type', 'a payment type that does not exist', 3, web({ code: '27', data: 'X' })],
  ['addenda_indicator', 'an indicator that denies addenda', 4, change(4, 79, '0')],
  ['addenda_indicator', 'an indicator of addenda that are not there', 3, change(3, 79, '1')],
  ['addenda_indicator', 'an indicator of 2', 3, change(3, 79, '2')],
  ['addenda_type', 'addenda of an unknown type', 5, change(5, 2, '10')],
  [
    'addenda_count',
    'two addenda',
    3,
    one({
      addenda: [
        { type: '05', text: 'A' },
        { type: '05', text: 'B' },
      ],
    }),
  ],
  ['addenda_sequence', 'addenda that begin with 2', 5, change(5, 87, '2')],
  ['addenda_trace', 'addenda of another entry', 5, change(5, 94, '9')],
  ['addenda_trace', 'a return with another trace number', 4, change(4, 1, '799')],
  ['trace_order', 'descending trace numbers', 4, one({ sequence: 2 }, { sequence: 1 })],
  ['trace_order', 'a trace number twice', 4, one({ sequence: 2 }, { sequence: 2 })],
  ['trace_odfi', 'a trace number of another bank', 3, change(3, 80, '02')],
  ['batch_entry_count', 'one entry too many', 6, change(6, 10, '4')],
  ['batch_hash', 'another hash', 6, change(6, 20, '9')],
  ['batch_debits', 'a debit total of one cent more', 9, change(9, 32, '1')],
  ['batch_credits', 'a credit total of one cent more', 6, change(6, 44, '1')],
  ['batch_control', 'another service class', 6, change(6, 2, '225')],
  ['batch_control', 'another company', 6, change(6, 45, '9')],
  ['batch_control', 'another bank', 6, change(6, 80, '1')],
  ['batch_control', 'another batch number', 6, change(6, 94, '2')],
  ['file_batch_count', 'one batch too many', 10, change(10, 7, '3')],
  ['file_entry_count', 'one entry too many', 10, change(10, 21, '5')],
  ['file_hash', 'another hash', 10, change(10, 31, '0')],
  ['file_debits', 'a debit total of one cent more', 10, change(10, 43, '1')],
  ['file_credits', 'a credit total of one cent more', 10, change(10, 55, '1')],
  ['block_count', 'one block too many', 10, change(10, 13, '2')],
  [
    'odfi',
    'another originating bank',
    2,
    withLines((lines) => lines.map((each, at) => (at === 0 ? each : each.replaceAll('09100001', '02100002')))),
  ],
  ['company_id', 'a company of somebody else', 2, batch({ companyId: '9999999999' })],
  ['description_case', 'a reversal in lower case', 2, batch({ description: 'Reversal' })],
  ['effective_date', 'a Saturday', 2, batch({ effectiveDate: '260718' })],
  ['effective_date', 'a holiday', 2, batch({ effectiveDate: '260907' })],
  ['effective_date', 'a date in 31 days', 2, batch({ effectiveDate: '260817' })],
  [
    'same_day_limit',
    'a same-day entry of one cent over a million dollars',
    3,
    companyFile({ batches: [{ header: { effectiveDate: '260715' }, entries: [{ cents: 100_000_001 }] }] }),
  ],
  ['web_to_company', 'a WEB debit from a company by its name', 3, web({ code: '27', name: 'ACME TOOLS LLC' })],
  ['web_to_company', 'a WEB debit from a company by its account', 3, web({ code: '27', account: '555' })],
  ['forward_entry', 'a return from a company', 3, one({ code: '21', addenda: [RETURNED] })],
  ['duplicate_file', 'the file of an hour ago', 1, sound, before(sound, WEDNESDAY - DAY_MS / 24)],
  ['modifier_reused', 'another file with the modifier', 1, one({ sequence: 99 }), before(sound, WEDNESDAY - 1000)],
  [
    'trace_reused',
    'a trace number of 59 days ago',
    3,
    companyFile({ header: { modifier: 'B' }, batches: [{ entries: [{ sequence: 3 }] }] }),
    before(sound, WEDNESDAY - 59 * DAY_MS),
  ],
  [
    'trace_reused',
    'a trace number in two batches',
    6,
    companyFile({ batches: [{ entries: [{ sequence: 5 }] }, { entries: [{ sequence: 5 }] }] }),
  ],
];

describe('the bank refuses a file with', () => {
  it.each(broken)('%s: %s in line %i', (...[rule, , line, file, history]) => {
    expect(problemsOf(file, history)).toContainEqual(expect.objectContaining({ rule, line }));
  });

  it('each of its rules by an example', () => {
    expect(new Set(broken.map(([rule]) => rule))).toEqual(new Set(Object.keys(bankRules)));
  });

  it('up to 20 problems at once', () => {
    const file = companyFile({ batches: [{ entries: Array.from({ length: 30 }, () => ({ name: '' })) }] });
    expect(problemsOf(file)).toHaveLength(20);
  });
});

describe('the bank accepts', () => {
  it.each<[string, Buffer, FileHistory?]>([
    ['the sound file', sound],
    ['a file with prenotes', one({ code: '23', cents: 0 }, { code: '38', cents: 0 })],
    ['a CCD batch without names', companyFile({ batches: [{ header: { sec: 'CCD' }, entries: [{ name: '' }] }] })],
    ['an effective date in 30 days', batch({ effectiveDate: '260814' })],
    ['an effective date that is past', batch({ effectiveDate: '260714' })],
    [
      'a same-day entry of a million dollars',
      companyFile({ batches: [{ header: { effectiveDate: '260715' }, entries: [{ cents: 100_000_000 }] }] }),
    ],
    ['a next-day entry over a million dollars', one({ cents: 100_000_001 })],
    ['a reserved description in capitals', batch({ description: 'REVERSAL' })],
    ['a description of its own in any case', batch({ description: 'Rent July' })],
    [
      'the same totals under another modifier',
      changed(one({ sequence: 9 }), 1, { column: 34, text: 'B' }),
      before(one({}), WEDNESDAY - 1000),
    ],
    [
      'a trace number of 61 days ago',
      companyFile({ header: { modifier: 'B' }, batches: [{ entries: [{ sequence: 3 }] }] }),
      before(sound, WEDNESDAY - 61 * DAY_MS),
    ],
    ['a mixed batch', one({ code: '22' }, { code: '37' })],
  ])('%s without a problem', (_, file, ...[history]) => {
    expect(problemsOf(file, history)).toEqual([]);
  });
});
