import { DAY_MS, HOUR_MS, newYorkInstant } from '@payments/kernel';
import { eventually } from '@payments/testing';
import type { ApiClient } from '../support/api-client.js';
import { aPolicy, ApprovingUser } from '../support/approvers.js';
import { stopSound } from '../support/ledger-sound.js';
import type { Party } from '../support/parties.js';
import { advanceTo, advanceToTomorrow, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

type Body = Record<string, unknown>;

describe('approvals of schedules', () => {
  let service: TestService;
  let client: ApiClient;
  let party: Party;
  let admin: ApprovingUser;
  let ann: ApprovingUser;
  let today: string;
  let references = 0;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    await service.startWorker();
  });
  afterAll(() => stopSound(service));
  beforeEach(async () => {
    client = await service.client();
    party = await verifiedParty(client);
    admin = await ApprovingUser.admin(service, client);
    ann = await ApprovingUser.create(service, client, { name: 'ann' });
    today = await advanceToTomorrow(client, '08:00');
  });

  const demand = async (changes: Body = {}) => {
    const { status, text } = await admin.send('POST', '/portal/policies', aPolicy({ name: 'Schedules', ...changes }));
    expect([status, text]).toEqual([200, text]);
  };
  const create = async (changes: Body = {}) => {
    const { status, text, body } = await client.post('/deliver/schedules', {
      schedule_reference_id: `approved-${++references}`,
      ...{ destination: party, amount: 100, currency: 'USD', speed: 'asap', start_date: today },
      ...{ recurrence: 'FREQ=DAILY', ...changes },
    });
    expect([status, text]).toEqual([200, text]);
    return body['schedule'] as Body & { readonly id: string; readonly approval?: { readonly id: string } };
  };
  const read = async (id: string) => (await client.get(`/deliver/schedules/${id}`)).body['schedule'] as Body;
  const transfersOf = async (id: string) =>
    (await client.get(`/deliver/transfers?schedule_id=${id}`)).body['transfers'] as Body[];
  const untilTransfer = (id: string, expected: Body) =>
    eventually('a transfer of the schedule', async () => {
      const [transfer] = await transfersOf(id);
      return transfer !== undefined && Object.entries(expected).every(([key, value]) => transfer[key] === value)
        ? transfer
        : false;
    });

  it('hold it until it is approved; its transfers then need no approval of their own', async () => {
    await demand({ applies_to: ['schedule', 'transfer'] });
    const schedule = await create();
    expect(schedule).toMatchObject({ status: 'inactive', approval: { status: 'pending' } });
    const { body } = await client.get(`/deliver/approvals?subject_type=schedule`);
    expect(body['approvals']).toMatchObject([
      {
        ...{ id: schedule.approval!.id, subject_id: schedule.id, requested_by: client.credentials.client_id },
        subject: {
          use_case: 'payout',
          amount: 100,
          destination: { ...party, details_version: 1 },
          recurrence: 'FREQ=DAILY',
        },
      },
    ]);
    await advanceTo(client, newYorkInstant(today, '10:00'));
    expect(await transfersOf(schedule.id)).toEqual([]);
    expect((await ann.decide(schedule.approval!.id, 'approve')).status).toBe(200);
    expect(await read(schedule.id)).toMatchObject({
      status: 'active',
      approval: { status: 'approved' },
      runs: { skipped: 1 },
    });
    await advanceTo(client, new Date(newYorkInstant(today, '10:00').getTime() + DAY_MS));
    expect(await untilTransfer(schedule.id, { status: 'completed' })).not.toHaveProperty('approval');
  });

  it('say whose money its transfers move', async () => {
    await demand({ applies_to: ['schedule'] });
    const wallet = { subledger_reference_id: 'wallet' };
    const { customer_reference_id } = party;
    expect((await client.post('/deliver/subledgers', { ...wallet, customer_reference_id })).status).toBe(200);
    const { approval } = await create(wallet);
    const { body } = await client.get(`/deliver/approvals/${approval!.id}`);
    expect(body['approval']).toMatchObject({ subject: wallet });
  });

  it('do not stand for details that have changed since', async () => {
    // A condition that the schedule meets, and none of its transfers does.
    await demand({ applies_to: ['schedule'], conditions: [{ field: 'origin', operator: 'in', value: ['api'] }] });
    const schedule = await create();
    expect((await ann.decide(schedule.approval!.id, 'approve')).status).toBe(200);
    const { body } = await client.get(`/deliver/external/accounts?account_reference_id=${party.account_reference_id}`);
    const [account] = body['external_accounts'] as { readonly id: string }[];
    const changed = await client.send('PATCH', `/deliver/external/accounts/${account!.id}`, {
      payload: { account_number: '9900887766' },
    });
    expect([changed.status, changed.text]).toEqual([200, changed.text]);
    await advanceTo(client, newYorkInstant(today, '10:00'));
    const transfer = await untilTransfer(schedule.id, { status: 'created' });
    await eventually('its own approval', async () => (await transfersOf(schedule.id))[0]!['approval'] !== undefined);
    expect(transfer['status']).toBe('created');
  });

  it('hold the transfers too where a policy names the origin', async () => {
    await demand({ applies_to: ['schedule'] });
    const origin = { field: 'origin', operator: 'in', value: ['schedule'] };
    await demand({ name: 'Each', conditions: [origin] });
    const schedule = await create();
    expect((await ann.decide(schedule.approval!.id, 'approve')).status).toBe(200);
    await advanceTo(client, newYorkInstant(today, '10:00'));
    await eventually('its own approval', async () => (await transfersOf(schedule.id))[0]?.['approval'] !== undefined);
  });

  it('end it with a rejection, or without a decision in time', async () => {
    await demand({ applies_to: ['schedule'], expires_after_hours: 1 });
    const [rejected, expired, deleted] = [await create(), await create(), await create()];
    expect((await ann.decide(rejected.approval!.id, 'reject')).status).toBe(200);
    expect(await read(rejected.id)).toMatchObject({
      end_reason: 'approval_rejected',
      approval: { status: 'rejected' },
    });
    expect((await client.send('DELETE', `/deliver/schedules/${deleted.id}`)).status).toBe(200);
    const { body } = await client.get(`/deliver/approvals/${deleted.approval!.id}`);
    expect(body['approval']).toMatchObject({ status: 'withdrawn' });
    await advanceTo(client, new Date(newYorkInstant(today, '08:00').getTime() + 2 * HOUR_MS));
    const ended = await eventually('the end', async () => {
      const found = await read(expired.id);
      return found['ended_at'] !== undefined && found;
    });
    expect(ended).toMatchObject({ end_reason: 'approval_expired', approval: { status: 'expired' }, runs: { made: 0 } });
  });
});
