import { BankStage, type StageOptions } from '../../../test/support/bank/bank-stage.js';
import { changed, companyFile, type EntryOptions } from '../../../test/support/bank/company-files.js';

const stages: BankStage[] = [];

function stageOf(options: StageOptions = {}): BankStage {
  const stage = new BankStage(options);
  stages.push(stage);
  return stage;
}

afterEach(() => {
  for (const stage of stages.splice(0)) stage.remove();
});

const entries = (...given: EntryOptions[]) => companyFile({ batches: [{ entries: given }] });
const credit = (cents: number): EntryOptions => ({ code: '22', cents });
const debit = (cents: number): EntryOptions => ({ code: '27', cents });

/** Codes of the returns or changes, each with the day after the receipt on which it came. */
function outcomesOf(kind: 'return' | 'change', entry: EntryOptions): string[] {
  const stage = stageOf();
  stage.send(entries(entry));
  const found: string[] = [];
  for (let day = 1; day <= 10; day++) {
    const before = stage.answered(kind).length;
    stage.pass(1);
    for (const { addenda } of stage.answered(kind).slice(before)) {
      found.push(`${'code' in addenda ? addenda.code : ''} on day ${day}`);
    }
  }
  return found;
}

describe('the simulated bank, by the cents of an amount,', () => {
  it.each<[string, EntryOptions, string[]]>([
    ['01 returns a debit', debit(1001), ['R01 on day 2']],
    ['01 leaves a credit', credit(1001), []],
    ['02 returns a credit', credit(1002), ['R02 on day 2']],
    ['02 leaves a debit', debit(1002), []],
    ['03 returns a credit', credit(1003), ['R02 on day 2']],
    ['03 returns a debit after five banking days', debit(1003), ['R10 on day 6']],
    ['08 returns a debit after five banking days', debit(1008), ['R10 on day 6']],
    ['08 leaves a credit', credit(1008), []],
    ['09 returns a debit', debit(1009), ['R03 on day 3']],
    ['09 returns a credit', credit(1009), ['R03 on day 3']],
    ['05 returns nothing', debit(1005), []],
    ['26 returns nothing', debit(1026), []],
    ['00 returns nothing', debit(1000), []],
    ['02 leaves a prenote', { code: '23', cents: 0 }, []],
  ])('%s', (_, entry, expected) => {
    expect(outcomesOf('return', entry)).toEqual(expected);
  });

  it.each<[string, EntryOptions, string[]]>([
    ['05 notifies of a change of a debit', debit(1005), ['C01 on day 2']],
    ['05 notifies of a change of a credit', credit(1005), ['C01 on day 2']],
    ['09 notifies of a change before the return', credit(1009), ['C01 on day 2']],
    ['01 notifies of nothing', debit(1001), []],
  ])('%s', (_, entry, expected) => {
    expect(outcomesOf('change', entry)).toEqual(expected);
  });

  it.each([
    ['26 refuses a debit', debit(1026)],
    ['27 refuses a credit', credit(1027)],
  ])('%s in the acknowledgment, and never settles it', (_, entry) => {
    const stage = stageOf();
    stage.send(entries(entry, { ...entry, cents: 700 }));
    stage.pass(5);
    expect(stage.text('acknowledgment-000001.txt')).toBe(
      `FILE a.ach ACCEPTED entries=2 debit=${entry.code === '27' ? 1726 : 0} credit=${entry.code === '22' ? 1727 : 0}\n` +
        'ENTRY 091000010000001 REJECTED R03\n',
    );
    expect(stage.bank.books.lines.map(({ cents }) => cents)).toEqual([700]);
  });
});

