import { eventually } from '@payments/testing';
import type { ApiClient } from '../support/api-client.js';
import { aPolicy, ApprovingUser } from '../support/approvers.js';
import { aDirectDebit, aPayout } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { advanceToTomorrow, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('libs/controls/src', 'migrations');

type Body = Record<string, unknown>;
interface Transfer {
  readonly status: string;
  readonly approval?: { readonly id: string; readonly status: string };
}
interface DryRun {
  readonly start_time: string;
  readonly end_time: string;
  readonly transfers: number;
  readonly matched: number;
  readonly matched_amount: number;
  readonly examples: readonly {
    readonly id: string;
    readonly transfer_reference_id: string;
    readonly amount: number;
  }[];
}

/** A policy for each kind of fact. */
const CONDITIONS: readonly Body[][] = [
  [{ field: 'amount', operator: 'gte', value: 5_000 }],
  [{ field: 'use_case', operator: 'in', value: ['direct_debit'] }],
  [{ field: 'speed', operator: 'in', value: ['asap'] }],
  [{ field: 'origin', operator: 'in', value: ['portal'] }],
  [{ field: 'new_payee', operator: 'within_days', value: 0 }],
  [{ field: 'payee_day_total', operator: 'gte', value: 9_000 }],
  [{ field: 'payee_day_count', operator: 'gte', value: 3 }],
  [{ field: 'enterprise_day_total', operator: 'gte', value: 20_000 }],
  [{ field: 'enterprise_day_count', operator: 'gte', value: 5 }],
  [{ field: 'metadata', operator: 'equals', value: { key: 'kind', value: 'advance' } }],
  [
    { field: 'amount', operator: 'gte', value: 2_000 },
    { field: 'payee_day_count', operator: 'gte', value: 2 },
  ],
];

describe('the dry run of a policy', () => {
  let service: TestService;
  let client: ApiClient;
  let parties: readonly Party[];
  let admin: ApprovingUser;
  let ann: ApprovingUser;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    await service.startWorker();
  });
  afterAll(() => service.stop());
  beforeEach(() => begin());

  async function begin(): Promise<void> {
    client = await service.client();
    parties = [await verifiedParty(client), await verifiedParty(client)];
    admin = await ApprovingUser.admin(service, client);
    ann = await ApprovingUser.create(service, client, { name: 'ann' });
    await advanceToTomorrow(client, '11:00');
  }

  const dryRun = async (conditions: readonly Body[], applies_to = ['transfer']) => {
    const { status, text, body } = await admin.send('POST', '/portal/policies/dry-run', { conditions, applies_to });
    expect([status, text]).toEqual([200, text]);
    return body['dry_run'] as DryRun;
  };
  /** One after the other, as the gate judges them; what is held is approved at once. */
  const send = async (): Promise<void> => {
    const [one, other] = parties as [Party, Party];
    const orders = [
      aPayout(one, { amount: 1_000, speed: 'asap' }),
      aPayout(one, { amount: 5_000 }),
      aPayout(other, { amount: 4_999, metadata: { kind: 'advance' } }),
      aDirectDebit(other, { amount: 6_000 }),
      aPayout(one, { amount: 3_000, metadata: { kind: 'salary' } }),
      aPayout(other, { amount: 2_500, speed: 'asap' }),
      aPayout(one, { amount: 100 }),
    ];
    for (const [index, order] of orders.entries()) {
      const { status, text, body } = await client.post('/deliver/transfers', {
        ...order,
        transfer_reference_id: `order-${index}`,
      });
      expect([status, text]).toEqual([200, text]);
      const { id } = body['transfer'] as { readonly id: string };
      await eventually(`order ${index} has passed the gate`, async () => {
        const transfer = (await client.get(`/deliver/transfers/${id}`)).body['transfer'] as Transfer;
        if (transfer.approval?.status === 'pending') await ann.decide(transfer.approval.id, 'approve');
        return transfer.status !== 'created';
      });
    }
  };

  it('finds those transfers that the gate holds when the policy is there', async () => {
    await send();
    const found = await Promise.all(CONDITIONS.map((conditions) => dryRun(conditions)));
    for (const { transfers, matched, matched_amount, examples } of found) {
      expect([transfers, matched]).toEqual([7, examples.length]);
      expect(matched_amount).toBe(examples.reduce((sum, { amount }) => sum + amount, 0));
    }

    await begin();
    for (const [index, conditions] of CONDITIONS.entries()) {
      const created = await admin.send('POST', '/portal/policies', aPolicy({ name: `policy-${index}`, conditions }));
      expect([created.status, created.text]).toEqual([200, created.text]);
    }
    await send();
    const { body } = await client.get('/deliver/approvals?size=100');
    const held = CONDITIONS.map(() => [] as string[]);
    for (const { subject, policies } of body['approvals'] as { subject: Body; policies: { name: string }[] }[]) {
      const reference = String(subject['transfer_reference_id']);
      for (const { name } of policies) held[Number(name.slice('policy-'.length))]!.push(reference);
    }
    expect(found.map(({ examples }) => examples.map((each) => each.transfer_reference_id).sort())).toEqual(
      held.map((references) => references.sort()),
    );
    expect(held.filter((references) => references.length > 0).length).toBeGreaterThan(8);
  });

  it('is about transfers, of the last thirty days, and of the own enterprise alone', async () => {
    await send();
    const other = await service.client();
    const theirs = await ApprovingUser.admin(service, other);
    const question = { applies_to: ['transfer'], conditions: CONDITIONS[0] };
    const { body } = await theirs.send('POST', '/portal/policies/dry-run', question);
    expect(body['dry_run']).toMatchObject({ transfers: 0, matched: 0, matched_amount: 0, examples: [] });
    expect(await dryRun([{ field: 'amount', operator: 'gte', value: 1 }], ['bulk_transfer'])).toMatchObject({
      ...{ transfers: 7, matched: 0 },
    });
    await service.database.query(
      `UPDATE transfers.transfers SET created_at = now() - interval '31 days' WHERE enterprise_id = $1 AND amount = 100`,
      [client.credentials.enterprise_id],
    );
    const { transfers, start_time, end_time } = await dryRun([{ field: 'amount', operator: 'gte', value: 1 }]);
    expect([transfers, Date.parse(end_time) - Date.parse(start_time)]).toEqual([6, 30 * 86_400_000]);
  });

  it('refuses conditions that nothing can fulfill, and saves nothing', async () => {
    const question = { applies_to: ['schedule'], conditions: CONDITIONS[4] };
    const { status, body } = await admin.send('POST', '/portal/policies/dry-run', question);
    expect([status, body['error_code']]).toEqual([400, 'conditions_do_not_apply']);
    await dryRun(CONDITIONS[0]!);
    expect((await admin.send('GET', '/portal/policies')).body).toEqual({ policies: [] });
  });
});
