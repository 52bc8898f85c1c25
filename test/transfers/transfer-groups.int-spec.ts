import { newId } from '@payments/kernel';
import type { ApiClient } from '../support/api-client.js';
import { aPayout, registerParty } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

type Body = Record<string, unknown>;

interface Group {
  readonly id: string;
  readonly transfer_group_reference_id: string;
}

describe('transfer groups', () => {
  let service: TestService;
  let client: ApiClient;
  let party: Party;

  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    client = await service.client();
    party = await registerParty(client, {});
  });

  const codeOf = ({ status, body }: { status: number; body: Body }) => [status, body['error_code']];
  const codesOf = ({ body }: { body: Body }) =>
    (body['details'] as { errors: { error_code: string }[] }).errors.map(({ error_code }) => error_code);
  const post = (body: Body) => client.post('/deliver/transfer-groups', body);
  const create = async (changes: Body = {}): Promise<Group> => {
    const made = await post({ transfer_group_reference_id: `group-${newId()}`, ...changes });
    expect([made.status, made.text]).toEqual([200, made.text]);
    return made.body['transfer_group'] as Group;
  };
  const pay = (changes: Body) =>
    client.post('/deliver/transfers', aPayout(party, { transfer_reference_id: newId(), ...changes }));
  const labels = () => {
    const { account_reference_id, customer_reference_id } = party;
    return { account_reference_id, customer_reference_id };
  };

  it('are created, read and listed newest first, also by their reference', async () => {
    const first = await create();
    const second = await create({ source: labels(), destination: labels() });
    expect(second).toMatchObject({ source: labels(), destination: labels() });
    const { body } = await client.get(`/deliver/transfer-groups/${second.id}`);
    expect(body).toEqual({ transfer_group: { ...second, totals: { transfers: 0, amount: 0, by_status: {} } } });
    const list = async (query: string) => (await client.get(`/deliver/transfer-groups?${query}`)).body;
    expect(await list('size=10')).toEqual({ transfer_groups: [second, first] });
    const byReference = `transfer_group_reference_id=${first.transfer_group_reference_id}`;
    expect(await list(byReference)).toEqual({ transfer_groups: [first] });
  });

  it('keep a reference of one enterprise unique', async () => {
    const { transfer_group_reference_id } = await create();
    expect(codeOf(await post({ transfer_group_reference_id }))).toEqual([400, 'duplicate_transfer_group_reference_id']);
    const other = await service.client();
    expect((await other.post('/deliver/transfer-groups', { transfer_group_reference_id })).status).toBe(200);
  });

  it('report every fault of their parties at once, and store nothing', async () => {
    const transfer_group_reference_id = newId();
    const body = {
      transfer_group_reference_id,
      source: { ...labels(), account_reference_id: 'none' },
      destination: { ...labels(), customer_reference_id: 'none' },
    };
    expect(codesOf(await post(body))).toEqual([
      'invalid_transfer_group_source_account_reference_id',
      'invalid_transfer_group_destination_customer_reference_id',
    ]);
    expect((await create({ transfer_group_reference_id })).transfer_group_reference_id).toBe(
      transfer_group_reference_id,
    );
  });

  it('are joined by transfers, which show it in response, list and event', async () => {
    const group = await create();
    const made = await pay({ transfer_group_id: group.id });
    expect(made.body).toMatchObject({ transfer: { transfer_group_id: group.id } });
    await pay({});
    const { body } = await client.get(`/deliver/transfers?transfer_group_id=${group.id}`);
    expect(body['transfers']).toEqual([made.body['transfer']]);
    const { id } = made.body['transfer'] as { id: string };
    const events = await service.database.query<{ data: string }>(
      `SELECT data FROM platform.events WHERE resource_id = '${id}'`,
    );
    expect(events.map(({ data }) => JSON.parse(data) as object)).toMatchObject([
      { transfer: { transfer_group_id: group.id } },
    ]);
  });

  it('are found by their id in either letter case', async () => {
    const { id } = await create();
    const { body } = await pay({ transfer_group_id: id.toUpperCase() });
    expect(body).toMatchObject({ transfer: { transfer_group_id: id } });
  });

  it('tell how many transfers they have and for how much, by status', async () => {
    const group = await create();
    await pay({ transfer_group_id: group.id, amount: 100 });
    await pay({ transfer_group_id: group.id, amount: 250 });
    const canceled = (await pay({ transfer_group_id: group.id, amount: 7 })).body['transfer'] as { id: string };
    expect((await client.post(`/deliver/transfers/${canceled.id}/cancel`, {})).status).toBe(202);
    const { body } = await client.get(`/deliver/transfer-groups/${group.id}`);
    expect(body).toMatchObject({
      transfer_group: {
        totals: {
          ...{ transfers: 3, amount: 357 },
          by_status: { created: { transfers: 2, amount: 350 }, failed: { transfers: 1, amount: 7 } },
        },
      },
    });
  });

  it('refuse a transfer that names none of the enterprise, with its other faults', async () => {
    const theirs = (
      await (await service.client()).post('/deliver/transfer-groups', { transfer_group_reference_id: 'x' })
    ).body['transfer_group'] as Group;
    for (const transfer_group_id of [newId(), theirs.id]) {
      expect(codeOf(await pay({ transfer_group_id }))).toEqual([400, 'invalid_transfer_group_id']);
      const faulty = { transfer_group_id, subledger_reference_id: 'none' };
      expect(codesOf(await pay(faulty))).toEqual(['invalid_transfer_group_id', 'invalid_subledger_reference_id']);
    }
    expect(codeOf(await pay({ transfer_group_id: 'x' }))).toEqual([400, 'invalid_transfer_group_id']);
  });

  it('are joined together with a subledger', async () => {
    const group = await create();
    const { enterprise_name: customer_reference_id } = client.credentials;
    await client.post('/deliver/subledgers', { subledger_reference_id: 'wallet', customer_reference_id });
    const both = { transfer_group_id: group.id, subledger_reference_id: 'wallet' };
    expect((await pay(both)).body).toMatchObject({ transfer: both });
  });

  it('are checked by the preview', async () => {
    const { transfer_reference_id: _, ...terms } = aPayout(party, {});
    const preview = async (transfer_group_id: string) => {
      const { body } = await client.post('/deliver/transfers/preview', { ...terms, transfer_group_id });
      const { checks } = body['preview'] as { checks: { check: string; outcome: string; code?: string }[] };
      return checks.filter(({ check }) => check === 'group');
    };
    expect(await preview((await create()).id)).toMatchObject([{ outcome: 'pass' }]);
    expect(await preview(newId())).toMatchObject([{ outcome: 'refuse', code: 'invalid_transfer_group_id' }]);
  });
});
