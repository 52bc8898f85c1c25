import {
  ACH_ODFI,
  achLines,
  addenda05,
  addenda98,
  addenda99,
  asFile,
  type BatchLines,
  type EntryLines,
  padded,
  padding,
  traceOf,
} from './ach-lines.js';

/** Two batches, one of them with an addenda record, in ten lines. */
const two: readonly BatchLines[] = [
  { entries: [{ code: 22, amount: 500 }, { amount: 1_250 }] },
  { sec: 'CCD', entries: [{ code: 32, amount: 75, addenda: [addenda05(1)] }] },
];
const plain = achLines(two);
/** Six lines, so that a block must be filled. */
const short = achLines(two.slice(0, 1));

const back = (code: number, addenda: string, more: EntryLines = {}): EntryLines => ({
  code,
  addenda: [addenda],
  ...more,
});
const one = (entry: EntryLines, batch: Partial<BatchLines> = {}) => achLines([{ ...batch, entries: [entry] }]);
const returned = (addenda: string, more: EntryLines = {}) => one(back(26, addenda, more), { settlementDate: '328' });
const changed = (addenda: string, more: EntryLines = {}) =>
  one(back(21, addenda, { amount: 0, ...more }), { sec: 'COR', settlementDate: '328' });

const edit = (lines: readonly string[], line: number, change: (text: string) => string) =>
  lines.map((text, at) => (at === line - 1 ? change(text) : text));
/** Puts text at a column, from 1. */
const put = (column: number, text: string) => (line: string) =>
  line.slice(0, column - 1) + text + line.slice(column - 1 + text.length);
const at = (line: number, column: number, text: string) => asFile(edit(plain, line, put(column, text)));
const mark = Buffer.from([0xef, 0xbb, 0xbf]);
const blanks = ' '.repeat(94);
const block = Array.from({ length: 10 }, () => padding);
const without = (lines: readonly string[], ...dropped: number[]) =>
  lines.filter((_, place) => !dropped.includes(place + 1));
const withLine = (lines: readonly string[], line: number, text: string) => [
  ...lines.slice(0, line - 1),
  text,
  ...lines.slice(line - 1),
];

/** A company id of nine characters, on the left in the header and on the right in the control. */
const nine = achLines(two.map((batch) => ({ ...batch, companyId: '123456789' })));
const spaced = edit(nine, 5, put(45, ' 123456789'));
const international = achLines([{ sec: 'IAT', entries: [{ account: '0007', addenda: ['710'.padEnd(94)] }] }]);

export interface ValidAchFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly accept?: readonly string[];
  /** Batches, entries, debit cents, credit cents. */
  readonly expected: readonly [batches: number, entries: number, debit: number, credit: number];
}

const ofTwo = [2, 3, 1_250, 575] as const;
const ofShort = [1, 2, 1_250, 500] as const;
const valid = (name: string, bytes: Buffer, expected: ValidAchFile['expected'] = ofTwo): ValidAchFile => ({
  name,
  bytes,
  expected,
});
const waived = (name: string, bytes: Buffer, accept: readonly string[]): ValidAchFile => ({
  ...valid(name, bytes),
  accept,
});
const aReturn = (name: string, lines: readonly string[]) => valid(name, asFile(padded(lines)), [1, 1, 1_000, 0]);
const aChange = (name: string, lines: readonly string[]) => valid(name, asFile(padded(lines)), [1, 1, 0, 0]);
const anEntry = (name: string, entry: EntryLines, batch: Partial<BatchLines> = {}) => {
  const { code = 27, amount = 1_000 } = entry;
  const sums = code % 10 >= 5 ? ([amount, 0] as const) : ([0, amount] as const);
  return valid(name, asFile(one(entry, batch)), [1, 1, ...sums]);
};

