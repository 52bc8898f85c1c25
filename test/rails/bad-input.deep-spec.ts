import { OperateInbound, ResolveException } from '@payments/rails';
import {
  ACH_ODFI,
  achLines,
  addenda05,
  addenda98,
  addenda99,
  asFile,
  type BatchLines,
  type EntryLines,
} from '@payments/testing';
import { InboundStage, traceOf } from '../support/rails/inbound-stage.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src', 'apps/cli/src');

const OPERATOR = { actor: 'ada', reason: 'case 4711' };
/** The bank of the account that was debited, and what it says about the debit of the stage. */
const RECEIVER = '01140153';
const returned: Parameters<typeof addenda99>[0] = {
  ...{ original: traceOf(1), originalDfi: RECEIVER, trace: `${RECEIVER}0000001` },
};
const fileOf = (entry: EntryLines, batch: Partial<BatchLines> = {}) =>
  achLines([{ odfi: RECEIVER, settlementDate: '197', ...batch, entries: [entry] }]);
const own: EntryLines = { amount: 1_001, routing: `${ACH_ODFI}9`, id: 'REF1', account: '123456789' };
const aReturn = (addenda: Partial<typeof returned> = {}, entry: EntryLines = {}, batch: Partial<BatchLines> = {}) =>
  fileOf({ ...own, code: 26, addenda: [addenda99({ ...returned, ...addenda })], ...entry }, batch);
const aChange = (addenda: Parameters<typeof addenda98>[0], entry: EntryLines = {}) =>
  fileOf(
    { ...own, code: 26, amount: 0, addenda: [addenda98({ ...addenda, trace: returned.trace! })], ...entry },
    { sec: 'COR' },
  );

/** Puts text at a column of a line, both from 1. */
const putInto = (lines: readonly string[], ...[line, column, text]: readonly [number, number, string]) =>
  lines.map((each, at) =>
    at === line - 1 ? each.slice(0, column - 1) + text + each.slice(column - 1 + text.length) : each,
  );
const put = (...place: readonly [line: number, column: number, text: string]) => putInto(aReturn(), ...place);
const without = (line: number) => aReturn().filter((_, at) => at !== line - 1);
const twice = (line: number, place: number) => aReturn().toSpliced(place, 0, aReturn()[line - 1]!);
const [ENTRY, ADDENDA, CONTROL, END] = [3, 4, 5, 6];

