import { dateOfDay, DAY_MS, dayNumber, newYorkInstant, RETURN_RATE_DAYS } from '@payments/kernel';
import { eventually } from '@payments/testing';
import { ReturnRatesSweep } from '../../libs/controls/src/infrastructure/queue/return-rates.sweep.js';
import type { ApiClient } from '../support/api-client.js';
import { stopSound } from '../support/ledger-sound.js';
import { aDirectDebit, aPayout, untilStatus } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { PortalUser } from '../support/portal-user.js';
import { advance, advanceTo, advanceToTomorrow, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('libs/controls/src', 'libs/rails/src', 'migrations');

type Body = Record<string, unknown>;

describe('return rates', () => {
  let service: TestService;
  let client: ApiClient;
  let party: Party;
  let worker: Awaited<ReturnType<TestService['startWorker']>>;

  beforeAll(async () => {
    service = await startTestService({ ...FROZEN, VERIFY_PROVIDERS: 'rules,micro' });
    worker = await service.startWorker();
  });
  afterAll(() => stopSound(service));
  beforeEach(async () => {
    client = await service.client();
    party = await verifiedParty(client);
  });

  const create = async (body: Body) => {
    const { status, text, body: answer } = await client.post('/deliver/transfers', body);
    expect([status, text]).toEqual([200, text]);
    return (answer['transfer'] as { readonly id: string }).id;
  };
  const set = async (settings: Body) => {
    const admin = await PortalUser.login(service.api, client.credentials.user);
    const { status, text } = await admin.send('PATCH', '/portal/settings', settings);
    expect([status, text]).toEqual([200, text]);
  };
  const rates = async () => (await client.get('/deliver/return-rates')).body['return_rates'] as Body[];
  /** What events have told, the newest last; undefined if there are not so many. */
  const told = async (count: number) => {
    const { body } = await client.get('/webhooks/events?event_type=return_rate_changed');
    const all = (body['events'] as Body[]).map((event) => (event['event_data'] as Body)['return_rate'] as Body);
    return all.length === count && all;
  };
  // A worker reads settings at most every three seconds; what it missed with the old ones, its sweep tells.
  const changes = (count: number) =>
    eventually(`${count} events`, async () => {
      await worker.get(ReturnRatesSweep).round();
      return told(count);
    });
  /** A verification whose cent waits for its window. */
  const verify = async (account: Body) => {
    const { body } = await client.post('/verify/accounts', { routing_number: '021000021', ...account });
    const { id } = body['account'] as { readonly id: string };
    await eventually('the estimate', async () => {
      const found = (await client.get(`/verify/accounts/${id}`)).body['account'] as Body;
      return found['estimated_verification_date'] !== undefined;
    });
  };
  const statesOf = ({ rates: all }: Body) => (all as Body[]).map(({ state }) => state);
  /** The cents decide that the bank returns it with R10. */
  const RETURNED = 10_108;

  it('count debits when they are handed over, and their returns; above a limit, debits stop', async () => {
    expect(await rates()).toEqual([]);
    await set({ return_guard: 'stop', return_guard_min_entries: 2, return_guard_min_returns: 1 });
    const [returned, settled] = [
      await create(aDirectDebit(party, { amount: RETURNED })),
      await create(aDirectDebit(party)),
    ];
    await untilStatus(client, settled, 'pending');
    await advanceTo(client, new Date(Date.now() + 20 * DAY_MS));
    await untilStatus(client, returned, 'failed');
    await untilStatus(client, settled, 'settled');
    const exceeded = await eventually('the return', async () => {
      const found = await rates();
      return (found[0]?.['rates'] as Body[] | undefined)?.[2]?.['returned'] === 1 && found;
    });
    expect(exceeded).toMatchObject([
      {
        ...{ originator: client.credentials.enterprise_id, entries: 2 },
        rates: [
          { kind: 'unauthorized', returned: 1, limit_ppm: 5_000, state: 'exceeded' },
          { kind: 'administrative', returned: 0, rate_ppm: 0, limit_ppm: 30_000, state: 'ok' },
          { kind: 'overall', returned: 1, rate_ppm: 500_000, limit_ppm: 150_000, state: 'exceeded' },
        ],
      },
    ]);
    const exceededRates = exceeded[0]!['rates'];
    expect(await changes(1)).toMatchObject([
      {
        ...{ originator: client.credentials.enterprise_id, entries: 2, rates: exceededRates },
        account_verification: { entries: 0, returned: 0 },
      },
    ]);
    // Workers read the settings at most every three seconds.
    const refused = await eventually('a refused debit', async () => {
      const id = await create(aDirectDebit(party));
      const transfer = await untilStatus(client, id, 'pending', 'failed');
      return transfer['status'] === 'failed' && transfer;
    });
    expect(refused).toMatchObject({ status_reasons: [{ source: { reason_code: 'return_rate_exceeded' } }] });
    await set({ return_guard: 'warn' });
    await eventually('a debit that goes on', async () => {
      const id = await create(aDirectDebit(party));
      return (await untilStatus(client, id, 'pending', 'failed'))['status'] === 'pending';
    });
  });

  it('are those of the customer whose subledger the debits fill, and are told again when they recover', async () => {
    await set({ return_guard_min_entries: 1, return_guard_min_returns: 1 });
    const { customer_reference_id } = party;
    const subledger = { subledger_reference_id: 'wallet', customer_reference_id };
    expect((await client.post('/deliver/subledgers', subledger)).status).toBe(200);
    const { subledger_reference_id } = subledger;
    const returned = await create(aDirectDebit(party, { amount: RETURNED, subledger_reference_id }));
    const settled = await create(aDirectDebit(party));
    await untilStatus(client, settled, 'pending');
    await advanceTo(client, new Date(Date.now() + 20 * DAY_MS));
    await untilStatus(client, returned, 'failed');
    const found = await rates();
    const own = { originator: client.credentials.enterprise_id, entries: 1 };
    expect(found).toHaveLength(2);
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining(own),
        expect.objectContaining({ originator: customer_reference_id, entries: 1 }),
      ]),
    );
    expect((await changes(1)).map((each) => [each['originator'], statesOf(each)])).toEqual([
      [customer_reference_id, ['exceeded', 'ok', 'exceeded']],
    ]);

    await set({ return_guard: 'stop' });
    await eventually('a refused debit of the customer', async () => {
      const id = await create(aDirectDebit(party, { subledger_reference_id }));
      return (await untilStatus(client, id, 'pending', 'failed'))['status'] === 'failed';
    });
    const others = await create(aDirectDebit(party));
    expect(await untilStatus(client, others, 'pending', 'failed')).toMatchObject({ status: 'pending' });

    await set({ return_guard_min_entries: 100 });
    const [, recovered] = await changes(2);
    expect(recovered).toMatchObject({ originator: customer_reference_id });
    expect(statesOf(recovered!)).toEqual(['ok', 'ok', 'ok']);
    await changes(2);
  });

  it('count entries that verify accounts apart, for the enterprise', async () => {
    await set({ return_guard_min_entries: 1, return_guard_min_returns: 1 });
    const { customer_reference_id } = party;
    const subledger_reference_id = 'purse';
    const subledger = { subledger_reference_id, customer_reference_id };
    expect((await client.post('/deliver/subledgers', subledger)).status).toBe(200);
    const day = await advanceToTomorrow(client, '06:00');
    for (const [index, account_holder_name] of ['Jane Doe', 'closed'].entries()) {
      await verify({ account_holder_name, account_number: `60000000${index}` });
    }
    expect(await rates()).toEqual([]);

    await advance(client, 6);
    const own = { originator: client.credentials.enterprise_id, entries: 0 };
    const sent = { account_verification: { entries: 2, returned: 1 } };
    const none = ['unauthorized', 'administrative', 'overall'].map((kind) =>
      expect.objectContaining({ kind, returned: 0, rate_ppm: 0, state: 'ok' }),
    );
    expect(await rates()).toEqual([expect.objectContaining({ ...own, ...sent, rates: none })]);
    expect(await told(0)).toEqual([]);

    const ofCustomer = await create(aDirectDebit(party, { subledger_reference_id }));
    const returned = await create(aDirectDebit(party, { amount: RETURNED }));
    await untilStatus(client, ofCustomer, 'pending');
    await advance(client, 14);
    await untilStatus(client, ofCustomer, 'settled');
    await untilStatus(client, returned, 'failed');
    const both = await rates();
    expect(both).toHaveLength(2);
    expect(both).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...own, entries: 1, ...sent }),
        expect.objectContaining({
          ...{ originator: customer_reference_id, entries: 1 },
          account_verification: { entries: 0, returned: 0 },
        }),
      ]),
    );
    expect(await changes(1)).toMatchObject([{ ...own, entries: 1, ...sent }]);

    // The day on which they were sent is the first one that counts, and then the last one that does not.
    const lastDay = dayNumber(day) + RETURN_RATE_DAYS - 1;
    await advanceTo(client, newYorkInstant(dateOfDay(lastDay), '23:00'));
    expect(await rates()).toEqual(expect.arrayContaining([expect.objectContaining(sent)]));
    await advanceTo(client, newYorkInstant(dateOfDay(lastDay + 1), '01:00'));
    expect(await rates()).not.toEqual(expect.arrayContaining([expect.objectContaining(sent)]));
  });

  it('leave payouts alone; a use case that is disabled fails', async () => {
    await set({ use_cases: ['direct_debit'] });
    await eventually('a refused payout', async () => {
      const id = await create(aPayout(party, { speed: 'asap' }));
      const transfer = await untilStatus(client, id, 'completed', 'failed');
      return transfer['status'] === 'failed' && transfer;
    });
    const debit = await create(aDirectDebit(party));
    expect(await untilStatus(client, debit, 'pending', 'failed')).toMatchObject({ status: 'pending' });
  });
});
