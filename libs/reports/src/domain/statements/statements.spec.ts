import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId, parseCsv } from '@payments/kernel';
import { readBai2File, readCamtFile } from '@payments/rails';
import type { StatementEvent, StatementHeader, StatementLine as ReadLine, StatementTotals } from '@payments/rails';
import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { validateXML } from 'xmllint-wasm';
import { describeIf } from '../../../../../test/support/skip-unless.js';
import type { Effect } from '../effect.js';
import { Bai2Writer } from './bai2-writer.js';
import { CamtWriter } from './camt-writer.js';
import { CsvWriter } from './csv-writer.js';
import { between } from './statement-days.js';
import { linesOf } from './statement.js';
import type { BookStatement, StatementFile, StatementLine, StatementWriter } from './statement.js';

const DAY = '2027-03-14';
const AT = new Date('2027-03-14T12:00:00Z');
const HOLD_ENDS = new Date('2027-03-16T13:00:00Z');

const file: StatementFile = {
  ...{ id: newId(), created_at: new Date('2027-03-15T14:05:06.789Z') },
  ...{ enterprise_id: newId(), enterprise_name: '=Acme & "Söhne" <Bank>' },
};

function anEffect(effect: Partial<Effect> = {}): Effect {
  return {
    ...{ position: 1n, entry_id: newId(), subject_id: newId(), kind: 'submit', account: 'available', cents: 100n },
    ...{
      subledger_reference_id: null,
      created_at: AT,
      reference_id: 'invoice-7',
      transfer_group_id: null,
      status: 'completed',
      rail: 'ach',
    },
    ...{ source: 'jane/checking', destination: null, estimated_funds_delivery_date: null, return_code: null },
    ...{ trace_number: '091000010000001', end_to_end_id: `P${'0'.repeat(32)}`, hold_until: null, ...effect },
  };
}

interface Book {
  readonly account: string;
  readonly lines: readonly StatementLine[];
  readonly opening: bigint;
}

const sum = (lines: readonly StatementLine[], sign: bigint) =>
  lines.reduce((total, { cents }) => (cents * sign > 0n ? total + cents * sign : total), 0n);

function bookStatement({ account, lines, opening }: Book, day: string): BookStatement {
  const [credits, debits] = [sum(lines, 1n), sum(lines, -1n)];
  const ledger = opening + credits - debits;
  return {
    ...{ day, account, name: account, subledger_reference_id: account, ...between(day, day) },
    opening: { ledger: opening, available: opening - 1n },
    closing: { ledger, available: ledger - 2n },
    totals: {
      ...{ credits, debits, credit_count: lines.filter(({ cents }) => cents > 0n).length },
      debit_count: lines.filter(({ cents }) => cents < 0n).length,
    },
  };
}

const writers = {
  bai2: (memo: string) => new Bai2Writer(memo),
  camt053: (memo: string) => new CamtWriter(memo),
  csv: (): StatementWriter => new CsvWriter(),
};

/** As workers do: each piece by another one, which knows the memo alone. */
function written(format: keyof typeof writers, days: Readonly<Record<string, readonly Book[]>>): string {
  let [text, memo] = ['', ''];
  const piece = (write: (writer: StatementWriter) => string) => {
    const writer = writers[format](memo);
    text += write(writer);
    memo = writer.memo();
  };
  piece((writer) => writer.open(file));
  for (const [day, books] of Object.entries(days)) {
    piece((writer) => writer.openDay(day));
    for (const book of books) {
      const statement = bookStatement(book, day);
      piece((writer) => writer.openBook(statement));
      for (const line of book.lines) piece((writer) => writer.lines([line], statement));
      piece((writer) => writer.closeBook(statement));
    }
    piece((writer) => writer.closeDay());
  }
  piece((writer) => writer.close());
  return text;
}

interface Found {
  readonly header: StatementHeader;
  readonly lines: ReadLine[];
  totals?: StatementTotals;
}

/** What the reader of statements of banks finds. It proves the sums and the controls. */
async function read(format: 'bai2' | 'camt053', text: string): Promise<Found[]> {
  const source = [Buffer.from(text)];
  const events: AsyncIterable<StatementEvent> = format === 'bai2' ? readBai2File(source) : readCamtFile(source);
  const found: Found[] = [];
  for await (const event of events) {
    if (event.kind === 'statement_opened') found.push({ header: event.statement, lines: [] });
    else if (event.kind === 'lines') found.at(-1)!.lines.push(...event.lines);
    else if (event.kind === 'statement_closed') found.at(-1)!.totals = event.totals;
  }
  return found;
}