describe('the returns and changes of the simulated bank', () => {
  it('repeat the entry under the name of the receiving bank, with its original trace number', () => {
    const stage = stageOf();
    stage.send(entries({ ...credit(1002), account: 'ABC-123', identification: 'REF77' }));
    stage.pass(2);
    const [answer] = stage.answered('return');
    expect(stage.answers('return')[0]?.header).toMatchObject({
      destination: '1234567890',
      origin: ' 091000019',
      originName: 'FIRST BANK',
      destinationName: 'ACME CORP',
    });
    // Settled on Thursday, day 197, and returned on Friday.
    expect(answer?.header).toMatchObject({
      originDfi: '01140153',
      settlementDay: '198',
      companyId: '1234567890',
      sec: 'PPD',
      serviceClass: '220',
    });
    expect(answer?.entry).toMatchObject({
      code: '21',
      rdfi: '09100001',
      account: 'ABC-123',
      cents: 1002,
      identification: 'REF77',
      name: 'JANE DOE',
      trace: '011401530000001',
    });
    expect(answer?.addenda).toEqual({
      type: '99',
      code: 'R02',
      originalTrace: '091000010000001',
      dateOfDeath: '',
      originalRdfi: '01140153',
      text: '',
    });
  });

  it('say what the account should be, in a COR batch with an amount of 0', () => {
    const stage = stageOf();
    stage.send(entries({ code: '37', cents: 1005, account: '123456789' }));
    stage.pass(2);
    const [answer] = stage.answered('change');
    expect(answer?.header.sec).toBe('COR');
    expect(answer?.entry).toMatchObject({ code: '36', cents: 0 });
    expect(answer?.addenda).toMatchObject({ type: '98', code: 'C01', corrected: '123456780' });
  });

  it('have trace numbers that never repeat, also in later files', () => {
    const stage = stageOf();
    const given = Array.from({ length: 30 }, (_, at) => ({
      cents: [1002, 1005, 1009][at % 3]!,
      rdfi: at % 2 ? '01140153' : '02100002',
    }));
    stage.send(entries(...given));
    stage.pass(4);
    const traces = [...stage.answered('return'), ...stage.answered('change')].map(({ entry }) => entry.trace);
    expect(traces).toHaveLength(40);
    expect(new Set(traces).size).toBe(40);
  });

  it('follow a rule that matches the entry, instead of its amount', () => {
    const rules = [
      { account: '42', outcomes: [{ return: 'R16', after_days: 3 }] },
      { name: 'LUCKY', outcomes: [] },
      { trace: '091000010000003', outcomes: [{ change: 'C03' }] },
      { cents: { from: 5000, to: 6000 }, direction: 'debit', outcomes: [{ refuse: 'R29' }] },
    ];
    const stage = stageOf({ settings: { rules } });
    stage.send(
      entries(
        { account: '42', cents: 1002 },
        { name: 'LUCKY', cents: 1002 },
        { account: '77' },
        { code: '27', cents: 5500 },
        { code: '22', cents: 5500 },
      ),
    );
    stage.pass(3);
    expect(stage.answered('return')).toEqual([]);
    expect(stage.answered('change')[0]?.addenda).toMatchObject({ code: 'C03', corrected: '021000021   78' });
    expect(stage.text('acknowledgment-000001.txt')).toContain('ENTRY 091000010000004 REJECTED R29\n');
    stage.pass(1);
    expect(stage.answered('return').map(({ addenda }) => addenda)).toMatchObject([{ code: 'R16' }]);
  });

  it.each([
    ['C01', '123456780'],
    ['C02', '021000021'],
    ['C03', '021000021   123456780'],
    ['C04', 'JANE DOE JR'],
    ['C05', '32'],
    ['C06', '123456780           32'],
    ['C07', '021000021123456780        32'],
    ['C09', 'CORRECTED ID'],
    ['C13', ''],
  ])('have the corrected data of %s at its columns', (code, corrected) => {
    const stage = stageOf({ settings: { rules: [{ outcomes: [{ change: code }] }] } });
    stage.send(entries({}));
    stage.pass(2);
    expect(stage.answered('change')[0]?.addenda).toMatchObject({ code, corrected });
  });
});

