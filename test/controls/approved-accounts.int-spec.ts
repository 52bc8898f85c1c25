import { eventually } from '@payments/testing';
import type { ApiClient } from '../support/api-client.js';
import { aPolicy, ApprovingUser } from '../support/approvers.js';
import { stopSound } from '../support/ledger-sound.js';
import { aPayout, untilStatus } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

type Body = Record<string, unknown>;
interface Approval extends Body {
  readonly id: string;
  readonly digest: string;
  readonly subject: { readonly destination: Body };
  readonly accounts: readonly (Body & { readonly current: Body; readonly recent_changes: readonly Body[] })[];
}

const KNOWN = '1234509876';
const SWAPPED = '9900887766';
const EARLIER = 'e'.repeat(43);

describe('the accounts that an approver sees', () => {
  let service: TestService;
  let client: ApiClient;
  let party: Party;
  let ann: ApprovingUser;
  let accountId: string;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    await service.startWorker();
  });
  afterAll(() => stopSound(service));
  beforeEach(async () => {
    client = await service.client();
    party = await verifiedParty(client, { account_number: KNOWN });
    ann = await ApprovingUser.create(service, client, { name: 'ann' });
    const admin = await ApprovingUser.admin(service, client);
    expect((await admin.send('POST', '/portal/policies', aPolicy())).status).toBe(200);
    accountId = String((await account())['id']);
  });

  const account = async () => {
    const { body } = await client.get(`/deliver/external/accounts?account_reference_id=${party.account_reference_id}`);
    return (body['external_accounts'] as Body[])[0]!;
  };
  const change = async (payload: Body) => {
    const { status, text } = await client.send('PATCH', `/deliver/external/accounts/${accountId}`, { payload });
    expect([status, text]).toEqual([200, text]);
  };
  const swap = async () => {
    await change({ account_number: SWAPPED });
    await eventually('it is verified', async () => (await account())['status'] === 'verified');
  };
  const pay = async () => {
    const { status, text, body } = await client.post('/deliver/transfers', aPayout(party, { speed: 'asap' }));
    expect([status, text]).toEqual([200, text]);
    return (body['transfer'] as { id: string }).id;
  };
  const approvalOf = (transferId: string) =>
    eventually(`an approval of ${transferId}`, async () => {
      const { body } = await ann.send('GET', `/deliver/approvals?subject_id=${transferId}`);
      return (body['approvals'] as Approval[])[0] ?? false;
    });

  it('are those that are paid, and not those to which they were changed back at once', async () => {
    await swap();
    const id = await pay();
    await change({ account_number: KNOWN });

    const approval = await approvalOf(id);
    expect(approval.subject.destination).toMatchObject({
      ...{ ...party, account_id: accountId, details_version: 2 },
      ...{ account_number: '*****7766', routing_number: '021000021', account_type: 'checking' },
      ...{ account_holder_name: (await account())['account_holder_name'], customer_resource_type: 'business' },
      fingerprint: expect.stringMatching(/^[\w-]{22}$/) as string,
    });
    const [compared] = approval.accounts;
    expect(compared).toMatchObject({ side: 'destination', account_id: accountId, differences: ['account_number'] });
    expect(compared!.current).toMatchObject({ account_number: '*****9876', details_version: 3 });
    const changed_by = client.credentials.client_id;
    expect(compared!.recent_changes).toMatchObject([
      { details_version: 3, account_number: '*****9876', changed_by },
      { details_version: 2, account_number: '*****7766', changed_by },
      { details_version: 1, account_number: '*****9876', changed_by },
    ]);

    const honest = await approvalOf(await pay());
    expect(honest.subject.destination['fingerprint']).toBe(compared!.current['fingerprint']);
    expect(honest.subject.destination['fingerprint']).not.toBe(approval.subject.destination['fingerprint']);
    expect(honest.accounts[0]!['differences']).toEqual([]);

    expect((await ann.decide(approval.id, 'approve')).status).toBe(200);
    await untilStatus(client, id, 'completed');
    const legs = await service.database.query('SELECT account_version FROM transfers.legs WHERE transfer_id = $1', [
      id,
    ]);
    expect(legs).toEqual([{ account_version: 2 }]);
  });

  it('are told apart by the whole number where its end is the same', async () => {
    await change({ account_number: `55${KNOWN.slice(2)}` });
    await eventually('it is verified', async () => (await account())['status'] === 'verified');
    const id = await pay();
    await change({ account_number: KNOWN });
    const { subject, accounts } = await approvalOf(id);
    expect(subject.destination['account_number']).toBe(accounts[0]!.current['account_number']);
    expect(accounts[0]!['differences']).toEqual(['account_number']);
  });

  it('are in no response, event or row with their whole numbers', async () => {
    await swap();
    const id = await pay();
    const { id: approvalId } = await approvalOf(id);
    await ann.decide(approvalId, 'approve');
    await untilStatus(client, id, 'completed');
    const { text } = await ann.send('GET', `/deliver/approvals/${approvalId}`);
    const rows = await service.database.query(
      `SELECT data AS kept FROM platform.events WHERE resource_id = $1
       UNION ALL SELECT to_jsonb(a)::text FROM controls.approvals a WHERE id = $1
       UNION ALL SELECT to_jsonb(a)::text FROM platform.audit a WHERE subject_id = $1::text`,
      [approvalId],
    );
    for (const number of [KNOWN, SWAPPED]) expect(`${text}${JSON.stringify(rows)}`).not.toContain(number);
  });

  it('are looked at once more where an earlier release had asked without them', async () => {
    const id = await pay();
    const { digest } = await approvalOf(id);
    await service.database.query(
      `UPDATE controls.approvals SET digest = '${EARLIER}', subject = jsonb_set(subject, '{destination}',
         (subject -> 'destination') - '{account_holder_name,account_type,routing_number,account_number,fingerprint,customer_resource_type}'::text[])
       WHERE subject_id = $1`,
      [id],
    );
    const approval = await approvalOf(id);
    expect(approval.subject.destination).toMatchObject({ account_number: '*****9876' });
    expect(approval.digest).toBe(digest);
    const seen = { digest: EARLIER };
    const { status, body } = await ann.send('POST', `/deliver/approvals/${approval.id}/approve`, seen);
    expect([status, body['error_code']]).toEqual([400, 'approval_subject_changed']);
    expect((await ann.decide(approval.id, 'approve')).status).toBe(200);
    const [kept] = await service.database.query<Body>('SELECT digest, subject FROM controls.approvals WHERE id = $1', [
      approval.id,
    ]);
    expect(kept).toEqual({ digest, subject: approval.subject });
    await untilStatus(client, id, 'completed');
  });
});
