import type { INestApplicationContext } from '@nestjs/common';
import { anAccount, eventually } from '@payments/testing';
import { Processor } from '../../libs/transfers/src/application/ports.js';
import type { InstructionBatch } from '../../libs/transfers/src/application/ports.js';
import type { ApiClient } from '../support/api-client.js';
import { expectLedgerSound } from '../support/ledger-sound.js';
import { aDirectDebit, aPayout, untilStatus } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { advance, enterpriseParty, FROZEN, historyOf, netOf, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const NOT_VERIFIED = [{ destination: { reason_code: 'account_not_verified' } }];

describe('a transfer whose party is checked before every send', () => {
  let service: TestService;
  let worker: INestApplicationContext;
  let client: ApiClient;
  let processor: Processor;
  let original: Processor['submit'];
  let sent: number;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    worker = await service.startWorker();
    processor = worker.get(Processor, { strict: false });
    original = processor.submit.bind(processor);
  });
  beforeEach(async () => {
    client = await service.client();
    sent = 0;
    processor.submit = async (batch: InstructionBatch) => {
      sent += batch.instructions.length;
      return original(batch);
    };
  });
  afterEach(() => (processor.submit = original));
  afterAll(async () => {
    await expectLedgerSound(service.database);
    await service.stop();
  });

  const find = async (collection: string, filter: string, value: string) => {
    const { body } = await client.get(`/deliver/${collection}?${filter}=${encodeURIComponent(value)}`);
    const [found] = Object.values(body)[0] as [{ id: string; status: string }];
    return { url: `/deliver/${collection}/${found.id}`, status: found.status };
  };
  const customerOf = (party: Party) => find('businesses', 'customer_reference_id', party.customer_reference_id);
  const accountOf = (party: Party) => find('external/accounts', 'account_reference_id', party.account_reference_id);
  type Found = () => ReturnType<typeof find>;
  const change = async (of: Found, payload: Record<string, unknown>, status: string) => {
    const { url } = await of();
    expect(await client.send('PATCH', url, { payload })).toMatchObject({ status: 200 });
    await eventually(`${url} ${status}`, async () => (await of()).status === status);
  };
  const close = async (of: Found) => {
    expect(await client.send('DELETE', (await of()).url)).toMatchObject({ status: 200 });
  };
  const restrict = (party: Party) =>
    change(() => customerOf(party), { legal_name: 'restricted business' }, 'restricted');
  const create = async (body: Record<string, unknown>) => {
    const response = await client.post('/deliver/transfers', body);
    return (response.body['transfer'] as { id: string }).id;
  };
  const pending = async (party: Party) => {
    const id = await create(aPayout(party));
    await untilStatus(client, id, 'pending');
    return id;
  };
  const expectUnpaid = async (id: string) => {
    await advance(client, 2);
    const transfer = await untilStatus(client, id, 'failed', 'completed');
    expect(transfer).toMatchObject({ status: 'failed', status_reasons: NOT_VERIFIED });
    expect([sent, await netOf(client, id)]).toEqual([0, {}]);
  };

  it('is not paid to a customer who closed while restricted', async () => {
    const party = await verifiedParty(client);
    const id = await pending(party);
    await restrict(party);
    await close(() => customerOf(party));
    await expectUnpaid(id);
  });

  it('is not paid to an account that closed while rejected', async () => {
    const party = await verifiedParty(client);
    const id = await pending(party);
    await change(() => accountOf(party), { account_holder_name: 'rejected account' }, 'rejected');
    await close(() => accountOf(party));
    await expectUnpaid(id);
  });

  it('is not sent again once its customer is restricted', async () => {
    const party = await verifiedParty(client);
    let isDown = true;
    let refused = 0;
    processor.submit = async (batch: InstructionBatch) => {
      if (isDown) {
        refused += 1;
        throw new Error('connection refused');
      }
      sent += batch.instructions.length;
      return original(batch);
    };
    const id = await create(aPayout(party, { speed: 'asap' }));
    await eventually('the first call breaks', () => Promise.resolve(refused > 0));
    await restrict(party);
    isDown = false;
    await expectUnpaid(id);
  });

  it('is not paid because its account now belongs to a verified customer', async () => {
    const [party, clean] = [await verifiedParty(client), await verifiedParty(client)];
    const id = await pending(party);
    await restrict(party);
    const { customer_reference_id } = clean;
    await change(() => accountOf(party), { customer_reference_id }, 'verified');
    await expectUnpaid(id);
  });

  it('is not paid because its account now belongs to the enterprise', async () => {
    const [party, own] = [await verifiedParty(client), await enterpriseParty(client)];
    const id = await pending(party);
    await restrict(party);
    const { customer_reference_id } = own;
    const moved = { customer_reference_id, customer_resource_type: 'enterprise' };
    await change(() => accountOf(party), moved, 'verified');
    await expectUnpaid(id);
  });

  it('is paid though its account now belongs to a restricted customer', async () => {
    const [party, other] = [await verifiedParty(client), await verifiedParty(client)];
    const id = await pending(party);
    await restrict(other);
    const { customer_reference_id } = other;
    await change(() => accountOf(party), { customer_reference_id }, 'verified');
    await advance(client, 2);
    expect(await untilStatus(client, id, 'failed', 'completed')).toMatchObject({ status: 'completed' });
  });

  it('is paid to a party that closed while verified', async () => {
    const party = await verifiedParty(client);
    const id = await pending(party);
    await close(() => customerOf(party));
    await close(() => accountOf(party));
    await advance(client, 2);
    expect(await untilStatus(client, id, 'failed', 'completed')).toMatchObject({ status: 'completed' });
  });

  it('of the enterprise depends on the account alone', async () => {
    const [party, own] = [await verifiedParty(client), await enterpriseParty(client)];
    const id = await create(aDirectDebit(own));
    await untilStatus(client, id, 'pending');
    const { customer_reference_id } = party;
    const moved = { customer_reference_id, customer_resource_type: 'business' };
    await change(() => accountOf(own), moved, 'verified');
    await restrict(party);
    await advance(client, 2);
    expect(await untilStatus(client, id, 'failed', 'completed')).toMatchObject({ status: 'completed' });
  });
});