export const validAchFiles: readonly ValidAchFile[] = [
  valid('padded to blocks of ten', asFile(padded(short)), ofShort),
  valid('not padded', asFile(short), ofShort),
  valid('of exactly one block', asFile(plain)),
  valid(
    'padded with another block, which the control counts',
    asFile([...padded(edit(short, 6, put(8, '000002'))), ...block]),
    ofShort,
  ),
  valid('padded with another block, which the control leaves out', asFile([...padded(short), ...block]), ofShort),
  valid('with lines that end in CR LF', asFile(padded(short), '\r\n'), ofShort),
  valid('with lines that end in CR', asFile(padded(short), '\r'), ofShort),
  valid('without line ends', asFile(padded(short), ''), ofShort),
  valid('without line ends or padding', asFile(plain, '')),
  valid('without line ends, but one after each block', asFile([padded(short).join('')]), ofShort),
  valid('with a last line that does not end', Buffer.from(plain.join('\n'), 'latin1')),
  valid(
    'with empty lines',
    asFile(
      plain.flatMap((line) => [line, '']),
      '\n',
    ),
  ),
  valid('with empty lines at the beginning', asFile(['', '', ...plain])),
  valid('with blank lines at the end', asFile([...plain, '   ', ''])),
  valid('with blanks after each record', asFile(plain.map((line) => `${line}     `))),
  valid('with blanks stripped from the header', asFile(edit(plain, 1, (line) => line.trimEnd()))),
  valid('with blanks stripped from the control', asFile(edit(plain, plain.length, (line) => line.trimEnd()))),
  valid('with blanks stripped from a control that ends the file', Buffer.from(plain.join('\r\n').trimEnd(), 'latin1')),
  valid('without a creation time', at(1, 30, '    ')),
  valid('without a modifier', at(1, 34, ' ')),
  valid('with a modifier that is a digit', at(1, 34, '7')),
  valid('with ten digits as destination', at(1, 4, '0091000019')),
  valid('with characters above 0x7F in a name', at(3, 55, 'Jos\u00e9 N\u00fa\u00f1ez')),
  valid('with anything in reserved columns', at(plain.length, 56, 'AS THE BANK LIKES')),
  valid('with a message authentication code', at(5, 55, 'ABCDEF0123456789XYZ')),
  valid('with a byte order mark', Buffer.concat([mark, asFile(plain)])),
  valid(
    'with a line of blanks before its batches and at its end',
    asFile([plain[0]!, blanks, ...plain.slice(1), blanks]),
  ),
  valid('that ends as DOS ends files', Buffer.concat([asFile(plain), Buffer.from('\x1a\r\n')])),
  valid(
    'that ends as DOS ends files, in its last line',
    Buffer.concat([asFile(plain).subarray(0, -1), Buffer.from('\x1a')]),
  ),
  valid('that ends with blanks and the end-of-file of DOS', Buffer.concat([asFile(plain), Buffer.from('   \x1a')])),
  valid('filled with NUL', Buffer.concat([asFile(plain), Buffer.alloc(512)])),
  valid('without line ends, filled with NUL', Buffer.concat([asFile(plain, ''), Buffer.alloc(700)])),
  valid(
    'with entries that the bank marked as rejected',
    asFile(edit(edit(plain, 4, put(80, 'REJ06030')), 7, put(80, 'REJ09999'))),
  ),
  valid(
    'with a batch that the bank marked as rejected',
    asFile([2, 3, 4, 5].reduce((lines, line) => edit(lines, line, put(80, 'REJ06030')), plain)),
  ),
  valid('with the settlement date of a leap year', at(2, 76, '366')),
  valid('with a company id to the right in a control', asFile(spaced)),
  anEntry('of a prenote', { code: 28, amount: 0 }),
  anEntry('of credits only, in their class', { code: 22 }, { serviceClass: 220 }),
  anEntry('of debits only, in their class', { code: 37 }, { serviceClass: 225 }),
  anEntry('of WEB, with its payment type', { discretionary: 'S ' }, { sec: 'WEB' }),
  anEntry('of CCD without a name', { name: '' }, { sec: 'CCD' }),
  anEntry('of a loan', { code: 52 }),
  valid(
    'with a hash of more than ten digits, of which the last ten count',
    asFile(achLines([{ entries: Array.from({ length: 150 }, () => ({ routing: '999999992' })) }])),
    [1, 150, 150_000, 0],
  ),
  anEntry('of the greatest amount', { amount: 9_999_999_999 }),
  aReturn('of a return', returned(addenda99())),
  aReturn('of a return because of a death', returned(addenda99({ code: 'R15', dateOfDeath: '261101' }))),
  aReturn('of a return without the original trace number', returned(addenda99({ original: '' }))),
  aReturn('of a return without a name', returned(addenda99(), { name: '' })),
  aReturn('of a dishonored return', returned(addenda99({ code: 'R68', information: `   ${traceOf(9)}32801` }))),
  aReturn(
    'of a contested return',
    returned(addenda99({ code: 'R73', information: `328${traceOf(9)}32801${traceOf(8)}32968` })),
  ),
  aChange('of a notification of change', changed(addenda98())),
  aChange('of a notification with an unknown code', changed(addenda98({ code: 'C99' }))),
  aChange('of a refused notification of change', changed(addenda98({ code: 'C61', data: '1918171614' }))),
  valid('with an IAT batch', asFile(international), [1, 0, 1_000, 0]),
  valid(
    'with an IAT batch whose control names no company',
    asFile(edit(international, 5, put(45, ' '.repeat(10)))),
    [1, 0, 1_000, 0],
  ),
  valid(
    'with a CTX batch of several addenda',
    asFile(achLines([{ sec: 'CTX', entries: [{ addenda: [addenda05(1), addenda05(1)] }] }])),
    [1, 0, 1_000, 0],
  ),
  waived('without a file header', asFile(without(plain, 1)), ['missing_file_header']),
  waived('without a file control', asFile(without(plain, plain.length)), ['missing_file_control']),
  waived('without a file control, but with padding', asFile([...without(plain, plain.length), padding]), [
    'missing_file_control',
  ]),
  waived('without a batch control', asFile(without(plain, 5)), ['missing_batch_control']),
  waived('without any control', asFile(without(plain, 5, 9, 10)), ['missing_batch_control', 'missing_file_control']),
  waived(
    'with batches in another order',
    asFile(
      achLines([
        { ...two[0]!, number: 7 },
        { ...two[1]!, number: 7 },
      ]),
    ),
    ['unordered_batches'],
  ),
  waived('with another service class in a control', at(5, 2, '225'), ['unequal_service_class']),
  waived('with another company in a control', at(5, 45, '9999999999'), ['company_id_mismatch']),
  waived('with trace numbers in another order', at(4, 88, '0000000'), ['foreign_trace']),
  waived('with a blank creation date', at(1, 24, '      '), ['odd_file_header']),
  waived('with a modifier in lower case', at(1, 34, 'a'), ['odd_file_header']),
  waived('with a blank effective date', at(2, 70, '      '), ['odd_batch_header']),
  waived('with a blank originator status', at(2, 79, ' '), ['odd_batch_header']),
  waived('with the settlement day 000', at(2, 76, '000'), ['odd_settlement_day']),
  waived('with a settlement day of letters', at(2, 76, 'NOV'), ['odd_settlement_day']),
  waived('with a NUL in a name', at(3, 60, '\0'), ['control_characters']),
  { ...aReturn('with an unknown return code', returned(addenda99({ code: 'R99' }))), accept: ['unknown_return_codes'] },
  { ...valid('without batches', asFile(achLines([])), [0, 0, 0, 0]), accept: ['zero_batches'] },
];

