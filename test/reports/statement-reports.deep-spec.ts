import { dateOfDay, dayNumber, newYorkDate, newYorkInstant } from '@payments/kernel';
import { readBai2File, readCamtFile } from '@payments/rails';
import type { StatementEvent } from '@payments/rails';
import { newId } from '@payments/kernel';
import { eventually } from '@payments/testing';
import { Client } from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { aDirectDebit, aPayout, untilStatus } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { rowsOf, untilCompleted } from '../support/reports.js';
import { advance, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('libs/reports/src', 'libs/rails/src', 'migrations');

type Body = Record<string, unknown>;

interface Statement {
  readonly day: string;
  readonly account: string;
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  readonly amounts: bigint[];
}

const OWN_BOOK = '00000000-0000-0000-0000-000000000000';
const today = () => newYorkDate(new Date());
const daysAgo = (days: number) => dateOfDay(dayNumber(today()) - days);

/** The transactions (16) of a file: amount, direction and type. Types from 400 to 699 are debits. */
function bai2Codes(text: string): string[] {
  return [...text.matchAll(/^16,(\d{3}),(\d+),/gm)].map(([, code, amount]) => {
    const isDebit = code! >= '400' && code! <= '699';
    return `${amount} ${isDebit ? 'debit' : 'credit'} ${code}`;
  });
}

/** The entries of a file: amount, direction, and the families of the domain of payments. */
function camtCodes(text: string): string[] {
  const pattern =
    /<Ntry>.*?<Amt Ccy="USD">(\d+)\.(\d\d)<\/Amt><CdtDbtInd>(\w+)<.*?<Domn><Cd>(\w+)<\/Cd><Fmly><Cd>(\w+)<\/Cd><SubFmlyCd>(\w+)</g;
  return [...text.matchAll(pattern)].map(
    ([, dollars, cents, side, ...codes]) =>
      `${Number(`${dollars}${cents}`)} ${side === 'CRDT' ? 'credit' : 'debit'} ${codes.join('/')}`,
  );
}

describe('statements', () => {
  let service: TestService;
  let client: ApiClient;
  let owner: Client;
  let party: Party;
  let subledger: { readonly id: string; readonly subledger_reference_id: string };
  /** The days on which the first and the second half of the entries were made. */
  const [first, second] = [daysAgo(5), daysAgo(3)];

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    await service.startWorker();
    client = await service.client({ name: '=Acme & "the" <bank>' });
    owner = new Client({ connectionString: service.database.adminUrl });
    await owner.connect();
    party = await verifiedParty(client);
    const name = { subledger_reference_id: '=wallet, 1', customer_reference_id: party.customer_reference_id };
    subledger = (await client.post('/deliver/subledgers', name)).body['subledger'] as typeof subledger;
    await history();
    await movedToThePast();
  });
  afterAll(async () => {
    await owner.end();
    await service.stop();
  });

  const transfer = async (body: Body) => {
    const { status, text, body: answer } = await client.post('/deliver/transfers', body);
    expect([status, text]).toEqual([200, text]);
    return (answer['transfer'] as { readonly id: string }).id;
  };

  async function history(): Promise<void> {
    const { subledger_reference_id } = subledger;
    await client.post('/sandbox/balance/credit', { amount: 50_005 });
    await client.post('/deliver/booktransfers', {
      ...{ book_transfer_reference_id: 'fund', amount: 40_000, currency: 'USD' },
      destination: { subledger_reference_id },
    });
    const ids = [
      await transfer(aPayout(party, { amount: 1_001, speed: 'asap' })),
      await transfer(aPayout(party, { amount: 2_000, speed: 'standard', subledger_reference_id })),
      await transfer(aDirectDebit(party, { amount: 3_000, speed: 'same_day' })),
    ];
    const returned = await transfer(aDirectDebit(party, { amount: 5_000, speed: 'standard' }));
    await client.post(`/sandbox/transfers/${returned}/outcome`, { kind: 'return', code: 'R01' });
    const unpaid = await transfer(aPayout(party, { amount: 6_000, speed: 'standard' }));
    await client.post(`/sandbox/transfers/${unpaid}/outcome`, { kind: 'return', code: 'R03' });
    const canceled = await transfer(aPayout(party, { amount: 7_000, speed: 'standard' }));
    await eventually('the money is set aside', async () => {
      const { body } = await client.get(`/deliver/transfers/${canceled}`);
      return (body['transfer'] as Body)['status'] !== 'created';
    });
    expect((await client.post(`/deliver/transfers/${canceled}/cancel`)).status).toBe(202);
    await advance(client, 10);
    for (const id of [unpaid, canceled]) await untilStatus(client, id, 'failed');
    for (const id of ids) await untilStatus(client, id, 'completed', 'settled');
    await untilStatus(client, returned, 'failed');
  }

  /** The first half to the very beginning of one day, the second half to the last millisecond of another. */
  async function movedToThePast(): Promise<void> {
    await owner.query('BEGIN');
    await owner.query('SET LOCAL session_replication_role = replica');
    const midnight = (day: string) => newYorkInstant(day, '00:00');
    await owner.query(
      `UPDATE ledger.entries SET created_at = CASE
         WHEN position <= (SELECT max(position) / 2 FROM ledger.entries WHERE enterprise_id = $1) THEN $2::timestamptz
         ELSE $3::timestamptz END
       WHERE enterprise_id = $1`,
      [
        client.credentials.enterprise_id,
        midnight(first),
        new Date(midnight(dateOfDay(dayNumber(second) + 1)).getTime() - 1),
      ],
    );
    await owner.query('COMMIT');
  }

  async function statements(body: Body, by: ApiClient = client) {
    const created = await by.post('/deliver/reports/statements', body);
    expect([created.status, created.text]).toEqual([200, created.text]);
    return untilCompleted(by, (created.body['report'] as { readonly id: string }).id);
  }

  async function read(body: Body & { readonly format: 'bai2' | 'camt053' }): Promise<Statement[]> {
    const found: Statement[] = [];
    const { id } = await statements(body);
    const source = [Buffer.from((await client.get(`/deliver/reports/${id}/download`)).text)];
    const events: AsyncIterable<StatementEvent> = body.format === 'bai2' ? readBai2File(source) : readCamtFile(source);
    for await (const event of events) {
      if (event.kind === 'statement_opened') {
        const { day, account, opening, closing } = event.statement;
        found.push({ day, account, opening, closing, amounts: [] });
      } else if (event.kind === 'lines') {
        const amounts = event.lines.map(({ amount, direction }) => (direction === 'credit' ? amount : -amount));
        found.at(-1)!.amounts.push(...amounts);
      }
    }
    return found;
  }

  /** What the entries themselves say: the changes of available and pending money together. */
  async function expectedOf(book: string, day: string): Promise<Omit<Statement, 'day' | 'account'>> {
    interface Entry {
      readonly amount: string;
      readonly from: boolean;
      readonly to: boolean;
      readonly day: string;
    }
    const entries = await service.database.query<Entry>(
      `SELECT amount, to_char(created_at AT TIME ZONE 'America/New_York', 'YYYY-MM-DD') AS day,
         debit_account IN ('available', 'pending') AND debit_book = $2 AS from,
         credit_account IN ('available', 'pending') AND credit_book = $2 AS to
       FROM ledger.entries WHERE enterprise_id = $1 ORDER BY position`,
      [client.credentials.enterprise_id, book],
    );
    const signed = (until: (of: string) => boolean) =>
      entries
        .filter((entry) => entry.from !== entry.to && until(entry.day))
        .map(({ amount, to }) => (to ? BigInt(amount) : -BigInt(amount)));
    const total = (amounts: readonly bigint[]) => amounts.reduce((sum, each) => sum + each, 0n);
    const [opening, closing] = [total(signed((of) => of < day)), total(signed((of) => of <= day))];
    return { opening, closing, amounts: signed((of) => of === day) };
  }

  const idOf = (book: string) => (book === OWN_BOOK ? client.credentials.enterprise_id : book).replaceAll('-', '');
  const expected = async (book: string, day: string) => ({
    day,
    account: idOf(book),
    ...(await expectedOf(book, day)),
  });

  it.each(['bai2', 'camt053'] as const)(
    'as %s have the lines and balances of the entries, by book and day',
    async (format) => {
      const found = await read({ format, start_date: daysAgo(6), end_date: daysAgo(1) });
      const days = [6, 5, 4, 3, 2, 1].map(daysAgo);
      const all: Statement[] = [];
      for (const day of days) {
        all.push(await expected(OWN_BOOK, day));
        const moved = await expected(subledger.id, day);
        if (moved.amounts.length > 0) all.push(moved);
      }
      expect(found).toEqual(all);
      expect(all.flatMap(({ amounts }) => amounts).length).toBeGreaterThan(8);
      expect(all.filter(({ account }) => account === idOf(subledger.id)).length).toBeGreaterThan(0);
    },
  );

  it.each(['bai2', 'camt053'] as const)('as %s are of one subledger alone', async (format) => {
    const { subledger_reference_id } = subledger;
    expect(await read({ format, date: first, subledger_reference_id })).toEqual([await expected(subledger.id, first)]);
    expect(await read({ format, date: daysAgo(1), subledger_reference_id })).toEqual([
      await expected(subledger.id, daysAgo(1)),
    ]);
  });

  it('as CSV have the same lines between the balances, and no formula', async () => {
    const report = await statements({ format: 'csv', start_date: first, end_date: second });
    const rows = await rowsOf(client, report);
    const own = rows.filter(({ Account, Date: day }) => Account === idOf(OWN_BOOK) && day === second);
    const { opening, closing, amounts } = await expected(OWN_BOOK, second);
    expect(own.map(({ Row }) => Row)).toEqual(['Opening', ...amounts.map(() => 'Entry'), 'Closing']);
    expect([own[0]!['Ledger Balance'], own.at(-1)!['Ledger Balance']]).toEqual([String(opening), String(closing)]);
    expect(own.at(-2)!['Ledger Balance']).toBe(String(closing));
    const signed = own.slice(1, -1).map(({ Direction, Amount }) => (Direction === 'Credit' ? Amount : `-${Amount}`));
    expect(signed).toEqual(amounts.map(String));
    expect(rows.find(({ Subledger }) => Subledger !== '')!['Subledger']).toBe("'=wallet, 1");
    expect(report['rows']).toBe(rows.filter(({ Row }) => Row === 'Entry').length);
  });

  it.each([
    ['bai2', 0],
    ['camt053', 1],
  ] as const)('as %s name what moved the money as banks do', async (format, column) => {
    const { id } = await statements({ format, start_date: first, end_date: second });
    const { text } = await client.get(`/deliver/reports/${id}/download`);
    const found = new Set(format === 'bai2' ? bai2Codes(text) : camtCodes(text));
    // By the lists of BAI and of ISO 20022, in the order of the history.
    const expected = [
      ['100000000 credit', '399', 'PMNT/MCOP/OTHR'],
      ['50005 credit', '195', 'PMNT/RCDT/DMCT'],
      ['40000 debit', '506', 'PMNT/ICDT/BOOK'],
      ['40000 credit', '206', 'PMNT/RCDT/BOOK'],
      ['1001 debit', '458', 'PMNT/IRCT/DMCT'],
      ['2000 debit', '455', 'PMNT/ICDT/DMCT'],
      ['3000 credit', '165', 'PMNT/IDDT/PMDD'],
      ['5000 credit', '165', 'PMNT/IDDT/PMDD'],
      ['5000 debit', '557', 'PMNT/IDDT/UPDD'],
      ['6000 debit', '455', 'PMNT/ICDT/DMCT'],
      ['6000 credit', '257', 'PMNT/ICDT/RRTN'],
      ['7000 debit', '455', 'PMNT/ICDT/DMCT'],
      ['7000 credit', '399', 'PMNT/MCOP/OTHR'],
    ];
    expect([...found].toSorted()).toEqual(expected.map(([line, ...codes]) => `${line} ${codes[column]!}`).toSorted());
  });

  it('have the types of their formats', async () => {
    for (const [format, type, extension] of [
      ['bai2', 'text/plain', 'bai'],
      ['camt053', 'application/xml', 'xml'],
      ['csv', 'text/csv', 'csv'],
    ] as const) {
      const report = await statements({ format, date: first });
      expect(report).toMatchObject({ kind: 'statement', format, report_scope: 'total' });
      const { headers } = await client.get(`/deliver/reports/${report.id}/download`);
      expect(headers).toMatchObject({
        'content-type': `${type}; charset=utf-8`,
        'content-disposition': expect.stringMatching(`filename="statement-${first}-[\\d-]+\\.${extension}"$`) as string,
      });
    }
  });

  it('of another enterprise have its books alone', async () => {
    const other = await service.client();
    const report = await statements({ format: 'csv', start_date: first, end_date: second }, other);
    const rows = await rowsOf(other, report);
    expect(new Set(rows.map(({ Account }) => Account))).toEqual(
      new Set([other.credentials.enterprise_id.replaceAll('-', '')]),
    );
    expect(new Set(rows.map((row) => row['Ledger Balance']))).toEqual(new Set(['0']));
    const { subledger_reference_id } = subledger;
    const asked = await other.post('/deliver/reports/statements', {
      format: 'csv',
      date: first,
      subledger_reference_id,
    });
    expect(asked.body['error_code']).toBe('invalid_subledger_reference_id');
  });

  it.each([
    ['no format', { date: first }, 'missing_format'],
    ['another format', { format: 'mt940', date: first }, 'invalid_format'],
    ['no day', { format: 'csv' }, 'missing_date'],
    ['a day that has not ended', { format: 'csv', date: today() }, 'invalid_date'],
    ['a day that is none', { format: 'csv', date: '2026-02-30' }, 'invalid_date'],
    ['a month that is none', { format: 'csv', date: '2026-13-01' }, 'invalid_date'],
    ['a day of another century', { format: 'csv', date: '1999-12-31' }, 'invalid_date'],
    ['one day and several', { format: 'csv', date: first, end_date: second }, 'invalid_date'],
    ['no first day', { format: 'csv', end_date: second }, 'missing_start_date'],
    ['no last day', { format: 'csv', start_date: first }, 'missing_end_date'],
    ['days in the wrong order', { format: 'csv', start_date: second, end_date: first }, 'invalid_end_date'],
    ['32 days', { format: 'csv', start_date: daysAgo(33), end_date: daysAgo(2) }, 'invalid_end_date'],
    ['a last day that has not ended', { format: 'csv', start_date: first, end_date: today() }, 'invalid_end_date'],
    [
      'an unknown subledger',
      { format: 'csv', date: first, subledger_reference_id: newId() },
      'invalid_subledger_reference_id',
    ],
  ])('are refused with %s', async (_, body, code) => {
    const { status, body: answer } = await client.post('/deliver/reports/statements', body);
    expect([status, answer['error_code']]).toEqual([400, code]);
  });
});