/** Every way in which a file of returns may be broken, by the rule that is named and the line that it is in. */
const broken: readonly (readonly [input: string, lines: readonly string[], rule: string, line: number])[] = [
  [
    '93 columns in a record 6',
    put(ENTRY, 94, '').map((line, at) => (at === 2 ? line.slice(0, 93) : line)),
    'line_length',
    ENTRY,
  ],
  ['95 columns in a record 6', aReturn().map((line, at) => (at === 2 ? `${line}X` : line)), 'line_length', ENTRY],
  ['a tab in a record 6', put(ENTRY, 60, '\t'), 'character', ENTRY],
  ['a NUL in a record 6', put(ENTRY, 14, '\0'), 'character', ENTRY],
  [
    'a name in UTF-8 that makes the record longer',
    put(ENTRY, 55, 'JOS\u00c3\u0089').map((line, at) => (at === 2 ? `${line.slice(0, 60)} ${line.slice(60)}` : line)),
    'line_length',
    ENTRY,
  ],
  ['a letter in an amount', put(ENTRY, 30, '000000100O'), 'digits', ENTRY],
  ['a blank in an amount', put(ENTRY, 30, ' 000001001'), 'digits', ENTRY],
  ['a minus in an amount', put(ENTRY, 30, '-000001001'), 'digits', ENTRY],
  ['a batch total off by one', put(CONTROL, 32, '2'), 'total_debit', CONTROL],
  ['a batch hash that is wrong', put(CONTROL, 20, '9'), 'entry_hash', CONTROL],
  ['a batch count that is wrong', put(CONTROL, 5, '000003'), 'entry_addenda_count', CONTROL],
  ['a file total off by one', put(END, 43, '2'), 'total_debit', END],
  ['a file hash that is wrong', put(END, 31, '9'), 'entry_hash', END],
  ['a file count that is wrong', put(END, 14, '00000009'), 'entry_addenda_count', END],
  ['a block count that is wrong', put(END, 8, '000009'), 'block_count', END],
  ['a record 8 without a 5', without(2), 'record_order', 2],
  ['a record 6 after the 9', twice(ENTRY, 6), 'padding', 7],
  ['two records 1', twice(1, 1), 'record_order', 2],
  ['no record 1', without(1), 'missing_file_header', 1],
  ['no record 8', without(CONTROL), 'missing_batch_control', CONTROL],
  ['no record 9', without(END), 'missing_file_control', CONTROL],
  ['the return code R99', aReturn({ code: 'R99' }), 'return_code', ADDENDA],
  ['the return code r01', aReturn({ code: 'r01' }), 'code_format', ADDENDA],
  ['a notification of change with an amount', aChange({}, { amount: 1 }), 'zero_amount', ENTRY],
  ['an automated accounting advice (ADV)', aReturn({}, {}, { sec: 'ADV', serviceClass: 280 }), 'service_class', 2],
  ['no batches', achLines([]), 'zero_batches', 2],
  ['a NUL between records', [...aReturn().slice(0, 3), '\0', ...aReturn().slice(3)], 'padding', 4],
  ['the settlement day 000', put(2, 76, '000'), 'settlement_day', 2],
  ['a blank effective date', put(2, 70, '      '), 'batch_header_digits', 2],
  ['a blank creation date', put(1, 24, '      '), 'calendar_date', 1],
];

/** What is sound, but about nothing that was sent; each with the exception that a person gets. */
const strange: readonly (readonly [input: string, lines: readonly string[], exception: string])[] = [
  ['a return without an original trace number', aReturn({ original: '' }), 'unmatched_return unknown_trace'],
  [
    'a return with the trace number of another ODFI',
    aReturn({ original: '021000020000001' }),
    'unmatched_return unknown_trace',
  ],
  ['a return of another amount', aReturn({}, { amount: 1_002 }), 'unmatched_return other_amount'],
  ['a return from another bank', aReturn({ originalDfi: '02100002' }), 'unmatched_return other_bank'],
  ['a return of a credit', aReturn({}, { code: 21 }), 'unmatched_return other_direction'],
  ['a return of another company', aReturn({}, {}, { companyId: '9234567890' }), 'unmatched_return other_company'],
  ['a return of another receiver', aReturn({}, { id: 'REF9' }), 'unmatched_return other_receiver'],
  [
    'a return with the code of a payment',
    aReturn({}, { code: 27 }),
    'unmatched_return transaction_code_use, columns 2 to 3',
  ],
  [
    'remittance addenda before a return',
    aReturn({}, { addenda: [addenda05(1), addenda99(returned)] }),
    'unmatched_return addenda_sequence, columns 88 to 94',
  ],
  [
    'a return that names no bank',
    aReturn({ originalDfi: ' '.repeat(8) }),
    'unmatched_return identifying_digits, columns 28',
  ],
  ...[21, 26, 31, 36, 41, 46, 51, 56].map(
    (code) =>
      [
        `a return without addenda, with the code ${code}`,
        fileOf({ ...own, code }),
        'unmatched_return transaction_code_use, columns 2 to 3',
      ] as const,
  ),
  ['a return with remittance addenda', fileOf({ ...own, code: 26, addenda: [addenda05(1)] }), 'unmatched_return'],
  ['a return with addenda of an odd type', putInto(aReturn(), ADDENDA, 2, '98'), 'unmatched_return addenda_type'],
  [
    'a return with the code of a payment and addenda of an odd type',
    putInto(aReturn({}, { code: 27 }), ADDENDA, 2, '98'),
    'unmatched_return addenda_type',
  ],
  ['a change without addenda', fileOf({ ...own, code: 26, amount: 0 }, { sec: 'COR' }), 'unmatched_change'],
  [
    'a change with the code of a payment',
    aChange({}, { code: 27 }),
    'unmatched_change transaction_code_use, columns 2 to 3',
  ],
  ['a dishonored return', aReturn({ code: 'R61' }), 'dishonored_return null'],
  ['a contested dishonored return', aReturn({ code: 'R71' }), 'dishonored_return null'],
  ['the change code C99', aChange({ code: 'C99' }), 'unsupported_change null'],
  ['a refused notification of change', aChange({ code: 'C61' }), 'unsupported_change null'],
  ['a change of an entry that was not sent', aChange({ original: traceOf(77) }), 'unmatched_change unknown_trace'],
  ['an entry to an account of ours', fileOf({ ...own, code: 22 }), 'incoming_entry null'],
  [
    'an international entry (IAT)',
    fileOf({ account: '0007', addenda: ['710'.padEnd(94)] }, { sec: 'IAT' }),
    'foreign_batch null',
  ],
  ['an entry with many addenda (CTX)', fileOf({ addenda: [addenda05(1)] }, { sec: 'CTX' }), 'foreign_batch null'],
  [
    'an enrollment (ENR)',
    fileOf({ code: 23, amount: 0, addenda: [addenda05(1)] }, { sec: 'ENR' }),
    'foreign_batch null',
  ],
];

