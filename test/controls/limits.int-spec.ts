import { newId, newYorkInstant, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { eventually } from '@payments/testing';
import { bucketOf } from '../../libs/controls/src/domain/limit.js';
import { JudgeLimits } from '../../libs/controls/src/application/judge-limits.js';
import { LimitUsage } from '../../libs/controls/src/application/ports.js';
import type { Answer, ApiClient } from '../support/api-client.js';
import { aPolicy, ApprovingUser } from '../support/approvers.js';
import { stopSound } from '../support/ledger-sound.js';
import { aDirectDebit, aPayout, untilStatus } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { advanceToTomorrow, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

type Body = Record<string, unknown>;

const WORKERS = 32;

describe('velocity limits', () => {
  let service: TestService;
  let client: ApiClient;
  let party: Party;
  let admin: ApprovingUser;

  beforeAll(async () => {
    // A connection for each, so that they are at work at the same time.
    service = await startTestService({ ...FROZEN, DATABASE_POOL_SIZE: String(WORKERS) });
    await Promise.all([service.startWorker(), service.startWorker()]);
  });
  afterAll(() => stopSound(service));
  beforeEach(async () => {
    client = await service.client();
    party = await verifiedParty(client);
    admin = await ApprovingUser.admin(service, client);
    await client.post('/sandbox/balance/credit', { amount: 10_000_000 });
  });

  const aLimit = (changes: Body = {}): Body => ({
    ...{ name: 'Daily', per: 'enterprise', direction: 'out', window: 'day', max_amount: 10_000, action: 'refuse' },
    ...{ enabled: true, ...changes },
  });
  const limit = async (changes: Body = {}) => {
    const { status, text, body } = await admin.send('POST', '/portal/limits', aLimit(changes));
    expect([status, text]).toEqual([200, text]);
    return body['limit'] as Body & { readonly id: string };
  };
  const create = async (changes: Body = {}) => {
    const { status, text, body } = await client.post(
      '/deliver/transfers',
      aPayout(party, { speed: 'asap', ...changes }),
    );
    expect([status, text]).toEqual([200, text]);
    return (body['transfer'] as { readonly id: string }).id;
  };
  const ended = (id: string) => untilStatus(client, id, 'completed', 'failed');
  const used = async () => (await client.get('/deliver/limits')).body['limits'] as Body[];
  const codeOf = ({ status, body }: Answer) => [status, body['error_code']];
  const refused = { status: 'failed', status_reasons: [{ destination: { reason_code: 'limit_exceeded' } }] };
  const approvalOf = (subject: string) =>
    eventually(`an approval of ${subject}`, async () => {
      const { body } = await client.get(`/deliver/approvals?subject_id=${subject}`);
      return (body['approvals'] as (Body & { readonly id: string })[])[0] ?? false;
    });

  it('let pass exactly what fits, though many transfers come at once to two workers', async () => {
    await limit({ max_amount: 10_000 });
    await limit({ name: 'Count', max_amount: undefined, max_count: 50, window: '7d' });
    const ids = await Promise.all(Array.from({ length: 60 }, () => create({ amount: 700 })));
    const statuses = await Promise.all(ids.map(async (id) => (await ended(id))['status']));
    expect(statuses.filter((status) => status === 'completed')).toHaveLength(14);
    expect(await used()).toMatchObject([
      { name: 'Count', used_amount: 9_800, used_count: 14 },
      { name: 'Daily', used_amount: 9_800, used_count: 14 },
    ]);
  });

  it('count exactly in 32 units of work at once, also around midnight', async () => {
    const usage = service.api.get(LimitUsage);
    const unitOfWork = service.api.get(UnitOfWork);
    const { enterprise_id: enterpriseId } = client.credentials;
    const tenant = { enterpriseId, enterpriseName: 'any', environment: 'sandbox', settings: {} } as never;
    const { id: limit_id } = await limit({ window: '7d', enabled: false });
    const add = (at: Date) =>
      workContext.run({ requestId: 'test', tenant }, () =>
        unitOfWork.run(async () => {
          const bucket = bucketOf('7d', at);
          const one = {
            transfer_id: newId(),
            amount: 1n,
            limit_id,
            window: '7d' as const,
            subject: 'enterprise',
            bucket,
          };
          return (await usage.add([one])).get(`${limit_id}/enterprise`)!;
        }),
      );
    const days = [newYorkInstant('2026-11-30', '23:59'), newYorkInstant('2026-12-01', '00:00')];
    const totals = await Promise.all(Array.from({ length: WORKERS * 4 }, (_, index) => add(days[index % 2]!)));
    // Whoever counts knows of all who did before him, on either day: no two see the same total.
    expect(new Set(totals.map(({ count }) => count)).size).toBe(WORKERS * 4);
  });

  it.each(['day', '7d'] as const)(
    'let 32 units of work at once pass what fits a %s, to the cent, and refuse nothing that would have fitted',
    async (window) => {
      const [maximum, usedBefore] = [10_000, 3_333];
      const { id: limitId } = await limit({ window, max_amount: maximum });
      const judge = service.api.get(JudgeLimits);
      const unitOfWork = service.api.get(UnitOfWork);
      const { enterprise_id: enterpriseId } = client.credentials;
      const tenant = { enterpriseId, enterpriseName: 'any', environment: 'sandbox', settings: {} } as never;
      // Of a window of several days, a part is used on a day before; they are at work around midnight, and share the rest.
      const before = newYorkInstant('2026-11-27', '12:00');
      const midnight = [newYorkInstant('2026-11-30', '23:59'), newYorkInstant('2026-12-01', '00:00')];
      const atOf = (index: number) => midnight[window === 'day' ? 0 : index % 2]!;
      const judged = async (amount: number, on: Date) => {
        const transfer = {
          ...{ id: newId(), use_case: 'payout', amount: BigInt(amount), created_by: null, gate: null, source: null },
          ...{ subledger_reference_id: null, destination: { account_id: newId(), customer_reference_id: 'c' } },
        };
        const rulings = await workContext.run({ requestId: 'test', tenant }, () =>
          unitOfWork.run(() => judge.execute([transfer as never], { now: new Date(), at: on } as never)),
        );
        return { amount, ruling: rulings.get(transfer.id)?.outcome ?? 'pass' };
      };
      // Of many sizes, together several times what fits.
      const amounts = Array.from({ length: WORKERS * 4 }, (_, index) => 101 + ((index * 7_919) % 1_500));
      const queue = amounts.map((amount, index) => () => judged(amount, atOf(index)));
      const results = [await judged(usedBefore, before)];
      const worker = async () => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) results.push(await next());
      };
      await Promise.all(Array.from({ length: WORKERS }, worker));

      const passed = results.filter(({ ruling }) => ruling === 'pass').map(({ amount }) => amount);
      const refusals = results.filter(({ ruling }) => ruling === 'refuse').map(({ amount }) => amount);
      expect(passed.length + refusals.length).toBe(amounts.length + 1);
      const total = passed.reduce((all, amount) => all + amount, 0);
      const sum = window === 'day' ? total - usedBefore : total;
      expect(sum).toBeLessThanOrEqual(maximum);
      // Usage only grows here, so what was refused at its moment does not fit at the end either.
      expect(Math.min(...refusals) + sum).toBeGreaterThan(maximum);
      const stored = await service.database.query<Body>(
        `SELECT * FROM (SELECT sum(amount)::int AS amount, sum(count)::int AS count FROM controls.usage WHERE limit_id = $1) AS u
         CROSS JOIN (SELECT sum(amount)::int AS counted FROM controls.counted WHERE limit_id = $1) AS c`,
        [limitId],
      );
      expect(stored).toEqual([{ amount: total, count: passed.length, counted: total }]);
    },
  );

  it('refuse what exceeds them, and leave room for less', async () => {
    await limit();
    expect(await ended(await create({ amount: 9_000 }))).toMatchObject({ status: 'completed' });
    expect(await ended(await create({ amount: 1_100 }))).toMatchObject(refused);
    expect(await ended(await create({ amount: 1_000 }))).toMatchObject({ status: 'completed' });
    expect(await ended(await create({ amount: 100 }))).toMatchObject(refused);
    await advanceToTomorrow(client, '10:00');
    expect(await ended(await create({ amount: 10_000 }))).toMatchObject({ status: 'completed' });
  });

  it('limit each transfer, and each account, credential and direction by itself', async () => {
    await limit({ name: 'each', window: 'transfer', max_amount: 20_000, direction: 'any' });
    await limit({ name: 'account', per: 'account', max_amount: undefined, max_count: 1 });
    await limit({ name: 'mine', per: 'credential', direction: 'in', max_amount: 500 });
    expect(await ended(await create({ amount: 20_100 }))).toMatchObject(refused);
    expect(await ended(await create({ amount: 100 }))).toMatchObject({ status: 'completed' });
    expect(await ended(await create({ amount: 100 }))).toMatchObject(refused);
    const other = await verifiedParty(client);
    const { body } = await client.post('/deliver/transfers', aPayout(other, { speed: 'asap', amount: 100 }));
    expect(await ended((body['transfer'] as { id: string }).id)).toMatchObject({ status: 'completed' });
    const debit = await client.post('/deliver/transfers', aDirectDebit(other, { amount: 600 }));
    expect(await ended((debit.body['transfer'] as { id: string }).id)).toMatchObject({
      status_reasons: [{ source: { reason_code: 'limit_exceeded' } }],
    });
    expect((await used()).map(({ name, used_count }) => [name, used_count])).toEqual([
      ['account', undefined],
      ['each', undefined],
      ['mine', 0],
    ]);
  });

  it('take back what fails before anything was handed over, and nothing else', async () => {
    await limit({ max_amount: 9_999_999_999 });
    const [{ used_amount: before }] = (await used()) as [Body];
    expect(before).toBe(0);
    // More than the balance has.
    expect(await ended(await create({ amount: 9_999_999_900 }))).toMatchObject({ status: 'failed' });
    const waiting = await create({ amount: 300, speed: 'standard' });
    await untilStatus(client, waiting, 'pending');
    expect(await used()).toMatchObject([{ used_amount: 300, used_count: 1 }]);
    expect((await client.send('POST', `/deliver/transfers/${waiting}/cancel`)).status).toBe(202);
    expect(await used()).toMatchObject([{ used_amount: 0, used_count: 0 }]);
    // The network refuses it once it has it.
    expect(await ended(await create({ amount: 402 }))).toMatchObject({ status: 'failed' });
    expect(await used()).toMatchObject([{ used_amount: 402, used_count: 1 }]);
  });

  it('hold what exceeds them until one user approves it, together with the policies that match', async () => {
    expect(codeOf(await admin.send('POST', '/portal/limits', aLimit({ action: 'hold' })))).toEqual([
      400,
      'not_enough_approvers',
    ]);
    const ann = await ApprovingUser.create(service, client, { name: 'ann' });
    await admin.send(
      'POST',
      '/portal/policies',
      aPolicy({ name: 'Large', conditions: [{ field: 'amount', operator: 'gte', value: 12_000 }] }),
    );
    await limit({ action: 'hold' });
    const [id, other] = [await create({ amount: 12_000 }), await create({ amount: 11_000 })];
    const approval = await approvalOf(id);
    expect(approval).toMatchObject({ policies: [{ name: 'limit:Daily', required: 1 }, { name: 'Large' }] });
    expect(await used()).toMatchObject([{ used_amount: 0 }]);
    expect((await ann.decide(approval.id, 'approve')).status).toBe(200);
    expect(await ended(id)).toMatchObject({ status: 'completed', approval: { id: approval.id, status: 'approved' } });
    expect(await used()).toMatchObject([{ used_amount: 12_000, used_count: 1 }]);
    expect((await ann.decide((await approvalOf(other)).id, 'reject')).status).toBe(200);
    expect(await ended(other)).toMatchObject({ status: 'failed' });
    expect(await used()).toMatchObject([{ used_amount: 12_000, used_count: 1 }]);
  });

  it('say from when they count: since they were made, enabled, or changed in what they count', async () => {
    const { id, counts_from, created_at } = (await limit({ name: 'counting' })) as Readonly<Record<string, string>>;
    expect(counts_from).toBe(created_at);
    const changed = async (changes: Body) => {
      const { body } = await admin.send('PUT', `/portal/limits/${id}`, aLimit({ name: 'counting', ...changes }));
      return (body['limit'] as { readonly counts_from: string }).counts_from;
    };
    expect([await changed({ max_amount: 99_999 }), await changed({ enabled: false })]).toEqual([
      counts_from,
      counts_from,
    ]);
    const enabled = await changed({ enabled: true });
    expect(enabled > counts_from!).toBe(true);
    expect((await changed({ window: '7d' })) > enabled).toBe(true);
    expect((await client.get('/deliver/limits')).body['limits']).toMatchObject([
      { counts_from: expect.any(String) as unknown },
    ]);
  });

  it('are a hundred at most, however many are added at once', async () => {
    const made = await limit();
    const add = (name: string) => admin.send('POST', '/portal/limits', aLimit({ name, enabled: false }));
    const first = await Promise.all(Array.from({ length: 98 }, (_, index) => add(`l${index}`)));
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]));
    const last = await Promise.all(['x', 'y', 'z'].map(add));
    expect(last.map(codeOf).sort()).toEqual([
      [200, undefined],
      [400, 'too_many_limits'],
      [400, 'too_many_limits'],
    ]);
    const path = `/portal/limits/${made.id}`;
    expect((await admin.send('PUT', path, aLimit({ max_amount: 1 }))).status).toBe(200);
    expect((await admin.send('DELETE', path)).status).toBe(204);
    expect((await add('room')).status).toBe(200);
    expect(codeOf(await add('none'))).toEqual([400, 'too_many_limits']);
  });

  it('are kept by administrators, with every change in the audit log', async () => {
    const made = await limit({ who: undefined });
    const path = `/portal/limits/${made.id}`;
    expect(made).toMatchObject({ version: 1, updated_by: admin.name, max_amount: 10_000 });
    expect(made).not.toHaveProperty('max_count');
    expect(codeOf(await admin.send('POST', '/portal/limits', aLimit()))).toEqual([400, 'duplicate_name']);
    for (const [changes, code] of [
      [{ max_amount: undefined }, 'missing_max_amount'],
      [{ max_amount: undefined, max_count: 1, window: 'transfer' }, 'missing_max_amount'],
      [{ max_count: 1, window: 'transfer' }, 'invalid_max_count'],
      [{ who: 'x' }, 'invalid_who'],
      [{ who: 'x', per: 'account' }, 'invalid_who'],
      [{ window: 'week' }, 'invalid_window'],
    ] as const) {
      const answer = await admin.send('POST', '/portal/limits', aLimit({ name: code, ...changes }));
      expect(codeOf(answer)).toEqual([400, code]);
    }
    const account = '01A1F837-0E76-7000-8000-00000000000A';
    const ofAccount = await limit({ name: 'account', per: 'account', who: account });
    expect(ofAccount).toMatchObject({ who: account.toLowerCase() });
    expect((await admin.send('DELETE', `/portal/limits/${ofAccount.id}`)).status).toBe(204);
    const changed = await admin.send('PUT', path, aLimit({ max_count: 5 }));
    expect(changed.body['limit']).toMatchObject({ version: 2, max_count: 5 });
    expect((await admin.send('GET', path)).body).toEqual(changed.body);
    expect((await admin.send('GET', '/portal/limits')).body['limits']).toHaveLength(1);
    expect((await admin.send('DELETE', path)).status).toBe(204);
    expect(codeOf(await admin.send('GET', path))).toEqual([404, 'unknown_id']);
    const audit = await service.database.query<{ action: string }>(
      `SELECT action FROM platform.audit WHERE subject_type = 'limit' AND subject_id = $1 ORDER BY id`,
      [made.id],
    );
    expect(audit.map(({ action }) => action)).toEqual(['limit.created', 'limit.changed', 'limit.deleted']);
  });
});
