import { eventually } from '@payments/testing';
import type { ApiClient } from '../support/api-client.js';
import { aPolicy, ApprovingUser } from '../support/approvers.js';
import { aBulk, payoutFile, putPart, readBulk, submitFile } from '../support/bulk-files.js';
import type { Bulk } from '../support/bulk-files.js';
import { stopSound } from '../support/ledger-sound.js';
import type { Party } from '../support/parties.js';
import { FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

type Body = Record<string, unknown>;

describe('approvals of bulk transfers', () => {
  let service: TestService;
  let client: ApiClient;
  let party: Party;
  let admin: ApprovingUser;
  let ann: ApprovingUser;

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
    const policy = aPolicy({ applies_to: ['bulk_transfer'], approvers: { roles: ['payment_approver', 'admin'] } });
    const { status, text } = await admin.send('POST', '/portal/policies', policy);
    expect([status, text]).toEqual([200, text]);
  });

  const until = (id: string, isSo: (bulk: Bulk) => boolean) =>
    eventually(`bulk transfer ${id} goes on`, async () => {
      const bulk = await readBulk(client, id);
      return isSo(bulk) && bulk;
    });
  const held = async (id: string) => {
    const bulk = await until(id, ({ approval }) => approval !== undefined);
    return (bulk['approval'] as { readonly id: string }).id;
  };
  const transfersOf = async (id: string) =>
    (await client.get(`/deliver/transfers?bulk_transfer_id=${id}`)).body['transfers'] as Body[];

  it('hold the file until it is approved; its transfers then need no approval of their own', async () => {
    const { id } = await submitFile(client, [payoutFile(party, 3, { prefix: 'held' })]);
    const approval = await held(id);
    expect(await transfersOf(id)).toEqual([]);
    expect((await ann.decide(approval, 'approve')).status).toBe(200);
    await until(id, ({ status }) => status === 'completed');
    expect(await transfersOf(id)).toHaveLength(3);
  });

  it('are nothing for whoever sent a part, whoever began the bulk transfer', async () => {
    const { id } = (await client.post('/deliver/bulk-transfers', aBulk())).body['bulk_transfer'] as Bulk;
    const [first, second] = ['one', 'two'].map((prefix) => payoutFile(party, 2, { prefix })) as [string, string];
    expect((await putPart(client, id, { number: 1, content: first })).status).toBe(200);
    const content = second.slice(second.indexOf('\n') + 1);
    expect((await putPart(client, id, { number: 2, content, headers: admin.headers })).status).toBe(200);
    expect((await client.post(`/deliver/bulk-transfers/${id}/submit`, { parts: 2 })).status).toBe(202);
    const approval = await held(id);
    const own = await admin.decide(approval, 'approve');
    expect([own.status, own.body['error_code']]).toEqual([403, 'own_approval_forbidden']);
    expect((await admin.send('GET', '/deliver/approvals?mine=true')).body).toEqual({ approvals: [] });
    expect(await transfersOf(id)).toEqual([]);
    expect((await ann.decide(approval, 'approve')).status).toBe(200);
    await until(id, ({ status }) => status === 'completed');
    expect(await transfersOf(id)).toHaveLength(4);
  });

  it('do not stand for details of an account that have changed since', async () => {
    const { id } = await submitFile(client, [payoutFile(party, 1, { prefix: 'changed' })]);
    const approval = await held(id);
    const { body } = await client.get(`/deliver/external/accounts?account_reference_id=${party.account_reference_id}`);
    const [account] = body['external_accounts'] as { readonly id: string }[];
    const payload = { account_number: '9900887766' };
    expect((await client.send('PATCH', `/deliver/external/accounts/${account!.id}`, { payload })).status).toBe(200);
    expect((await ann.decide(approval, 'approve')).status).toBe(200);
    await until(id, ({ status }) => status === 'completed');
    const own = await eventually('its own approval', async () => (await transfersOf(id))[0]!['approval'] ?? false);
    expect(own).toMatchObject({ status: 'pending' });
    expect((await ann.decide((own as { readonly id: string }).id, 'approve')).status).toBe(200);
    await eventually('the transfer goes on', async () => (await transfersOf(id))[0]!['status'] === 'completed');
  });

  it('show what each row pays, and do not stand for what an account had before or between', async () => {
    const { body } = await client.get(`/deliver/external/accounts?account_reference_id=${party.account_reference_id}`);
    const [account] = body['external_accounts'] as { readonly id: string; readonly account_number: string }[];
    const change = async (account_number: string) => {
      const answer = await client.send('PATCH', `/deliver/external/accounts/${account!.id}`, {
        payload: { account_number },
      });
      expect([answer.status, answer.text]).toEqual([200, answer.text]);
    };
    await change('9900887766');
    const { id } = await submitFile(client, [payoutFile(party, 3, { prefix: 'shown' })]);
    const approval = await held(id);
    await change(account!.account_number);
    const approvalOf = async () => (await ann.send('GET', `/deliver/approvals/${approval}`)).body['approval'] as Body;
    const { subject } = (await approvalOf()) as { readonly subject: Body };
    expect(subject).toMatchObject({ rows: 3, accounts_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
    const { rows } = (await ann.send('GET', `/deliver/bulk-transfers/${id}/rows`)).body as { readonly rows: Body[] };
    expect(rows.map(({ accounts }) => accounts)).toMatchObject(
      rows.map(() => [
        {
          ...{ side: 'destination', account_id: account!.id, differences: ['account_number'] },
          paid: { details_version: 2, account_number: '*****7766', changed_by: client.credentials.client_id },
          current: { details_version: 3, account_number: `*****${account!.account_number.slice(-4)}` },
        },
      ]),
    );
    // As if the clock of the process that changed the account were behind: what counts is the version, not its time.
    await service.database.query('UPDATE accounts.account_details SET created_at = $2 WHERE account_id = $1', [
      account!.id,
      new Date(0),
    ]);
    expect((await ann.decide(approval, 'approve')).status).toBe(200);
    await until(id, ({ status }) => status === 'completed');
    await eventually('all wait for approvals of their own', async () =>
      (await transfersOf(id)).every((transfer) => transfer['approval'] !== undefined),
    );
  });

  it('are not limits, which count each transfer of an approved file, and refuse what exceeds them', async () => {
    const daily = { name: 'Daily', per: 'enterprise', direction: 'out', window: 'day', max_amount: 250 };
    const limit = await admin.send('POST', '/portal/limits', { ...daily, action: 'refuse', enabled: true });
    expect([limit.status, limit.text]).toEqual([200, limit.text]);
    const { id } = await submitFile(client, [payoutFile(party, 5, { prefix: 'limited' })]);
    expect((await ann.decide(await held(id), 'approve')).status).toBe(200);
    await until(id, ({ progress }) => {
      const { completed, failed } = progress as Readonly<Record<string, number>>;
      return completed! + failed! === 5;
    });
    const transfers = await transfersOf(id);
    expect(transfers.filter(({ status }) => status === 'completed')).toHaveLength(2);
    const failed = transfers.filter(({ status }) => status === 'failed');
    expect(failed).toHaveLength(3);
    for (const { status_reasons } of failed) {
      expect(status_reasons).toMatchObject([{ destination: { reason_code: 'limit_exceeded' } }]);
    }
    const { body } = await client.get('/deliver/limits');
    expect(body['limits']).toMatchObject([{ name: 'Daily', used_amount: 200, used_count: 2 }]);
  });

  it('create nothing once they are rejected', async () => {
    const { id } = await submitFile(client, [payoutFile(party, 2, { prefix: 'rejected' })], { mode: 'all' });
    expect((await ann.decide(await held(id), 'reject')).status).toBe(200);
    expect(await until(id, ({ status }) => status === 'failed')).toMatchObject({ failure_code: 'approval_rejected' });
    expect(await transfersOf(id)).toEqual([]);
  });
});
