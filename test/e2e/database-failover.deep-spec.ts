import { setTimeout as sleep } from 'node:timers/promises';
import { PaymentsError } from '@payments/client';
import type { PaymentsClient } from '@payments/client';
import { eventually } from '@payments/testing';
import { payout } from '../support/e2e/bodies.js';
import type { Party } from '../support/e2e/bodies.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { raw } from '../support/e2e/raw.js';
import { ReplicatedDatabase } from '../support/e2e/replicated-database.js';
import { ServiceOnDatabase } from '../support/e2e/service-on-database.js';
import { guards } from '../support/guards.js';

guards('libs/persistence/src/database', 'libs/messaging/src', 'libs/runtime/src');

const AT_ONCE = 4;
const BETWEEN_TRANSFERS_MS = 40;
/** As many are taken before the primary is killed, and after the standby took over. */
const TAKEN = 20;

describe('a PostgreSQL whose standby takes over', () => {
  let service: ServiceOnDatabase<ReplicatedDatabase>;
  let client: PaymentsClient;
  let payee: Party;
  const acknowledged = new Map<string, string>();
  let number = 0;

  /** One more transfer. @returns whether it was taken. */
  const create = async (): Promise<boolean> => {
    const reference = `failover-${number++}`;
    try {
      acknowledged.set(reference, (await client.transfers.create(payout(reference, payee))).id);
      return true;
    } catch (error) {
      if (!PaymentsError.is(error)) throw error;
      expect(error).toMatchObject({ error_code: 'service_unavailable', status: 503, retryAfter_s: 1 });
      return false;
    }
  };
  const createUntil = async (isEnough: () => boolean) => {
    while (!isEnough()) await Promise.all([create(), sleep(BETWEEN_TRANSFERS_MS)]);
  };
  const readiness = async () => (await raw(`${service.baseUrl}/health/ready`)).status;

  beforeAll(async () => {
    service = await ServiceOnDatabase.on(await ReplicatedDatabase.create({ SANDBOX_DAY_SECONDS: '0.3' }));
    client = await service.client('Failover', { retries: 0 });
    ({ payee } = await verifiedAccounts(client, 'failover'));
  });

  afterAll(async () => {
    await service?.stop();
  });

  it('goes on under load without a restart, and refuses with 503 meanwhile', async () => {
    let takenBefore = Number.POSITIVE_INFINITY;
    const creating = Promise.all(
      Array.from({ length: AT_ONCE }, () => createUntil(() => acknowledged.size >= takenBefore + TAKEN)),
    );
    await eventually('some are taken', () => Promise.resolve(acknowledged.size >= TAKEN));
    await service.database.failOver();
    takenBefore = acknowledged.size;
    await creating;
    await eventually('it is ready again', async () => (await readiness()) === 200);
  });

  it('loses nothing that was acknowledged, and completes it', async () => {
    await eventually('all are completed', async () => {
      const open = await service.database.query(`SELECT FROM transfers.transfers WHERE status <> 'completed'`);
      return open.length === 0;
    });
    const stored = await service.database.query<{ reference: string; id: string }>(
      'SELECT transfer_reference_id AS reference, id FROM transfers.transfers',
    );
    const ids = new Map(stored.map(({ reference, id }) => [reference, id]));
    expect(ids.size).toBe(stored.length);
    for (const [reference, id] of acknowledged)
      expect({ reference, id: ids.get(reference) }).toEqual({ reference, id });
  });

  it('is not ready while no server accepts writes', async () => {
    const setReadOnly = async (value: 'on' | 'off') => {
      await service.database.query(
        `BEGIN READ WRITE; ALTER DATABASE payments SET default_transaction_read_only = ${value}; COMMIT`,
      );
      await service.database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'payments-health'`,
      );
    };
    await setReadOnly('on');
    await eventually('it is not ready', async () => (await readiness()) === 503);
    await setReadOnly('off');
    await eventually('it is ready again', async () => (await readiness()) === 200);
  });
});