describe('the acknowledgments of the simulated bank', () => {
  const broken = changed(companyFile(), 3, { column: 30, text: 'X' });

  it('are none, if the settings say so', () => {
    const stage = stageOf({ settings: { acknowledgment: 'none' } });
    stage.send(companyFile());
    expect(stage.list('outbound')).toEqual([]);
    expect(stage.printed).toEqual(['accepted a.ach: 1 batch, 1 record, $0.00 debit, $10.00 credit']);
  });

  it('move files to another directory, and a duplicate under another name', () => {
    const stage = stageOf({ settings: { acknowledgment: 'moved' } });
    stage.send(companyFile());
    stage.send(companyFile());
    stage.send(broken, 'b.ach');
    expect(stage.list('processed')).toEqual(['a.ach']);
    expect(stage.list('failed')).toEqual(['a.ach.duplicate-000002', 'b.ach']);
    expect(stage.read('processed', 'a.ach')).toEqual(companyFile());
  });

  it('that cannot name entries turn a refusal into a return', () => {
    const stage = stageOf({ settings: { acknowledgment: 'moved' } });
    stage.send(entries(credit(1027)));
    stage.pass(2);
    expect(stage.answered('return').map(({ addenda }) => addenda)).toMatchObject([{ code: 'R03' }]);
  });

  it('are lines of a report', () => {
    const stage = stageOf();
    stage.send(companyFile());
    stage.send(companyFile());
    stage.send(broken, 'b.ach');
    expect([1, 2, 3].map((number) => stage.text(`acknowledgment-00000${number}.txt`))).toEqual([
      'FILE a.ach ACCEPTED entries=1 debit=0 credit=1000\n',
      'FILE a.ach DUPLICATE entries=1 debit=0 credit=1000 line=1 rule=duplicate_file\n',
      'FILE b.ach REJECTED line=3 rule=numeric_field\n',
    ]);
  });

  it('are status reports that name batches by number and entries by trace number', () => {
    const stage = stageOf({ settings: { acknowledgment: 'pain.002' } });
    stage.send(entries(credit(1027), credit(1000)));
    stage.send(broken, 'b.ach');
    const [inPart, refused] = [1, 2].map((number) => stage.text(`acknowledgment-00000${number}.xml`));
    expect(inPart).toContain('<OrgnlMsgId>a.ach</OrgnlMsgId><OrgnlMsgNmId>NACHA</OrgnlMsgNmId>');
    expect(inPart).toContain('<OrgnlNbOfTxs>2</OrgnlNbOfTxs><OrgnlCtrlSum>20.27</OrgnlCtrlSum><GrpSts>PART</GrpSts>');
    expect(inPart).toContain(
      '<OrgnlPmtInfId>1</OrgnlPmtInfId><PmtInfSts>PART</PmtInfSts><TxInfAndSts><OrgnlEndToEndId>091000010000001<',
    );
    expect(inPart).toContain('<TxSts>RJCT</TxSts><StsRsnInf><Rsn><Prtry>R03</Prtry></Rsn></StsRsnInf>');
    expect(refused).toContain(
      '<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>NARR</Cd></Rsn><AddtlInf>line 3 numeric_field</AddtlInf></StsRsnInf>',
    );
  });

  it('are print reports that identify the file by its header', () => {
    const stage = stageOf({ settings: { acknowledgment: 'fedach' } });
    stage.send(entries(credit(1027), credit(1000)));
    stage.send(broken, 'b.ach');
    const [accepted, refused] = [1, 2].map((number) => stage.text(`acknowledgment-00000${number}.txt`).split('\n'));
    expect(accepted).toEqual([
      'FEDACH FILE ACKNOWLEDGMENT   REPORT DATE 260715   REPORT TIME 1000',
      '',
      'FILE NAME              a.ach',
      'IMMEDIATE DESTINATION   091000019  FIRST BANK',
      'IMMEDIATE ORIGIN       1234567890  ACME CORP',
      'FILE CREATION DATE     260715',
      'FILE CREATION TIME     0955',
      'FILE ID MODIFIER       A',
      'BATCH COUNT            000001',
      'ENTRY/ADDENDA COUNT    00000002',
      'TOTAL DEBIT AMOUNT     000000000000',
      'TOTAL CREDIT AMOUNT    000000002027',
      'FILE STATUS            FILE ACCEPTED WITH ITEM LEVEL ERRORS',
      'ITEM ERROR             TRACE 091000010000001 R03',
      '',
      'END OF REPORT',
      '',
    ]);
    expect(refused).toContain('FILE STATUS            FILE REJECTED');
    expect(refused?.some((line) => line.startsWith('FILE ERROR             LINE 3 numeric_field'))).toBe(true);
  });
});

describe('the inbound directory of the simulated bank', () => {
  it('is where files wait that are not finished', () => {
    const stage = stageOf();
    for (const name of ['.a.ach', 'b.ach.part', 'c.tmp', 'd.filepart']) stage.put(name, companyFile());
    stage.bank.round();
    expect(stage.list('inbound')).toHaveLength(4);
    expect(stage.bank.books.files.size).toBe(0);
  });

  it('gives up each accepted file, whose bytes the bank keeps', () => {
    const stage = stageOf();
    stage.send(companyFile(), 'a name of any kind.ach');
    expect(stage.list('inbound')).toEqual([]);
    expect(stage.read('.bank/received', '000001-a name of any kind.ach')).toEqual(companyFile());
  });
});

