import { addBankingDays, newYorkDate, newYorkInstant } from '@payments/kernel';
import type { ApiClient } from '../support/api-client.js';
import { expectLedgerSound } from '../support/ledger-sound.js';
import { aDirectDebit, aPayout, registerParty, untilStatus } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { advance, advanceTo, advanceToTomorrow } from '../support/sandbox.js';
import { balanceOf, enterpriseParty, FROZEN, historyOf, netOf, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const OPENING = 100_000_000;
const NO_INSTANT_RAIL = '011000028';
const FEDNOW_ONLY = '011401533';

describe('a transfer on its way', () => {
  let service: TestService;
  let client: ApiClient;
  let payer: Party;
  let payee: Party;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    await service.startWorker();
  });
  afterAll(async () => {
    await expectLedgerSound(service.database);
    await service.stop();
  });
  // Each test has its own clock and its own money.
  beforeEach(async () => {
    client = await service.client();
    [payer, payee] = await Promise.all([verifiedParty(client), verifiedParty(client)]);
  });

  async function create(body: Record<string, unknown>, sender = client): Promise<string> {
    const response = await sender.post('/deliver/transfers', body);
    if (response.status !== 200) throw new Error(response.text);
    return (response.body['transfer'] as { id: string }).id;
  }
  const transfer = async (id: string) =>
    (await client.get(`/deliver/transfers/${id}`)).body['transfer'] as Record<string, unknown>;
  const cancel = (id: string) => client.post(`/deliver/transfers/${id}/cancel`);
  const ask = (id: string, outcome: Record<string, unknown>) =>
    client.post(`/sandbox/transfers/${id}/outcome`, outcome);
  const settled = (id: string) => untilStatus(client, id, 'pending');

  describe('can be canceled', () => {
    const canceled = { reason_code: 'canceled_transfer', reason_code_message: expect.any(String) };

    it('while a payout waits for its window, and its money is available again', async () => {
      const id = await create(aPayout(payee));
      await settled(id);
      expect(await balanceOf(client)).toEqual({ available: OPENING - 12_500, pending: 0 });
      expect(await cancel(id)).toMatchObject({ status: 202, body: { message: expect.any(String) } });
      expect(await transfer(id)).toMatchObject({ status: 'failed', status_reasons: [{ destination: canceled }] });
      expect(await balanceOf(client)).toEqual({ available: OPENING, pending: 0 });
      await advance(client, 2);
      expect(await historyOf(client, id)).toEqual(['created', 'pending', 'failed']);
    });

    it('while both legs of two wait, under both parties', async () => {
      const id = await create(aPayout(payee, { source: payer }));
      await settled(id);
      expect((await cancel(id)).status).toBe(202);
      expect(await transfer(id)).toMatchObject({ status_reasons: [{ source: canceled, destination: canceled }] });
      await advance(client, 5);
      expect(await netOf(client, id)).toEqual({});
    });

    it('while the credit of two waits for a debit that has gone, which runs on and becomes available', async () => {
      const id = await create(aPayout(payee, { source: payer }));
      await settled(id);
      await advance(client, 1);
      expect(await balanceOf(client)).toEqual({ available: OPENING, pending: 12_500 });
      expect((await cancel(id)).status).toBe(202);
      expect(await transfer(id)).toMatchObject({ status: 'failed', status_reasons: [{ destination: canceled }] });
      await advance(client, 5);
      expect(await balanceOf(client)).toEqual({ available: OPENING + 12_500, pending: 0 });
      expect((await transfer(id))['status']).toBe('failed');
    });

    it('while the credit of two waits for its window, and the money that was set aside is available', async () => {
      await advanceToTomorrow(client, '09:00');
      const id = await create(aPayout(payee, { source: payer, speed: 'same_day' }));
      await settled(id);
      const debited = newYorkDate(
        new Date((await client.get('/sandbox/clock')).body['clock']!['banking_time' as never]),
      );
      await advanceTo(client, newYorkInstant(addBankingDays(debited, 2), '09:45'));
      expect(await netOf(client, id)).toEqual({ cash: -12_500, reserved: 12_500 });
      expect((await cancel(id)).status).toBe(202);
      expect(await netOf(client, id)).toEqual({ cash: -12_500, available: 12_500 });
    });

    it('and the reason of a debit that comes back later stands beside that of the cancellation', async () => {
      const id = await create(aPayout(payee, { source: payer, amount: 12_501 }));
      await settled(id);
      await advance(client, 1);
      await cancel(id);
      await advance(client, 5);
      const { status_reasons } = await transfer(id);
      expect(status_reasons).toMatchObject([
        { destination: canceled },
        { source: { reason_code: 'insufficient_funds', network_reason_code: 'R01' } },
      ]);
      expect(await netOf(client, id)).toEqual({});
    });

    it('no more once its payment has gone, once it has ended, or once it is canceled', async () => {
      const refused = { status: 400, body: { error_code: 'transfer_not_cancelable' } };
      const [paid, debited, stopped] = [
        await create(aPayout(payee)),
        await create(aDirectDebit(payer)),
        await create(aPayout(payee)),
      ];
      for (const id of [paid, debited, stopped]) await settled(id);
      await cancel(stopped);
      expect(await cancel(stopped)).toMatchObject(refused);
      await advance(client, 1);
      expect(await cancel(paid)).toMatchObject(refused);
      expect(await cancel(debited)).toMatchObject(refused);
      await advance(client, 5);
      expect(await cancel(debited)).toMatchObject(refused);
    });

    it('once, and either canceled or paid, when the window closes at the same moment', async () => {
      const ids = await Promise.all(Array.from({ length: 20 }, () => create(aPayout(payee))));
      for (const id of ids) await settled(id);
      const [responses] = await Promise.all([Promise.all(ids.map(cancel)), advance(client, 1)]);
      await advance(client, 2);
      const canceledIds = ids.filter((_, i) => responses[i]!.status === 202);
      for (const id of ids) {
        const isCanceled = canceledIds.includes(id);
        expect((await transfer(id))['status']).toBe(isCanceled ? 'failed' : 'completed');
        expect(await netOf(client, id)).toEqual(isCanceled ? {} : { available: -12_500, cash: 12_500 });
      }
    });

    it('by no other enterprise', async () => {
      const id = await create(aPayout(payee));
      const stranger = await service.client();
      const foreign = await stranger.post(`/deliver/transfers/${id}/cancel`);
      const unknown = await stranger.post(`/deliver/transfers/${crypto.randomUUID()}/cancel`);
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    });
  });

  describe('takes other metadata', () => {
    const patch = (id: string, payload: unknown) => client.send('PATCH', `/deliver/transfers/${id}`, { payload });

    it('instead of the planned one, with an event', async () => {
      const id = await create(aPayout(payee, { metadata: { a: 1 } }));
      await settled(id);
      const response = await patch(id, { metadata: { b: 'x', c: true } });
      expect(response).toMatchObject({ status: 200, body: { transfer: { metadata: { b: 'x', c: true } } } });
      const reported = await service.database.query<{ data: string }>(
        `SELECT data FROM platform.events WHERE resource_id = $1 ORDER BY sequence DESC LIMIT 1`,
        [id],
      );
      expect(JSON.parse(reported[0]!.data)).toMatchObject({ transfer: { metadata: { b: 'x', c: true } } });
    });

    it('and none for {}', async () => {
      const id = await create(aPayout(payee, { metadata: { a: 1 } }));
      expect((await patch(id, { metadata: {} })).body['transfer']).not.toHaveProperty('metadata');
    });

    it.each([
      [{}, 'missing_metadata'],
      [{ metadata: null }, 'missing_metadata'],
      [{ metadata: { a: {} } }, 'invalid_metadata'],
    ])('but not from %j', async (payload, error_code) => {
      const id = await create(aPayout(payee));
      expect(await patch(id, payload)).toMatchObject({ status: 400, body: { error_code } });
    });

    it('but not of an unknown transfer', async () => {
      const response = await patch(crypto.randomUUID(), { metadata: {} });
      expect(response).toMatchObject({ status: 404, body: { error_code: 'unknown_id' } });
    });
  });

  describe('takes the rail', () => {
    type Explanation = { legs: { rail: string; status: string; attempts: { rail: string; candidates: object[] }[] }[] };
    const explain = async (id: string) =>
      (await client.get(`/deliver/transfers/${id}/explain`)).body['explanation'] as Explanation;
    const why = (attempt: { candidates: object[] }) =>
      (attempt.candidates as { rail: string; why: string }[]).map((candidate) => `${candidate.rail} ${candidate.why}`);

    it('that its bank takes part in', async () => {
      await advanceToTomorrow(client, '10:00');
      const fednow = await verifiedParty(client, { routing_number: FEDNOW_ONLY });
      const neither = await verifiedParty(client, { routing_number: NO_INSTANT_RAIL });
      const ids = [payee, fednow, neither].map((party) => create(aPayout(party, { speed: 'asap' })));
      const legs = [];
      for (const id of await Promise.all(ids)) {
        await untilStatus(client, id, 'pending', 'completed');
        legs.push((await explain(id)).legs[0]!);
      }
      expect(legs.map(({ rail }) => rail)).toEqual(['rtp', 'fednow', 'same_day_ach']);
      expect(why(legs[2]!.attempts[0]!)).toEqual([
        'rtp not_participating',
        'fednow not_participating',
        'same_day_ach chosen',
        'ach not_needed',
      ]);
    });

    it('of the night once the last window of the day has passed', async () => {
      await advanceToTomorrow(client, '17:00');
      const neither = await verifiedParty(client, { routing_number: NO_INSTANT_RAIL });
      const id = await create(aPayout(neither, { speed: 'asap' }));
      await settled(id);
      expect((await explain(id)).legs[0]!.rail).toBe('ach');
    });

    it('that comes next when one cannot carry it, with entries and an id for each attempt', async () => {
      await advanceToTomorrow(client, '10:00');
      const slow = await registerParty(client);
      const id = await create(aPayout(slow, { speed: 'asap' }));
      expect((await ask(id, { kind: 'reject', code: '9910' })).status).toBe(202);
      const done = await untilStatus(client, id, 'completed', 'failed');
      expect(done).toMatchObject({ status: 'completed' });
      const [leg] = (await explain(id)).legs;
      expect(leg!.attempts).toMatchObject([
        { attempt: 1, rail: 'rtp', unavailable_code: '9910' },
        { attempt: 2, rail: 'fednow' },
      ]);
      expect(await historyOf(client, id)).toEqual(['created', 'pending', 'completed']);
      await advance(client, 1);
      expect(await netOf(client, id)).toEqual({ available: -12_500, cash: 12_500 });
    });

    it('of its first choice only, when the bank refuses the account', async () => {
      const slow = await registerParty(client);
      const id = await create(aPayout(slow, { speed: 'asap' }));
      await ask(id, { kind: 'reject', code: 'AC03' });
      const failed = await untilStatus(client, id, 'failed', 'completed');
      expect(failed).toMatchObject({ status_reasons: [{ destination: { network_reason_code: 'AC03' } }] });
      expect((await explain(id)).legs[0]!.attempts).toHaveLength(1);
    });

    it('of none when the amount is over the limit of all that its speed allows', async () => {
      const id = await create(aDirectDebit(payer, { speed: 'same_day', amount: 100_000_001 }));
      const failed = await untilStatus(client, id, 'failed', 'pending');
      expect(failed).toMatchObject({ status_reasons: [{ source: { reason_code: 'invalid_amount' } }] });
      expect(await historyOf(client, id)).toEqual(['created', 'failed']);
      const atLimit = await create(aDirectDebit(payer, { speed: 'same_day', amount: 100_000_000 }));
      expect(await untilStatus(client, atLimit, 'failed', 'pending')).toMatchObject({ status: 'pending' });
    });
  });

  it('shows the day on which its money should be there, from its acceptance on', async () => {
    const day = await advanceToTomorrow(client, '10:00');
    const shown = async (body: Record<string, unknown>) => {
      const id = await create(body);
      await untilStatus(client, id, 'pending', 'completed');
      return (await transfer(id))['estimated_funds_delivery_date'];
    };
    const midnight = (days: number) => `${addBankingDays(day, days)}T00:00:00.000Z`;
    expect(await shown(aPayout(payee))).toBe(midnight(1));
    expect(await shown(aPayout(payee, { speed: 'same_day' }))).toBe(midnight(0));
    expect(await shown(aPayout(payee, { speed: 'asap' }))).toBe(midnight(0));
    expect(await shown(aDirectDebit(payer))).toBe(midnight(3));
    expect(await shown(aPayout(payee, { source: payer }))).toBe(midnight(4));
  });

  describe('pays out no more than there is', () => {
    it('and says so', async () => {
      const id = await create(aPayout(payee, { amount: OPENING + 1 }));
      const failed = await untilStatus(client, id, 'failed', 'pending');
      expect(failed).toMatchObject({ status_reasons: [{ source: { reason_code: 'enterprise_insufficient_funds' } }] });
      expect(await historyOf(client, id)).toEqual(['created', 'failed']);
      expect(await netOf(client, id)).toEqual({});
    });

    it('when 200 payouts come at once for money that is enough for 50', async () => {
      await service.startWorker();
      const body = () => aPayout(payee, { amount: OPENING / 50 });
      // A service under more load than it can take says so with a 503, and nothing has happened.
      const insist = async (payout: Record<string, unknown>): Promise<string> => {
        const response = await client.post('/deliver/transfers', payout);
        if (response.status === 503) return insist(payout);
        expect(response.text).toContain('"transfer"');
        return (response.body['transfer'] as { id: string }).id;
      };
      const ids = await Promise.all(Array.from({ length: 200 }, () => insist(body())));
      for (const id of ids) await untilStatus(client, id, 'pending', 'failed');
      const found = (await client.get('/deliver/transfers?size=500&status=pending')).body['transfers'];
      expect(found).toHaveLength(50);
      expect(await balanceOf(client)).toEqual({ available: 0, pending: 0 });
    });

    it('until money has come in', async () => {
      const id = await create(aPayout(payee, { amount: OPENING + 1 }));
      await untilStatus(client, id, 'failed');
      expect((await client.post('/sandbox/balance/credit', { amount: 1 })).status).toBe(200);
      const again = await create(aPayout(payee, { amount: OPENING + 1 }));
      expect(await untilStatus(client, again, 'pending', 'failed')).toMatchObject({ status: 'pending' });
    });
  });

  describe('ends as the sandbox is asked to', () => {
    it('with a return long after it was settled', async () => {
      const id = await create(aDirectDebit(payer));
      await settled(id);
      await advance(client, 5);
      expect((await transfer(id))['status']).toBe('settled');
      expect((await ask(id, { kind: 'return', code: 'R10' })).status).toBe(202);
      const failed = await untilStatus(client, id, 'failed');
      expect(failed).toMatchObject({ status_reasons: [{ source: { network_reason_code: 'R10' } }] });
      expect(await netOf(client, id)).toEqual({});
    });

    it('with a return of either leg of two', async () => {
      const id = await create(aPayout(payee, { source: payer }));
      await ask(id, { kind: 'return', code: 'R16' });
      await advance(client, 6);
      expect(await transfer(id)).toMatchObject({
        status_reasons: [{ destination: { reason_code: 'blocked_account' } }],
      });
      await ask(id, { kind: 'return', code: 'R07', leg: 'source' });
      await advance(client, 1);
      expect((await transfer(id))['status_reasons']).toMatchObject([
        { destination: { network_reason_code: 'R16' } },
        { source: { network_reason_code: 'R07' } },
      ]);
      expect(await netOf(client, id)).toEqual({});
    });

    it('but not with an outcome that a payout cannot have', async () => {
      const id = await create(aPayout(payee));
      for (const [outcome, error_code] of [
        [{}, 'missing_kind'],
        [{ kind: 'vanish', code: 'R01' }, 'invalid_kind'],
        [{ kind: 'return' }, 'missing_code'],
        [{ kind: 'return', code: 'r1!' }, 'invalid_code'],
        [{ kind: 'return', code: 'C01' }, 'invalid_code'],
        [{ kind: 'notification_of_change', code: 'R01' }, 'invalid_code'],
        [{ kind: 'return', code: 'R01', leg: 'middle' }, 'invalid_leg'],
        [{ kind: 'return', code: 'R01', leg: 'source' }, 'invalid_leg'],
      ] as const) {
        expect([outcome, await ask(id, outcome)]).toMatchObject([outcome, { status: 400, body: { error_code } }]);
      }
    });

    it('but not when it is too late for that', async () => {
      const [sent, over] = [await create(aPayout(payee)), await create(aPayout(payee, { amount: 12_527 }))];
      for (const id of [sent, over]) await settled(id);
      await advance(client, 2);
      const refused = { status: 400, body: { error_code: 'outcome_not_possible' } };
      expect(await ask(sent, { kind: 'reject', code: 'AC03' })).toMatchObject(refused);
      expect(await ask(over, { kind: 'return', code: 'R01' })).toMatchObject(refused);
    });
  });

  it('leaves what its bank corrects with the account, until the client has changed it', async () => {
    const id = await create(aPayout(payee, { amount: 12_505 }));
    await settled(id);
    await advance(client, 2);
    const account = async () => {
      const list = await client.get(`/deliver/external/accounts?account_reference_id=${payee.account_reference_id}`);
      return (list.body['external_accounts'] as Record<string, unknown>[])[0]!;
    };
    const { id: accountId, account_number, corrections } = await account();
    expect(account_number).toBe('1234567890');
    expect(corrections).toEqual({ account_number: '1234567891' });
    const payload = corrections;
    expect((await client.send('PATCH', `/deliver/external/accounts/${String(accountId)}`, { payload })).status).toBe(
      200,
    );
    expect(await account()).not.toHaveProperty('corrections');
  });

  describe('waits by a clock', () => {
    it('that shows banking time and moves on only', async () => {
      const before = (await client.get('/sandbox/clock')).body['clock'] as { banking_time: string };
      expect(before).toMatchObject({ offset_seconds: 0, is_banking_day: expect.any(Boolean) });
      await advance(client, 3);
      const { banking_time } = (await client.get('/sandbox/clock')).body['clock'] as { banking_time: string };
      const days = addBankingDays(newYorkDate(new Date(before.banking_time)), 3);
      expect(newYorkDate(new Date(banking_time)) >= days || banking_time > before.banking_time).toBe(true);
    });

    it('that shows until when a transfer joins the next window of same-day ACH, as its preview does', async () => {
      const question = { ...aPayout(payee), speed: 'same_day' };
      const shown = async () => {
        const { clock } = (await client.get('/sandbox/clock')).body as { clock: Record<string, string> };
        const { body } = await client.post('/deliver/transfers/preview', question);
        const [leg] = (body['preview'] as { legs: { window_at: string }[] }).legs;
        expect(clock['next_same_day_window_at']).toBe(leg!.window_at);
        return clock['next_same_day_window_at']!;
      };
      const first = await shown();
      await advanceTo(client, new Date(Date.parse(first) + 1));
      expect((await shown()) > first).toBe(true);
    });

    it('that takes no other step', async () => {
      for (const [payload, error_code] of [
        [{}, 'missing_banking_days'],
        [{ banking_days: 0 }, 'invalid_banking_days'],
        [{ banking_days: 367 }, 'invalid_banking_days'],
        [{ banking_days: '3' }, 'invalid_banking_days'],
        [{ to: 'tomorrow' }, 'invalid_to'],
        [{ to: '2020-01-01T00:00:00Z' }, 'invalid_to'],
        [{ to: '2990-01-01T00:00:00Z' }, 'invalid_to'],
      ] as const) {
        const response = await client.post('/sandbox/clock/advance', payload);
        expect([payload, response]).toMatchObject([payload, { status: 400, body: { error_code } }]);
      }
    });

    it('separately for each enterprise', async () => {
      const other = await service.client();
      const id = await create(aPayout(await verifiedParty(other)), other);
      await untilStatus(other, id, 'pending');
      await advance(client, 5);
      expect(await untilStatus(other, id, 'pending', 'completed')).toMatchObject({ status: 'pending' });
    });
  });

  it('is found by the references of either party, and not by those of others', async () => {
    const enterprise = await enterpriseParty(client);
    const ids = {
      payout: await create(aPayout(payee)),
      debit: await create(aDirectDebit(payer)),
      both: await create(aPayout(payee, { source: payer })),
      deposit: await create(aPayout(enterprise, { source: payer })),
    };
    const found = async (query: string) => {
      const response = await client.get(`/deliver/transfers?${query}`);
      return (response.body['transfers'] as { id: string }[]).map(({ id }) => id);
    };
    const query = (name: string, value: string) => `${name}=${encodeURIComponent(value)}`;
    expect(await found(query('customer_reference_id', payee.customer_reference_id))).toEqual([ids.both, ids.payout]);
    expect(await found(query('account_reference_id', payer.account_reference_id))).toEqual([
      ids.deposit,
      ids.both,
      ids.debit,
    ]);
    expect(await found(query('customer_reference_id', enterprise.customer_reference_id))).toEqual([ids.deposit]);
    expect(await found(query('customer_reference_id', 'nobody'))).toEqual([]);
    const page = await found(`size=1&${query('customer_reference_id', payer.customer_reference_id)}`);
    expect(page).toEqual([ids.deposit]);
  });
});

