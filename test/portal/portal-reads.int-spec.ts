import { newId, newYorkDate } from '@payments/kernel';
import { anAccount, eventually } from '@payments/testing';
import type { ApiClient } from '../support/api-client.js';
import { correct } from '../support/corrections.js';
import { aDirectDebit, aPayout, untilStatus } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { PortalUser } from '../support/portal-user.js';
import { advance, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

type Body = Record<string, unknown>;
interface Hit {
  readonly type: string;
  readonly id: string;
  readonly title: string;
  readonly amount?: number;
}
interface Overview {
  readonly transfers?: {
    readonly counted_since: string;
    readonly statuses: readonly { status: string; count: number; amount: number }[];
    readonly reasons: readonly Body[];
    readonly latest: readonly { id: string; created_at: string }[];
    readonly figures?: { readonly totals: Body; readonly previous?: Body; readonly series: readonly Body[] };
    readonly debit_returns?: Body;
  };
  readonly balance?: { available: number; pending: number; reserved: number };
  readonly attention: readonly { kind: string; count: number }[];
}

let service: TestService;
let client: ApiClient;
let stranger: ApiClient;
let user: PortalUser;
let strangersUser: PortalUser;
let party: Party;
let returned: { id: string; transfer_reference_id: string };
let settling: typeof returned;

const query = <Row>(sql: string, values?: readonly unknown[]) => service.database.query<Row>(sql, values);
const create = async (body: Body) =>
  (await client.post('/deliver/transfers', body)).body['transfer'] as typeof returned & Body;

/** The body of a portal operation for a user whose token has these scopes only. */
async function withScopes(url: string, ...scopes: string[]): Promise<Body> {
  const limited = await PortalUser.of(service.api, client.credentials, { scopes: ['read:me', ...scopes] });
  const response = await limited.get(url);
  expect(response.status).toBe(200);
  return response.body;
}

beforeAll(async () => {
  service = await startTestService(FROZEN);
  await service.startWorker();
  client = await service.client();
  stranger = await service.client();
  user = await PortalUser.login(service.api, client.credentials.user);
  strangersUser = await PortalUser.login(service.api, stranger.credentials.user);
  party = await verifiedParty(client, { account_reference_id: 'salary-account', account_number: '55512345' });
  await client.post('/sandbox/balance/credit', { amount: 1_000_000 });
  returned = await create(aPayout(party, { transfer_reference_id: 'payout-77', amount: 4_321 }));
  settling = await create(aDirectDebit(party, { transfer_reference_id: 'debit-77', amount: 9_999 }));
  await client.post(`/sandbox/transfers/${returned.id}/outcome`, { kind: 'return', code: 'R03' });
  await advance(client, 3);
  await untilStatus(client, returned.id, 'failed');
  await untilStatus(client, settling.id, 'completed', 'settled');
  const waiting = await create(aPayout(party, { transfer_reference_id: 'payout-78', amount: 700 }));
  await untilStatus(client, waiting.id, 'pending');
});
afterAll(() => service.stop());

describe('the overview of the portal', () => {
  const overview = async (of = user, path = '/portal/overview') => (await of.get(path)).body['overview'] as Overview;

  it('counts and sums the transfers of the last day by status, as their list has them', async () => {
    const { transfers } = await overview();
    const listed = (await client.get('/deliver/transfers')).body['transfers'] as { status: string; amount: number }[];
    const expected = [...new Set(listed.map(({ status }) => status))].sort().map((status) => {
      const amounts = listed.filter((each) => each.status === status).map(({ amount }) => amount);
      return { status, count: amounts.length, amount: amounts.reduce((sum, amount) => sum + amount, 0) };
    });
    expect(expected).toHaveLength(3);
    expect(transfers?.statuses).toEqual(expected);
    expect(transfers?.reasons).toEqual([{ reason_code: 'invalid_account', count: 1 }]);
  });

  it('counts by reason what the list of transfers finds by it', async () => {
    const found = async (query: string) =>
      ((await client.get(`/deliver/transfers?${query}`)).body['transfers'] as { id: string }[]).map(({ id }) => id);
    expect(await found('reason_code=invalid_account')).toEqual([returned.id]);
    expect(await found('reason_code=invalid_account&status=completed')).toEqual([]);
    expect(await found('reason_code=closed_account')).toEqual([]);
    expect((await client.get('/deliver/transfers?reason_code=R03')).body['error_code']).toBe('invalid_reason_code');
  });

  it('is of transfers that the list finds by use case and speed', async () => {
    const found = async (query: string) => {
      const { body } = await client.get(`/deliver/transfers?${query}`);
      return body['transfers'] as { speed: string; source?: object; destination?: object }[];
    };
    const all = await found('');
    for (const speed of ['standard', 'asap']) {
      expect(await found(`speed=${speed}`)).toEqual(all.filter((each) => each.speed === speed));
    }
    const debits = all.filter(({ source, destination }) => source && !destination);
    expect(debits.length).toBeGreaterThan(0);
    expect(await found('use_case=direct_debit')).toEqual(debits);
    expect(await found('use_case=payout')).toEqual(all.filter(({ source }) => source === undefined));
    expect((await client.get('/deliver/transfers?use_case=refund')).body['error_code']).toBe('invalid_use_case');
    expect((await client.get('/deliver/transfers?speed=fast')).body['error_code']).toBe('invalid_speed');
  });

  it('has the balance to the cent', async () => {
    const { body } = await client.get('/deliver/balance');
    const [own, total] = [body['balance'], body['total_balance']] as { available: number; pending: number }[];
    const { balance } = await overview();
    expect(balance?.reserved).toBeGreaterThan(0);
    expect(balance).toMatchObject({
      available: own!.available,
      pending: own!.pending,
      reserved: total!.available - own!.available,
    });
  });

  it('shows the latest transfers as their list does', async () => {
    const { transfers } = await overview();
    const listed = (await client.get('/deliver/transfers')).body['transfers'] as Body[];
    expect(transfers?.latest).toHaveLength(listed.length);
    expect(listed).toMatchObject(transfers!.latest);
  });

  it('counts from the time that is asked for, and shows the latest transfers all the same', async () => {
    const future = await overview(user, '/portal/overview?start_time=2100-01-01T00:00:00Z');
    expect(future.transfers).toMatchObject({
      counted_since: '2100-01-01T00:00:00.000Z',
      statuses: [],
      reasons: [],
      latest: { length: 3 },
    });
    expect((await user.get('/portal/overview?start_time=yesterday')).body['error_code']).toBe('invalid_start_time');
  });

  it('has the figures of the period by step, as its transfers tell them, if they are asked for', async () => {
    const start = new Date(Date.now() - 3_600_000).toISOString();
    const { transfers } = await overview(user, `/portal/overview?step=hour&start_time=${start}`);
    // Whether its hold has ended after three days depends on the hour and the calendar.
    const { status } = (await client.get(`/deliver/transfers/${settling.id}`)).body['transfer'] as Body;
    const totals = {
      ...{
        created: 3,
        completed: 1,
        settled: Number(status === 'settled'),
        failed: 1,
        returned: 1,
        amount_out: 0,
        amount_in: 9_999,
      },
      ...{ p50_s: expect.any(Number), p95_s: expect.any(Number) },
    };
    const p50 = transfers!.figures!.totals['p50_s'] as number;
    const { statuses } = (await client.get(`/deliver/transfers/${settling.id}/history`)).body as {
      statuses: { status: string; updated_at: string }[];
    };
    const [created, , completed] = statuses.map(({ updated_at }) => Date.parse(updated_at));
    expect(p50).toBe((completed! - created!) / 1_000);
    const speeds = [{ speed: 'standard', created: 3, completed: 1, p50_s: p50, p95_s: p50 }];
    expect(transfers?.figures).toEqual({
      totals: { ...totals, speeds },
      series: [{ ...totals, speeds, at: start }],
      previous: {
        ...Object.fromEntries(Object.keys(totals).flatMap((each) => (each.startsWith('p') ? [] : [[each, 0]]))),
        speeds: [],
      },
    });
    expect((await overview()).transfers).not.toHaveProperty('figures');
  });

  it('compares with the period of the same length before', async () => {
    const end = new Date(Date.now() + 60_000);
    const path = `/portal/overview?step=day&start_time=${end.toISOString()}&end_time=${new Date(end.getTime() + 86_400_000).toISOString()}`;
    const { transfers } = await overview(user, path);
    expect(transfers?.figures).toMatchObject({ series: [], totals: { created: 0 } });
    expect(transfers?.figures?.previous).toMatchObject({ created: 3, completed: 1 });
    expect((await user.get('/portal/overview?step=week')).body['error_code']).toBe('invalid_step');
    const reversed = await overview(
      user,
      path.replace('start_time', 'x').replace('end_time', 'start_time').replace('x', 'end_time'),
    );
    expect(reversed.transfers?.figures).toMatchObject({ totals: { created: 0 }, previous: { created: 0 } });
  });

  it('has the share of debits of 60 days that banks returned as unauthorized, whatever the period', async () => {
    const returns = async (path = '/portal/overview?step=hour&start_time=2100-01-01T00:00:00Z') =>
      (await overview(user, path)).transfers?.debit_returns;
    expect(await returns()).toEqual({
      counted_since: expect.any(String),
      ...{ debits: 1, unauthorized: 0, limit: 0.005 },
    });
    const debit = await create(aDirectDebit(party, { transfer_reference_id: 'debit-78', amount: 1_000 }));
    await client.post(`/sandbox/transfers/${debit.id}/outcome`, { kind: 'return', code: 'R10' });
    await advance(client, 3);
    await untilStatus(client, debit.id, 'failed');
    expect(await returns()).toMatchObject({ debits: 2, unauthorized: 1 });
    await query(`UPDATE transfers.transfers SET created_at = now() - interval '61 days' WHERE id = $1`, [debit.id]);
    expect(await returns()).toMatchObject({ debits: 1, unauthorized: 0 });
    expect(await returns('/portal/overview')).toBeUndefined();
    // For what is counted of the last 24 hours it is an old one.
    await query(`UPDATE transfers.legs SET updated_at = now() - interval '61 days' WHERE transfer_id = $1`, [debit.id]);
  });

  it('leaves out what the scopes of the caller do not show', async () => {
    const parts = async (...scopes: string[]) =>
      Object.keys((await withScopes('/portal/overview', ...scopes))['overview'] as Overview);
    expect(await parts()).toEqual(['attention']);
    expect(await parts('read:balances')).toEqual(['balance', 'attention']);
    expect(await parts('read:transfers')).toEqual(['transfers', 'attention']);
  });

  it('says since when it counts if there are too many', async () => {
    const busy = await service.client();
    await query(
      `INSERT INTO transfers.transfers (enterprise_id, id, transfer_reference_id, use_case, amount, currency, speed,
         status, status_reasons, sequence, version, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'r-' || n, 'payout', 3, 'USD', 'standard', 'created', '[]', 1, 1,
         date_trunc('second', now()) - n * interval '1 second', now() FROM generate_series(1, 10050) AS n`,
      [busy.credentials.enterprise_id],
    );
    const [{ at }] = (await query(
      `SELECT created_at AS at FROM transfers.transfers WHERE enterprise_id = $1 AND transfer_reference_id = 'r-10000'`,
      [busy.credentials.enterprise_id],
    )) as [{ at: Date }];
    const busyUser = await PortalUser.login(service.api, busy.credentials.user);
    const { transfers } = await overview(busyUser, '/portal/overview?step=day');
    expect(transfers?.statuses).toEqual([{ status: 'created', count: 10_000, amount: 30_000 }]);
    expect(transfers?.counted_since).toBe(new Date(at).toISOString());
    expect(transfers?.figures?.totals).toMatchObject({ created: 10_000 });
    expect(transfers?.figures).not.toHaveProperty('previous');
  });

  it('of another enterprise has nothing of this one', async () => {
    const { transfers, balance, attention } = await overview(strangersUser);
    expect(transfers).toMatchObject({ statuses: [], reasons: [], latest: [] });
    expect(balance).toMatchObject({ available: 100_000_000, pending: 0, reserved: 0 });
    expect(attention.filter(({ count }) => count > 0)).toEqual([]);
  });
});

describe('what needs attention', () => {
  const counts = async (of = user) =>
    Object.fromEntries(
      ((await of.get('/portal/attention')).body['attention'] as Overview['attention']).map(({ kind, count }) => [
        kind,
        count,
      ]),
    );

  /** A configuration that the service has disabled. */
  async function anEndpoint(reason: string): Promise<string> {
    const { body } = await client.post('/webhooks/configurations', {
      ...{ event_types: ['person_all'], url: 'http://127.0.0.1:9/', enabled: true },
    });
    const { id } = body['webhook_configuration'] as { id: string };
    await query(`UPDATE webhooks.configurations SET enabled = false, disabled_reason = $2 WHERE id = $1`, [id, reason]);
    return id;
  }

  it('is counted by kind: of payments, records, accounts and endpoints', async () => {
    const enterprise = client.credentials.enterprise_id;
    await correct({ api: service.api, client }, 'salary-account');
    await query(
      `INSERT INTO webhooks.failing_endpoints (enterprise_id, configuration_id, failing_since, failures)
       VALUES ($1, $2, now(), 3)`,
      [enterprise, newId()],
    );
    const addBreak = `INSERT INTO transfers.reconciliation_breaks
      (enterprise_id, end_to_end_id, kind, own, reported, banking_at, first_seen_at, last_seen_at, resolved_at)
      SELECT $1, 'e' || n, 'missing', 'a', 'b', now(), now(), now(), $4 FROM generate_series($2::int, $3::int) AS n`;
    await query(addBreak, [enterprise, 1, 2, null]);
    await query(addBreak, [enterprise, 3, 3, new Date()]);
    await query(
      `INSERT INTO platform.invariant_violations (enterprise_id, invariant, subject, message, first_seen_at, last_seen_at)
       VALUES ($1, 'balances-are-entries', 'available', 'they differ', now(), now())`,
      [enterprise],
    );
    await query(
      `INSERT INTO controls.return_rates (enterprise_id, originator, id, states, sequence, updated_at)
       SELECT $1, state, gen_random_uuid(), jsonb_build_object('unauthorized', 'ok', 'overall', state), 1, now()
       FROM unnest(ARRAY['ok', 'warning', 'exceeded']) AS state`,
      [enterprise],
    );
    const off = await anEndpoint('endpoint_abandoned');
    // One that is disabled is no longer failing.
    await query(
      `INSERT INTO webhooks.failing_endpoints (enterprise_id, configuration_id, failing_since, failures)
       VALUES ($1, $2, now(), 15)`,
      [enterprise, off],
    );
    await query(
      `INSERT INTO webhooks.notices (enterprise_id, id, configuration_id, kind, deliveries, created_at)
       SELECT $1, gen_random_uuid(), $2, 'deliveries_expired', 9, now() - hours * interval '1 hour'
       FROM unnest(ARRAY[1, 25]) AS hours`,
      [enterprise, off],
    );
    const expected = {
      ...{ returned_legs: 1, return_rates: 2, open_breaks: 2, closed_subledgers: 0, invariant_violations: 1 },
      account_corrections: 1,
      ...{ disabled_endpoints: 1, failing_endpoints: 1, expired_deliveries: 1 },
    };
    expect(await counts()).toEqual(expected);
    const { attention } = (await user.get('/portal/overview')).body['overview'] as Overview;
    expect(Object.fromEntries(attention.map(({ kind, count }) => [kind, count]))).toEqual(expected);
    await query(addBreak, [enterprise, 4, 1_500, null]);
    expect(await counts()).toEqual({ ...expected, open_breaks: 1_000 });
  });

  it('forgets a return after a day', async () => {
    await query(`UPDATE transfers.legs SET updated_at = now() - interval '25 hours' WHERE transfer_id = $1`, [
      returned.id,
    ]);
    expect(await counts()).toMatchObject({ returned_legs: 0 });
  });

  it('of another enterprise is not counted', async () => {
    expect(Object.values(await counts(strangersUser))).toEqual(Array(9).fill(0));
  });

  it('has the kinds that the scopes of the caller show', async () => {
    const kinds = async (...scopes: string[]) =>
      ((await withScopes('/portal/attention', ...scopes))['attention'] as { kind: string }[]).map(({ kind }) => kind);
    expect(await kinds()).toEqual(['invariant_violations']);
    expect(await kinds('read:ledger', 'read:external-accounts')).toEqual([
      ...['open_breaks', 'invariant_violations', 'account_corrections'],
    ]);
  });

  it('has no return rates while the enterprise does not look at them', async () => {
    await user.send('PATCH', '/portal/settings', { return_guard: 'off' });
    await eventually('they are left out', async () => !('return_rates' in (await counts())));
    await user.send('PATCH', '/portal/settings', { return_guard: 'warn' });
    await eventually('they are counted again', async () => (await counts())['return_rates'] === 2);
  });
});

describe('the search of the portal', () => {
  let person: { id: string };
  let business: { id: string };
  let account: { id: string };

  const hitsOf = (body: Body) => (body['hits'] as Hit[]).map(({ type, id }) => `${type} ${id}`);
  const search = async (q: string, of = user) =>
    hitsOf((await of.get(`/portal/search?q=${encodeURIComponent(q)}`)).body);

  beforeAll(async () => {
    const made = await client.post('/deliver/persons', {
      ...{ customer_reference_id: 'emp-100', first_name: 'Ada', last_name: 'McByron', date_of_birth: '1990-12-10' },
      addresses: [{ type: 'home', address1: '1 Elm St', city: 'Reno', state: 'NV', country: 'US', zip5: '89501' }],
    });
    person = made.body['person'] as typeof person;
    const { body } = await client.get(`/deliver/businesses?customer_reference_id=${party.customer_reference_id}`);
    [business] = body['businesses'] as [typeof business];
    const accounts = await client.get('/deliver/external/accounts?account_reference_id=salary-account');
    [account] = accounts.body['external_accounts'] as [typeof account];
  });

  it('finds each kind of resource by its id', async () => {
    expect(await search(returned.id.toUpperCase())).toEqual([`transfer ${returned.id}`]);
    expect(await search(person.id)).toEqual([`person ${person.id}`]);
    expect(await search(business.id)).toEqual([`business ${business.id}`]);
    expect(await search(account.id)).toEqual([`external_account ${account.id}`]);
    expect(await search(newId())).toEqual([]);
  });

  it('finds references by their beginning, exact ones first', async () => {
    expect(await search('payout-77')).toEqual([`transfer ${returned.id}`]);
    const exact = await create(aPayout(party, { transfer_reference_id: 'payout-7', amount: 100 }));
    expect(await search(' payout-7 ')).toEqual([
      `transfer ${exact.id}`,
      `transfer ${returned.id}`,
      expect.stringMatching(/^transfer /),
    ]);
    expect(await search('salary')).toEqual([`external_account ${account.id}`]);
    expect(await search('emp-1')).toEqual([`person ${person.id}`]);
    expect(await search('PAYOUT-77')).toEqual([]);
  });

  it('finds names by their beginning, as they are written, small or large', async () => {
    for (const typed of ['Ada', 'ada', 'ADA', 'McBy'])
      expect([typed, await search(typed)]).toEqual([typed, [`person ${person.id}`]]);
    const shown = (await client.get(`/deliver/businesses/${business.id}`)).body['business'] as { legal_name: string };
    expect(await search(shown.legal_name.slice(0, 6).toLowerCase())).toContain(`business ${business.id}`);
  });

  it('finds transfers by the numbers that banks know them by', async () => {
    const [leg] = await query<{ end_to_end_id: string; trace_number: string }>(
      'SELECT end_to_end_id, trace_number FROM transfers.legs WHERE transfer_id = $1',
      [returned.id],
    );
    expect(await search(leg!.end_to_end_id)).toEqual([`transfer ${returned.id}`]);
    expect(await search(leg!.trace_number)).toEqual([`transfer ${returned.id}`]);
  });

  it('finds transfers of the last 90 days by their amount', async () => {
    expect(await search('$43.21')).toEqual([`transfer ${returned.id}`]);
    expect(await search('$43.22')).toEqual([]);
    const [{ created_at }] = (await query('SELECT created_at FROM transfers.transfers WHERE id = $1', [
      returned.id,
    ])) as [{ created_at: Date }];
    const move = 'UPDATE transfers.transfers SET created_at = $2 WHERE id = $1';
    await query(move, [returned.id, new Date(Date.now() - 91 * 86_400_000)]);
    expect(await search('$43.21')).toEqual([]);
    await query(move, [returned.id, created_at]);
  });

  it('leads from an event to its resource', async () => {
    const event = await eventually('an event', async () => {
      const { body } = await client.get(`/webhooks/events?resource_id=${returned.id}&size=1`);
      return (body['events'] as { event_id: string }[])[0];
    });
    expect(await search(event.event_id)).toEqual([`transfer ${returned.id}`]);
  });

  it('leads from an event to whatever it is about', async () => {
    const { body } = await client.post('/deliver/schedules', {
      ...{ schedule_reference_id: 'rent', destination: party, amount: 100, currency: 'USD', speed: 'asap' },
      ...{ start_date: newYorkDate(new Date(Date.now() + 30 * 86_400_000)), recurrence: 'FREQ=DAILY' },
    });
    const { id } = body['schedule'] as { id: string };
    const events = await query<{ id: string }>('SELECT id FROM platform.events WHERE resource_id = $1', [id]);
    expect(await search(events[0]!.id)).toEqual([`schedule ${id}`]);
    const transfers = await user.get(`/portal/search?q=${events[0]!.id}&type=transfer`);
    expect(hitsOf(transfers.body)).toEqual([]);
  });

  it('finds only resources of the types that are asked for', async () => {
    const second = await create(aPayout(party, { transfer_reference_id: 'emp-1-payout', amount: 100 }));
    const found = async (...types: string[]) => {
      const { body } = await user.get(`/portal/search?q=emp-1${types.map((type) => `&type=${type}`).join('')}`);
      return hitsOf(body).sort();
    };
    const [aTransfer, aPerson] = [`transfer ${second.id}`, `person ${person.id}`];
    expect(await found()).toEqual([aPerson, aTransfer]);
    expect(await found('person')).toEqual([aPerson]);
    expect(await found('transfer', 'business')).toEqual([aTransfer]);
    expect(await found('transfer', 'person')).toEqual([aPerson, aTransfer]);
    expect(await found('external_account')).toEqual([]);
    const byId = async (type: string) => hitsOf((await user.get(`/portal/search?q=${person.id}&type=${type}`)).body);
    expect([await byId('person'), await byId('business')]).toEqual([[aPerson], []]);
    const byAmount = await user.get(`/portal/search?q=${encodeURIComponent('$43.21')}&type=person`);
    expect(hitsOf(byAmount.body)).toEqual([]);
    const unknown = await user.get('/portal/search?q=emp-1&type=card');
    expect([unknown.status, unknown.body['error_code']]).toEqual([400, 'invalid_type']);
  });

  it('never finds an account number, and takes no text for a pattern', async () => {
    for (const typed of ['55512345', '5551', '%%', '__', 'payout%', "' OR 1=1 --", 'a\\', '"x"']) {
      expect([typed, await search(typed)]).toEqual([typed, []]);
    }
  });

  it('finds only what the scopes of the caller show', async () => {
    const found = async (q: string, ...scopes: string[]) =>
      hitsOf(await withScopes(`/portal/search?q=${q}`, ...scopes));
    expect(await found('payout-77')).toEqual([]);
    expect(await found('payout-77', 'read:persons')).toEqual([]);
    expect(await found('payout-77', 'read:transfers')).toEqual([`transfer ${returned.id}`]);
    expect(await found(person.id, 'read:transfers', 'read:businesses')).toEqual([]);
  });

  it('finds nothing of another enterprise', async () => {
    for (const typed of [returned.id, person.id, 'payout-77', 'Ada', '$43.21', 'salary', 'emp-1']) {
      expect([typed, await search(typed, strangersUser)]).toEqual([typed, []]);
    }
  });

  it('returns at most 20 hits', async () => {
    for (let n = 0; n < 25; n++) {
      const opened = anAccount({
        customer_reference_id: party.customer_reference_id,
        account_reference_id: `many-${n}`,
      });
      expect((await client.post('/deliver/external/accounts', opened)).status).toBe(200);
    }
    expect(await search('many-')).toHaveLength(20);
  });

  it('refuses a text that is too short, too long or missing', async () => {
    const code = async (path: string) => (await user.get(path)).body['error_code'];
    expect(await code('/portal/search')).toBe('missing_q');
    for (const q of ['a', 'x'.repeat(65), '%20%20', '%00%00'])
      expect(await code(`/portal/search?q=${q}`)).toBe('invalid_q');
  });
});
