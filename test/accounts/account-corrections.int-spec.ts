import { AccountDetailsReader } from '@payments/accounts';
import type { AccountCorrection } from '@payments/accounts';
import { newId, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { eventually } from '@payments/testing';
import type { ApiClient } from '../support/api-client.js';
import { correct, record } from '../support/corrections.js';
import { registerParty } from '../support/parties.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { itOnOneServer } from '../support/skip-unless.js';

const ifOneServer = itOnOneServer('A wait for a lock is seen on its own server only');

const ACCOUNTS = '/deliver/external/accounts';

interface Account {
  readonly id: string;
  readonly status: string;
  readonly account_number: string;
  readonly updated_at: string;
  readonly corrections?: Readonly<Record<string, string>>;
}

describe('the corrections of an external account', () => {
  let service: TestService;
  let client: ApiClient;
  let reference: string;
  beforeAll(async () => {
    service = await startTestService();
  });
  beforeEach(async () => {
    client = await service.client();
    reference = (await registerParty(client)).account_reference_id;
  });
  afterAll(() => service.stop());

  const as = () => ({ api: service.api, client });
  const read = async (id: string) => (await client.get(`${ACCOUNTS}/${id}`)).body['external_account'] as Account;
  const patch = (id: string, payload: object) => client.send('PATCH', `${ACCOUNTS}/${id}`, { payload });
  const stateOf = async (id: string) => {
    const [state] = await service.database.query<Record<string, unknown>>(
      `SELECT status, sequence, details_version, account_key,
         (SELECT count(*)::int FROM platform.events WHERE enterprise_id = $2 AND resource_id = $1) AS events,
         (SELECT count(*)::int FROM accounts.account_details WHERE enterprise_id = $2 AND account_id = $1) AS details,
         (SELECT count(*)::int FROM platform.tasks WHERE enterprise_id = $2 AND subject_id = $1) AS tasks
       FROM accounts.external_accounts WHERE enterprise_id = $2 AND id = $1`,
      [id, client.credentials.enterprise_id],
    );
    return state;
  };

  it('appear in reads and lists only after a bank has reported them', async () => {
    const before = (await client.get(ACCOUNTS)).body['external_accounts'] as Account[];
    expect(before[0]).not.toHaveProperty('corrections');
    const id = await correct(as(), reference);
    const corrections = { account_number: '99887766', routing_number: '011000028', account_type: 'savings' };
    expect(await read(id)).toMatchObject({ corrections, account_number: '1234567890' });
    expect((await client.get(ACCOUNTS)).body['external_accounts']).toEqual([await read(id)]);
  });

  it('move neither status nor details, and make no event and no work', async () => {
    const [{ id }] = (await client.get(ACCOUNTS)).body['external_accounts'] as [Account];
    const before = await stateOf(id);
    await correct(as(), reference);
    expect(await stateOf(id)).toEqual(before);
  });

  it('lose what the client changes, by PATCH and by PUT, and keep the rest', async () => {
    const id = await correct(as(), reference);
    const patched = await patch(id, { routing_number: '011401533' });
    const left = { account_number: '99887766', account_type: 'savings' };
    expect(patched.body['external_account']).toMatchObject({ corrections: left });
    expect((await read(id)).corrections).toEqual(left);
    const { body } = await patch(id, { account_number: '99887766', account_type: 'savings' });
    expect(body['external_account']).not.toHaveProperty('corrections');
    expect(await read(id)).toEqual(body['external_account']);
  });

  it('are kept when the account closes, and taken by a closed one', async () => {
    const id = await correct(as(), reference, { account_type: 'savings' });
    const closed = await client.send('DELETE', `${ACCOUNTS}/${id}`);
    expect(closed.body['external_account']).toMatchObject({
      status: 'closed',
      corrections: { account_type: 'savings' },
    });
    await correct(as(), reference, { account_holder_name: 'Another Name' });
    expect((await read(id)).corrections).toEqual({ account_type: 'savings', account_holder_name: 'Another Name' });
  });

  it('are taken in their order, of several accounts at once, and of unknown ones not at all', async () => {
    const other = (await registerParty(client)).account_reference_id;
    const [one, two] = [await correct(as(), reference), await correct(as(), other)];
    await record(as(), [
      { account_id: two, routing_number: '111111111' },
      { account_id: newId(), routing_number: '333333333' },
      { account_id: one, account_holder_name: 'One' },
      { account_id: two, routing_number: '222222222' },
    ]);
    expect((await read(one)).corrections).toMatchObject({ account_holder_name: 'One', routing_number: '011000028' });
    expect((await read(two)).corrections).toMatchObject({ routing_number: '222222222', account_type: 'savings' });
  });

  it('are of an enterprise’s own accounts only', async () => {
    const [{ id }] = (await client.get(ACCOUNTS)).body['external_accounts'] as [Account];
    await record({ ...as(), client: await service.client() }, [{ account_id: id, routing_number: '111111111' }]);
    expect(await read(id)).not.toHaveProperty('corrections');
  });

  it('are sealed in the database, and in events their number is masked', async () => {
    const id = await correct(as(), reference, { account_number: '9988-7766', account_holder_name: 'Told' });
    await patch(id, { account_type: 'savings' });
    const texts = await service.database.query<{ text: string }>(
      `SELECT row_to_json(a)::text AS text FROM accounts.external_accounts a UNION ALL
       SELECT row_to_json(d)::text FROM accounts.account_details d UNION ALL
       SELECT row_to_json(t)::text FROM platform.tasks t UNION ALL SELECT row_to_json(e)::text FROM platform.events e`,
    );
    const everything = texts.map(({ text }) => text).join('\n');
    for (const form of ['9988-7766', '99887766']) {
      expect(everything).not.toContain(form);
      expect(everything).not.toContain(Buffer.from(form).toString('hex'));
    }
    const [{ data } = { data: '{}' }] = await service.database.query<{ data: string }>(
      `SELECT data FROM platform.events WHERE resource_id = $1 AND type = 'external_account_closed'`,
      [await closed(id)],
    );
    expect(JSON.parse(data)).toMatchObject({
      external_account: { corrections: { account_number: '*****7766', account_holder_name: 'Told' } },
    });
  });

  const closed = async (id: string) => {
    await client.send('DELETE', `${ACCOUNTS}/${id}`);
    return id;
  };

  /** Records, and leaves the unit of work open while `meanwhile` begins and comes to wait for it. */
  const recordDuring = async (correction: AccountCorrection, meanwhile: () => Promise<unknown>) => {
    const waiting: Promise<unknown>[] = [];
    await record(as(), [correction], async () => {
      waiting.push(meanwhile());
      await eventually('a wait for the lock', async () => {
        const held = await service.database.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return held.length > 0;
      });
    });
    await Promise.all(waiting);
  };

  ifOneServer('are not lost by a change of the client that came while they were noted', async () => {
    const id = await correct(as(), reference, { routing_number: '011000028' });
    await recordDuring({ account_id: id, account_type: 'savings' }, () => patch(id, { routing_number: '011401533' }));
    expect(await read(id)).toMatchObject({ routing_number: '011401533', account_type: 'checking' });
    expect((await read(id)).corrections).toEqual({ account_type: 'savings' });
  });

  ifOneServer('are not lost by others that came while they were noted', async () => {
    const id = await correct(as(), reference, { routing_number: '011000028' });
    const next = { account_id: id, account_number: '99887766' };
    await recordDuring({ account_id: id, account_type: 'savings' }, () => record(as(), [next]));
    const corrections = { routing_number: '011000028', account_type: 'savings', account_number: '99887766' };
    expect((await read(id)).corrections).toEqual(corrections);
  });

  it('and the changes of clients come through side by side, each whole', async () => {
    const id = await correct(as(), reference, { routing_number: '011000028' });
    for (let round = 0; round < 5; round++) {
      const [name, number] = [`Holder ${round}`, String(10_000 + round)];
      await Promise.all([
        patch(id, { account_holder_name: name }),
        record(as(), [{ account_id: id, account_number: number }]),
        patch(id, { metadata: { round } }),
      ]);
      const account = await read(id);
      expect(account).toMatchObject({ account_holder_name: name, metadata: { round } });
      expect(account.corrections).toEqual({ account_number: number, routing_number: '011000028' });
    }
  });

  it('leave alone the details that transfers were accepted with', async () => {
    const id = await correct(as(), reference);
    const reader = service.api.get(AccountDetailsReader, { strict: false });
    const unitOfWork = service.api.get(UnitOfWork, { strict: false });
    const tenant = await service.api.get(Enterprises, { strict: false }).get(client.credentials.enterprise_id);
    const details = await workContext.run({ requestId: '-', tenant }, () =>
      unitOfWork.run(() => reader.at([{ account_id: id, details_version: 1 }])),
    );
    expect(details).toMatchObject([{ account_number: '1234567890', routing_number: '021000021' }]);
  });
});
