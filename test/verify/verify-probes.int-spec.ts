import { Reconcile } from '@payments/transfers';
import { addBankingDays, newId } from '@payments/kernel';
import { Metrics, workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { eventually } from '@payments/testing';
import type { INestApplicationContext } from '@nestjs/common';
import { Processor } from '../../libs/transfers/src/application/ports.js';
import type { ApiClient } from '../support/api-client.js';
import { stopSound } from '../support/ledger-sound.js';
import { aPayout } from '../support/parties.js';
import { advance, advanceToTomorrow, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

type Account = Readonly<Record<string, unknown>> & { readonly id: string };

let numbers = 0;
const aRequest = (more: Readonly<Record<string, unknown>> = {}) => ({
  account_number: String(500_000_000 + ++numbers),
  routing_number: '021000021',
  account_holder_name: 'Jane Doe',
  ...more,
});

describe('verifications by probes', () => {
  let service: TestService;
  let worker: INestApplicationContext;
  let client: ApiClient;

  beforeAll(async () => {
    service = await startTestService({ ...FROZEN, VERIFY_PROVIDERS: 'rules,history,micro,registered' });
    worker = await service.startWorker();
  });
  // Before the first window of a banking day, whenever the suite runs.
  beforeEach(async () => {
    client = await service.client();
    await advanceToTomorrow(client, '06:00');
  });
  afterAll(() => stopSound(service));

  const read = async (id: string) => (await client.get(`/verify/accounts/${id}`)).body['account'] as Account;

  /** A verification whose cent waits for its window. */
  async function examined(more: Readonly<Record<string, unknown>> = {}): Promise<Account> {
    const response = await client.post('/verify/accounts', aRequest(more));
    expect([response.status, response.text]).toEqual([200, expect.any(String)]);
    const { id } = response.body['account'] as Account;
    return eventually('the estimate', async () => {
      const account = await read(id);
      return account['estimated_verification_date'] !== undefined && account;
    });
  }
  const available = async () =>
    ((await client.get('/deliver/balance')).body['balance'] as { readonly available: number }).available;
  const eventsOf = (id: string) =>
    service.database.query<{ data: string }>(
      'SELECT data FROM platform.events WHERE resource_id = $1 ORDER BY sequence',
      [id],
    );

  async function reconcile() {
    const tenant = await worker.get(Enterprises, { strict: false }).get(client.credentials.enterprise_id);
    const run = () => worker.get(Reconcile, { strict: false }).execute();
    return workContext.run({ requestId: newId(), tenant }, run);
  }

  it('show an account to be valid when its cent does not come back', async () => {
    const before = await available();
    const { id, estimated_verification_date } = await examined();
    expect(await read(id)).toMatchObject({ verification_status: 'pending' });
    const [probe] = await service.database.query<{ effective_date: string }>(
      'SELECT effective_date FROM verify.probes WHERE account_id = $1',
      [id],
    );
    expect(estimated_verification_date).toBe(`${addBankingDays(probe!.effective_date, 3)}T00:00:00.000Z`);
    await advance(client, 2);
    expect(await read(id)).toMatchObject({ verification_status: 'pending' });
    const { own, reported, breaks } = await reconcile();
    expect({ own, reported, breaks }).toEqual({ own: 1, reported: 1, breaks: [] });
    await advance(client, 4);
    expect(await read(id)).toMatchObject({
      verification_status: 'valid',
      evidence: { provider: 'micro', rail: 'same_day_ach' },
    });
    expect(await available()).toBe(before - 1);
  });

  it.each([
    ['closed', 'closed', 'closed_account'],
    ['invalid', 'invalid', 'invalid_account'],
    ['failed', 'failed', 'unsupported_transfer'],
  ])('end as the return for the holder %s says, and take the cent back', async (holder, status, reason) => {
    const before = await available();
    const { id } = await examined({ account_holder_name: holder });
    await advance(client, 6);
    expect(await read(id)).toMatchObject({ verification_status: status, status_reason: reason });
    expect(await available()).toBe(before);
  });

  it('count what goes out and what returns, by rail', async () => {
    const counted = async (status: string) => {
      const text = await worker.get(Metrics, { strict: false }).registry.metrics();
      const line = `payments_verification_probes_total{rail="same_day_ach",status="${status}"} `;
      return Number(
        text
          .split('\n')
          .find((each) => each.startsWith(line))
          ?.slice(line.length) ?? 0,
      );
    };
    const before = [await counted('submitted'), await counted('returned')] as const;
    await examined();
    await examined({ account_holder_name: 'closed' });
    await advance(client, 6);
    expect([await counted('submitted'), await counted('returned')]).toEqual([before[0] + 2, before[1] + 1]);
  });

  it('flip a valid account when the cent comes back later', async () => {
    const { id } = await examined({ account_holder_name: 'closed later' });
    await advance(client, 4);
    expect(await read(id)).toMatchObject({ verification_status: 'valid' });
    await advance(client, 6);
    expect(await read(id)).toMatchObject({ verification_status: 'closed', status_reason: 'closed_account' });
    const statuses = (await eventsOf(id)).map(
      ({ data }) => (JSON.parse(data) as { account: Account }).account['verification_status'],
    );
    expect(statuses.slice(-2)).toEqual(['valid', 'closed']);
  });

  it('flip a valid account when a payment to it comes back', async () => {
    const number = String(500_000_000 + ++numbers);
    const party = await verifiedParty(client, { account_number: number, routing_number: '021000021' });
    const { id } = await examined({ account_number: number });
    await advance(client, 6);
    expect(await read(id)).toMatchObject({ verification_status: 'valid' });
    const paid = await client.post('/deliver/transfers', aPayout(party, { amount: 10_002, speed: 'same_day' }));
    expect(paid.status).toBe(200);
    await eventually('the payout', async () => {
      const { id: transferId } = paid.body['transfer'] as Account;
      const { body } = await client.get(`/deliver/transfers/${transferId}`);
      return (body['transfer'] as Account)['status'] !== 'created';
    });
    await advance(client, 6);
    expect(await read(id)).toMatchObject({ verification_status: 'closed', evidence: { provider: 'payments' } });
  });

  it('refuse numbers that no account has without a cent', async () => {
    const before = await available();
    const response = await client.post('/verify/accounts', aRequest({ routing_number: '021000022' }));
    const { id } = response.body['account'] as Account;
    await eventually('the rules', async () => (await read(id))['verification_status'] !== 'pending');
    expect(await read(id)).toMatchObject({
      verification_status: 'invalid',
      status_reason: 'invalid_routing',
      evidence: { provider: 'rules' },
    });
    expect(await available()).toBe(before);
  });

  it('know an account by payments that settled long enough ago', async () => {
    const number = String(500_000_000 + ++numbers);
    const party = await verifiedParty(client, { account_number: number, routing_number: '021000021' });
    const paid = await client.post('/deliver/transfers', aPayout(party, { amount: 10_000, speed: 'same_day' }));
    const { id: transferId } = paid.body['transfer'] as Account;
    await eventually('the payout', async () => {
      const { body } = await client.get(`/deliver/transfers/${transferId}`);
      return (body['transfer'] as Account)['status'] !== 'created';
    });
    await advance(client, 8);
    const { body } = await client.post('/verify/accounts', aRequest({ account_number: number }));
    const { id } = body['account'] as Account;
    await eventually('the history', async () => (await read(id))['verification_status'] !== 'pending');
    expect(await read(id)).toMatchObject({ verification_status: 'valid', evidence: { provider: 'history' } });
  });

  it('check a debit with a credit and a debit of one day', async () => {
    const { id } = await examined();
    const early = await client.post(`/verify/accounts/${id}/debits`);
    expect([early.status, early.body['error_code']]).toEqual([400, 'account_not_valid']);
    await advance(client, 6);
    const before = await available();
    const begun = await client.post(`/verify/accounts/${id}/debits`);
    expect(begun.body['account']).toMatchObject({ debit_status: 'pending' });
    expect((await client.post(`/verify/accounts/${id}/debits`)).body).toEqual(begun.body);
    await advance(client, 6);
    expect(await read(id)).toMatchObject({ debit_status: 'valid' });
    expect(await available()).toBe(before);
    const probes = await service.database.query<{ batch_id: string; effective_date: string; status: string }>(
      `SELECT batch_id, effective_date, status FROM verify.probes WHERE account_id = $1 AND purpose LIKE 'debit%'`,
      [id],
    );
    expect(new Set(probes.map(({ effective_date }) => effective_date)).size).toBe(1);
    expect(probes.map(({ status }) => status)).toEqual(['released', 'released']);
  });

  it('find that debits are blocked', async () => {
    const { id } = await examined({ account_holder_name: 'debit blocked' });
    await advance(client, 6);
    await client.post(`/verify/accounts/${id}/debits`);
    await advance(client, 6);
    expect(await read(id)).toMatchObject({
      verification_status: 'valid',
      debit_status: 'blocked',
      debit_status_reason: 'debit_blocked',
    });
  });

  it('begin five debit checks of an account in a day at most', async () => {
    const { id } = await examined({ account_holder_name: 'debit blocked' });
    await advance(client, 6);
    for (let check = 1; check <= 5; check++) {
      expect((await client.post(`/verify/accounts/${id}/debits`)).status).toBe(200);
      await advance(client, 6);
    }
    const sixth = await client.post(`/verify/accounts/${id}/debits`);
    expect([sixth.status, sixth.body['error_code']]).toEqual([429, 'too_many_requests']);
  });

  it('wait for funds, and fail after a day without any', async () => {
    const party = await verifiedParty(client);
    const all = await client.post(
      '/deliver/transfers',
      aPayout(party, { amount: await available(), speed: 'standard' }),
    );
    expect(all.status).toBe(200);
    await eventually('an empty balance', async () => (await available()) === 0);
    const { id } = await examined();
    await advance(client, 1);
    expect(await read(id)).toMatchObject({ verification_status: 'pending' });
    await advance(client, 4);
    expect(await read(id)).toMatchObject({ verification_status: 'failed', status_reason: 'unexpected_error' });
  });

  it('cancel a statement code that nobody enters in fourteen days', async () => {
    const { id } = await examined({ type: 'control' });
    await advance(client, 6);
    expect(await read(id)).toMatchObject({ verification_status: 'valid', control_status: 'pending' });
    await advance(client, 10);
    expect(await read(id)).toMatchObject({ verification_status: 'valid', control_status: 'canceled' });
    const late = await client.post(`/verify/accounts/${id}/control`, { statement_code: '0000' });
    expect([late.status, late.body['error_code']]).toEqual([400, 'control_canceled']);
  });

  it('confirm control with the code that the cent carried', async () => {
    const { id } = await examined({ type: 'control' });
    await advance(client, 2);
    const right = await client.post(`/verify/accounts/${id}/control`, { statement_code: '0000' });
    expect(right.body['account']).toMatchObject({ control_status: 'valid', verification_status: 'pending' });
  });

  it('send a cent once, although the response to its submission was lost', async () => {
    const { id } = await examined();
    const processor = worker.get(Processor, { strict: false });
    const submit = processor.submit.bind(processor);
    const batches: string[] = [];
    const lossy = jest.spyOn(processor, 'submit').mockImplementation(async (batch) => {
      batches.push(batch.id);
      const results = await submit(batch);
      if (batches.length === 1) throw new Error('the response is lost');
      return results;
    });
    await advance(client, 6);
    await eventually('the retry', async () => {
      await advance(client, 1);
      return (await read(id))['verification_status'] === 'valid';
    });
    lossy.mockRestore();
    expect(batches).toHaveLength(1);
    const sent = await service.database.query(
      `SELECT i.batch_id FROM verify.probes p JOIN sandbox.instructions i ON i.end_to_end_id = p.end_to_end_id
       WHERE p.account_id = $1`,
      [id],
    );
    expect(sent).toEqual([{ batch_id: batches[0] }]);
  });

  it('find the owner among the verified customers with the account', async () => {
    const number = String(500_000_000 + ++numbers);
    const home = { type: 'home', address1: '1 Elm St', city: 'Reno', state: 'NV', country: 'US', zip5: '89501' };
    const person = {
      ...{ customer_reference_id: 'zoe', first_name: 'Zoë', last_name: 'O’Neill', date_of_birth: '1990-02-28' },
      ...{ social_security_number: '123-45-6789', addresses: [home] },
      contacts: [{ type: 'phone', value: '2175550123' }],
    };
    const made = await client.post('/deliver/persons', person);
    expect([made.status, made.text]).toEqual([200, expect.any(String)]);
    const account = {
      ...{ account_reference_id: 'zoe', customer_reference_id: 'zoe', customer_resource_type: 'person' },
      ...{ account_type: 'checking', account_number: number, routing_number: '021000021' },
      account_holder_name: 'Zoe ONeill',
    };
    expect((await client.post('/deliver/external/accounts', account)).status).toBe(200);
    const claim = { first_name: 'zoe', last_name: "O'NEILL", phone_number: '+12175550123' };
    const ask = (more: object) =>
      examined({ account_number: number, type: 'status_ownership', person: { ...claim, ...more } });
    const asked = [await ask({ ssn: '6789' }), await ask({ ssn: '6788' }), await ask({ first_name: 'Anna' })];
    const unknown = await examined({ type: 'status_ownership', person: claim });
    await advance(client, 6);
    await eventually('the owner', async () => (await read(unknown.id))['ownership_status'] !== 'pending');
    const found = await Promise.all(asked.map(async ({ id }) => (await read(id))['ownership_status']));
    expect(found).toEqual(['full', 'partial', 'partial']);
    expect((await read(unknown.id))['ownership_status']).toBe('not_found');
  });
});

describe('verifications by instant networks', () => {
  let service: TestService;
  let client: ApiClient;

  beforeAll(async () => {
    service = await startTestService({ ...FROZEN, VERIFY_PROVIDERS: 'rules,instant,prenote' });
    await service.startWorker();
    client = await service.client();
    await advanceToTomorrow(client, '06:00');
  });
  afterAll(() => stopSound(service));

  const read = async (id: string) => (await client.get(`/verify/accounts/${id}`)).body['account'] as Account;

  async function verify(more: Readonly<Record<string, unknown>> = {}): Promise<Account> {
    const { body } = await client.post('/verify/accounts', aRequest(more));
    const { id } = body['account'] as Account;
    return eventually('an answer', async () => {
      const account = await read(id);
      return account['verification_status'] !== 'pending' && account;
    });
  }

  it('show an account to be valid at once', async () => {
    expect(await verify()).toMatchObject({
      verification_status: 'valid',
      evidence: { provider: 'instant', rail: 'fednow' },
    });
    expect(await verify({ account_holder_name: 'closed' })).toMatchObject({
      verification_status: 'closed',
      status_reason: 'closed_account',
    });
  });

  it('leave banks that no instant network reaches to the next provider, without a cent', async () => {
    const { body } = await client.post('/verify/accounts', aRequest({ routing_number: '011000028' }));
    const { id } = body['account'] as Account;
    await eventually('the estimate', async () => (await read(id))['estimated_verification_date'] !== undefined);
    await advance(client, 6);
    expect(await read(id)).toMatchObject({ verification_status: 'valid', evidence: { provider: 'prenote' } });
  });

  it('have nobody who could send a code to such a bank', async () => {
    const account = await verify({ routing_number: '011000028', type: 'control' });
    expect(account).toMatchObject({ verification_status: 'failed', control_status: 'canceled' });
  });
});