export interface BrokenAchFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly accept?: readonly string[];
  /** The first diagnostic: line, rule and field. */
  readonly expected: readonly [line: number, rule: string, field?: string | null];
}

const broken = (name: string, bytes: Buffer, expected: BrokenAchFile['expected']): BrokenAchFile => ({
  name,
  bytes,
  expected,
});
const last = plain.length;

export const brokenAchFiles: readonly BrokenAchFile[] = [
  broken('nothing at all', Buffer.alloc(0), [1, 'empty_file', null]),
  broken('line ends only', Buffer.from('\n\n\r\n'), [1, 'empty_file', null]),
  broken('no batches', asFile(achLines([])), [2, 'zero_batches', null]),
  broken('a text that is no NACHA file', Buffer.from('%PDF-1.7 hello'), [1, 'line_length', null]),
  broken('a record type that does not exist', at(3, 1, '4'), [3, 'record_type', 'record_type']),
  broken('a line of 93 characters', asFile(edit(plain, 3, (line) => line.slice(0, 93))), [3, 'line_length', null]),
  broken('a line of 95 characters', asFile(edit(plain, 3, (line) => `${line}X`)), [3, 'line_length', null]),
  broken('a first line of 95 characters', asFile(edit(plain, 1, (line) => `${line}X`)), [1, 'line_length', null]),
  broken('text after trailing blanks', asFile(edit(plain, 4, (line) => `${line}   X`)), [4, 'line_length', null]),
  broken('a batch control without its blanks', asFile(edit(plain, 5, (line) => line.slice(0, 54))), [
    5,
    'line_length',
    null,
  ]),
  broken('a tab in a name', at(3, 60, '\t'), [3, 'character', 'individual_name']),
  broken('a NUL in an account number', at(3, 14, '\0'), [3, 'character', 'account_number']),
  broken('a DEL in a company name', at(2, 6, '\x7f'), [2, 'character', 'company_name']),
  broken(
    'UTF-8 that makes a line longer',
    Buffer.from(asFile(edit(plain, 3, put(55, 'Jos\u00e9'))).toString('latin1'), 'utf8'),
    [3, 'line_length', null],
  ),
  broken('another priority code', at(1, 2, '02'), [1, 'constant', 'priority']),
  broken('another record size', at(1, 35, '095'), [1, 'constant', 'record_size']),
  broken('another blocking factor', at(1, 38, '11'), [1, 'constant', 'blocking_factor']),
  broken('another format code', at(1, 40, '2'), [1, 'constant', 'format_code']),
  broken('a creation date with a letter', at(1, 24, '2611O3'), [1, 'digits', 'creation_date']),
  broken('a creation date in month 13', at(1, 24, '261301'), [1, 'calendar_date', 'creation_date']),
  broken('February 29 of a year without it', at(1, 24, '270229'), [1, 'calendar_date', 'creation_date']),
  broken('a creation time of 24:00', at(1, 30, '2400'), [1, 'time_of_day', 'creation_time']),
  broken('half a creation time', at(1, 30, '09  '), [1, 'digits', 'creation_time']),
  broken('a modifier in lower case', at(1, 34, 'a'), [1, 'file_id_modifier', 'file_id_modifier']),
  broken('no file header', asFile(without(plain, 1)), [1, 'missing_file_header', null]),
  broken('no file control', asFile(without(plain, last)), [9, 'missing_file_control', null]),
  broken('padding instead of a file control', asFile([...without(plain, last), padding]), [
    10,
    'missing_file_control',
    null,
  ]),
  broken('no batch control', asFile(without(plain, 5)), [5, 'missing_batch_control', null]),
  broken('two file headers', asFile(withLine(plain, 2, plain[0]!)), [2, 'record_order', null]),
  broken('two file controls', asFile([...plain, plain[last - 1]!]), [last + 1, 'padding', null]),
  broken(
    'NUL before its control',
    Buffer.concat([asFile(plain.slice(0, 5)), Buffer.from('\0\n'), asFile(plain.slice(5))]),
    [6, 'padding', null],
  ),
  broken('another file without its header', asFile([...plain, ...plain.slice(1)]), [last + 1, 'padding', null]),
  broken('an entry after the file control', asFile([...plain, plain[2]!]), [last + 1, 'padding', null]),
  broken('padding of 93 nines', asFile([...plain, '9'.repeat(93)]), [last + 1, 'padding', null]),
  broken('an entry before a batch', asFile(withLine(plain, 2, plain[2]!)), [2, 'record_order', null]),
  broken('an entry between batches', asFile(withLine(plain, 6, plain[2]!)), [6, 'record_order', null]),
  broken('a batch control without a batch', asFile(withLine(plain, 2, plain[4]!)), [2, 'record_order', null]),
  broken('an addenda record before an entry', asFile(withLine(plain, 3, addenda05(1))), [3, 'record_order', null]),
  broken('a batch without entries', asFile(achLines([{ entries: [] }])), [3, 'record_order', null]),
  broken('a service class for ADV', at(2, 2, '280'), [2, 'service_class', 'service_class']),
  broken('a blank service class', at(2, 2, '   '), [2, 'digits', 'service_class']),
  broken('an effective date of blanks', at(2, 70, '      '), [2, 'batch_header_digits', 'effective_entry_date']),
  broken('a settlement date of day 000', at(2, 76, '000'), [2, 'settlement_day', 'settlement_date']),
  broken('a settlement date of day 367', at(2, 76, '367'), [2, 'settlement_day', 'settlement_date']),
  broken('batch numbers that do not ascend', asFile(achLines([two[0]!, { ...two[1]!, number: 1 }])), [
    6,
    'batch_number',
    'batch_number',
  ]),
  broken('a debit in a batch of credits', asFile(one({}, { serviceClass: 220 })), [
    3,
    'service_class_direction',
    'transaction_code',
  ]),
  broken('a credit in a batch of debits', asFile(one({ code: 22 }, { serviceClass: 225 })), [
    3,
    'service_class_direction',
    'transaction_code',
  ]),
  broken('a transaction code that does not exist', at(3, 2, '25'), [3, 'transaction_code', 'transaction_code']),
  broken('a letter in a routing number', at(3, 4, '23I38010'), [3, 'digits', 'receiving_dfi']),
  broken('a blank in an amount', at(3, 30, ' 000000500'), [3, 'digits', 'amount']),
  broken('a minus in an amount', at(3, 30, '-000000500'), [3, 'digits', 'amount']),
  broken('letters in a trace number', at(3, 80, 'REJ1603O'), [3, 'digits', 'trace_number']),
  broken('a letter in an amount', at(3, 30, '00000005OO'), [3, 'digits', 'amount']),
  broken('a prenote with an amount', asFile(one({ code: 28, amount: 1 })), [3, 'zero_amount', 'amount']),
  broken('trace numbers that do not ascend', at(4, 88, '0000001'), [4, 'trace_order', 'trace_number']),
  broken('a count of entries that is off by one', at(5, 5, '000003'), [
    5,
    'entry_addenda_count',
    'entry_addenda_count',
  ]),
  broken('a batch hash that is off by one', at(5, 20, '1'), [5, 'entry_hash', 'entry_hash']),
  broken('a batch debit that is off by a cent', at(5, 32, '1'), [5, 'total_debit', 'total_debit']),
  broken('a batch credit that is off by a cent', at(5, 44, '1'), [5, 'total_credit', 'total_credit']),
  broken('another service class in a control', at(5, 2, '225'), [5, 'control_service_class', 'service_class']),
  broken('another company in a control', at(5, 45, '9999999999'), [5, 'control_company_id', 'company_id']),
  broken('another ODFI in a control', at(5, 80, '09100002'), [5, 'control_odfi', 'odfi']),
  broken('another batch number in a control', at(5, 88, '0000009'), [5, 'control_batch_number', 'batch_number']),
  broken('a count of batches that is wrong', at(last, 2, '000003'), [last, 'batch_count', 'batch_count']),
  broken('a count of blocks that is wrong', at(last, 8, '000002'), [last, 'block_count', 'block_count']),
  broken('a file count that is wrong', at(last, 14, '00000005'), [last, 'entry_addenda_count', 'entry_addenda_count']),
  broken('a file hash that is wrong', at(last, 31, '9'), [last, 'entry_hash', 'entry_hash']),
  broken('a file debit that is wrong', at(last, 43, '1'), [last, 'total_debit', 'total_debit']),
  broken('a file debit that is wrong, before padding', asFile(padded(edit(short, 6, put(43, '1')))), [
    6,
    'total_debit',
    'total_debit',
  ]),
  broken('a file credit that is wrong', at(last, 55, '9'), [last, 'total_credit', 'total_credit']),
  broken('an unknown return code', asFile(returned(addenda99({ code: 'R99' }))), [4, 'return_code', 'return_code']),
  broken('a return code in lower case', asFile(returned(addenda99({ code: 'r01' }))), [
    4,
    'code_format',
    'return_code',
  ]),
  broken('a return code without a letter', asFile(returned(addenda99({ code: '001' }))), [
    4,
    'code_format',
    'return_code',
  ]),
  broken('a notification of change with an amount', asFile(changed(addenda98(), { amount: 1 })), [
    3,
    'zero_amount',
    'amount',
  ]),
  broken(
    'a foreign batch whose totals differ',
    asFile(edit(achLines([{ sec: 'CTX', entries: [{}] }]), 4, put(32, '1'))),
    [4, 'total_debit', 'total_debit'],
  ),
  {
    ...broken('an amount that no waiver excuses', at(5, 32, '1'), [5, 'total_debit', 'total_debit']),
    accept: ['missing_batch_control', 'unequal_service_class', 'company_id_mismatch'],
  },
];

