import { bai2, camt053, countOf, isoDocument, type LineOfStatement } from '@payments/testing';
import fc from 'fast-check';
import { readCamtFile } from '../../infrastructure/xml/read-iso-file.js';
import { bai2Rules } from '../bai2/bai2-rules.table.js';
import { readBai2File } from '../bai2/read-bai2-file.js';
import type { Waiver } from '../inbound/waivers.js';
import { contentKindOf, HEAD_BYTES } from '../inbound/content-kind.js';
import { InboundFileError } from '../inbound/inbound-diagnostic.js';
import { isoRules } from '../iso20022/iso-rules.table.js';
import { bai2Codes, isoCodes } from './statement-classes.table.js';
import type { StatementEvent, StatementHeader, StatementLine, StatementOptions, StatementTotals } from './statement.js';

interface Found {
  readonly header: StatementHeader;
  readonly lines: StatementLine[];
  totals?: StatementTotals;
}

async function collect(events: AsyncIterable<StatementEvent>): Promise<Found[]> {
  const found: Found[] = [];
  for await (const event of events) {
    if (event.kind === 'statement_opened') found.push({ header: event.statement, lines: [] });
    else if (event.kind === 'lines') found.at(-1)!.lines.push(...event.lines);
    else if (event.kind === 'statement_closed') found.at(-1)!.totals = event.totals;
  }
  return found;
}

async function endOf(events: AsyncIterable<StatementEvent>) {
  for await (const event of events) if (event.kind === 'file_closed') return event;
  throw new Error('the file has no end');
}

const readCamt = (bytes: Uint8Array, options?: StatementOptions) => collect(readCamtFile([bytes], options));
const readBai2 = (bytes: Uint8Array | string, options?: StatementOptions) =>
  collect(readBai2File([Buffer.from(bytes as string)], options));

async function ruleOf(read: Promise<unknown>): Promise<string> {
  const reason = await read.then(
    () => 'sound',
    (error: unknown) => error,
  );
  if (reason instanceof InboundFileError) return reason.diagnostics[0]!.rule;
  if (typeof reason === 'string') return reason;
  throw reason as Error;
}

const replaced = (file: Buffer, found: string, other: string) => {
  expect(file.toString()).toContain(found);
  return Buffer.from(file.toString().replace(found, other));
};

const lines: LineOfStatement[] = [
  { cents: 1_250, reference: 'E2E-1', text: 'ACH CREDIT' },
  { cents: -99, code: '557', value_day: '2026-11-24' },
  { cents: -1_000, code: '999', text: 'a/b, c' },
];