describe('bad input from a bank', () => {
  let stage: InboundStage;
  beforeAll(async () => {
    stage = await InboundStage.start({ settings: { acknowledgment: 'none' } });
    await stage.send([{ cents: 1_001, side: 'source' }], { toBank: false });
  });
  afterAll(() => stage.stop());

  let count = 0;
  const receive = async (bytes: Buffer) => {
    stage.bank.putOutbound(`bad-${(count += 1)}.ach`, bytes);
    await stage.receive();
    const [file] = await stage.inbound();
    const exceptions = (await stage.exceptions()).filter(({ inbound_id }) => inbound_id === file!.id);
    return { file: file!, exceptions: exceptions.map(({ kind, detail }) => `${kind} ${detail}`) };
  };
  const isApplied = async () => ({ results: await stage.results(), entries: await stage.entries() });
  const nothing = { results: [], entries: [expect.objectContaining({ state: 'accepted', code: null })] };

  it.each(broken)(
    '%s: quarantine, with the rule and the line, and all of it is kept',
    async (...[, lines, rule, line]) => {
      const { file, exceptions } = await receive(asFile(lines));
      expect(file.state).toBe('quarantined');
      expect(file.diagnostics).toContainEqual(expect.objectContaining({ rule, line }));
      expect([exceptions, file.document_id]).toEqual([[], expect.any(String)]);
      expect(await isApplied()).toEqual(nothing);
    },
  );

  it.each(strange)('%s: an exception, and no effect', async (_, lines, exception) => {
    // The same return in two files is one exception, so each has a trace number of its own.
    const trace = `${RECEIVER}${String(count + 100).padStart(7, '0')}`;
    const { file, exceptions } = await receive(asFile(lines.map((line) => line.replaceAll(returned.trace!, trace))));
    expect([file.state, file.diagnostics, exceptions]).toEqual(['applied', null, [expect.stringContaining(exception)]]);
    expect(await isApplied()).toEqual(nothing);
  });

  it('an empty file: ignored', async () => {
    expect((await receive(Buffer.alloc(0))).file).toMatchObject({ state: 'ignored' });
    expect(await isApplied()).toEqual(nothing);
  });

  it('no batches, waived: ignored', async () => {
    const { file } = await receive(asFile(achLines([]), '\r\n'));
    await stage.get(OperateInbound).retry(file.id, ['zero_batches'], OPERATOR);
    await stage.receive();
    expect((await stage.inbound())[0]).toMatchObject({ id: file.id, state: 'ignored', waived: ['zero_batches'] });
    expect(await isApplied()).toEqual(nothing);
  });

  it.each(['missing_file_header', 'missing_batch_control', 'missing_file_control'] as const)(
    '%s, waived: applied once, whichever file comes first',
    async (waiver) => {
      const dropped = { missing_file_header: 1, missing_batch_control: CONTROL, missing_file_control: END };
      const { file } = await receive(asFile(without(dropped[waiver]), '\r\n'));
      await stage.get(OperateInbound).retry(file.id, [waiver], OPERATOR);
      await stage.receive();
      expect((await stage.inbound())[0]).toMatchObject({ id: file.id, state: 'applied', waived: [waiver] });
      expect(await stage.results()).toMatchObject([{ kind: 'returned', code: 'R01' }]);
    },
  );
});