describe('a transfer that has not been accepted', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  it('can be canceled, under each of its parties', async () => {
    const client = await service.client();
    const [one, other] = [await registerParty(client), await registerParty(client)];
    const response = await client.post('/deliver/transfers', aPayout(one, { source: other }));
    const { id } = response.body['transfer'] as { id: string };
    expect((await client.post(`/deliver/transfers/${id}/cancel`)).status).toBe(202);
    const { transfer } = (await client.get(`/deliver/transfers/${id}`)).body as {
      transfer: { status_reasons: object[] };
    };
    expect(transfer.status_reasons.map((reasons) => Object.keys(reasons))).toEqual([['source', 'destination']]);
    expect(await historyOf(client, id)).toEqual(['created', 'failed']);
    const explained = await client.get(`/deliver/transfers/${id}/explain`);
    expect(explained.body['explanation']).toMatchObject({ transfer_id: id, legs: [] });
  });
});

describe('a transfer that no worker has looked at yet', () => {
  const ACCOUNTS = '/deliver/external/accounts';
  let service: TestService;
  let client: ApiClient;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    client = await service.client();
  });
  afterAll(() => service.stop());

  const accountOf = async ({ account_reference_id }: Party) => {
    const { body } = await client.get(`${ACCOUNTS}?account_reference_id=${account_reference_id}`);
    return `${ACCOUNTS}/${(body['external_accounts'] as [{ id: string }])[0].id}`;
  };
  const businessOf = async ({ customer_reference_id }: Party) => {
    const { body } = await client.get(`/deliver/businesses?customer_reference_id=${customer_reference_id}`);
    return `/deliver/businesses/${(body['businesses'] as [{ id: string }])[0].id}`;
  };
  const accept = async (party: Party) => {
    const response = await client.post('/deliver/transfers', aPayout(party));
    return (response.body['transfer'] as { id: string }).id;
  };

  it('runs on when a party that was verified has closed or changed since, and no other', async () => {
    const worker = await service.startWorker();
    const [closing, ending, renamed] = [
      await verifiedParty(client),
      await verifiedParty(client),
      await verifiedParty(client),
    ];
    await worker.close();
    const unverified = await registerParty(client);
    const accepted = [];
    for (const party of [closing, ending, renamed, unverified]) accepted.push(await accept(party));
    const payload = { account_holder_name: 'Northwind Holding' };
    const responses = [
      await client.send('DELETE', await accountOf(closing)),
      await client.send('DELETE', await businessOf(ending)),
      await client.send('PATCH', await accountOf(renamed), { payload }),
      await client.send('DELETE', await accountOf(unverified)),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await service.startWorker();
    for (const id of accepted) await untilStatus(client, id, 'pending', 'failed');
    await advance(client, 2);
    const histories = await Promise.all(accepted.map((id) => historyOf(client, id)));
    const completed = ['created', 'pending', 'completed'];
    expect(histories).toEqual([completed, completed, completed, ['created', 'failed']]);
    await expectLedgerSound(service.database);
  });
});
