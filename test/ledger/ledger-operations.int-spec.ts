import { setTimeout as sleep } from 'node:timers/promises';
import { newId, UnitOfWork } from '@payments/kernel';
import { Ledger } from '@payments/ledger';
import type { Posting } from '@payments/ledger';
import { workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { ApiClient } from '../support/api-client.js';
import { OWN_BOOK } from '../../libs/ledger/src/domain/books.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly created_at: string;
  readonly debit_subledger_id?: string;
  readonly credit_subledger_id?: string;
}

describe('the operations on the ledger', () => {
  let service: TestService;
  let client: ApiClient;
  const get = <T>(type: abstract new (...args: never[]) => T) => service.api.get<T>(type, { strict: false });
  const tenantOf = (of: ApiClient) => get(Enterprises).get(of.credentials.enterprise_id);
  const transfer = newId();
  const posting = (kind: string, rest: Partial<Posting> = {}): Posting => ({
    ...{ subject_id: transfer, leg: 'destination', attempt: 1, kind, debit: 'available', credit: 'reserved' },
    ...{ amount: 1_000n, banking_at: new Date('2026-07-06T12:30:00.000Z') },
    ...rest,
  });
  async function post(...postings: Posting[]): Promise<void> {
    const tenant = await tenantOf(client);
    await workContext.run({ requestId: 'test', tenant }, () => get(UnitOfWork).run(() => get(Ledger).post(postings)));
  }
  async function entries(search = '', of = client): Promise<Entry[]> {
    const response = await of.get(`/deliver/ledger/entries${search}`);
    expect([response.text, response.status]).toEqual([expect.any(String), 200]);
    return response.body['entries'] as Entry[];
  }
  const kinds = async (search: string) => (await entries(search)).map(({ kind }) => kind);
  const errorOf = async (path: string) => {
    const { status, body } = await client.get(path);
    return [status, body['error_code'], (body['details'] as { errors: { field: string }[] } | null)?.errors[0]?.field];
  };

  beforeAll(async () => {
    service = await startTestService();
  });
  beforeEach(async () => {
    client = await service.client();
  });
  afterAll(() => service.stop());

  describe('GET /deliver/balance', () => {
    it('shows what is available and pending, and counts what is reserved into the total', async () => {
      await post(
        posting('reserve', { amount: 2_500n }),
        posting('collect', { debit: 'clearing_ach', credit: 'pending', amount: 700n }),
      );
      const { status, body } = await client.get('/deliver/balance');
      const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;
      const rest = { pending: 700, currency: 'USD', updated_at: time };
      expect([status, body]).toEqual([
        200,
        { balance: { available: 99_997_500, ...rest }, total_balance: { available: 100_000_000, ...rest } },
      ]);
    });

    it('may be below zero', async () => {
      await post(posting('return', { credit: 'clearing_ach', amount: 100_000_001n }));
      expect((await client.get('/deliver/balance')).body['balance']).toMatchObject({ available: -1 });
    });

    it('is that of the enterprise that asks', async () => {
      await post(posting('reserve'));
      const other = await service.client();
      expect((await other.get('/deliver/balance')).body['balance']).toMatchObject({ available: 100_000_000 });
      expect((await entries('', other)).length).toBe(1);
      expect(await entries(`?transfer_id=${transfer}`, other)).toEqual([]);
    });
  });

  describe('POST /sandbox/balance/credit', () => {
    it('adds to what is available, each time', async () => {
      const before = Date.now();
      await client.post('/sandbox/balance/credit', { amount: 1 });
      const { status, body } = await client.post('/sandbox/balance/credit', { amount: 9_999_999_999 });
      const { updated_at } = body['balance'] as { updated_at: string };
      expect(Date.parse(updated_at)).toBeGreaterThanOrEqual(before);
      const amounts = { available: 10_100_000_000, pending: 0, currency: 'USD', updated_at };
      expect([status, body]).toEqual([200, { balance: amounts, total_balance: amounts }]);
      expect(await kinds('')).toEqual(['credit', 'credit', 'sandbox_opening']);
      const [row] = await service.database.query(
        `SELECT count(*)::int AS credits, max(created_by) AS by FROM ledger.credits WHERE enterprise_id = $1`,
        [client.credentials.enterprise_id],
      );
      expect(row).toEqual({ credits: 2, by: client.credentials.client_id });
    });

    it.each<[unknown, string]>([
      [undefined, 'missing_amount'],
      [null, 'missing_amount'],
      ...[0, -1, 1.5, '1', true, [1], {}, 10_000_000_000].map((amount): [unknown, string] => [
        amount,
        'invalid_amount',
      ]),
    ])('refuses the amount %j', async (amount, code) => {
      const { status, body } = await client.post('/sandbox/balance/credit', { amount });
      expect([status, body['error_code']]).toEqual([400, code]);
      expect(await kinds('')).toEqual(['sandbox_opening']);
    });
  });

  describe('GET /deliver/ledger/entries', () => {
    it('shows every field of an entry', async () => {
      await post(posting('reserve', { leg: 'source', attempt: 2 }));
      const [entry] = await entries();
      expect(entry).toEqual({
        ...{ id: expect.any(String), subject_id: transfer, leg: 'source', attempt: 2, kind: 'reserve' },
        ...{ debit_account: 'available', credit_account: 'reserved', amount: 1_000, currency: 'USD' },
        ...{ banking_at: '2026-07-06T12:30:00.000Z', created_at: expect.any(String) },
        position: 2,
      });
    });

    it('shows the subledgers of an entry, and the entries of a subledger', async () => {
      const [one, other] = [newId(), newId()];
      await post(posting('in', { credit: 'available', credit_book: one }));
      await post(posting('book', { debit_book: one, credit: 'available', credit_book: other }));
      const [booked, received] = await entries();
      expect([booked!.debit_subledger_id, booked!.credit_subledger_id]).toEqual([one, other]);
      expect([received!.debit_subledger_id, received!.credit_subledger_id]).toEqual([undefined, one]);
      expect(await kinds(`?subledger_id=${one}`)).toEqual(['book', 'in']);
      expect(await kinds(`?subledger_id=${other}`)).toEqual(['book']);
      expect(await kinds(`?subledger_id=${OWN_BOOK}`)).toEqual([]);
    });

    it('goes from the newest to the oldest, page by page, and links to the next page', async () => {
      for (const kind of ['a', 'b', 'c', 'd']) await post(posting(kind));
      const all = await entries();
      expect(all.map(({ kind }) => kind)).toEqual(['d', 'c', 'b', 'a', 'sandbox_opening']);
      const seen: string[] = [];
      for (let url: string | undefined = '/deliver/ledger/entries?size=2'; url !== undefined;) {
        const response = await client.get(url);
        seen.push(...(response.body['entries'] as Entry[]).map(({ id }) => id));
        url = /^<(.*)>; rel="next"$/.exec(String(response.headers['link']))?.[1];
      }
      expect(seen).toEqual(all.map(({ id }) => id));
      expect(await kinds('?size=2&index=3')).toEqual(['a', 'sandbox_opening']);
      expect(await kinds('?size=0')).toEqual([]);
      expect(await kinds(`?after=${newId()}`)).toEqual([]);
    });

    it('shows those of a transfer, of an account, and of a time', async () => {
      await post(posting('reserve'), posting('submit', { debit: 'reserved', credit: 'clearing_rtp' }));
      // Times have millisecond precision.
      await sleep(2);
      await post(posting('reserve', { subject_id: newId() }));
      expect((await kinds(`?transfer_id=${transfer}`)).sort()).toEqual(['reserve', 'submit']);
      expect(await kinds(`?transfer_id=${transfer.toUpperCase()}&account=clearing_rtp`)).toEqual(['submit']);
      expect(await kinds('?account=cash')).toEqual(['sandbox_opening']);
      expect((await kinds('?account=reserved')).length).toBe(3);
      expect(await kinds('?account=suspense')).toEqual([]);
      const [newest] = await entries();
      const at = encodeURIComponent(newest!.created_at);
      expect(await kinds(`?start_time=${at}`)).toEqual(['reserve']);
      expect((await kinds(`?end_time=${at}`)).length).toBe(3);
    });

    it.each([
      ['transfer_id=x', 'transfer_id'],
      ['transfer_id=', 'transfer_id'],
      [`transfer_id=${transfer}&transfer_id=${transfer}`, 'transfer_id'],
      ['subledger_id=x', 'subledger_id'],
      ['account=nowhere', 'account'],
      ['account=available&account=cash', 'account'],
      ['format=xml', 'format'],
      ['start_time=yesterday', 'start_time'],
      ['end_time=2026-02-30T00:00:00Z', 'end_time'],
      ['size=501', 'size'],
      ['index=-1', 'index'],
      ['after=x', 'after'],
    ])('refuses %s', async (search, field) => {
      for (const format of search.startsWith('format') ? [''] : ['', '&format=csv'])
        expect(await errorOf(`/deliver/ledger/entries?${search}${format}`)).toEqual([400, `invalid_${field}`, field]);
    });
  });

  describe('the export as CSV', () => {
    const asCsv = async (search = '', accept?: string) => {
      const { headers, text, status } = await client.send('GET', `/deliver/ledger/entries${search}`, {
        ...(accept && { headers: { accept } }),
      });
      return { type: headers['content-type'], status, link: headers['link'], text, lines: text.split('\r\n') };
    };
    const CSV = 'text/csv; charset=utf-8';

    it('holds the same as the list, a line each', async () => {
      await post(posting('reserve'), posting('book', { credit: 'available', credit_book: newId() }));
      const { lines, type } = await asCsv('?format=csv');
      expect(type).toBe(CSV);
      const [head, ...rows] = lines;
      const columns = head!.split(',');
      const parsed = rows
        .filter(Boolean)
        .map((line) => line.split(',').flatMap((field, i) => (field === '' ? [] : [[columns[i]!, field]])))
        .map((fields) => Object.fromEntries(fields) as Record<string, string>);
      const listed = (await entries()).map((entry) =>
        Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, String(value)])),
      );
      expect(parsed).toEqual(listed);
      expect(rows.at(-1)).toBe('');
    });

    it('is chosen by the query before the header, and by the first type of the header', async () => {
      const json = /^application\/json/;
      expect((await asCsv('', 'text/csv')).type).toBe(CSV);
      expect((await asCsv('', 'TEXT/CSV; q=0.9, application/json')).type).toBe(CSV);
      expect((await asCsv('?format=csv', 'application/json')).type).toBe(CSV);
      expect((await asCsv('?format=json', 'text/csv')).type).toMatch(json);
      expect((await asCsv('', '*/*')).type).toMatch(json);
      expect((await asCsv('', 'application/json, text/csv')).type).toMatch(json);
      expect((await asCsv('', 'text/csvx')).type).toMatch(json);
    });

    it('holds all that match, over many pages, unless fewer are asked for', async () => {
      await post(...Array.from({ length: 1_203 }, (_, i) => posting(`kind_${i}`, { amount: 1n })));
      const all = await asCsv('?format=csv');
      expect(all.lines.length).toBe(1_204 + 2);
      expect(new Set(all.lines).size).toBe(1_204 + 2);
      expect((await asCsv('?format=csv&account=reserved')).lines.length).toBe(1_203 + 2);
      expect((await asCsv('?format=csv&index=1200')).lines.length).toBe(4 + 2);
      const id = all.lines[502]!.split(',')[0];
      expect((await asCsv(`?format=csv&after=${id}`)).lines).toEqual([all.lines[0], ...all.lines.slice(503)]);
      for (const size of [0, 1, 500]) {
        expect((await asCsv(`?format=csv&size=${size}`)).lines).toEqual([...all.lines.slice(0, size + 1), '']);
      }
    });

    it('of nothing has its columns', async () => {
      expect((await asCsv('?format=csv&account=suspense')).lines.length).toBe(2);
    });
  });

  it.each([
    ['GET', '/deliver/balance', 'read:balances'],
    ['GET', '/deliver/balance/days', 'read:balances'],
    ['GET', '/deliver/ledger/entries', 'read:ledger'],
    ['POST', '/sandbox/balance/credit', 'write:balances'],
  ] as const)('%s %s demands the scope %s and no other', async (method, url, scope) => {
    const responses: number[] = [];
    for (const scopes of [[scope], ['read:transfers', 'write:transfers']]) {
      const credentials = await service.createEnterprise();
      await service.database.query(`UPDATE auth.clients SET scopes = $2 WHERE enterprise_id = $1`, [
        credentials.enterprise_id,
        scopes,
      ]);
      const narrowed = await ApiClient.login(service.api, credentials);
      responses.push((await narrowed.send(method, url, method === 'POST' ? { payload: { amount: 1 } } : {})).status);
    }
    expect(responses).toEqual([200, 403]);
  });
});