describe('a return or change with an effect', () => {
  let stage: InboundStage;
  beforeEach(async () => {
    stage = await InboundStage.start({ settings: { acknowledgment: 'none' } });
  });
  afterEach(() => stage.stop());

  const receive = async (lines: readonly string[]) => {
    stage.bank.putOutbound('file.ach', asFile(lines));
    await stage.receive();
    return (await stage.exceptions()).map(({ kind }) => kind);
  };

  it('before the acknowledgment of its file: the bank has the entry', async () => {
    await stage.send([{ cents: 1_001, side: 'source', state: 'filed' }], { toBank: false });
    expect(await receive(aReturn())).toEqual([]);
    expect(await stage.entries()).toMatchObject([{ state: 'returned', code: 'R01' }]);
    expect((await stage.results()).map(({ kind }) => kind)).toEqual(['returned']);
  });

  it('with the code of a payment is applied once a person names its entry', async () => {
    await stage.send([{ cents: 1_001, side: 'source' }], { toBank: false });
    expect(await receive(aReturn({}, { code: 27 }))).toEqual(['unmatched_return']);
    const [{ end_to_end_id }] = (await stage.service.database.query('SELECT end_to_end_id FROM rails.entries')) as [
      { end_to_end_id: string },
    ];
    const [exception] = await stage.exceptions();
    await stage.get(ResolveException).match(exception!.id, { endToEndId: end_to_end_id }, OPERATOR);
    expect(await stage.entries()).toMatchObject([{ state: 'returned', code: 'R01' }]);
    expect(await stage.exceptions()).toEqual([]);
  });

  it.each(['R03', 'R67'])('with the code %s and addenda of an odd type is booked for nobody', async (code) => {
    await stage.send([{ cents: 1_001, side: 'source' }], { toBank: false });
    expect(await receive(putInto(aReturn({ code }), ADDENDA, 2, '98'))).toEqual(['unmatched_return']);
    const [exception] = await stage.exceptions();
    expect(exception).toMatchObject({ code: null, direction: null, amount: 1_001 });
    const booking = stage.get(ResolveException).book(exception!.id, stage.enterprises[0]!, OPERATOR);
    await expect(booking).rejects.toThrow('no code that says which way it went');
  });

  it('that names neither its entry nor its day is another one in the file of another day', async () => {
    const counts: number[] = [];
    for (const made of ['2611230905', '2611240905', '2611241505']) {
      const lines = putInto(aReturn({ original: '' }, {}, { settlementDate: '   ' }), 1, 24, made);
      stage.bank.putOutbound(`${made}.ach`, asFile(lines));
      await stage.receive();
      counts.push((await stage.exceptions()).length);
    }
    expect(counts).toEqual([1, 2, 2]);
    expect((await stage.inbound()).map(({ state }) => state)).toEqual(Array(3).fill('applied'));
  });

  it('with the settlement day 000, waived, happened when its file was made', async () => {
    await stage.send([{ cents: 1_001, side: 'source', state: 'filed' }], { toBank: false });
    expect(await receive(put(2, 76, '000'))).toEqual([]);
    const [file] = await stage.inbound();
    await stage.get(OperateInbound).retry(file!.id, ['odd_settlement_day'], OPERATOR);
    await stage.receive();
    const [{ occurred_at }] = (await stage.results()) as [{ occurred_at: Date }];
    expect(occurred_at.toISOString()).toBe('2026-11-23T14:05:00.000Z');
  });

  const markedAs = (lines: readonly string[], mark: string, ...marked: number[]) =>
    lines.map((line, at) => (marked.includes(at + 1) ? line.slice(0, 79) + mark + line.slice(87) : line));
  const sentBack = fileOf({ ...own, code: 27 }, { odfi: ACH_ODFI });

  it.each([
    ['an entry', markedAs(sentBack, 'REJ06030', ENTRY)],
    ['a batch', markedAs(sentBack, 'REJ06030', 2, ENTRY, 4)],
  ])('of %s that the bank marked as rejected: the entry is, with the mark', async (_, lines) => {
    await stage.send([{ cents: 1_001, side: 'source' }], { toBank: false });
    expect(await receive(lines)).toEqual([]);
    expect(await stage.entries()).toMatchObject([{ state: 'rejected', code: 'FILE' }]);
    expect(await stage.results()).toMatchObject([{ kind: 'rejected', code: 'FILE', reason_text: 'REJ06030' }]);
    expect(await receive(lines.map((line) => `${line} `))).toEqual([]);
    expect(await stage.results()).toHaveLength(1);
  });

  it('of a whole file of ours of which the bank marked an entry: the others are as they were, unless they are not ours', async () => {
    await stage.send(
      [
        { cents: 1_001, side: 'source' },
        { cents: 1_002, side: 'source' },
      ],
      { toBank: false },
    );
    const entries = [1_001, 1_002, 1_003].map((amount, at) => ({ ...own, amount, code: 27, sequence: at + 1 }));
    const lines = achLines([{ odfi: ACH_ODFI, settlementDate: '   ', entries }]);
    expect(await receive(markedAs(lines, 'REJ06030', ENTRY))).toEqual(['incoming_entry']);
    expect((await stage.entries()).map(({ state }) => state).sort()).toEqual(['accepted', 'rejected']);
    // The same file without a mark says nothing of them.
    expect(await receive(lines)).toEqual(['incoming_entry', 'incoming_entry', 'incoming_entry']);
  });

  it('of entries that the bank marked as rejected is read where acknowledgments come, and returns are not', async () => {
    const inbound = [{ directory: '/outbound', kinds: ['ack'], stable_seconds: 0 }];
    await stage.stop();
    stage = await InboundStage.start({ settings: { acknowledgment: 'none' }, profile: { inbound } });
    await stage.send([{ cents: 1_001, side: 'source' }], { toBank: false });
    expect(await receive(aReturn())).toEqual([]);
    expect((await stage.inbound())[0]).toMatchObject({ state: 'quarantined', diagnostics: [{ rule: 'kind' }] });
    expect(await receive(markedAs(sentBack, 'REJ06030', ENTRY))).toEqual([]);
    expect(await stage.entries()).toMatchObject([{ state: 'rejected' }]);
  });

  it('of an entry with another amount that the bank marked as rejected: an exception', async () => {
    await stage.send([{ cents: 1_002, side: 'source' }], { toBank: false });
    expect(await receive(markedAs(sentBack, 'REJ06030', ENTRY))).toEqual(['unknown_entry']);
    expect(await stage.entries()).toMatchObject([{ state: 'accepted' }]);
  });

  it.each([
    ['the same name', 'whole.ach', 300],
    ['another name', 'half.ach', 300],
  ])('after the first part of its file, under %s: the quarantine of the part ends', async (_, name, bytes) => {
    await stage.send([{ cents: 1_001, side: 'source' }], { toBank: false });
    const whole = asFile(aReturn());
    const other = asFile(aReturn({ original: traceOf(77) }));
    stage.bank.putOutbound('other.ach', other.subarray(0, other.length - 60));
    stage.bank.putOutbound(name, whole.subarray(0, bytes));
    await stage.receive();
    expect((await stage.inbound()).map(({ state }) => state)).toEqual(['quarantined', 'quarantined']);
    stage.bank.putOutbound('whole.ach', whole);
    await stage.receive();
    const [applied, ...others] = await stage.inbound();
    expect(applied).toMatchObject({ name: 'whole.ach', state: 'applied' });
    expect(others.find((file) => file.name === name)).toMatchObject({
      ...{ state: 'discarded', reason: `all of it came as ${applied!.id}` },
    });
    expect(others.find((file) => file.name === 'other.ach')).toMatchObject({ state: 'quarantined' });
    expect(await stage.entries()).toMatchObject([{ state: 'returned' }]);
  });

  it('in the second of two files of one delivery is applied', async () => {
    await stage.send([{ cents: 1_001, side: 'source' }], { toBank: false });
    const other = aReturn({ original: traceOf(77), trace: `${RECEIVER}0000002` });
    expect(await receive([...other, ...aReturn()])).toEqual(['unmatched_return']);
    expect((await stage.inbound())[0]).toMatchObject({ state: 'applied', batches: 2, entries: 2 });
    expect(await stage.entries()).toMatchObject([{ state: 'returned' }]);
  });

  it('notification of change with one field that can be read: told with it, and an exception about the rest', async () => {
    await stage.send([{ cents: 1_001, side: 'source' }], { toBank: false });
    const change = aChange({ code: 'C06', data: '123456789 111       37' });
    expect(await receive(putInto(change, ADDENDA, 28, RECEIVER))).toEqual(['change_without_correction']);
    expect(await stage.results()).toMatchObject([{ code: 'C06', correction: { account_type: 'savings' } }]);
  });

  it.each([
    ['blanks in the account', '   '],
    ['a routing number with a wrong checksum', '021000020'],
  ])('notification of change with %s: told without a correction, and an exception', async (_, data) => {
    await stage.send([{ cents: 1_001, side: 'source' }], { toBank: false });
    const code = data.trim() === '' ? 'C01' : 'C02';
    const change = putInto(aChange({ code, data }), ADDENDA, 28, RECEIVER);
    expect(await receive(change)).toEqual(['change_without_correction']);
    const [result, ...others] = await stage.results();
    expect([result, others]).toMatchObject([{ kind: 'notification_of_change', code }, []]);
    expect(result).not.toHaveProperty('correction');
  });

  it('with the code R99, waived: returned with that code', async () => {
    await stage.send([{ cents: 1_001, side: 'source' }], { toBank: false });
    expect(await receive(aReturn({ code: 'R99' }))).toEqual([]);
    const [file] = await stage.inbound();
    expect(file!.state).toBe('quarantined');
    await stage.get(OperateInbound).retry(file!.id, ['unknown_return_codes'], OPERATOR);
    await stage.receive();
    expect(await stage.entries()).toMatchObject([{ state: 'returned', code: 'R99' }]);
    expect(await stage.results()).toMatchObject([{ kind: 'returned', code: 'R99' }]);
  });

  it('a name in UTF-8 that fits: applied', async () => {
    await stage.send([{ cents: 1_001, side: 'source' }], { toBank: false });
    expect(await receive(put(ENTRY, 55, 'JOS\u00c3\u0089  '))).toEqual([]);
    expect(await stage.entries()).toMatchObject([{ state: 'returned' }]);
  });
});