describe('a transfer whose party is verified and closed between two looks', () => {
  it('is paid, and of a party that was never verified it fails', async () => {
    const service = await startTestService(FROZEN);
    try {
      const client = await service.client();
      const worker = await service.startWorker();
      const parties = [await verifiedParty(client), await verifiedParty(client)] as const;
      // The next accounts wait for a verification: nothing is running.
      await worker.close();
      const accounts: { id: string; party: Party }[] = [];
      for (const { customer_reference_id } of parties) {
        const account = anAccount({ customer_reference_id });
        const opened = await client.post('/deliver/external/accounts', account);
        const { id } = opened.body['external_account'] as { id: string };
        accounts.push({
          id,
          party: { customer_reference_id, account_reference_id: String(account['account_reference_id']) },
        });
      }
      const [verified, never] = accounts as [(typeof accounts)[number], (typeof accounts)[number]];
      const transfers = [];
      for (const { party } of accounts) {
        const response = await client.post('/deliver/transfers', aPayout(party));
        transfers.push((response.body['transfer'] as { id: string }).id);
      }
      const asleep = (isAsleep: boolean) =>
        service.database.query(
          `UPDATE platform.tasks SET run_at = now() + $1::interval WHERE queue = 'transfer-acceptance'`,
          [isAsleep ? '1 hour' : '0'],
        );
      await asleep(true);
      await client.send('DELETE', `/deliver/external/accounts/${never.id}`);
      await service.startWorker();
      await eventually('verified', async () => {
        const { body } = await client.get(`/deliver/external/accounts/${verified.id}`);
        return (body['external_account'] as { status: string }).status === 'verified';
      });
      await client.send('DELETE', `/deliver/external/accounts/${verified.id}`);
      await asleep(false);
      for (const id of transfers) await untilStatus(client, id, 'pending', 'failed');
      await advance(client, 2);
      const histories = await Promise.all(transfers.map((id) => historyOf(client, id)));
      expect(histories).toEqual([
        ['created', 'pending', 'completed'],
        ['created', 'failed'],
      ]);
    } finally {
      await service.stop();
    }
  });
});