const FORMATS = ['bai2', 'camt053'] as const;
const account = (n: number) => `0f${String(n).padStart(30, '0')}`;
const bookOf = (effects: readonly Effect[], opening = 0n, n = 1): Book => ({
  ...{ account: account(n), lines: linesOf(effects, opening), opening },
});

const reference = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('a,b', 'a/b', '88,x/', '=1+1', '<Ntry>', ']]>', '16,165,1', '\ufffe', 'w'.repeat(255)),
);
const kind = fc.constantFrom('submit', 'reserve', 'unreserve', 'reverse_submit', 'credit', 'book', 'sandbox_reset');
const effect = fc
  .record({
    kind,
    ...{ cents: fc.bigInt(-(10n ** 10n), 10n ** 10n).filter((cents) => cents !== 0n), reference_id: reference },
    ...{ source: reference, destination: reference, account: fc.constantFrom('available', 'pending') },
    rail: fc.constantFrom('ach', 'same_day_ach', 'rtp', 'fednow', null),
    ...{ return_code: fc.constantFrom('R01', null), hold_until: fc.constantFrom(HOLD_ENDS, null) },
    trace_number: fc.constantFrom('091000010000001', null),
  })
  .map((each) => anEffect(each as Partial<Effect>));
const book = fc.record({ effects: fc.array(effect, { maxLength: 8 }), opening: fc.bigInt(-(10n ** 9n), 10n ** 12n) });
const history = fc.record({
  '2027-03-13': fc.array(book, { minLength: 1, maxLength: 3 }),
  [DAY]: fc.array(book, { minLength: 1, maxLength: 3 }),
});
type DrawnDays = Readonly<Record<string, readonly { readonly effects: readonly Effect[]; readonly opening: bigint }[]>>;
const booksOf = (drawn: DrawnDays) =>
  Object.fromEntries(
    Object.entries(drawn).map(([day, books]) => [
      day,
      books.map(({ effects, opening }, n) =>
        bookOf(
          effects.map((each, at) => ({ ...each, position: BigInt(at + 1), created_at: new Date(`${day}T12:00:00Z`) })),
          opening,
          n,
        ),
      ),
    ]),
  );

