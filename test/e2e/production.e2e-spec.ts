import type { PaymentsClient } from '@payments/client';
import { eventually } from '@payments/testing';
import { payout } from '../support/e2e/bodies.js';
import type { Party } from '../support/e2e/bodies.js';
import { MockProcessor } from '../support/e2e/mock-processor.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { startProduction } from '../support/e2e/production.js';
import type { Production } from '../support/e2e/production.js';

// On an instant rail, which knows no window and no weekend: so it is the same every day.
describe('in production, with a bank connector', () => {
  let mock: MockProcessor;
  let production: Production;
  let service: Production['service'];
  let client: PaymentsClient;
  let payee: Party;
  let payouts = 0;

  beforeAll(async () => {
    mock = await MockProcessor.start({ duplicates: 0.5, reorder: true });
    const settings = { PROCESSOR_TIMEOUT_SECONDS: '2', LOG_LEVEL: 'trace' };
    production = await startProduction(mock, { cents: 10_000_000, settings });
    ({ service, client } = production);
    ({ payee } = await verifiedAccounts(client, 'production'));
  });

  afterEach(() => mock.behave({ drop_answers: 0, drop_requests: 0, drop_reads: 0 }));
  afterAll(async () => {
    await production?.stop();
    await mock?.stop();
  });

  interface Paid {
    readonly id: string;
    readonly end_to_end_id: string;
  }

  const pay = async (amount = 12_500): Promise<string> => {
    const transfer = { ...payout(`payout-${++payouts}`, payee), speed: 'asap', amount } as const;
    return (await client.transfers.create(transfer)).id;
  };
  const becomes = (id: string, status: string) =>
    eventually(`${id} ${status}`, async () => (await client.transfers.get(id)).status === status);
  const legOf = async (id: string) => {
    const sql = 'SELECT end_to_end_id, status, amount::int FROM transfers.legs WHERE transfer_id = $1';
    return (await service.database.query<Paid & { status: string; amount: number }>(sql, [id]))[0]!;
  };
  const linesOf = (endToEndId: string) => mock.lines().filter(({ end_to_end_id }) => end_to_end_id === endToEndId);
  const expectTakenOnce = async (id: string) => {
    const { end_to_end_id, amount } = await legOf(id);
    const taken = linesOf(end_to_end_id).filter(({ type }) => type === 'instruction' || type === 'again');
    expect(taken).toMatchObject([{ type: 'instruction', end_to_end_id, amount, rail: 'rtp' }]);
  };

  it('a payout is paid, by one instruction', async () => {
    const id = await pay();
    await becomes(id, 'completed');
    expect((await legOf(id)).status).toBe('settled');
    await expectTakenOnce(id);
  });

  it('a payout that the bank refuses fails, and one that comes back after its settlement too', async () => {
    const available = async () => (await client.ledger.balance()).balance.available;
    const before = await available();
    for (const amount of [10_051, 10_002]) {
      const id = await pay(amount);
      await becomes(id, 'failed');
      await expectTakenOnce(id);
    }
    expect(await available()).toBe(before);
  });

  it('a payout is sent once when no response arrives', async () => {
    await mock.behave({ drop_answers: 1, drop_reads: 1 });
    const id = await pay();
    await eventually('the bank has it', () => Promise.resolve(mock.lines('instruction').length === payouts));
    await mock.behave({ drop_answers: 0, drop_reads: 0 });
    await becomes(id, 'completed');
    await expectTakenOnce(id);
  });

  it('a payout is sent once when the bank dies as soon as it has it, and one that comes meanwhile is sent later', async () => {
    await mock.behave({ latency_ms: 300 });
    const first = await pay();
    await eventually('the bank has it', () => Promise.resolve(mock.lines('instruction').length === payouts));
    await mock.kill();
    const second = await pay();
    await eventually('the second one is tried', async () => {
      const sql = `SELECT FROM transfers.legs WHERE transfer_id = $1 AND status = 'submitting'`;
      return (await service.database.query(sql, [second])).length === 1;
    });
    await mock.start();
    for (const id of [first, second]) {
      await becomes(id, 'completed');
      await expectTakenOnce(id);
    }
  });

  it('nothing of the sandbox has an address', async () => {
    await expect(client.sandbox.advance({ banking_days: 1 })).rejects.toMatchObject({ status: 404 });
    await expect(client.sandbox.credit({ amount: 1 })).rejects.toMatchObject({ status: 404 });
  });

  it('neither an account number nor the token of the connector has come into what the processes write', () => {
    expect(service.output).toContain('processor-submissions');
    for (const secret of ['1234567890', mock.settings['PROCESSOR_TOKEN']!]) {
      expect(service.output.includes(secret)).toBe(false);
    }
  });
});
