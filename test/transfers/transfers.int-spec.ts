import { aBusiness, anAccount } from '@payments/testing';
import { Transfers } from '../../libs/transfers/src/application/ports.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import type { ApiClient } from '../support/api-client.js';
import { aDirectDebit, aPayout, registerParty, untilStatus } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { itOnOneServer } from '../support/skip-unless.js';

const ifOneServer = itOnOneServer('The statements are those of one server');

const backends = [
  { store: 'PostgreSQL', settings: {} },
  ...(process.env['TEST_REDIS_URL']
    ? [{ store: 'Redis', settings: { QUEUE_URL: process.env['TEST_REDIS_URL'] } }]
    : []),
];

describe.each(backends)('transfers with the queue on $store', ({ settings }) => {
  let service: TestService;
  let client: ApiClient;
  let party: Party;

  beforeAll(async () => {
    service = await startTestService(settings);
    await service.startWorker();
    client = await service.client();
    party = await registerParty(client);
  });
  afterAll(() => service.stop());

  async function create(body: Record<string, unknown>): Promise<Record<string, unknown>> {
    const response = await client.post('/deliver/transfers', body);
    expect(response.text).toContain('"transfer"');
    return response.body['transfer'] as Record<string, unknown>;
  }

  async function statuses(id: unknown): Promise<string[]> {
    const response = await client.get(`/deliver/transfers/${String(id)}/history`);
    return (response.body['statuses'] as { status: string }[]).map(({ status }) => status);
  }

  it('returns an accepted transfer with its fields and no internal ones', async () => {
    const body = aPayout(party, { account_statement_descriptor: 'RENT', metadata: { a: 1, b: true, c: 'x' } });
    const transfer = await create(body);
    expect(transfer).toEqual({
      ...body,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'created',
      created_by: client.credentials.client_id,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: transfer['created_at'],
    });
  });

  it('omits empty metadata in responses, reads and events', async () => {
    const transfer = await create(aPayout(party, { metadata: {} }));
    expect(transfer).not.toHaveProperty('metadata');
    const { body } = await client.get(`/deliver/transfers/${String(transfer['id'])}`);
    expect(body['transfer']).not.toHaveProperty('metadata');
    const [event] = await service.database.query<{ data: string }>(
      `SELECT data FROM platform.events WHERE resource_id = $1 AND sequence = 1`,
      [transfer['id']],
    );
    expect((JSON.parse(event!.data) as { transfer: object }).transfer).not.toHaveProperty('metadata');
  });

  it.each(['standard', 'same_day', 'asap'])('completes a payout at speed %s', async (speed) => {
    const { id } = await create(aPayout(party, { speed }));
    const done = await untilStatus(client, String(id), 'completed', 'failed');
    expect(done).toMatchObject({ status: 'completed', destination: { ...party, trace_number: expect.any(String) } });
    expect(await statuses(id)).toEqual(['created', 'pending', 'completed']);
  });

  it('settles a direct debit after the network took it', async () => {
    const { id } = await create(aDirectDebit(party));
    await untilStatus(client, String(id), 'settled', 'failed');
    expect(await statuses(id)).toEqual(['created', 'pending', 'completed', 'settled']);
  });

  it('sends the credit of an account-to-account transfer after the hold of its debit has ended', async () => {
    const other = await registerParty(client);
    const { id } = await create(aPayout(other, { source: party }));
    await untilStatus(client, String(id), 'completed', 'failed');
    expect(await statuses(id)).toEqual(['created', 'pending', 'completed']);
    const [debit, credit] = await service.database.query<{ status: string; created_at: Date }>(
      `SELECT status, updated_at FROM transfers.legs WHERE transfer_id = $1 ORDER BY side DESC`,
      [id],
    );
    expect(debit).toMatchObject({ status: 'released' });
    expect(credit).toMatchObject({ status: expect.stringMatching(/accepted|settled/) });
  });

  const refusals = [
    {
      outcome: 'a debit returned for lack of money',
      amount: 12_501,
      make: aDirectDebit,
      side: 'source',
      code: 'R01',
      reason: 'insufficient_funds',
    },
    {
      outcome: 'a payout returned by a closed account',
      amount: 12_502,
      make: aPayout,
      side: 'destination',
      code: 'R02',
      reason: 'closed_account',
    },
  ];
  it.each(refusals)('fails $outcome, and says why', async ({ amount, make, side, code, reason }) => {
    const { id } = await create(make(party, { amount }));
    // A busy worker may end the hold first; the return still fails the transfer.
    const failed = await untilStatus(client, String(id), 'failed');
    expect(failed['status_reasons']).toEqual([
      {
        [side]: {
          reason_code: reason,
          reason_code_message: expect.any(String),
          network_reason_code: code,
          network_reason_code_message: expect.any(String),
          network_reason_code_rail_type: 'ach',
        },
      },
    ]);
  });

  it('fails an instant payout that the bank rejects with the code of its rail', async () => {
    const { id } = await create(aPayout(party, { amount: 12_551, speed: 'asap' }));
    const failed = await untilStatus(client, String(id), 'failed', 'completed');
    expect(failed['status_reasons']).toMatchObject([
      {
        destination: {
          reason_code: 'invalid_account',
          network_reason_code: 'AC03',
          network_reason_code_rail_type: 'rtp',
        },
      },
    ]);
    expect(await statuses(id)).toEqual(['created', 'pending', 'failed']);
  });

  it('fails a transfer to an account that verification refuses', async () => {
    const rejected = await registerParty(client, { account: { account_holder_name: 'rejected account' } });
    const { id } = await create(aPayout(rejected));
    const failed = await untilStatus(client, String(id), 'failed', 'completed');
    expect(failed['status_reasons']).toMatchObject([{ destination: { reason_code: 'account_not_verified' } }]);
    expect(await statuses(id)).toEqual(['created', 'failed']);
  });

  it('never pays details that were exchanged for better ones before verification looked', async () => {
    const { customer_reference_id, account_reference_id } = await registerParty(client);
    const bait = { customer_reference_id, account_reference_id: `${account_reference_id}-bait` };
    const fresh = anAccount({ ...bait, account_holder_name: 'rejected account' });
    const opened = await client.post('/deliver/external/accounts', fresh);
    const { id: accountId } = opened.body['external_account'] as { id: string };
    const { id } = await create(aPayout(bait));
    await client.put(`/deliver/external/accounts/${accountId}`, { ...fresh, account_holder_name: 'Honest Inc' });
    const failed = await untilStatus(client, String(id), 'failed', 'completed');
    expect(failed['status_reasons']).toMatchObject([{ destination: { reason_code: 'account_not_verified' } }]);
  });

  it('numbers the events of a transfer from 1 without gaps', async () => {
    const { id } = await create(aDirectDebit(party));
    await untilStatus(client, String(id), 'settled');
    const events = await service.database.query<{ type: string; sequence: number; data: string }>(
      `SELECT type, sequence, data FROM platform.events WHERE resource_id = $1 ORDER BY sequence`,
      [id],
    );
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    expect(events.map(({ data }) => (JSON.parse(data) as { transfer: { status: string } }).transfer.status)).toEqual([
      'created',
      'pending',
      'completed',
      'settled',
    ]);
  });

  describe('refuses what stored data forbids, and stores nothing', () => {
    async function refused(body: Record<string, unknown>): Promise<Record<string, unknown>> {
      const count = () => service.database.query<{ n: string }>('SELECT count(*) AS n FROM transfers.transfers');
      const before = await count();
      const response = await client.post('/deliver/transfers', body);
      expect(response.status).toBe(400);
      expect(await count()).toEqual(before);
      return response.body;
    }

    it('a reference that is taken, also when twins race for it', async () => {
      const body = aPayout(party);
      const responses = await Promise.all(Array.from({ length: 20 }, () => client.post('/deliver/transfers', body)));
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      const codes = new Set(
        responses.filter(({ status }) => status !== 200).map((response) => response.body['error_code']),
      );
      expect([...codes]).toEqual(['duplicate_transfer_reference_id']);
    });

    it('nothing when what was missing is there before the reason is found', async () => {
      const account = anAccount({ customer_reference_id: party.customer_reference_id });
      const body = aPayout({ ...party, account_reference_id: String(account['account_reference_id']) });
      const looked = jest
        .spyOn(service.api.get(Transfers, { strict: false }), 'referenceIsTaken')
        .mockImplementationOnce(async () => {
          expect((await client.post('/deliver/external/accounts', account)).status).toBe(200);
          return false;
        });
      try {
        expect(await create(body)).toMatchObject(body);
        expect(looked).toHaveBeenCalledTimes(1);
      } finally {
        looked.mockRestore();
      }
    });

    it('an unknown customer', async () => {
      const body = aPayout({ ...party, customer_reference_id: 'nobody' });
      expect(await refused(body)).toMatchObject({ error_code: 'invalid_destination_customer_reference_id' });
    });

    it('an account of another customer', async () => {
      const other = await registerParty(client);
      const body = aPayout({ ...other, account_reference_id: party.account_reference_id });
      expect(await refused(body)).toMatchObject({ error_code: 'invalid_destination_account_reference_id' });
    });

    it('every such error at once, the first of the interface’s order leading', async () => {
      const taken = aPayout(party);
      await create(taken);
      const nobody = { account_reference_id: 'none', customer_reference_id: 'nobody' };
      const response = await refused({
        ...taken,
        source: nobody,
        destination: { ...party, account_reference_id: 'none' },
      });
      const { errors } = response['details'] as { errors: { error_code: string }[] };
      expect(errors.map(({ error_code }) => error_code)).toEqual([
        'duplicate_transfer_reference_id',
        'invalid_destination_account_reference_id',
        'invalid_source_customer_reference_id',
      ]);
    });

    it('a wrong account of the destination before a wrong customer of the source, and both before what is no field’s', async () => {
      const [nobody, nothing] = [{ customer_reference_id: 'nobody' }, { account_reference_id: 'none' }];
      const wrong = aPayout({ ...party, ...nothing }, { source: { ...party, ...nobody } });
      expect(await refused(wrong)).toMatchObject({ error_code: 'invalid_destination_account_reference_id' });
      const enterprise = { ...nothing, customer_reference_id: client.credentials.enterprise_name };
      const noAccount = aPayout({ ...party, ...nobody }, { source: enterprise });
      expect(await refused(noAccount)).toMatchObject({ error_code: 'invalid_destination_customer_reference_id' });
    });

    it('the enterprise as a party while it has no account, and takes it once it has', async () => {
      const fresh = await service.client();
      const enterprise = fresh.credentials.enterprise_name;
      const source = await registerParty(fresh);
      const destination = { account_reference_id: 'operating', customer_reference_id: enterprise };
      const deposit = aPayout(destination, { source });
      const before = await fresh.post('/deliver/transfers', deposit);
      expect(before.body['error_code']).toBe('unknown_enterprise_external_account');
      const own = anAccount({ ...destination, customer_resource_type: 'enterprise' });
      expect((await fresh.post('/deliver/external/accounts', own)).status).toBe(200);
      const after = await fresh.post('/deliver/transfers', deposit);
      const { id } = after.body['transfer'] as { id: string };
      expect(await untilStatus(fresh, id, 'completed', 'failed')).toMatchObject({ status: 'completed' });
    });

    it('a payout to a business without tax id or address, but not its direct debit', async () => {
      const business = aBusiness({ tax_id: undefined, tax_id_type: undefined });
      const bare = await registerParty(client, { business });
      expect(await refused(aPayout(bare))).toMatchObject({ error_code: 'missing_tax_id' });
      expect((await client.post('/deliver/transfers', aDirectDebit(bare))).status).toBe(200);
      const homeless = await registerParty(client, { business: { addresses: undefined } });
      expect(await refused(aPayout(homeless))).toMatchObject({ error_code: 'missing_addresses' });
    });
  });
});

