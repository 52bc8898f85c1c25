import type { INestApplicationContext } from '@nestjs/common';
import { AccountDetailsReader } from '@payments/accounts';
import { newId, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { aBusiness, anAccount, aPerson, eventually } from '@payments/testing';
import { DataSource } from 'typeorm';
import { migrations } from '../../migrations/index.js';
import { AccountHolders1764100003002 } from '../../migrations/1764100003002-account-holders.js';
import type { Instruction } from '../../libs/transfers/src/application/ports.js';
import { wireInstruction } from '../../libs/transfers/src/infrastructure/http-processor/protocol.js';
import { SandboxProcessor } from '../../libs/transfers/src/infrastructure/sandbox/sandbox-processor.js';
import type { ApiClient } from '../support/api-client.js';
import { aDirectDebit, aPayout } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { advance, enterpriseParty, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { itOnOneServer } from '../support/skip-unless.js';

const ifOneServer = itOnOneServer('Migrations are taken back');

const HOME = { address1: '1 Elm St', address2: 'Apt 4', city: 'Reno', state: 'NV', country: 'US', zip5: '89501' };
const SEAT = { address1: '1 Main Street', city: 'Austin', state: 'TX', country: 'US', zip5: '78701' };

describe('the party of an instruction', () => {
  let service: TestService;
  let worker: INestApplicationContext;
  let client: ApiClient;
  const sent: Instruction[] = [];

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    worker = await service.startWorker();
    const processor = worker.get(SandboxProcessor, { strict: false });
    const submit = processor.submit.bind(processor);
    Object.assign(processor, {
      submit: (batch: Parameters<typeof submit>[0]) => {
        sent.push(...batch.instructions);
        return submit(batch);
      },
    });
    client = await service.client();
  });
  afterAll(() => service.stop());

  const created = async (path: string, body: Record<string, unknown>) => {
    const response = await client.post(path, body);
    expect([response.text, response.status]).toEqual([expect.any(String), 200]);
    return response.body;
  };
  async function aPersonsAccount(): Promise<Party> {
    const person = aPerson({ addresses: [{ type: 'home', ...HOME }] });
    await created('/deliver/persons', person);
    const customer_reference_id = String(person['customer_reference_id']);
    const account = anAccount({ customer_reference_id, customer_resource_type: 'person' });
    await created('/deliver/external/accounts', account);
    return { customer_reference_id, account_reference_id: String(account['account_reference_id']) };
  }
  const instructionFor = async (transfer: Record<string, unknown>, side: 'source' | 'destination') => {
    const { id } = (await created('/deliver/transfers', transfer))['transfer'] as { id: string };
    const end = await eventually('its leg is routed', async () => {
      const sql = 'SELECT end_to_end_id AS id FROM transfers.legs WHERE transfer_id = $1 AND side = $2';
      return (await service.database.query<{ id: string }>(sql, [id, side]))[0];
    });
    await advance(client, 1);
    return eventually('it is submitted', async () => sent.find(({ end_to_end_id }) => end_to_end_id === end.id));
  };

  it('is a person, with the home address', async () => {
    const instruction = await instructionFor(aPayout(await aPersonsAccount()), 'destination');
    expect([instruction.party, instruction.address]).toEqual(['person', HOME]);
    expect(wireInstruction(instruction)).toMatchObject({ party: 'person', address: HOME });
  });

  it('is named by the customer_reference_id, which connectors do not get', async () => {
    const party = await aPersonsAccount();
    const instruction = await instructionFor(aPayout(party), 'destination');
    expect(instruction.customer_reference).toBe(party.customer_reference_id);
    expect(wireInstruction(instruction)).not.toHaveProperty('customer_reference');
  });

  it('is a business, with its seat', async () => {
    const instruction = await instructionFor(aDirectDebit(await verifiedParty(client)), 'source');
    expect([instruction.party, instruction.address]).toEqual(['business', SEAT]);
  });

  it('is the enterprise, without an address', async () => {
    const source = await enterpriseParty(client);
    const instruction = await instructionFor({ ...aDirectDebit(source) }, 'source');
    expect([instruction.party, instruction.address]).toEqual(['enterprise', null]);
    expect(wireInstruction(instruction)).toMatchObject({ party: 'enterprise', address: null });
  });

  describe('of an account that changed hands', () => {
    const detailsOf = async (account_id: string, ...versions: number[]) => {
      const tenant = await worker.get(Enterprises, { strict: false }).get(client.credentials.enterprise_id);
      const read = () =>
        worker
          .get(AccountDetailsReader, { strict: false })
          .at(versions.map((details_version) => ({ account_id, details_version })));
      const found = await workContext.run({ requestId: 'test', tenant }, () =>
        worker.get(UnitOfWork, { strict: false }).run(read),
      );
      return found
        .sort((a, b) => a.details_version - b.details_version)
        .map(({ customer_resource_type, address }) => [customer_resource_type, address?.city ?? null]);
    };
    async function movedAccount(): Promise<string> {
      const { account_reference_id } = await aPersonsAccount();
      const business = aBusiness();
      await created('/deliver/businesses', business);
      const [row] = await service.database.query<{ id: string }>(
        'SELECT id FROM accounts.external_accounts WHERE account_reference_id = $1',
        [account_reference_id],
      );
      const payload = {
        customer_reference_id: business['customer_reference_id'],
        customer_resource_type: 'business',
      };
      const response = await client.send('PATCH', `/deliver/external/accounts/${row!.id}`, { payload });
      expect([response.text, response.status]).toEqual([expect.any(String), 200]);
      return row!.id;
    }

    it('is its owner in the version that the transfer pinned', async () => {
      expect(await detailsOf(await movedAccount(), 1, 2)).toEqual([
        ['person', 'Reno'],
        ['business', 'Austin'],
      ]);
    });

    it('is the present owner where a process of the previous version recorded none', async () => {
      const id = await movedAccount();
      await service.database.query(
        `UPDATE accounts.account_details SET customer_reference_id = NULL, customer_resource_type = NULL
         WHERE account_id = $1 AND details_version = 2`,
        [id],
      );
      expect(await detailsOf(id, 1, 2)).toEqual([
        ['person', 'Reno'],
        ['business', 'Austin'],
      ]);
    });

    ifOneServer('is recorded by the migration for the accounts that exist', async () => {
      const id = await movedAccount();
      const source = new DataSource({ type: 'postgres', url: service.database.adminUrl });
      await source.initialize();
      try {
        const runner = source.createQueryRunner();
        const since = migrations.slice(migrations.indexOf(AccountHolders1764100003002)).map((Each) => new Each());
        for (const migration of since.toReversed()) await migration.down(runner);
        for (const migration of since) await migration.up(runner);
      } finally {
        await source.destroy();
      }
      const rows = await service.database.query(
        `SELECT details_version AS version, customer_resource_type AS type FROM accounts.account_details
         WHERE account_id = $1 ORDER BY 1`,
        [id],
      );
      expect(rows).toEqual([
        { version: 1, type: 'business' },
        { version: 2, type: 'business' },
      ]);
    });
  });

  it('is not shown to another enterprise', async () => {
    const other = await service.client();
    const tenant = await worker.get(Enterprises, { strict: false }).get(other.credentials.enterprise_id);
    const [row] = await service.database.query<{ account_id: string }>(
      'SELECT account_id FROM accounts.account_details',
    );
    const found = await workContext.run({ requestId: newId(), tenant }, () =>
      worker
        .get(UnitOfWork, { strict: false })
        .run(() =>
          worker.get(AccountDetailsReader, { strict: false }).at([{ account_id: row!.account_id, details_version: 1 }]),
        ),
    );
    expect(found).toEqual([]);
  });
});
