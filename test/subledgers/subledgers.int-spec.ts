import { DAY_MS, newId, newYorkDate } from '@payments/kernel';
import { eventually } from '@payments/testing';
import type { ApiClient } from '../support/api-client.js';
import { aPolicy, ApprovingUser } from '../support/approvers.js';
import { stopSound } from '../support/ledger-sound.js';
import { aDirectDebit, aPayout, untilStatus } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { advance, enterpriseParty, FROZEN, verifiedParty } from '../support/sandbox.js';
import { PortalUser } from '../support/portal-user.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { itOnOneServer } from '../support/skip-unless.js';

const ifOneServer = itOnOneServer('A trigger is planted that ends a connection');

type Body = Record<string, unknown>;

interface Money {
  readonly available: number;
  readonly pending: number;
}

describe('subledgers', () => {
  let service: TestService;
  let client: ApiClient;
  let party: Party;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    await service.startWorker();
  });
  afterAll(() => stopSound(service));
  beforeEach(async () => {
    client = await service.client();
    party = await verifiedParty(client);
  });

  const codeOf = ({ status, body }: { status: number; body: Body }) => [status, body['error_code']];
  const create = async (customer_reference_id = party.customer_reference_id) => {
    const name = { subledger_reference_id: `wallet-${newId()}`, customer_reference_id };
    const { status, text, body } = await client.post('/deliver/subledgers', name);
    expect([status, text]).toEqual([200, text]);
    return body['subledger'] as { readonly id: string; readonly subledger_reference_id: string };
  };
  const move = (amount: number, sides: Body, changes: Body = {}) =>
    client.post('/deliver/booktransfers', {
      ...{ book_transfer_reference_id: `book-${newId()}`, amount, currency: 'USD', ...sides, ...changes },
    });
  const into = ({ subledger_reference_id }: { readonly subledger_reference_id: string }) => ({
    destination: { subledger_reference_id },
  });
  const outOf = ({ subledger_reference_id }: { readonly subledger_reference_id: string }) => ({
    source: { subledger_reference_id },
  });
  const moved = async (answer: ReturnType<typeof move>) => {
    const { status, text, body } = await answer;
    expect([status, text]).toEqual([200, text]);
    return body['book_transfer'] as Body & { readonly id: string };
  };
  const balanceOf = async ({ id }: { readonly id: string }) =>
    (await client.get(`/deliver/balance/subledgers/${id}`)).body['balance'] as Money;
  const own = async () => (await client.get('/deliver/balance')).body as { balance: Money; total_balance: Money };
  const transfer = async (body: Body) => {
    const answer = await client.post('/deliver/transfers', body);
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    return (answer.body['transfer'] as { readonly id: string }).id;
  };
  const close = ({ id }: { readonly id: string }) => client.send('DELETE', `/deliver/subledgers/${id}`);

  describe('are created', () => {
    it('for a verified customer or for the enterprise, and found by their references', async () => {
      const mine = await create(client.credentials.enterprise_name);
      const theirs = await create();
      expect(theirs).toEqual({
        ...{ id: expect.any(String), subledger_reference_id: theirs.subledger_reference_id, status: 'created' },
        ...{ customer_reference_id: party.customer_reference_id, customer_resource_type: 'business' },
        ...{ created_at: expect.any(String), updated_at: expect.any(String) },
      });
      expect((await client.get(`/deliver/subledgers/${mine.id}`)).body['subledger']).toEqual(mine);
      const list = async (query: string) => (await client.get(`/deliver/subledgers?${query}`)).body['subledgers'];
      expect(await list('')).toEqual([theirs, mine]);
      expect(await list(`customer_reference_id=${party.customer_reference_id}`)).toEqual([theirs]);
      expect(await list(`subledger_reference_id=${mine.subledger_reference_id}`)).toEqual([mine]);
      expect(codeOf(await client.get(`/deliver/subledgers/${newId()}`))).toEqual([404, 'unknown_id']);
    });

    it('once for each reference, and not for a customer who is unknown or not verified', async () => {
      const { subledger_reference_id } = await create();
      const post = (body: Body) => client.post('/deliver/subledgers', body);
      const again = { subledger_reference_id, customer_reference_id: client.credentials.enterprise_name };
      expect(codeOf(await post(again))).toEqual([400, 'duplicate_subledger_reference_id']);
      await client.post('/deliver/businesses', { customer_reference_id: 'new', legal_name: 'New LLC' });
      for (const customer_reference_id of ['new', 'nobody']) {
        expect(codeOf(await post({ subledger_reference_id: newId(), customer_reference_id }))).toEqual([
          400,
          'invalid_customer_reference_id',
        ]);
      }
    });

    it('up to ten thousand that are not closed, however many are created at once', async () => {
      const first = await create();
      await service.database.query(
        `INSERT INTO subledgers.subledgers (enterprise_id, id, subledger_reference_id, customer_reference_id,
           customer_resource_type, sequence, created_at, updated_at)
         SELECT $1, gen_random_uuid(), 'many-' || number, $2, 'business', 1, now(), now()
         FROM generate_series(1, 9998) AS number`,
        [client.credentials.enterprise_id, party.customer_reference_id],
      );
      const { customer_reference_id } = party;
      const post = () =>
        client.post('/deliver/subledgers', { subledger_reference_id: newId(), customer_reference_id }).then(codeOf);
      expect((await Promise.all([post(), post(), post()])).sort()).toEqual([
        [200, undefined],
        [400, 'too_many_subledgers'],
        [400, 'too_many_subledgers'],
      ]);
      expect((await close(first)).status).toBe(200);
      expect([await post(), await post()]).toEqual([
        [200, undefined],
        [400, 'too_many_subledgers'],
      ]);
    });
  });

  describe('move money between them', () => {
    it('at once, beside what the enterprise has, and say so in an event', async () => {
      const [one, other] = [await create(), await create()];
      const before = await own();
      const first = await moved(move(500, into(one), { metadata: { a: 1 } }));
      expect(first).toMatchObject({ status: 'completed', amount: 500, metadata: { a: 1 }, ...into(one) });
      expect(first).not.toHaveProperty('source');
      await moved(move(200, { ...outOf(one), ...into(other) }));
      await moved(move(50, outOf(other)));
      expect([await balanceOf(one), await balanceOf(other)]).toMatchObject([{ available: 300 }, { available: 150 }]);
      const after = await own();
      expect(after.balance.available).toBe(before.balance.available - 450);
      expect(after.total_balance.available).toBe(before.total_balance.available);
      const { balances } = (await client.get('/deliver/balance/subledgers')).body as { balances: Body[] };
      expect(balances.map(({ subledger_id, available }) => [subledger_id, available])).toEqual([
        [other.id, 150],
        [one.id, 300],
      ]);
      const ofOwner = async (reference: string) =>
        (await client.get(`/deliver/balance/subledgers?customer_reference_id=${reference}`)).body['balances'];
      expect(await ofOwner(String((one as Body)['customer_reference_id']))).toEqual(balances);
      expect(await ofOwner('nobody')).toEqual([]);
      const { entries } = (await client.get(`/deliver/ledger/entries?subledger_id=${one.id}`)).body as {
        entries: Body[];
      };
      expect(entries.map(({ kind, amount, position }) => [kind, amount, position])).toEqual([
        ['book', 200, 3],
        ['book', 500, 2],
      ]);
      const [event] = await service.database.query<{ type: string; data: string }>(
        `SELECT type, data FROM platform.events WHERE resource_id = $1`,
        [first.id],
      );
      expect([event!.type, JSON.parse(event!.data)]).toEqual(['book_transfer_updated', { book_transfer: first }]);
      const listed = async (query: string) =>
        ((await client.get(`/deliver/booktransfers?${query}`)).body['book_transfers'] as Body[]).length;
      expect(await listed(`subledger_reference_id=${one.subledger_reference_id}`)).toBe(2);
      expect(await listed(`book_transfer_reference_id=${String(first['book_transfer_reference_id'])}`)).toBe(1);
      expect(await listed('status=failed')).toBe(0);
      expect((await client.get(`/deliver/booktransfers/${first.id}`)).body['book_transfer']).toEqual(first);
    });

    it('fails without enough money, whatever the enterprise has, and whoever asks at the same time', async () => {
      const subledger = await create();
      await moved(move(100, into(subledger)));
      const spent = await Promise.all(Array.from({ length: 6 }, () => moved(move(60, outOf(subledger)))));
      expect(spent.map(({ status }) => status).sort()).toEqual([...['completed'], ...Array<string>(5).fill('failed')]);
      expect(spent.find(({ status }) => status === 'failed')!['status_reasons']).toMatchObject([
        { source: { reason_code: 'insufficient_funds' } },
      ]);
      expect(await balanceOf(subledger)).toMatchObject({ available: 40 });
    });

    it('leaves the total of all books as it is, whoever looks at that moment', async () => {
      const wallet = await create();
      const { total_balance } = await own();
      const moves = Array.from({ length: 20 }, (_, at) =>
        moved(move(100, at % 2 === 0 ? into(wallet) : outOf(wallet))),
      );
      const seen = await Promise.all(Array.from({ length: 60 }, async () => (await own()).total_balance.available));
      await Promise.all(moves);
      expect(new Set(seen)).toEqual(new Set([total_balance.available]));
    });

    ifOneServer(
      'is made once under its key, though the connection dies between its entry and the response',
      async () => {
        const subledger = await create();
        await service.database.query(`
        CREATE SEQUENCE subledgers.tries;
        CREATE FUNCTION subledgers.kill_first_try() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
        BEGIN
          IF nextval('subledgers.tries') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
          RETURN NULL;
        END $$;
        CREATE CONSTRAINT TRIGGER kill_first_try AFTER INSERT ON subledgers.book_transfers
          DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION subledgers.kill_first_try()`);
        try {
          const body = {
            book_transfer_reference_id: `book-${newId()}`,
            amount: 700,
            currency: 'USD',
            ...into(subledger),
          };
          const key = { 'idempotency-key': newId() };
          const send = () => client.post('/deliver/booktransfers', body, key);
          const first = await send();
          expect([200, 503]).toContain(first.status);
          const made = await send();
          expect([made.status, made.text]).toEqual([200, made.text]);
          const again = await send();
          expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', made.text]);
          const { id } = made.body['book_transfer'] as { readonly id: string };
          const found = await service.database.query(
            `SELECT (SELECT last_value::int FROM subledgers.tries) AS tries,
             (SELECT count(*)::int FROM ledger.entries WHERE kind = 'book' AND credit_book = $1) AS entries,
             (SELECT count(*)::int FROM ledger.entries WHERE subject_id = $2) AS own`,
            [subledger.id, id],
          );
          expect(found).toEqual([{ tries: 2, entries: 1, own: 1 }]);
          expect(await balanceOf(subledger)).toMatchObject({ available: 700 });
        } finally {
          await service.database.query(
            'DROP FUNCTION subledgers.kill_first_try CASCADE; DROP SEQUENCE subledgers.tries',
          );
        }
      },
    );

    it('names what is wrong, both sides at once', async () => {
      const one = await create();
      const nowhere = { subledger_reference_id: 'nowhere' };
      const fields = async (sides: Body, changes: Body = {}) => {
        const { status, body } = await move(1, sides, changes);
        expect(status).toBe(400);
        return (body['details'] as { errors: { error_code: string }[] }).errors.map(({ error_code }) => error_code);
      };
      const stem = (side: string) => `invalid_book_transfer_${side}_subledger_reference_id`;
      expect(await fields({ source: nowhere, destination: nowhere })).toEqual([stem('source'), stem('destination')]);
      expect(await fields({ ...outOf(one), ...into(one) })).toEqual([stem('destination')]);
      const { book_transfer_reference_id } = await moved(move(1, into(one)));
      expect(await fields(into(one), { book_transfer_reference_id })).toEqual(['duplicate_book_transfer_reference_id']);
      expect(codeOf(await move(1, {}))).toEqual([400, 'missing_source_and_destination']);
    });

    it('waits where a policy demands an approval, and ends with the decision', async () => {
      const subledger = await create();
      await moved(move(100, into(subledger)));
      const admin = await ApprovingUser.admin(service, client);
      const ann = await ApprovingUser.create(service, client, { name: 'ann' });
      const policy = aPolicy({ applies_to: ['book_transfer'] });
      expect((await admin.send('POST', '/portal/policies', policy)).status).toBe(200);
      const held = await Promise.all([1, 2, 3].map(() => moved(move(60, outOf(subledger)))));
      expect(held).toMatchObject(Array(3).fill({ status: 'created', approval: { status: 'pending' } }));
      expect(await balanceOf(subledger)).toMatchObject({ available: 100 });
      expect(codeOf(await close(subledger))).toEqual([400, 'subledger_in_use']);
      const decisions = ['approve', 'reject', 'approve'] as const;
      for (const [at, decision] of decisions.entries()) {
        const { id } = held[at]!['approval'] as { readonly id: string };
        const answer = await ann.decide(id, decision);
        expect([answer.status, answer.text]).toEqual([200, answer.text]);
      }
      const ends = await Promise.all(held.map(({ id }) => client.get(`/deliver/booktransfers/${id}`)));
      expect(ends.map(({ body }) => body['book_transfer'])).toMatchObject([
        { status: 'completed', approval: { status: 'approved' } },
        { status: 'failed', status_reasons: [{ source: { reason_code: 'approval_rejected' } }] },
        { status: 'failed', status_reasons: [{ source: { reason_code: 'insufficient_funds' } }] },
      ]);
      expect(await balanceOf(subledger)).toMatchObject({ available: 40 });
    });
  });

  describe('of transfers', () => {
    it('pay payouts out of their own money, and out of nothing else', async () => {
      const subledger = await create();
      const { subledger_reference_id } = subledger;
      await moved(move(10_000, into(subledger)));
      const paid = await transfer(aPayout(party, { amount: 7_001, speed: 'asap', subledger_reference_id }));
      await untilStatus(client, paid, 'completed');
      expect(await balanceOf(subledger)).toMatchObject({ available: 2_999 });
      const failed = await transfer(aPayout(party, { amount: 3_000, speed: 'asap', subledger_reference_id }));
      await untilStatus(client, failed, 'failed');
      const { body } = await client.get(`/deliver/transfers/${failed}`);
      expect(body['transfer']).toMatchObject({
        subledger_reference_id,
        status_reasons: [{ source: { reason_code: 'enterprise_insufficient_funds' } }],
      });
      const { transfers } = (await client.get(`/deliver/transfers?subledger_reference_id=${subledger_reference_id}`))
        .body as { transfers: unknown[] };
      expect(transfers.length).toBe(2);
    });

    it('get the money of debits, pending first; a late return takes it back even if it is spent', async () => {
      const subledger = await create();
      const { subledger_reference_id } = subledger;
      const before = (await own()).balance;
      const id = await transfer(aDirectDebit(party, { amount: 8_100, subledger_reference_id }));
      await untilStatus(client, id, 'pending');
      await advance(client, 2);
      expect(await balanceOf(subledger)).toMatchObject({ pending: 8_100, available: 0 });
      await advance(client, 10);
      await untilStatus(client, id, 'settled');
      expect(await balanceOf(subledger)).toMatchObject({ pending: 0, available: 8_100 });
      await moved(move(8_000, outOf(subledger)));
      const late = await client.post(`/sandbox/transfers/${id}/outcome`, { kind: 'return', code: 'R10' });
      expect([late.status, late.text]).toEqual([202, late.text]);
      await untilStatus(client, id, 'failed');
      expect(await balanceOf(subledger)).toMatchObject({ available: -8_000 });
      expect((await own()).balance.available).toBe(before.available + 8_000);
    });

    it('are refused if they are unknown, closed, or of somebody else than the parties', async () => {
      const other = await verifiedParty(client);
      const [mine, theirs] = [await create(), await create(other.customer_reference_id)];
      const enterprise = await create(client.credentials.enterprise_name);
      const fieldOf = async (subledger_reference_id: string, changes: Body = {}) =>
        codeOf(await client.post('/deliver/transfers', aPayout(party, { subledger_reference_id, ...changes })));
      const refused = [400, 'invalid_subledger_reference_id'];
      expect(await fieldOf('nowhere')).toEqual(refused);
      const closed = await create();
      expect((await close(closed)).status).toBe(200);
      expect(await fieldOf(closed.subledger_reference_id)).toEqual(refused);
      // A payout may come from anybody's money, a transfer between two parties only from that of one of them.
      expect(await fieldOf(theirs.subledger_reference_id)).toEqual([200, undefined]);
      const accountToAccount = { source: party, destination: party };
      const deposit = { source: party, destination: await enterpriseParty(client) };
      for (const between of [accountToAccount, deposit]) {
        expect(await fieldOf(theirs.subledger_reference_id, between)).toEqual(refused);
        expect(await fieldOf(closed.subledger_reference_id, between)).toEqual(refused);
        expect(await fieldOf(enterprise.subledger_reference_id, between)).toEqual([200, undefined]);
        expect(await fieldOf(mine.subledger_reference_id, between)).toEqual([200, undefined]);
      }
    });

    it('are required if the enterprise says so', async () => {
      const admin = await PortalUser.login(service.api, client.credentials.user);
      expect((await admin.send('PATCH', '/portal/settings', { subledger_required: true })).status).toBe(200);
      const refused = await eventually('the setting is known', async () => {
        const answer = await client.post('/deliver/transfers', aPayout(party));
        return answer.status !== 200 && answer;
      });
      expect(codeOf(refused)).toEqual([400, 'missing_subledger_reference_id']);
      const schedule = {
        ...{ schedule_reference_id: 'rent', destination: party, amount: 100, currency: 'USD', speed: 'standard' },
        ...{ start_date: newYorkDate(new Date(Date.now() + 30 * DAY_MS)), recurrence: 'FREQ=DAILY' },
      };
      const schedules = (changes: Body) => client.post('/deliver/schedules', { ...schedule, ...changes });
      expect(codeOf(await schedules({}))).toEqual([400, 'missing_subledger_reference_id']);
      expect(codeOf(await schedules({ subledger_reference_id: 'x' }))).toEqual([400, 'invalid_subledger_reference_id']);
      const { subledger_reference_id } = await create();
      expect((await schedules({ subledger_reference_id })).status).toBe(200);
    });
  });

  describe('are closed', () => {
    it('without money and use, once, and are named by nothing afterwards', async () => {
      const subledger = await create();
      const { subledger_reference_id } = subledger;
      await moved(move(100, into(subledger)));
      expect(codeOf(await close(subledger))).toEqual([400, 'subledger_not_empty']);
      await moved(move(100, outOf(subledger)));
      const waiting = await transfer(aDirectDebit(party, { subledger_reference_id }));
      expect(codeOf(await close(subledger))).toEqual([400, 'subledger_in_use']);
      expect((await client.post(`/deliver/transfers/${waiting}/cancel`, undefined)).status).toBe(202);
      const closed = await close(subledger);
      expect(closed.body['subledger']).toMatchObject({ status: 'created', closed_at: expect.any(String) });
      expect((await close(subledger)).body).toEqual(closed.body);
      expect(codeOf(await move(1, into(subledger)))).toEqual([
        400,
        'invalid_book_transfer_destination_subledger_reference_id',
      ]);
      expect(codeOf(await client.post('/deliver/transfers', aPayout(party, { subledger_reference_id })))).toEqual([
        400,
        'invalid_subledger_reference_id',
      ]);
    });

    it('with a warning, and are settled after a late return: up to zero, and listed until then', async () => {
      const subledger = await create();
      const { subledger_reference_id } = subledger;
      const id = await transfer(aDirectDebit(party, { amount: 100, subledger_reference_id }));
      await untilStatus(client, id, 'pending');
      await advance(client, 10);
      await untilStatus(client, id, 'settled');
      await moved(move(100, outOf(subledger)));
      const [{ day }] = (await service.database.query(
        'SELECT effective_date AS day FROM transfers.legs WHERE transfer_id = $1',
        [id],
      )) as [{ day: string }];
      const until = new Date(Date.parse(day) + 60 * DAY_MS).toISOString().slice(0, 10);
      expect((await close(subledger)).body['subledger']).toMatchObject({ debits_return_until: until });
      const listed = async (yes: boolean) => {
        const { body } = await client.get(`/deliver/subledgers?closed_with_balance=${yes}`);
        return (body['subledgers'] as { id: string }[]).map((each) => each.id);
      };
      expect([await listed(true), await listed(false)]).toEqual([[], [subledger.id]]);
      await client.post(`/sandbox/transfers/${id}/outcome`, { kind: 'return', code: 'R10' });
      await untilStatus(client, id, 'failed');
      expect([await listed(true), await listed(false)]).toEqual([[subledger.id], []]);
      const refused = [400, 'invalid_book_transfer_destination_subledger_reference_id'];
      expect(codeOf(await move(101, into(subledger)))).toEqual(refused);
      expect(await moved(move(40, into(subledger)))).toMatchObject({ status: 'completed' });
      const both = await Promise.all([move(60, into(subledger)), move(60, into(subledger))]);
      expect(await balanceOf(subledger)).toMatchObject({ available: 0 });
      const ends = both.map(({ status, body }) =>
        status === 200 ? (body['book_transfer'] as Body)['status'] : status,
      );
      expect(ends.filter((end) => end === 'completed')).toHaveLength(1);
      expect(await listed(true)).toEqual([]);
      expect(codeOf(await move(1, into(subledger)))).toEqual(refused);
    });

    it('by nobody while something names them at the same time', async () => {
      for (let round = 0; round < 5; round++) {
        const subledger = await create();
        const [ended, filled] = await Promise.all([close(subledger), move(10, into(subledger))]);
        const isOpen = (await client.get(`/deliver/subledgers/${subledger.id}`)).body['subledger'] as Body;
        const { available } = await balanceOf(subledger);
        expect([ended.status, available]).toEqual(filled.status === 200 ? [400, 10] : [200, 0]);
        expect('closed_at' in isOpen).toBe(filled.status !== 200);
      }
    });
  });
});
