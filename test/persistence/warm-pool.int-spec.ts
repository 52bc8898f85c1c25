import { WarmPool } from '@payments/persistence';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const POOL_SIZE = 7;

describe(WarmPool.name, () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ DATABASE_POOL_SIZE: String(POOL_SIZE) });
  });
  afterAll(() => service.stop());

  it('opens all connections of the api before the first request', async () => {
    const [open] = await service.database.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity
       WHERE datname = current_database() AND usename = 'payments_service' AND application_name = ''`,
    );
    expect(open).toEqual({ count: POOL_SIZE });
  });
});