describe('POST /deliver/transfers', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  ifOneServer(
    'costs three messages to the database at most: begin with the statement’s tenant, the statement, commit',
    async () => {
      const client = await service.client();
      const party = await registerParty(client);
      await client.post('/deliver/transfers', aPayout(party));
      const { Client } = await import('pg');
      const sent = jest.spyOn(Client.prototype, 'query');
      const response = await client.post('/deliver/transfers', aPayout(party));
      const texts = sent.mock.calls.map(([query]: unknown[]) =>
        typeof query === 'string' ? query : (query as { text: string }).text,
      );
      sent.mockRestore();
      expect(response.status).toBe(200);
      expect(texts.filter((text) => !text.startsWith('NOTIFY'))).toEqual([
        expect.stringMatching(
          /^BEGIN; SET LOCAL ROLE payments_app; SET LOCAL "app.enterprise_id" = '[0-9a-f-]{36}'; SET LOCAL plan_cache_mode = force_generic_plan$/,
        ),
        expect.stringContaining('INSERT INTO transfers.transfers'),
        'COMMIT',
      ]);
    },
  );

  it('pages through transfers, newest first, by index and by keyset', async () => {
    const client = await service.client();
    const party = await registerParty(client);
    const made: string[] = [];
    for (let i = 0; i < 5; i++) {
      const response = await client.post('/deliver/transfers', aPayout(party));
      made.unshift((response.body['transfer'] as { id: string }).id);
    }
    const ids = (body: Readonly<Record<string, unknown>>) =>
      (body['transfers'] as { id: string }[]).map(({ id }) => id);
    const first = await client.get('/deliver/transfers?size=2');
    expect(ids(first.body)).toEqual(made.slice(0, 2));
    const next = /^<(.*)>; rel="next"$/.exec(String(first.headers['link']))?.[1];
    expect(ids((await client.get(next!)).body)).toEqual(made.slice(2, 4));
    expect(ids((await client.get('/deliver/transfers?size=2&index=4')).body)).toEqual(made.slice(4));
    expect((await client.get('/deliver/transfers?size=501')).body['error_code']).toBe('invalid_size');
    expect((await client.get('/deliver/transfers?status=odd')).body['error_code']).toBe('invalid_status');
  });

  it('returns identical bytes for foreign and unknown ids', async () => {
    const owner = await service.client();
    const { body } = await owner.post('/deliver/transfers', aPayout(await registerParty(owner)));
    const { id } = body['transfer'] as { id: string };
    const stranger = await service.client();
    for (const path of ['', '/history']) {
      const foreign = await stranger.get(`/deliver/transfers/${id}${path}`);
      const unknown = await stranger.get(`/deliver/transfers/${crypto.randomUUID()}${path}`);
      const malformed = await stranger.get(`/deliver/transfers/not-an-id${path}`);
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
      expect(malformed.text).toBe(unknown.text);
      expect((await owner.get(`/deliver/transfers/${id}${path}`)).status).toBe(200);
    }
  });
});
