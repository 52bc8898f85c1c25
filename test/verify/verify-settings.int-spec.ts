import { eventually } from '@payments/testing';
import { ApiClient } from '../support/api-client.js';
import { aDirectDebit, aPayout } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { advance, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

type Resource = Readonly<Record<string, unknown>> & { readonly id: string };

describe('the settings of verifications', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    await service.startWorker();
  });
  afterAll(() => service.stop());

  async function clientWith(settings: object): Promise<ApiClient> {
    const credentials = await service.createEnterprise();
    await service.database.query('UPDATE platform.enterprises SET settings = settings || $2 WHERE enterprise_id = $1', [
      credentials.enterprise_id,
      JSON.stringify(settings),
    ]);
    return ApiClient.login(service.api, credentials);
  }
  const one = async (client: ApiClient, path: string) => Object.values((await client.get(path)).body)[0] as Resource;

  it('debit_requires_validation keeps a debit waiting until its account is valid', async () => {
    const client = await clientWith({ debit_requires_validation: true });
    const account_number = '411222333';
    const party = await verifiedParty(client, { account_number, routing_number: '021000021' });
    const { body } = await client.post('/deliver/transfers', aDirectDebit(party));
    const { id } = body['transfer'] as Resource;
    // Long enough for several looks.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await one(client, `/deliver/transfers/${id}`)).toMatchObject({ status: 'created' });
    const numbers = { account_number, routing_number: '021000021', account_holder_name: 'Jane Doe' };
    expect((await client.post('/verify/accounts', numbers)).status).toBe(200);
    await eventually('the debit goes on', async () => {
      const { status } = await one(client, `/deliver/transfers/${id}`);
      return status === 'pending';
    });
  });

  /** Makes a debit a day old, and reads why it fails. */
  async function failedAfterADay(client: ApiClient, party: Party): Promise<unknown> {
    const { body } = await client.post('/deliver/transfers', aDirectDebit(party));
    const { id } = body['transfer'] as Resource;
    return eventually('the debit fails', async () => {
      await service.database.query(
        `UPDATE platform.tasks SET created_at = now() - interval '24 hours', run_at = least(run_at, now())
         WHERE subject_id = $1 AND queue = 'transfer-acceptance' AND lease_token IS NULL`,
        [id],
      );
      const { status, status_reasons } = await one(client, `/deliver/transfers/${id}`);
      return status === 'failed' && status_reasons;
    });
  }
  const NOT_VERIFIED = [{ source: { reason_code: 'account_not_verified' } }];

  it('debit_requires_validation fails a debit whose account nobody validates in a day', async () => {
    const client = await clientWith({ debit_requires_validation: true });
    expect(await failedAfterADay(client, await verifiedParty(client))).toMatchObject(NOT_VERIFIED);
  });

  it('debit_requires_validation goes by the later of two verifications', async () => {
    const client = await clientWith({ debit_requires_validation: true });
    const numbers = { account_number: '411222334', routing_number: '021000021' };
    const party = await verifiedParty(client, numbers);
    for (const account_holder_name of ['Jane Doe', 'closed']) {
      const { body } = await client.post('/verify/accounts', { ...numbers, account_holder_name });
      const { id } = body['account'] as Resource;
      await eventually('the verification', async () => {
        const { verification_status } = await one(client, `/verify/accounts/${id}`);
        return verification_status !== 'pending';
      });
    }
    expect(await failedAfterADay(client, party)).toMatchObject(NOT_VERIFIED);
  });

  it('debit_requires_validation is satisfied by a payment that settled long enough ago', async () => {
    const client = await clientWith({ debit_requires_validation: true });
    const party = await verifiedParty(client);
    const statusOf = async (sent: object) => {
      const { body } = await client.post('/deliver/transfers', sent);
      const { id } = body['transfer'] as Resource;
      return eventually('the transfer goes on', async () => {
        const { status } = await one(client, `/deliver/transfers/${id}`);
        return status !== 'created' && status;
      });
    };
    expect(await statusOf(aPayout(party, { amount: 10_000, speed: 'same_day' }))).toBe('pending');
    await advance(client, 8);
    expect(await statusOf(aDirectDebit(party))).toBe('pending');
  });

  it.each([
    [true, 'rejected'],
    [false, 'verified'],
  ])('verify_gates_accounts: %s leaves the account of a bad verification %s', async (verify_gates_accounts, status) => {
    const client = await clientWith({ verify_gates_accounts });
    const party = await verifiedParty(client, { account_holder_name: 'closed' });
    const list = await client.get(`/deliver/external/accounts?account_reference_id=${party.account_reference_id}`);
    const [{ id: external_account_id }] = list.body['external_accounts'] as [Resource];
    const { body } = await client.post('/verify/accounts', { external_account_id });
    const { id } = body['account'] as Resource;
    expect(body['account']).toMatchObject({ external_account_id, account_holder_name: 'closed' });
    await eventually('the verification', async () => {
      const { verification_status } = await one(client, `/verify/accounts/${id}`);
      return verification_status === 'closed';
    });
    expect(await one(client, `/deliver/external/accounts/${external_account_id}`)).toMatchObject({ status });
  });

  it('an external account that does not exist, or numbers beside one, are refused', async () => {
    const client = await clientWith({});
    const external_account_id = '01a1f837-0e76-7000-8000-000000000001';
    const codeOf = async (body: object) => (await client.post('/verify/accounts', body)).body['error_code'];
    expect(await codeOf({ external_account_id })).toBe('invalid_external_account_id');
    expect(await codeOf({ external_account_id, account_number: '123456789' })).toBe('invalid_external_account_id');
    expect(await codeOf({})).toBe('missing_account_number');
  });

  it('verify_daily_max bounds the verifications of a day', async () => {
    const client = await clientWith({ verify_daily_max: 2 });
    const statuses: number[] = [];
    for (const account_number of ['511222331', '511222332', '511222333']) {
      const body = { account_number, routing_number: '021000021', account_holder_name: 'Jane Doe' };
      statuses.push((await client.post('/verify/accounts', body)).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });
});
