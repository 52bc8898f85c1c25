import { eventually } from '@payments/testing';
import type { ApiClient } from '../support/api-client.js';
import { aPolicy, ApprovingUser } from '../support/approvers.js';
import { seededRandom } from '../support/e2e/seeded-random.js';
import { aPayout, registerParty } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { PortalUser } from '../support/portal-user.js';
import { advanceToTomorrow, enterpriseParty, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { WriteCounter } from '../support/write-counter.js';

const SEED = Number(process.env['RANDOM_SEED'] ?? 1);
/** `RANDOM_COUNT=5000` for a long run. */
const COUNT = Number(process.env['RANDOM_COUNT'] ?? 40);

type Body = Record<string, unknown>;
interface Check {
  readonly check: string;
  readonly outcome: string;
  readonly code?: string;
  readonly policy?: string;
}
interface Leg {
  readonly side: string;
  readonly rail: string;
  readonly window_at?: string;
  readonly settles_at?: string;
  readonly hold_until?: string;
}
interface Preview {
  readonly would: 'accept' | 'wait' | 'hold' | 'fail' | 'refuse';
  readonly checks: readonly Check[];
  readonly legs: readonly (Leg & { readonly candidates: readonly { rail: string; taken: boolean; why: string }[] })[];
  readonly estimated_funds_delivery_date?: string;
  readonly arrival?: { readonly earliest: string; readonly latest: string };
  readonly fees: readonly { readonly rail: string; readonly amount: number }[];
  readonly as_of: string;
}
interface Transfer {
  readonly id: string;
  readonly status: string;
  readonly status_reasons?: readonly Readonly<Record<string, { readonly reason_code: string }>>[];
  readonly estimated_funds_delivery_date?: string;
}

describe('POST /deliver/transfers/preview', () => {
  let service: TestService;
  let client: ApiClient;
  let party: Party;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    await service.startWorker();
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    client = await service.client();
    await client.post('/sandbox/balance/credit', { amount: 10_000_000 });
    // Mid-morning of a banking day: no window passes while a test runs.
    await advanceToTomorrow(client, '11:00');
    party = await verifiedParty(client);
  });

  const preview = async (body: Body) => {
    const { status, text, body: answer } = await client.post('/deliver/transfers/preview', body);
    expect([status, text]).toEqual([200, text]);
    return answer['preview'] as Preview;
  };
  const outcomes = ({ checks }: Preview) => checks.map(({ check, outcome }) => `${check} ${outcome}`);
  const stopped = ({ checks }: Preview) => checks.filter(({ outcome }) => outcome !== 'pass');
  const legsOf = async (id: string) =>
    ((await client.get(`/deliver/transfers/${id}/explain`)).body['explanation'] as { legs: Leg[] }).legs;
  const transferOf = async (id: string) => (await client.get(`/deliver/transfers/${id}`)).body['transfer'] as Transfer;

  it('tells the rails, when money moves, and what was checked', async () => {
    const told = await preview(aPayout(party, { speed: 'asap' }));
    expect(told).toMatchObject({ use_case: 'payout', would: 'accept', fees: [{ rail: 'rtp', amount: 0 }] });
    expect(outcomes(told)).toEqual([
      ...['reference pass', 'parties pass', 'required_data pass', 'verification pass'],
      ...['use_case pass', 'return_rate pass', 'limit pass', 'approval pass', 'rail pass', 'funds pass'],
    ]);
    const [leg] = told.legs;
    expect(leg!.candidates.map(({ rail, why }) => `${rail} ${why}`)).toEqual([
      ...['rtp chosen', 'fednow not_needed', 'same_day_ach not_needed', 'ach not_needed'],
    ]);
    expect(leg).toMatchObject({ side: 'destination', rail: 'rtp', window_at: told.as_of, settles_at: told.as_of });
    // If no instant rail can carry it after all, it goes the slowest way.
    expect(told.arrival!.earliest).toBe(told.as_of);
    expect(told.arrival!.latest > told.as_of).toBe(true);
  });

  it('begins a credit after a debit when the hold of the debit ends', async () => {
    const other = await verifiedParty(client);
    const { destination, ...rest } = aPayout(other, { speed: 'same_day' });
    const { would, legs, arrival } = await preview({ ...rest, source: party, destination });
    const [debit, credit] = legs;
    expect([would, debit!.rail, credit!.rail]).toEqual(['accept', 'same_day_ach', 'same_day_ach']);
    expect(credit!.window_at! > debit!.hold_until!).toBe(true);
    expect(arrival).toEqual({ earliest: credit!.settles_at, latest: credit!.settles_at });
  });

  it('tells every reason for which the creation would be refused, and no plan', async () => {
    const body = aPayout(party, { subledger_reference_id: 'nobody' });
    await client.post('/deliver/transfers', { ...body, subledger_reference_id: undefined });
    const told = await preview({ ...body, destination: { ...party, customer_reference_id: 'nobody' } });
    expect(told).toMatchObject({ would: 'refuse', legs: [], fees: [] });
    expect(told.checks.map(({ check, outcome, code }) => [check, outcome, code])).toEqual([
      ['reference', 'refuse', 'duplicate_transfer_reference_id'],
      ['parties', 'refuse', 'invalid_destination_customer_reference_id'],
      ['subledger', 'refuse', 'invalid_subledger_reference_id'],
    ]);
  });

  it('knows nothing of the parties of another enterprise', async () => {
    const stranger = await service.client();
    const { body } = await stranger.post('/deliver/transfers/preview', aPayout(party));
    const expected = { would: 'refuse', checks: [{ code: 'invalid_destination_customer_reference_id' }] };
    expect(body['preview']).toMatchObject(expected);
  });

  it('refuses fields as the creation does, but for a missing reference', async () => {
    for (const change of [
      { amount: 0 },
      { amount: 1.5 },
      { speed: 'fast' },
      { destination: undefined },
      { metadata: 1 },
    ]) {
      const body = aPayout(party, change);
      const [created, previewed] = [
        await client.post('/deliver/transfers', body),
        await client.post('/deliver/transfers/preview', body),
      ];
      expect([change, previewed.status, previewed.body]).toEqual([change, 400, created.body]);
    }
    const told = await preview(aPayout(party, { transfer_reference_id: undefined }));
    expect([told.would, told.checks[0]!.check]).toEqual(['accept', 'parties']);
  });

  it('tells what holds and what stops it: policies, limits, use cases, the balance', async () => {
    const admin = await ApprovingUser.admin(service, client);
    await ApprovingUser.create(service, client, { name: 'ann' });
    await ApprovingUser.create(service, client, { name: 'bob' });
    const day = { field: 'payee_day_total', operator: 'gte', value: 30_000 };
    for (const [path, rule] of [
      [
        'policies',
        aPolicy({ name: 'Large', required: 2, conditions: [{ field: 'amount', operator: 'gte', value: 20_000 }] }),
      ],
      ['policies', aPolicy({ name: 'Day', conditions: [day] })],
      ['limits', limitOf({ name: 'Soft', max_amount: 50_000, action: 'hold' })],
      ['limits', limitOf({ name: 'Hard', max_amount: 90_000 })],
    ] as const) {
      const { status, text } = await admin.send('POST', `/portal/${path}`, rule);
      expect([status, text]).toEqual([200, text]);
    }
    const told = async (amount: number) => {
      const each = await preview(aPayout(party, { amount, speed: 'asap' }));
      return [each.would, ...stopped(each).map(({ check, outcome, policy, code }) => [check, outcome, policy ?? code])];
    };
    expect(await told(10_000)).toEqual(['accept']);
    expect(await told(20_000)).toEqual(['hold', ['approval', 'hold', 'Large']]);
    const [large, byDay] = [
      ['approval', 'hold', 'Large'],
      ['approval', 'hold', 'Day'],
    ];
    expect(await told(60_000)).toEqual(['hold', ['limit', 'hold', 'limit:Soft'], byDay, large]);
    expect(await told(95_000)).toEqual(['fail', ['limit', 'refuse', 'limit_exceeded'], byDay, large]);
    // What was paid today counts, and previews do not.
    const { body } = await client.post('/deliver/transfers', aPayout(party, { amount: 15_000, speed: 'asap' }));
    await eventually('paid', async () => (await legsOf((body['transfer'] as Transfer).id)).length > 0);
    expect(await told(14_999)).toEqual(['accept']);
    expect(await told(15_000)).toEqual(['hold', byDay]);
    const own = await service.client();
    const payee = await verifiedParty(own);
    const poor = await own.post('/deliver/transfers/preview', aPayout(payee, { amount: 9_000_000_000 }));
    expect(poor.body['preview']).toMatchObject({ would: 'fail' });
    expect(stopped(poor.body['preview'] as Preview)).toMatchObject([
      { check: 'funds', outcome: 'refuse', code: 'enterprise_insufficient_funds' },
    ]);
  });

  it('tells that it waits for a verification, or fails by one', async () => {
    const rejected = await registerParty(client, { business: { legal_name: 'Rejected Business' } });
    const told = await eventually('a result', async () => {
      const each = await preview(aPayout(rejected));
      return each.would === 'wait' ? false : each;
    });
    expect([told.would, stopped(told)[0]]).toMatchObject([
      'fail',
      { check: 'verification', code: 'account_not_verified' },
    ]);
  });

  it('tells what the operator charges for the rails', async () => {
    const { enterprise_id } = client.credentials;
    await service.database.query(
      `UPDATE platform.enterprises SET settings = settings || '{"fees": {"rtp": 45}}' WHERE enterprise_id = $1`,
      [enterprise_id],
    );
    await eventually('the fees', async () => (await preview(aPayout(party, { speed: 'asap' }))).fees[0]!.amount === 45);
    expect((await preview(aPayout(party))).fees).toEqual([{ rail: 'ach', amount: 0 }]);
  });

  it(`tells of ${COUNT} random transfers what then becomes of them`, async () => {
    const random = seededRandom(SEED);
    const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)]!;
    const admin = await ApprovingUser.admin(service, client);
    await ApprovingUser.create(service, client, { name: 'cat' });
    await admin.send(
      'POST',
      '/portal/policies',
      aPolicy({ conditions: [{ field: 'amount', operator: 'gte', value: 40_000_000 }] }),
    );
    await admin.send('POST', '/portal/limits', limitOf({ per: 'account', direction: 'any', max_amount: 150_000_000 }));
    const parties = [
      party,
      await verifiedParty(client, { routing_number: '011401533' }),
      await verifiedParty(client, { routing_number: '011000028' }),
      await enterpriseParty(client),
      { ...party, customer_reference_id: 'nobody' },
    ];
    for (let n = 0; n < COUNT; n += 1) {
      const [one, other] = [pick(parties), pick(parties)];
      const body = {
        transfer_reference_id: `random-${random() < 0.05 ? 0 : n}`,
        ...pick([{ destination: one }, { source: one }, { source: one, destination: other }]),
        ...{ amount: pick([100, 3_000_000, 45_000_000, 120_000_000, 1_100_000_000]), currency: 'USD' },
        speed: pick(['standard', 'same_day', 'asap']),
      };
      const told = await preview(body);
      const created = await client.post('/deliver/transfers', body);
      if (created.status !== 200) {
        expect([n, body, told.would, told.checks[0]!.code]).toEqual([n, body, 'refuse', created.body['error_code']]);
        continue;
      }
      const { id } = created.body['transfer'] as Transfer;
      const { transfer, legs } = await eventually(`what became of ${n}`, async () => {
        const found = { legs: await legsOf(id), transfer: await transferOf(id) };
        const isHeld = 'approval' in found.transfer;
        return (found.legs.length > 0 || found.transfer.status === 'failed' || isHeld) && found;
      });
      const plan = ({ side, rail }: Leg) => `${side} ${rail}`;
      const became = legs.length > 0 ? 'accept' : transfer.status === 'failed' ? 'fail' : 'hold';
      expect([n, body, told.would]).toEqual([n, body, became]);
      if (became === 'accept') {
        expect(told.legs.map(plan)).toEqual(legs.map(plan));
        expect(told.estimated_funds_delivery_date).toBe(transfer.estimated_funds_delivery_date);
      }
      if (became === 'fail') {
        const reasons = Object.values(transfer.status_reasons![0]!).map(({ reason_code }) => reason_code);
        expect([n, reasons]).toEqual([n, [stopped(told)[0]!.code]]);
      }
    }
  });
});

describe('a preview without a worker', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  it('writes nothing, not even who asked', async () => {
    const client = await service.client();
    const party = await registerParty(client);
    const user = await ApprovingUser.admin(service, client);
    await user.send('POST', '/portal/limits', limitOf({ direction: 'any' }));
    const { api_key, user: reader } = client.credentials;
    const asking = { name: reader.name, scopes: ['read:transfers'] };
    const { token } = await PortalUser.of(service.api, client.credentials, asking);
    const headers = { authorization: `Bearer ${token}`, 'x-api-key': api_key };
    const ask = () => client.send('POST', '/deliver/transfers/preview', { headers, payload: aPayout(party) });
    await ask();
    const writes = await WriteCounter.in(service.database);
    const before = await writes.count();
    const { status, body } = await ask();
    expect([status, body['preview'], await writes.count()]).toMatchObject([200, { would: 'wait' }, before]);
  });
});

function limitOf(changes: Body): Body {
  return {
    ...{ name: 'Daily', per: 'enterprise', direction: 'out', window: 'day', max_amount: 9_000_000, action: 'refuse' },
    ...{ enabled: true, ...changes },
  };
}