describe('written statements', () => {
  it.each(FORMATS)('as %s are read with the same lines and sums by the reader of banks', async (format) => {
    const same = fc.asyncProperty(history, async (drawn) => {
      const days = booksOf(drawn);
      const expected = Object.entries(days).flatMap(([day, books]) => books.map((each) => ({ day, ...each })));
      const found = await read(format, written(format, days));
      expect(found).toHaveLength(expected.length);
      for (const [at, { header, lines, totals }] of found.entries()) {
        const { day, opening, lines: sent, account: own } = expected[at]!;
        const [credits, debits] = [sum(sent, 1n), sum(sent, -1n)];
        expect(header).toMatchObject({ day, account: own, opening, closing: opening + credits - debits });
        expect(totals).toEqual({ lines: sent.length, credits, debits });
        expect(lines.map(({ amount, direction }) => (direction === 'credit' ? amount : -amount))).toEqual(
          sent.map(({ cents }) => cents),
        );
        expect(lines.map(({ code }) => code)).toEqual(sent.map(({ code }) => code.bai2));
        expect(lines.map(({ value_day }) => value_day)).toEqual(sent.map(({ value_day }) => value_day ?? day));
      }
    });
    await fc.assert(same, { numRuns: countOf(150) });
  });

  it.each(FORMATS)('as %s keep the references of the client and of the banks', async (format) => {
    const [found] = await read(format, written(format, { [DAY]: [bookOf([anEffect()])] }));
    expect(found!.lines[0]!.references).toEqual(
      expect.arrayContaining(['invoice-7', '091000010000001'].slice(format === 'bai2' ? 0 : 1)),
    );
    expect(found!.lines[0]).toMatchObject({ text: expect.stringContaining('invoice-7') as string, booking_day: DAY });
  });

  it('have amounts with two decimals, and none in BAI2', () => {
    for (const [cents, dollars] of [
      [5n, '0.05'],
      [-70n, '0.70'],
      [123n, '1.23'],
      [-9_999_999_999n, '99999999.99'],
    ] as const) {
      const books = { [DAY]: [bookOf([anEffect({ cents })])] };
      expect(written('camt053', books)).toContain(`<Ntry><NtryRef>1</NtryRef><Amt Ccy="USD">${dollars}</Amt>`);
      expect(written('bai2', books)).toMatch(new RegExp(`^16,\\d{3},${String(cents).replace('-', '')},`, 'm'));
    }
  });

  it('break a record of BAI2 between balances only, as other readers need it', () => {
    const lines = written('bai2', { '2026-07-14': [bookOf([], 9_876_543_210n)] }).split('\n');
    const [head, next] = [lines.find((line) => line.startsWith('03,'))!, lines.find((line) => line.startsWith('88,'))!];
    const summaries = /^(\d{3},-?\d+,\d*,,?)+$/;
    for (const each of [head.replace(/^03,\w+,USD,/, ''), next.replace(/^88,/, '')])
      expect(each.replace(/\/$/, ',')).toMatch(summaries);
  });

  it('have lines of at most 80 characters in BAI2', () => {
    fc.assert(
      fc.property(history, (drawn) => {
        const lines = written('bai2', booksOf(drawn)).split('\n');
        expect(lines.filter((line) => line.length > 80)).toEqual([]);
        expect(lines.filter((line) => line !== '' && !/^\d\d,.*\/$/.test(line))).toEqual([]);
      }),
    );
  });

  it('never write a formula, and as many cells in each row', () => {
    const rows = fc.property(history, (drawn) => {
      const [head, ...others] = [...parseCsv(written('csv', booksOf(drawn)))].map(({ cells }) => cells);
      expect(others.filter((cells) => cells.length !== head!.length)).toEqual([]);
      // Balances may be below 0.
      const texts = others.flatMap((cells) => cells.filter((_, at) => !head![at]!.endsWith('Balance')));
      expect(texts.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    });
    fc.assert(rows);
    const text = written('csv', { [DAY]: [bookOf([anEffect({ reference_id: '=1+1' })])] });
    expect(text).toContain(`,'=1+1,`);
  });

  it('have no line for money that only becomes available', () => {
    const release = { position: 7n, kind: 'release', created_at: AT };
    const effects = [
      anEffect({ position: 6n, account: 'pending', cents: 50n }),
      anEffect({ ...release, account: 'pending', cents: -50n }),
      anEffect({ ...release, account: 'available', cents: 50n }),
    ];
    expect(linesOf(effects, 10n)).toMatchObject([{ position: 6n, balance: 60n, value_day: null }]);
  });

  it.each([
    ['2027-03-14', 23],
    ['2027-03-15', 24],
    ['2027-11-07', 25],
  ])('of %s cover its %i hours', (day, hours) => {
    const { start_time, end_time } = between(day, day);
    expect((end_time.getTime() - start_time.getTime()) / 3_600_000).toBe(hours);
    const text = written('camt053', { [day]: [bookOf([])] });
    const [, from, to] = /<FrDtTm>(.*)<\/FrDtTm><ToDtTm>(.*)<\/ToDtTm>/.exec(text)!;
    expect([new Date(from!), new Date(to!)]).toEqual([start_time, new Date(end_time.getTime() - 1)]);
  });
});

const folder = process.env.ISO20022_XSD_DIR;
const reason = 'NOT TESTED: the schema of camt.053. Set ISO20022_XSD_DIR to the folder with the .xsd files.';

describeIf(folder !== undefined, reason)('the schema of camt.053.001.08', () => {
  const schema = () => readFileSync(join(folder!, 'camt.053.001.08.xsd'), 'utf8');
  const faultsOf = async (contents: string) =>
    (await validateXML({ xml: { fileName: 'a.xml', contents }, schema: schema() })).errors.map(
      ({ message }) => message,
    );

  it('accepts every file that is written', async () => {
    const drawn = fc.sample(history, { numRuns: 15, seed: 1 });
    for (const each of drawn) expect(await faultsOf(written('camt053', booksOf(each)))).toEqual([]);
  });

  it('refuses twins with one rule broken', async () => {
    const text = written('camt053', { [DAY]: [bookOf([anEffect({ return_code: 'R01' })])] });
    for (const [found, other] of [
      ['<Ccy>USD</Ccy>', '<Ccy>usd</Ccy>'],
      ['<Sts><Cd>BOOK</Cd></Sts>', ''],
      ['<Cd>R01</Cd>', '<Cd>R0101</Cd>'],
    ] as const) {
      expect(text).toContain(found);
      expect(await faultsOf(text.replace(found, other))).not.toEqual([]);
    }
  });
});