describe('the books of the simulated bank', () => {
  it('take credits from the account and pay debits into it, one line for each batch and direction', () => {
    const stage = stageOf();
    stage.send(
      companyFile({
        batches: [{ entries: [credit(100), debit(50), credit(300)] }, { entries: [credit(7000)] }],
      }),
    );
    stage.pass(1);
    expect(
      stage.bank.books.lines.map(({ type, direction, cents, batch, date }) => [type, direction, cents, batch, date]),
    ).toEqual([
      ['466', 'debit', 400, 1, '2026-07-16'],
      ['166', 'credit', 50, 1, '2026-07-16'],
      ['466', 'debit', 7000, 2, '2026-07-16'],
    ]);
  });

  it('book the same of a balanced batch, whose offset entry they do not count twice', () => {
    const stage = stageOf();
    stage.send(entries(credit(100), credit(300), { code: '27', cents: 400, name: 'OFFSET', rdfi: '09100001' }));
    stage.pass(1);
    expect(stage.bank.books.lines.map(({ direction, cents }) => [direction, cents])).toEqual([['debit', 400]]);
  });

  it('settle on the effective date, after as many of the bank’s days', () => {
    const stage = stageOf();
    // Wednesday to next Tuesday.
    stage.send(companyFile({ batches: [{ header: { effectiveDate: '260721' }, entries: [{}] }] }));
    stage.pass(3);
    expect(stage.bank.books.lines).toEqual([]);
    stage.pass(1);
    expect(stage.bank.books.lines.map(({ date }) => date)).toEqual(['2026-07-21']);
  });

  it('settle a past effective date on the next banking day', () => {
    const stage = stageOf();
    stage.send(companyFile({ batches: [{ header: { effectiveDate: '260710' }, entries: [{}] }] }));
    stage.pass(1);
    expect(stage.bank.books.lines.map(({ date }) => date)).toEqual(['2026-07-16']);
  });
});

/** Reads a BAI2 file and proves that it adds up, as a reader of statements would. */
function statementOf(text: string) {
  const records = text
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/\/$/, '').split(','));
  const [account] = records.filter(([code]) => code === '03');
  const summary = account!.slice(3);
  const amountOf = (type: string) => Number(summary[summary.indexOf(type) + 1]);
  const details = records.filter(([code]) => code === '16');
  const credits = details.filter(([, type]) => ['166', '168'].includes(type!)).map(([, , cents]) => Number(cents));
  const debits = details.filter(([, type]) => ['466', '557'].includes(type!)).map(([, , cents]) => Number(cents));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const control =
    [4, 8, 12, 16, 20].reduce((total, at) => total + Number(account![at]), 0) + sum(credits) + sum(debits);
  const trailers = records.filter(([code]) => ['49', '98', '99'].includes(code!));
  return {
    number: Number(records[0]![5]),
    date: records[1]![4]!,
    opening: amountOf('010'),
    closing: amountOf('015'),
    details: details.length,
    addsUp:
      amountOf('010') + sum(credits) - sum(debits) === amountOf('015') &&
      amountOf('045') === amountOf('015') &&
      amountOf('100') === sum(credits) &&
      amountOf('400') === sum(debits) &&
      trailers.every(([, total]) => Number(total) === control) &&
      trailers.map((record) => Number(record.at(-1))).join() ===
        [details.length + 2, details.length + 4, records.length].join(),
  };
}