describe('a camt.053', () => {
  it.each(['02', '08'] as const)('of version %s is read with its lines, classes and sums', async (version) => {
    const [found] = await readCamt(camt053({ lines }, version));
    expect(found!.header).toMatchObject({
      ...{ format: 'camt.053', id: 'ST1', sequence: 1, account: '1234567', day: '2026-11-23', purpose: 'day' },
      ...{ opening: 100_000n, closing: 100_151n, status: 'new' },
    });
    expect(found!.lines).toMatchObject([
      { amount: 1_250n, direction: 'credit', class: 'ach_credit', references: ['E2E-1'], text: 'ACH CREDIT' },
      { amount: 99n, direction: 'debit', class: 'ach_return', value_day: '2026-11-24', booking_day: '2026-11-23' },
      { amount: 1_000n, direction: 'debit', class: 'other', code: '999' },
    ]);
    expect(found!.totals).toEqual({ lines: 3, credits: 1_250n, debits: 1_099n });
  });

  it('counts booked lines only', async () => {
    const [found] = await readCamt(
      camt053({ lines: [...lines, { cents: 5, status: 'PDNG' }, { cents: 6, status: 'INFO' }] }),
    );
    expect(found!.lines.map(({ status }) => status)).toEqual(['booked', 'booked', 'booked', 'pending', 'info']);
    expect(found!.totals!.lines).toBe(3);
  });

  it('may be overdrawn, and may have no lines', async () => {
    const [found] = await readCamt(camt053({ opening: -5, lines: [{ cents: -10 }] }));
    expect([found!.header.opening, found!.header.closing]).toEqual([-5n, -15n]);
    expect((await readCamt(camt053({ lines: [] })))[0]!.totals).toEqual({ lines: 0, credits: 0n, debits: 0n });
  });

  it('has classes of the bank itself, by the most exact code', async () => {
    const domain = '<Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn>';
    const file = replaced(camt053({ lines: [{ cents: 1 }] }), '<BkTxCd>', `<BkTxCd>${domain}`);
    const classOf = async (codes: Record<string, string>) => (await readCamt(file, { codes }))[0]!.lines[0]!.class;
    expect(await classOf({ 'PMNT/RCDT': 'wire_in' })).toBe('wire_in');
    expect(await classOf({ 'PMNT/RCDT': 'wire_in', 'PMNT/RCDT/ESCT': 'zba' })).toBe('zba');
    expect(await classOf({ '142': 'fee', 'PMNT/RCDT': 'wire_in' })).toBe('fee');
    expect(await classOf({ 'PMNT/RCDT': 'nonsense' })).toBe('ach_credit');
  });

  it.each<[string, Buffer, string]>([
    ['sums that are wrong by a cent', camt053({ lines, closing: 100_152 }), 'statement_does_not_add_up'],
    ['no closing balance', replaced(camt053({ lines }), 'CLBD', 'CLAV'), 'statement_balance'],
    ['two opening balances', replaced(camt053({ lines }), 'CLBD', 'OPBD'), 'statement_balance'],
    ['euros', replaced(camt053({ lines }), '<Amt Ccy="USD">12.50', '<Amt Ccy="EUR">12.50'), 'element_amount'],
    ['an account in euros', replaced(camt053({ lines }), '</Id></Acct>', '</Id><Ccy>EUR</Ccy></Acct>'), 'element_code'],
    [
      'a balance after its lines',
      replaced(camt053({ lines }), '\n</Stmt>', '<ElctrncSeqNb>1</ElctrncSeqNb></Stmt>'),
      'statement_order',
    ],
    ['another message', isoDocument('camt.060.001.05', '<A/>'), 'message_type'],
    [
      'another root',
      replaced(replaced(camt053({ lines }), '<BkToCstmrStmt>', '<A>'), '</BkToCstmrStmt>', '</A>'),
      'message_root',
    ],
    ['a document type', replaced(camt053({ lines }), '<Document', '<!DOCTYPE A><Document'), 'xml_doctype'],
    ['no end', camt053({ lines }).subarray(0, -20), 'xml_syntax'],
  ])('is refused for %s', async (_, file, rule) => {
    expect(await ruleOf(readCamt(file))).toBe(rule);
    expect(isoRules).toHaveProperty(rule);
  });

  it.each<[string, (text: string) => string]>([
    ['leading zeros in amounts', (text) => text.replace('>1000.00<', '>000000000000001000.00<')],
    [
      'an empty optional element',
      (text) =>
        text
          .replaceAll('</Ntry>', '<AddtlNtryInf/><NtryDtls><TxDtls/></NtryDtls></Ntry>')
          .replace('<AddtlNtryInf>ACH CREDIT</AddtlNtryInf>', '')
          .replace('<AddtlNtryInf/>', '<AddtlNtryInf>ACH CREDIT</AddtlNtryInf>'),
    ],
    ['a day as midnight Z', (text) => text.replaceAll(/<Dt>(2026-11-2\d)<\/Dt>/g, '<DtTm>$1T00:00:00.000Z</DtTm>')],
    [
      'a prefix',
      (text) => text.replaceAll(/<(\/?)(?=[A-Z])/g, '<$1n\u00e9-1.x:').replace('xmlns=', 'xmlns:n\u00e9-1.x='),
    ],
    ['a comment before its root', (text) => text.replace('<Document', `<!-- ${'x'.repeat(20_000)} --><Document`)],
  ])('may have %s', async (_, change) => {
    const [changed, plain] = [change(camt053({ lines }).toString()), await readCamt(camt053({ lines }))];
    expect(changed).not.toBe(camt053({ lines }).toString());
    expect(contentKindOf(Buffer.from(changed).subarray(0, HEAD_BYTES))).toBe('camt');
    expect(await readCamt(Buffer.from(changed))).toEqual(plain);
  });

  it('has the reference of the bank before those of the payer, and none where the bank writes that there is none', async () => {
    const [plain, refs] = [camt053({ lines }), '<BkTxCd>'];
    const own = replaced(plain, refs, `<AcctSvcrRef>BANK1</AcctSvcrRef>${refs}`);
    expect((await readCamt(own))[0]!.lines[0]!.references).toEqual(['BANK1', 'E2E-1']);
    const none = replaced(plain, refs, `<AcctSvcrRef>NONREF</AcctSvcrRef>${refs}`);
    expect((await readCamt(none))[0]!.lines[0]!.references).toEqual(['E2E-1']);
  });

  it('may have a text and references that are longer than the schema allows', async () => {
    const long = camt053({ lines: [{ cents: 1, text: 'x'.repeat(9_000), reference: 'r'.repeat(140) }] });
    expect((await readCamt(long))[0]!.lines[0]).toMatchObject({
      text: 'x'.repeat(9_000),
      references: ['r'.repeat(140)],
    });
  });

  it.each([
    ['a statement', '<ElctrncSeqNb>', 'StmtPgntn'],
    ['a message', '</GrpHdr>', 'MsgPgntn'],
  ])('may be a page of %s, which nothing is proven of', async (_, before, name) => {
    const paged = (number: string, isLast: boolean) =>
      replaced(
        camt053({ lines, closing: 5 }),
        before,
        `<${name}><PgNb>${number}</PgNb><LastPgInd>${isLast}</LastPgInd></${name}>${before}`,
      );
    expect((await readCamt(paged('1', false)))[0]!.header).toMatchObject({ page: 1, is_last_page: false });
    expect((await readCamt(paged('2', true)))[0]!.header).toMatchObject({ page: 2, is_last_page: true });
    expect(await ruleOf(readCamt(paged('1', true)))).toBe('statement_does_not_add_up');
    expect(await ruleOf(readCamt(paged('x', true)))).toBe('statement_paging');
  });

  it('has classes of the codes of ISO 20022, and of what came back', async () => {
    const classOf = async (family: string, subfamily: string, more = '') => {
      const domain = `<Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${subfamily}</SubFmlyCd></Fmly></Domn>`;
      const text = camt053({ lines: [{ cents: 1 }] }).toString();
      const file = text.replace(/<BkTxCd>.*<\/BkTxCd>/, `<BkTxCd>${domain}</BkTxCd>${more}`);
      return (await readCamt(Buffer.from(file)))[0]!.lines[0]!.class;
    };
    const found = [
      ...[await classOf('RCDT', 'ESCT'), await classOf('RDDT', 'OTHR'), await classOf('RRCT', 'DMCT')],
      ...[await classOf('ICDT', 'RRTN'), await classOf('IDDT', 'UPDD'), await classOf('IRCT', 'RRTN')],
      ...[await classOf('MDOP', 'CHRG'), await classOf('RCDT', 'XBCT'), await classOf('CCRD', 'POSP')],
      await classOf('RCDT', 'ESCT', '<NtryDtls><TxDtls><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls>'),
    ];
    expect(found).toEqual([
      ...[
        'ach_credit',
        'ach_debit',
        'instant_credit',
        'ach_return',
        'ach_return',
        'instant_return',
        'fee',
        'wire_in',
        'other',
      ],
      'ach_return',
    ]);
  });

  it('without a namespace is read where that is waived, and only there', async () => {
    const bare = replaced(camt053({ lines }), ' xmlns=', ' Xmlns=');
    expect(await readCamt(bare, { accept: ['missing_namespace'] })).toEqual(await readCamt(camt053({ lines })));
    expect(await ruleOf(readCamt(bare))).toBe('missing_namespace');
    const other = Buffer.from(bare.toString().replaceAll('BkToCstmrStmt>', 'A>'));
    expect(await ruleOf(readCamt(other, { accept: ['missing_namespace'] }))).toBe('message_root');
  });

  it('is refused for another account, of which only the last digits are shown', async () => {
    const accounts = [{ number: '1234568' }];
    const read = readCamt(camt053({ lines, account: '00-1234567' }), { accounts });
    await expect(read).rejects.toMatchObject({
      diagnostics: [{ rule: 'statement_account', expected: '*****4568', found: '*****4567' }],
    });
    expect(
      await ruleOf(readCamt(camt053({ lines, account: '00-1234567' }), { accounts: [{ number: '1234567' }] })),
    ).toBe('sound');
  });
});

