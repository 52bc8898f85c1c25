import { createHash } from 'node:crypto';
import { newId } from '@payments/kernel';
import type { ApiClient } from '../support/api-client.js';
import { expectSound } from '../support/ledger-sound.js';
import { aDirectDebit, aPayout, untilStatus } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { readReport, reconReport, rowsOf, untilNow } from '../support/reports.js';
import { advance, enterpriseParty, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

type Body = Record<string, unknown>;

interface JournalEntry {
  readonly position: string;
  readonly debit_account: string;
  readonly credit_account: string;
  readonly debit_book: string;
  readonly credit_book: string;
  readonly amount: string;
}

describe('reconciliation reports', () => {
  let service: TestService;
  let client: ApiClient;
  let party: Party;
  let subledger: { readonly id: string; readonly subledger_reference_id: string };

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    await service.startWorker();
    client = await service.client({ name: '=Acme, "the" bank' });
    party = await verifiedParty(client);
    subledger = await wallet();
    await history();
  });
  afterAll(() => service.stop());

  const wallet = async () => {
    const name = { subledger_reference_id: `wallet-${newId()}`, customer_reference_id: party.customer_reference_id };
    return (await client.post('/deliver/subledgers', name)).body['subledger'] as typeof subledger;
  };
  const transfer = async (body: Body) => {
    const { status, text, body: answer } = await client.post('/deliver/transfers', body);
    expect([status, text]).toEqual([200, text]);
    return (answer['transfer'] as { readonly id: string }).id;
  };

  /** Payouts and debits of both books, returned ones, a book transfer and a credit. */
  async function history(): Promise<void> {
    await client.post('/sandbox/balance/credit', { amount: 50_000 });
    await client.post('/deliver/booktransfers', {
      ...{ book_transfer_reference_id: 'fund', amount: 40_000, currency: 'USD' },
      destination: { subledger_reference_id: subledger.subledger_reference_id },
    });
    const of = { subledger_reference_id: subledger.subledger_reference_id };
    const ids = [
      await transfer(aPayout(party, { amount: 1_000, speed: 'asap' })),
      await transfer(aPayout(party, { amount: 2_000, speed: 'standard', ...of })),
      await transfer(aDirectDebit(party, { amount: 3_000, speed: 'same_day' })),
      await transfer(aDirectDebit(await enterpriseParty(client), { amount: 4_000, ...of })),
    ];
    const returned = await transfer(aDirectDebit(party, { amount: 5_000, speed: 'standard' }));
    await client.post(`/sandbox/transfers/${returned}/outcome`, { kind: 'return', code: 'R01' });
    const unpaid = await transfer(aPayout(party, { amount: 6_000, speed: 'standard' }));
    await client.post(`/sandbox/transfers/${unpaid}/outcome`, { kind: 'return', code: 'R03' });
    await advance(client, 10);
    for (const id of ids) await untilStatus(client, id, 'completed', 'settled');
    for (const id of [returned, unpaid]) await untilStatus(client, id, 'failed');
    await expectSound(service.database);
  }

  /** The rows that the entries themselves stand for, with the balances after each. */
  async function expectedRows(book?: string) {
    const entries = await service.database.query<JournalEntry>(
      `SELECT position, debit_account, credit_account, debit_book, credit_book, amount FROM ledger.entries
       WHERE enterprise_id = $1 ORDER BY position`,
      [client.credentials.enterprise_id],
    );
    const amounts: Record<string, number> = { available: 0, pending: 0 };
    return entries.flatMap((entry) =>
      (['debit', 'credit'] as const).flatMap((side) => {
        const account = entry[`${side}_account`];
        if (!(account in amounts) || (book !== undefined && entry[`${side}_book`] !== book)) return [];
        amounts[account]! += side === 'credit' ? Number(entry.amount) : -Number(entry.amount);
        return [
          {
            ...{ Position: entry.position, Amount: entry.amount },
            ...{ 'Affected Balance': account === 'available' ? 'Available' : 'Pending' },
            ...{ Direction: side === 'credit' ? 'Credit' : 'Debit' },
            'Available Amount': String(amounts['available']),
            'Pending Amount': String(amounts['pending']),
            'Ledger Amount': String(amounts['available']! + amounts['pending']!),
          },
        ];
      }),
    );
  }
  const statement = async (query: Body) => {
    const search = new URLSearchParams(query as Record<string, string>).toString();
    const { status, text, body } = await client.get(`/deliver/reports/balances?${search}`);
    expect([status, text]).toEqual([200, text]);
    return body['balance_statement_summary_report'] as {
      readonly account_balances: Record<'opening' | 'closing', { pending_amount: number; available_amount: number }>;
      readonly ledger_entry_balances: readonly { type: string; debit: number; credit: number }[];
    };
  };
  /** The ids, references and names that only rows of this enterprise can have. */
  const wordsOf = async ({ credentials }: ApiClient) => {
    const rows = await service.database.query<{ word: string }>(
      `SELECT id::text AS word FROM ledger.entries WHERE enterprise_id = $1
       UNION SELECT subject_id::text FROM ledger.entries WHERE enterprise_id = $1
       UNION SELECT id::text FROM transfers.transfers WHERE enterprise_id = $1
       UNION SELECT transfer_reference_id FROM transfers.transfers WHERE enterprise_id = $1
       UNION SELECT id::text FROM subledgers.subledgers WHERE enterprise_id = $1
       UNION SELECT customer_reference_id FROM subledgers.subledgers WHERE enterprise_id = $1`,
      [credentials.enterprise_id],
    );
    return [credentials.enterprise_name, ...rows.map(({ word }) => word)];
  };
  const scopes = (): [Body, string | undefined][] => [
    [{}, undefined],
    [{ report_scope: 'enterprise' }, '00000000-0000-0000-0000-000000000000'],
    [{ report_scope: 'subledger', subledger_reference_id: subledger.subledger_reference_id }, subledger.id],
  ];

  it('have a row for each effect of an entry on a balance, with the balances after it', async () => {
    for (const [scope, book] of scopes()) {
      const report = await reconReport(client, { ...untilNow(), ...scope });
      const rows = await rowsOf(client, report);
      const expected = await expectedRows(book);
      expect(expected.length).toBeGreaterThan(4);
      expect(rows.map((row, index) => ({ ...row, ...expected[index] }))).toEqual(rows);
      expect([rows.length, report['rows']]).toEqual([expected.length, expected.length]);
    }
  });

  it('begin with the balances before their start, and end with those of the statement', async () => {
    const all = await rowsOf(client, await reconReport(client, untilNow()));
    const middle = all[Math.floor(all.length / 2)]!;
    const start_time = middle['Balance Updated At (UTC)']!;
    const period = { ...untilNow(), start_time };
    const later = await rowsOf(client, await reconReport(client, period));
    const first = all.findIndex((row) => row['Balance Updated At (UTC)'] === start_time);
    expect(later).toEqual(all.slice(first));
    const { account_balances } = await statement(period);
    const amountsOf = (row: Record<string, string> | undefined) => ({
      pending_amount: Number(row?.['Pending Amount'] ?? 0),
      available_amount: Number(row?.['Available Amount'] ?? 0),
    });
    expect(account_balances).toEqual({ opening: amountsOf(all[first - 1]), closing: amountsOf(all.at(-1)) });
  });

  it('say who was paid and how, and never write a formula', async () => {
    const rows = await rowsOf(client, await reconReport(client, untilNow()));
    const own = `'=Acme, "the" bank`;
    const theirs = `${party.customer_reference_id}/${party.account_reference_id}`;
    const book = rows.filter((row) => row['Reference ID'] === 'fund');
    expect(book.map((row) => [row['Payment Method'], row['Direction'], row['Subledger'], row['Destination']])).toEqual([
      ['book', 'Debit', '', subledger.subledger_reference_id],
      ['book', 'Credit', subledger.subledger_reference_id, subledger.subledger_reference_id],
    ]);
    const unpaid = rows.filter((row) => row['Return Code'] === 'R03');
    expect(unpaid).toMatchObject([{ 'Affected Balance': 'Available', Direction: 'Credit', Amount: '6000' }]);
    const returned = rows.filter((row) => row['Return Code'] === 'R01');
    expect(returned[0]).toMatchObject({
      ...{
        'Payment Method': 'ach',
        'Affected Balance': 'Pending',
        Direction: 'Debit',
        Amount: '5000',
        Status: 'failed',
      },
      ...{ Source: theirs, Destination: own, 'Group ID': '' },
    });
    expect(rows.find((row) => row['Payment Method'] === 'ach' && row['Trace Number'] !== '')).toBeDefined();
    expect(rows[0]!['Balance Updated At (ET)']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-0[45]:00$/);
  });

  it('are counted by type in the balance statement', async () => {
    for (const [scope] of scopes()) {
      const { account_balances, ledger_entry_balances } = await statement({ ...untilNow(), ...scope });
      const { opening, closing } = account_balances;
      const change = ledger_entry_balances.reduce((sum, { debit, credit }) => sum + credit - debit, 0);
      const sum = (amounts: typeof opening) => amounts.pending_amount + amounts.available_amount;
      expect(change).toBe(sum(closing) - sum(opening));
    }
    const total = await statement(untilNow());
    const types = total.ledger_entry_balances.map(({ type }) => type);
    expect(types).toEqual(['ach', 'ach_return', 'sdach', 'rtp', 'balance_top_up', 'inbound_funds']);
    expect(total.ledger_entry_balances).toContainEqual({ type: 'ach_return', debit: 5_000, credit: 6_000 });
    const own = await statement({ ...untilNow(), report_scope: 'enterprise' });
    expect(own.ledger_entry_balances).toContainEqual({ type: 'outbound_funds', debit: 40_000, credit: 0 });
  });

  it('can be downloaded whole, in ranges, and not again while they are known', async () => {
    const report = await reconReport(client, untilNow());
    const path = `/deliver/reports/${report.id}/download`;
    const whole = await client.get(path);
    const sha256 = createHash('sha256').update(whole.text).digest('hex');
    expect(report).toMatchObject({ sha256, bytes: Buffer.byteLength(whole.text) });
    expect(whole.headers).toMatchObject({
      ...{ 'content-type': 'text/csv; charset=utf-8', etag: `"${sha256}"`, 'accept-ranges': 'bytes' },
      'content-disposition': expect.stringMatching(/^attachment; filename="recon-[\d-]{21}\.csv"$/) as string,
    });
    const part = await client.send('GET', path, { headers: { range: 'bytes=10-19' } });
    expect([part.status, part.text]).toEqual([206, whole.text.slice(10, 20)]);
    expect(part.headers['content-range']).toBe(`bytes 10-19/${Buffer.byteLength(whole.text)}`);
    const known = await client.send('GET', path, { headers: { 'if-none-match': `"${sha256}"` } });
    expect([known.status, known.text]).toEqual([304, '']);
  });

  it('are stored under a key of the enterprise', async () => {
    const report = await reconReport(client, untilNow());
    const parts = await service.database.query<{ content: Buffer }>(
      'SELECT content FROM reports.parts WHERE report_id = $1',
      [report.id],
    );
    // `version ‖ data key id ‖ …`, and no gzip header.
    expect(parts.map(({ content }) => content[0])).toEqual([1]);
    expect(parts[0]!.content.indexOf(Buffer.of(0x1f, 0x8b, 0x08))).not.toBe(0);
  });

  it('expire after 30 days, and are gone once they are deleted', async () => {
    const [old, other] = [await reconReport(client, untilNow()), await reconReport(client, untilNow())];
    await service.database.query(`UPDATE reports.reports SET completed_at = now() - interval '30 days' WHERE id = $1`, [
      old.id,
    ]);
    expect((await client.get(`/deliver/reports/${old.id}/download`)).status).toBe(404);
    expect((await readReport(client, old.id)).status).toBe('completed');
    expect((await client.send('DELETE', `/deliver/reports/${other.id}`)).status).toBe(204);
    expect((await client.send('DELETE', `/deliver/reports/${other.id}`)).status).toBe(404);
    expect(await service.database.query('SELECT FROM reports.parts WHERE report_id = $1', [other.id])).toEqual([]);
    await service.database.query('DELETE FROM reports.reports WHERE id = $1', [old.id]);
  });

  it('report each status in events without gaps', async () => {
    const { id } = await reconReport(client, untilNow());
    const events = await service.database.query<{ sequence: number; status: string }>(
      `SELECT sequence, data::jsonb #>> '{report,status}' AS status FROM platform.events
       WHERE resource_id = $1 AND type = 'report_updated' ORDER BY sequence`,
      [id],
    );
    expect(events.map(({ sequence, status }) => `${sequence} ${status}`)).toEqual([
      ...['1 created', '2 pending', '3 completed'],
    ]);
  });

  it.each([
    [
      'an end before the start',
      { start_time: '2026-01-02T00:00:00Z', end_time: '2026-01-01T00:00:00Z' },
      'invalid_end_time',
    ],
    [
      'an end in the future',
      { start_time: new Date().toISOString(), end_time: '2199-01-01T00:00:00Z' },
      'invalid_end_time',
    ],
    [
      'more than 400 days',
      { start_time: '2024-01-01T00:00:00Z', end_time: '2025-02-05T00:00:01Z' },
      'invalid_end_time',
    ],
    ['no subledger', { report_scope: 'subledger' }, 'missing_subledger_reference_id'],
    [
      'an unknown subledger',
      { report_scope: 'subledger', subledger_reference_id: '?' },
      'invalid_subledger_reference_id',
    ],
    ['a subledger of the total', { subledger_reference_id: '?' }, 'invalid_subledger_reference_id'],
    ['another scope', { report_scope: 'all' }, 'invalid_report_scope'],
  ])('are refused with %s, as is the balance statement', async (_, changes, code) => {
    const asked: Body = { start_time: '2026-01-01T00:00:00Z', end_time: '2026-01-02T00:00:00Z', ...changes };
    const query = new URLSearchParams(asked as Record<string, string>).toString();
    const answers = [
      await client.post('/deliver/reports/recon', asked),
      await client.get(`/deliver/reports/balances?${query}`),
    ];
    expect(answers.map(({ status, body }) => [status, body['error_code']])).toEqual([
      ...[
        [400, code],
        [400, code],
      ],
    ]);
  });

  it('contain nothing of another enterprise, which cannot have them either', async () => {
    const other = await service.client({ name: 'Other bank' });
    const payee = await verifiedParty(other);
    // Named alike where two enterprises can be.
    const { subledger_reference_id } = subledger;
    const { customer_reference_id } = payee;
    const bodies: [string, Body][] = [
      ['/sandbox/balance/credit', { amount: 70_000 }],
      ['/deliver/subledgers', { subledger_reference_id, customer_reference_id }],
      [
        '/deliver/booktransfers',
        {
          ...{ book_transfer_reference_id: 'fund', amount: 30_000, currency: 'USD' },
          destination: { subledger_reference_id },
        },
      ],
      ['/deliver/transfers', aPayout(payee, { amount: 7_000, speed: 'asap', subledger_reference_id })],
      ['/deliver/transfers', aDirectDebit(payee, { amount: 8_000 })],
    ];
    for (const [path, body] of bodies) {
      const { status, text } = await other.post(path, body);
      expect([path, status < 300, text]).toEqual([path, true, text]);
    }
    await advance(other, 10);
    for (const [scope, book] of scopes()) {
      const [ours, theirs] = [
        await reconReport(client, { ...untilNow(), ...scope }),
        await reconReport(other, { ...untilNow(), ...scope }),
      ];
      for (const [reader, report, stranger] of [
        [client, ours, other],
        [other, theirs, client],
      ] as const) {
        const { text } = await reader.get(`/deliver/reports/${report.id}/download`);
        const [own, foreign] = [await wordsOf(reader), await wordsOf(stranger)];
        const words = new Set(text.split(/[",/\r\n]+/));
        expect(own.filter((word) => words.has(word)).length).toBeGreaterThan(2);
        expect(foreign.filter((word) => !own.includes(word) && words.has(word))).toEqual([]);
        const path = `/deliver/reports/${report.id}`;
        const { body } = await stranger.get('/deliver/reports?size=500');
        expect((body['reports'] as Body[]).filter(({ id }) => id === report.id)).toEqual([]);
        const answers = [
          await stranger.get(path),
          await stranger.get(`${path}/download`),
          await stranger.send('DELETE', path),
        ];
        expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      }
      expect(ours['rows']).toBe((await expectedRows(book)).length);
    }
  });

  it('fail if their rows do not add up to the ledger, which the checks report', async () => {
    const [day] = await service.database.query<{ day: string }>(
      `
      INSERT INTO ledger.days (enterprise_id, day, last_position)
      SELECT enterprise_id, '2020-01-01', 0 FROM platform.enterprises WHERE enterprise_id = $1 RETURNING day`,
      [client.credentials.enterprise_id],
    );
    expect(day).toBeDefined();
    const { start_time } = untilNow();
    await service.database.query(
      `INSERT INTO ledger.days (enterprise_id, day, last_position)
       SELECT enterprise_id, '2020-01-02', max(position) FROM ledger.entries WHERE enterprise_id = $1 GROUP BY 1`,
      [client.credentials.enterprise_id],
    );
    const wrong = reconReport(client, { ...untilNow(), start_time });
    await expect(wrong).rejects.toThrow(/report_unbalanced/);
    await service.database.query('DELETE FROM ledger.days WHERE enterprise_id = $1', [
      client.credentials.enterprise_id,
    ]);
    await service.database.query(`DELETE FROM reports.reports WHERE error = 'report_unbalanced'`);
  });
});