describe('the statements of the simulated bank', () => {
  const statements = (stage: BankStage) =>
    stage
      .list('outbound')
      .filter((name) => name.startsWith('statement'))
      .map((name) => statementOf(stage.text(name)));

  function afterAWeek(options: StageOptions = {}): BankStage {
    const stage = stageOf(options);
    stage.send(entries(credit(1002), debit(1001), credit(20_000), debit(1008)));
    stage.pass(1);
    stage.send(
      companyFile({ header: { modifier: 'B' }, batches: [{ entries: [{ ...debit(77_00), sequence: 50 }] }] }),
      'b.ach',
    );
    stage.pass(10);
    return stage;
  }

  it('add up, and each begins with the balance at which the last one ended', () => {
    const stage = afterAWeek();
    const found = statements(stage);
    expect(found.length).toBeGreaterThan(2);
    expect(found.filter(({ addsUp }) => !addsUp)).toEqual([]);
    expect(found.slice(1).map(({ opening }) => opening)).toEqual(found.slice(0, -1).map(({ closing }) => closing));
    expect(found.map(({ number }) => number)).toEqual(found.map((_, index) => index + 1));
    expect(new Set(found.map(({ date }) => date)).size).toBe(found.length);
  });

  it('contain every line of the books once', () => {
    const stage = afterAWeek();
    const details = statements(stage).reduce((sum, { details: count }) => sum + count, 0);
    expect(details).toBe(stage.bank.books.lines.length);
    // Paid out 20,000; collected 7,700; what was returned is back where it was.
    expect(statements(stage).at(-1)?.closing).toBe(100_000_000 - 20_000 + 7_700);
  });

  it('show a line with its value date, the reference of its batch and a text', () => {
    const stage = afterAWeek();
    const [first] = stage.list('outbound').filter((name) => name.startsWith('statement'));
    expect(stage.text(first!)).toContain(
      '\n16,466,21002,V,260716,0830,1,260715A-0000001,1234567890 ACME CORP PAYMENT 260716\n',
    );
  });

  it('with the fault of one cent still add up, and only one of them is wrong', () => {
    const right = statements(afterAWeek());
    const wrong = statements(afterAWeek({ faults: { faults: { statement_cent: { times: 1 } } } }));
    expect(wrong.every(({ addsUp }) => addsUp)).toBe(true);
    const differences = wrong.map(({ closing }, index) => Math.abs(closing - right[index]!.closing));
    expect(differences.filter((cents) => cents !== 0)).toEqual([1]);
  });
});

describe('the faults of the bank’s files', () => {
  function returnsWith(fault: string, days = 6): { stage: BankStage; files: Buffer[] } {
    const stage = stageOf({ faults: { faults: { [fault]: { times: 1 } } } });
    stage.send(entries(credit(1002), credit(2002)));
    stage.pass(days);
    const files = stage
      .list('outbound')
      .filter((name) => name.startsWith('return'))
      .map((name) => stage.read('outbound', name));
    return { stage, files };
  }

  it('end lines in CR LF', () => {
    const { files } = returnsWith('crlf');
    expect(files).toHaveLength(1);
    expect(files[0]!.toString('latin1').split('\r\n')).toHaveLength(11);
  });

  it('leave out the padding', () => {
    const { files } = returnsWith('unpadded');
    expect(
      files[0]!
        .toString('latin1')
        .split('\n')
        .filter((line) => /^9{94}$/.test(line)),
    ).toEqual([]);
  });

  it('leave out the header', () => {
    const { files } = returnsWith('no_header');
    expect(files[0]!.toString('latin1')[0]).toBe('5');
  });

  it('truncate a file, which the bank sends again later', () => {
    const { files, stage } = returnsWith('truncated');
    expect(files).toHaveLength(2);
    expect(files[0]!.length).toBeLessThan(files[1]!.length);
    expect(() => stage.answers('return')).toThrow('record_length');
  });

  it('return an entry in two files, and book it once', () => {
    const { stage } = returnsWith('duplicate_return');
    expect(stage.answered('return').map(({ addenda }) => 'originalTrace' in addenda && addenda.originalTrace)).toEqual([
      '091000010000001',
      '091000010000002',
      '091000010000001',
    ]);
    expect(stage.bank.books.lines.filter(({ type }) => type === '168')).toHaveLength(2);
  });

  it('leave the file id modifiers of a day different', () => {
    const stage = stageOf({ faults: { faults: { duplicate_return: {}, out_of_order: { chance: 0.5 } } } });
    stage.send(entries(credit(1002), credit(1005), credit(1009), debit(1008)));
    stage.pass(12);
    const modifiers = [...stage.answers('return'), ...stage.answers('change')].map(({ header }) => header.modifier);
    expect(modifiers.length).toBeGreaterThan(6);
    expect(new Set(modifiers).size).toBe(modifiers.length);
  });

  it('show half a file first', () => {
    const { stage, files: half } = returnsWith('half_written', 2);
    stage.pass(1);
    const whole = stage.read('outbound', 'return-000002.ach');
    expect(half[0]!.length).toBe(Math.floor(whole.length / 2));
    expect(stage.answered('return')).toHaveLength(2);
  });

  it('send an acknowledgment after the returns', () => {
    const stage = stageOf({ faults: { faults: { out_of_order: { times: 1 } } } });
    stage.send(entries(credit(1002)));
    stage.pass(2);
    expect(stage.list('outbound').filter((name) => !name.startsWith('statement'))).toEqual(['return-000002.ach']);
    stage.pass(1);
    expect(stage.list('outbound')).toContain('acknowledgment-000001.txt');
  });
});