describe('a camt.052 and a camt.054', () => {
  it.each([
    ['camt.052', 'BkToCstmrAcctRpt', 'Rpt', 'intraday'],
    ['camt.054', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn', 'notification'],
  ])('%s is shown and needs no balance', async (...[format, root, statement, purpose]) => {
    const text = camt053({ lines, closing: 5 }).toString();
    const file = text
      .replaceAll('camt.053', format)
      .replaceAll('BkToCstmrStmt', root)
      .replaceAll('Stmt>', `${statement}>`);
    expect((await readCamt(Buffer.from(file)))[0]!.header).toMatchObject({ format, purpose });
  });
});

describe('a BAI2 file', () => {
  it('is read with its lines, classes and sums', async () => {
    const [found] = await readBai2(bai2({ lines }));
    expect(found!.header).toMatchObject({
      format: 'bai2',
      account: '1234567',
      day: '2026-11-23',
      opening: 100_000n,
      closing: 100_151n,
    });
    expect(found!.lines).toMatchObject([
      { amount: 1_250n, direction: 'credit', class: 'ach_credit', references: ['E2E-1'], text: 'ACH CREDIT' },
      { amount: 99n, direction: 'debit', class: 'ach_return', value_day: '2026-11-24' },
      { amount: 1_000n, direction: 'debit', class: 'other', text: 'a/b, c' },
    ]);
    expect(found!.totals).toEqual({ lines: 3, credits: 1_250n, debits: 1_099n });
  });

  const account = (body: string, counts: readonly [number, number]) =>
    `01,A,B,261123,0830,1,,,2/\n02,B,A,1,261123,2400,USD,2/\n${body}\n98,${counts[0]},1,${counts[1] + 2}/\n99,${counts[0]},1,${counts[1] + 4}/\n`;

  it('may have continued texts, several records on a line, broken lines and blanks around them', async () => {
    const body =
      '03,1,,010,0,,,015,-300,,/ 16,451,100,Z,,,a, b\n88, c/d/\n16,451,200,0,R1,R2,one\n  two  /\n 49,0,5/  ';
    const [found] = await readBai2(account(body, [0, 5]));
    expect(found!.lines.map(({ text }) => text)).toEqual(['a, b c/d', 'one two']);
    expect(found!.lines[1]!.references).toEqual(['R1', 'R2']);
  });

  it('may continue balances and references, and have funds by day', async () => {
    const body =
      '03,1,USD,010,0,,/\n88,015,600,,/\n16,142,100,S,1,2,3,R1/\n88,R2,text/\n16,142,200,D,2,0,100,1,100,R3,,x/\n16,142,300,V,261124,,,,y/\n49,1200,7/';
    const [found] = await readBai2(account(body, [1_200, 7]));
    expect(found!.lines).toMatchObject([
      { references: ['R1', 'R2'], text: 'text' },
      { references: ['R3'], text: 'x' },
      { references: [], text: 'y', value_day: '2026-11-24' },
    ]);
  });

  it('needs no slash at the end of a line, and ends its lines in LF, CR LF or CR', async () => {
    const file = bai2({ lines }).toString().replaceAll('/\n', '\n');
    for (const end of ['\n', '\r\n', '\r']) expect(await readBai2(file.replaceAll('\n', end))).toHaveLength(1);
  });

  it('is the same however it is cut into chunks', async () => {
    const bytes = [...bai2({ lines })].map((byte) => Uint8Array.of(byte));
    expect(await collect(readBai2File(bytes))).toEqual(await readBai2(bai2({ lines })));
  });

  const detail = (...[records, total, closing]: readonly [string, number, number]) => {
    const count = records.split('\n').length;
    const controls = [`49,${total},${count + 2}/`, `98,${total},1,${count + 4}/`, `99,${total},1,${count + 6}/`];
    const head = `01,A,B,261123,0830,1,,,2/\n02,B,A,1,261123,2400,USD,2/\n03,1,,010,0,,,015,${closing},,/`;
    return [head, records, ...controls, ''].join('\n');
  };

  it.each(['0', '000', 'NONREF', ''])('has no reference where the bank writes %j', async (none) => {
    const [found] = await readBai2(detail(`16,142,5000,0,${none},WIRE1,x`, 10_000, 5_000));
    expect(found!.lines[0]!.references).toEqual(['WIRE1']);
  });

  it.each([
    'UNIT 4/88,MAIN ST',
    'INVOICES 10/16,11/20 PAID',
    'PAID 10/16,142,5000,Z,,,x',
    'ROUTE 4/49,5000,3',
    'a/98,0,1,4/99,0,1,6',
    '/, /16, /49/',
  ])('may have the text %j, and references with slashes', async (text) => {
    const [found] = await readBai2(detail(`16,142,5000,0,R/16,C/88,${text}`, 10_000, 5_000));
    expect(found!.lines).toMatchObject([
      { amount: 5_000n, references: ['R/16', 'C/88'], text: text.replace(/\/$/, '') },
    ]);
  });

  it('has several records on a line where its controls say so, and text where they do not', async () => {
    const mixed = '16,142,100,0,,,UNIT 4/88,MAIN ST/16,142,200,0,,,one/16,451,50,0,,,b/49,600,5/98,600,1,7/99,600,1,9/';
    const [found] = await readBai2(
      `01,A,B,261123,0830,1,,,2/02,B,A,1,261123,2400,USD,2/03,1,,010,0,,,015,250,,/${mixed}`,
    );
    expect(found!.lines.map(({ amount, text }) => `${amount} ${text}`)).toEqual([
      ...['100 UNIT 4/88,MAIN ST', '200 one', '50 b'],
    ]);
  });

  it('is refused where the controls allow two meanings, unless that is waived', async () => {
    const file = detail('16,142,5000,0,,,a/16,142,0,0,,,b', 10_000, 5_000).replaceAll(/^(49|98|99),.*$/gm, '$1/');
    expect(await ruleOf(readBai2(file))).toBe('ambiguous_text');
    const accept = ['ambiguous_text'] as const;
    expect((await readBai2(file, { accept }))[0]!.lines).toMatchObject([{ text: 'a/16,142,0,0,,,b' }]);
    const { waived } = await endOf(readBai2File([Buffer.from(file)], { accept }));
    expect(waived).toEqual(accept);
  });

  it.each<[string, string, readonly string[]]>([
    ['no amount', detail('16,399,,Z,,,NO AMOUNT\n16,142,5,Z,,,x', 10, 5), ['info 0', 'booked 5']],
    ['a payment of a loan', detail('16,720,5,Z,,,x', 10, 5), ['booked 5']],
    ['a balance of a loan', detail('16,701,9,Z,,,x\n16,760,5,Z,,,x', 9, -5), ['info 9', 'booked -5']],
    [
      'codes of the bank',
      detail('16,901,9,Z,,,x\n16,920,7,Z,,,x\n16,960,2,Z,,,x', 23, 5),
      ['info 9', 'booked 7', 'booked -2'],
    ],
    ['zeros before amounts', detail('16,142,000000000000000000005,Z,,,x', 10, 5), ['booked 5']],
    ['signs', detail('16,142,+7,Z,,,x\n16,142,-2,Z,,,x', 10, 5), ['booked 7', 'booked -2']],
    ['an amount of nothing', detail('16,142,0,Z,,,x', 0, 0), ['booked 0']],
    ['a blank value date', detail('16,142,5,V,,,,,x', 10, 5), ['booked 5']],
    [
      'controls that are not stated',
      detail('16,142,5,Z,,,x', 10, 5).replaceAll(/^(49|98|99),.*$/gm, '$1,,/'),
      ['booked 5'],
    ],
  ])('may have %s', async (_, file, expected) => {
    const [found] = await readBai2(file);
    expect(
      found!.lines.map(({ status, direction, amount }) => `${status} ${direction === 'credit' ? amount : -amount}`),
    ).toEqual(expected);
  });

  it('may end in what a system fills files with, and another file may follow', async () => {
    const file = bai2({ lines }).toString();
    const fill = '\u0000'.repeat(30_000);
    for (const end of ['\u001a', fill, `\r\n\u001a${fill}`, `${fill}\r\n`])
      expect(await readBai2(file.trimEnd() + end)).toEqual(await readBai2(file));
    expect(await readBai2(file + file)).toHaveLength(2);
  });

  it.each<[Waiver, string]>([
    ['record_count', bai2({ lines }).toString().replace(',5/', ',6/')],
    ['account_count', bai2({ lines }).toString().replace(',1,7/', ',2,7/')],
    ['record_missing', bai2({ lines }).toString().split('\n99,')[0]!],
    ['record_code', bai2({ lines }).toString().replace('\n16,', '\n77,x/\n16,')],
  ])('may break the rule %s where that is waived', async (rule, file) => {
    expect(await ruleOf(readBai2(file))).toBe(rule);
    expect((await endOf(readBai2File([Buffer.from(file)], { accept: [rule] }))).waived).toEqual([rule]);
    expect((await readBai2(file, { accept: [rule] }))[0]!.totals).toEqual((await readBai2(bai2({ lines })))[0]!.totals);
  });

  it.each([
    ['2', '2', 'deletion', 'day'],
    ['3', '2', 'correction', 'day'],
    ['4', '2', 'test', 'day'],
    ['1', '3', 'new', 'intraday'],
    ['1', '', 'new', 'day'],
  ])('of group status %s and modifier %j is a %s for a %s', async (...[group, modifier, status, purpose]) => {
    expect((await readBai2(bai2({ lines, group, modifier })))[0]!.header).toMatchObject({ status, purpose });
  });

  it('is interim by its modifier, and says when it was made', async () => {
    const told_at = new Date('2026-11-23T13:30:00Z');
    expect((await readBai2(bai2({ lines, modifier: '1' })))[0]!.header).toMatchObject({ is_interim: true, told_at });
    expect((await readBai2(bai2({ lines })))[0]!.header).toMatchObject({ is_interim: false, purpose: 'day' });
  });

  it('has returns of entries in a class of their own', async () => {
    const codes = ['168', '257', '258', '266', '468', '557', '558', '566'];
    const [found] = await readBai2(
      bai2({ lines: codes.map((code) => ({ code, cents: Number(code) < 400 ? 1 : -1 })) }),
    );
    expect(found!.lines.map((line) => line.class)).toEqual(codes.map(() => 'ach_return'));
  });

  const sound = bai2({ lines });
  it.each<[string, Buffer | string, string]>([
    ['sums that are wrong by a cent', bai2({ lines, closing: 100_152 }), 'statement_does_not_add_up'],
    ['a line that is wrong by a cent', replaced(sound, '16,142,1250', '16,142,1251'), 'control_total'],
    ['a wrong count of records', replaced(sound, ',5/', ',6/'), 'record_count'],
    ['a wrong count of accounts', replaced(sound, ',1,7/', ',2,7/'), 'account_count'],
    ['a decimal point', replaced(sound, '16,142,1250', '16,142,12.50'), 'field_number'],
    ['a letter in an amount', replaced(sound, '16,142,1250', '16,142,125O'), 'field_number'],
    ['a sign that is not in the totals', replaced(sound, '16,142,1250', '16,142,-1250'), 'control_total'],
    ['an amount that is missing', replaced(sound, '16,142,1250', '16,142,'), 'control_total'],
    ['a debit of a loan as a credit', replaced(sound, '16,142,', '16,760,'), 'statement_does_not_add_up'],
    ['euros', bai2({ lines, currency: 'EUR' }), 'currency'],
    ['another group status', bai2({ lines, group: '5' }), 'group_status'],
    [
      'a day that is none',
      replaced(sound, '02,1234567890,091000019,1,261123', '02,1234567890,091000019,1,260230'),
      'field_date',
    ],
    ['another funds type', replaced(sound, '1250,Z', '1250,Q'), 'funds_type'],
    ['an unknown record', replaced(sound, '16,142', '17,142'), 'record_code'],
    ['a transaction outside of an account', replaced(sound, '49,', '16,142,0,Z,,,x/\n98,0,0,0/\n49,'), 'record_order'],
    ['no end', sound.subarray(0, sound.indexOf('\n99,')), 'record_missing'],
    ['nothing', '', 'record_missing'],
    ['a continuation of nothing', '88,x/\n', 'record_order'],
    ['a line of 20001 characters', `01,${'x'.repeat(20_001)}`, 'record_length'],
    ['a record of 20001 characters', `01,A,B,261123,0830,1,,,2/\n${'88,xxxxxxxxxx/\n'.repeat(2_000)}`, 'record_length'],
    ['a control character', replaced(sound, 'ACH', 'A\u0000H'), 'record_code'],
  ])('is refused for %s', async (_, file, rule) => {
    expect(await ruleOf(readBai2(file))).toBe(rule);
    expect({ ...bai2Rules, ...isoRules }).toHaveProperty(rule);
  });
});

describe('a file with statements of several accounts', () => {
  const other = camt053({ lines, account: '999', closing: 5 }).toString();
  const statementOf = (text: string) => /<Stmt>[^]*<\/Stmt>/.exec(text)![0];
  const others = replaced(
    Buffer.from(other.replaceAll('USD', 'EUR').replace('CLBD', 'CLAV')),
    '</Stmt>',
    `</Stmt>${statementOf(camt053({ lines }).toString())}`,
  );
  const bai = `01,B,A,261128,0600,1,,,2/
02,A,B,1,261127,,USD,2/
03,0001234567,USD,010,0,,,015,5000,,/
16,142,5000,0,R,C,T/16,142,9
49,10000,3/
03,999,CAD,060,7/
16,142,7,Q,R,C,T
49,14,3/
98,10014,2,8/
02,A,B,9,??????,,EUR,2/
03,888,,701,7/
49,7,2/
98,7,1,4/
99,10021,2,14/
`;
  const accounts = [{ number: '1234567', codes: { '142': 'fee' } }, { number: '555' }];

  it.each<[string, () => AsyncIterable<StatementEvent>, object]>([
    ['camt.053', () => readCamtFile([others], { accounts }), { statements: 1, accounts: ['*****999'] }],
    [
      'BAI2',
      () => readBai2File([Buffer.from(bai)], { accounts }),
      { statements: 2, accounts: ['*****999', '*****888'] },
    ],
  ])('%s: ours are read, with codes of their own, and the others are noted', async (_, read, noted) => {
    const found = await collect(read());
    expect(found.map(({ header }) => header.account.replace(/^0+/, ''))).toEqual(['1234567']);
    expect(found[0]!.lines[0]!.class).toBe('fee');
    expect((await endOf(read())).others).toEqual(noted);
  });

  it('is refused when none is ours, or a control of another account is wrong', async () => {
    const none = { accounts: [{ number: '7777' }] };
    expect(await ruleOf(readCamt(others, none))).toBe('statement_account');
    expect(await ruleOf(readBai2(bai, none))).toBe('statement_account');
    expect(await ruleOf(readBai2(bai.replace('49,14', '49,15'), { accounts }))).toBe('control_total');
    expect(await ruleOf(readBai2(bai.replace(',888,,701,7/', ',888,,701,8/'), { accounts }))).toBe('control_total');
  });
});

describe('statements of any lines', () => {
  const drawn = fc.array(
    fc.record({
      cents: fc.integer({ min: -1e9, max: 1e9 }).filter((each) => each !== 0),
      value_day: fc.constantFrom('2026-11-23', '2026-11-24'),
    }),
    { maxLength: 20 },
  );

  it('say the same in both formats', async () => {
    const same = fc.asyncProperty(drawn, fc.integer({ min: -1e9, max: 1e9 }), async (each, opening) => {
      const [camt] = await readCamt(camt053({ lines: each, opening }));
      const [bai] = await readBai2(bai2({ lines: each, opening }));
      expect(camt!.totals).toEqual(bai!.totals);
      expect(camt!.header.closing).toBe(bai!.header.closing);
      const facts = ({ amount, direction, value_day }: StatementLine) => ({ amount, direction, value_day });
      expect(camt!.lines.map(facts)).toEqual(bai!.lines.map(facts));
    });
    await fc.assert(same, { numRuns: countOf(200) });
  });

  it('are refused, or have the same sums, with one byte changed', async () => {
    for (const [file, read] of [
      [bai2({ lines }), readBai2],
      [camt053({ lines }), readCamt],
    ] as const) {
      const [sent] = await read(file);
      const wrong: string[] = [];
      for (let at = 0; at < file.length; at++) {
        const mutated = Buffer.from(file);
        mutated[at] = file[at]! ^ 1;
        const found = await read(mutated).catch((error: unknown) => {
          if (error instanceof InboundFileError) return null;
          throw error;
        });
        // The opening and the closing balance may change together with nothing: both are stated. Lines may not.
        if (found === null) continue;
        const changed =
          found.length !== 1 ||
          found[0]!.lines.some(
            (line, no) => line.amount !== sent!.lines[no]!.amount || line.direction !== sent!.lines[no]!.direction,
          );
        if (changed && found[0]!.header.purpose === 'day') wrong.push(`byte ${at}`);
      }
      expect(wrong).toEqual([]);
    }
  });

  it('are refused without another error when they are random or mixed up', async () => {
    const pieces = bai2({ lines })
      .toString()
      .split(/(?<=[,/\n])/);
    const mixed = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((each) => Buffer.from(each.join(''))),
    );
    await fc.assert(
      fc.asyncProperty(mixed, async (each) => void (await ruleOf(readBai2(each)))),
      { numRuns: countOf(4_000, 'FUZZ_INPUTS') },
    );
    await fc.assert(
      fc.asyncProperty(mixed, async (each) => void (await ruleOf(readCamt(each)))),
      { numRuns: countOf(1_000, 'FUZZ_INPUTS') },
    );
  });
});

describe('a long statement', () => {
  it('comes in groups of at most 1000 lines, in memory that does not grow with it', async () => {
    const entries = Array.from({ length: 5_000 }, () => ({ cents: 1 }));
    const bytes = camt053({ lines: entries });
    const chunks = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, at) =>
      bytes.subarray(at * 65_536, (at + 1) * 65_536),
    );
    const sizes: number[] = [];
    for await (const event of readCamtFile(chunks)) if (event.kind === 'lines') sizes.push(event.lines.length);
    expect(sizes).toEqual(Array.from({ length: 5 }, () => 1_000));
  });
});

describe('the codes of statements', () => {
  it.each([
    ['BAI2', bai2Codes],
    ['ISO 20022', isoCodes],
  ])('of %s have one class each', (_, table) => {
    const codes = table.flatMap((row) => row.codes);
    expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
  });
});