/** Files that are sound but for one entry, which is left to a person. */
export const oddAchFiles: readonly BrokenAchFile[] = [
  broken('a check digit that is wrong', at(3, 12, '5'), [3, 'check_digit', 'check_digit']),
  broken('a PPD entry without a name', asFile(one({ name: '' })), [3, 'name_missing', 'individual_name']),
  broken('an addenda indicator without addenda', at(3, 79, '1'), [3, 'addenda_indicator', 'addenda_indicator']),
  broken('addenda without their indicator', at(7, 79, '0'), [7, 'addenda_indicator', 'addenda_indicator']),
  broken('an addenda type that does not exist', asFile(edit(achLines(two), 8, put(2, '06'))), [
    8,
    'addenda_type',
    'addenda_type',
  ]),
  broken('two addenda records of an entry', asFile(one({ addenda: [addenda05(1), addenda05(1)] })), [
    5,
    'addenda_count',
    null,
  ]),
  broken('an addenda sequence of 2', at(8, 84, '0002'), [8, 'addenda_sequence', 'sequence_number']),
  broken('addenda of another entry', at(8, 88, '0000002'), [8, 'addenda_sequence', 'entry_sequence_number']),
  broken('a return with the code of a payment', asFile(one(back(27, addenda99()))), [
    3,
    'transaction_code_use',
    'transaction_code',
  ]),
  broken('a return without addenda 99', asFile(one({ code: 26 })), [3, 'transaction_code_use', 'transaction_code']),
  broken('a letter in an original trace number', asFile(returned(addenda99({ original: '09100001000000O' }))), [
    4,
    'identifying_digits',
    'original_trace',
  ]),
  broken('a notification of change in a PPD batch', asFile(one(back(21, addenda98(), { amount: 0 }))), [
    4,
    'addenda_type',
    'addenda_type',
  ]),
  broken('a COR entry without addenda', asFile(one({ code: 21, amount: 0 }, { sec: 'COR' })), [
    3,
    'addenda_type',
    'addenda_indicator',
  ]),
  broken('a returned prenote with the code of a prenote', asFile(one(back(28, addenda99(), { amount: 0 }))), [
    3,
    'transaction_code_use',
    'transaction_code',
  ]),
  broken(
    'remittance addenda before a return',
    asFile(one(back(26, addenda05(1), { addenda: [addenda05(1), addenda99()] }))),
    [5, 'addenda_mix', null],
  ),
  broken('remittance addenda in a notification of change', asFile(changed(addenda05(1))), [
    4,
    'addenda_type',
    'addenda_type',
  ]),
  broken('two return addenda', asFile(returned(addenda99(), { addenda: [addenda99(), addenda99()] })), [
    5,
    'addenda_count',
    null,
  ]),
  broken('no original receiving bank', asFile(returned(addenda99({ originalDfi: ' '.repeat(8) }))), [
    4,
    'identifying_digits',
    'original_receiving_dfi',
  ]),
  broken('letters in a date of death', asFile(returned(addenda99({ code: 'R15', dateOfDeath: '1NOV26' }))), [
    4,
    'identifying_digits',
    'date_of_death',
  ]),
  broken('a blank check digit', at(3, 12, ' '), [3, 'identifying_digits', 'check_digit']),
];

/** Twenty files of returns and notifications of change, each about entries that `sentEntries` lists. */
export const inboundAchFiles: readonly Buffer[] = Array.from({ length: 20 }, (_, number) => {
  const amount = 1_000 + number * 111;
  const original = traceOf(100 + number);
  const trace = traceOf(1, '23138010');
  const routing = `${ACH_ODFI}9`;
  const batch = { odfi: '23138010', settlementDate: '328', number: 1 };
  const isChange = number % 4 === 3;
  const entry: EntryLines = isChange
    ? back(21, addenda98({ original, trace }), { amount: 0, routing })
    : back(
        number % 2 ? 21 : 26,
        addenda99({ code: `R0${1 + (number % 9)}`, original, trace, originalDfi: '23138010' }),
        { amount, routing },
      );
  const lines = achLines([{ ...batch, sec: isChange ? 'COR' : 'PPD', entries: [entry] }]);
  return asFile(number % 3 === 0 ? padded(lines) : lines, number % 5 === 0 ? '\r\n' : '\n');
});
