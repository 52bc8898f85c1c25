import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import type { Tenant } from '@payments/observability';
import { currentTransaction, Enterprises } from '@payments/persistence';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const CONNECTIONS = 3;

describe('a migration that changes columns under a running process', () => {
  let service: TestService;
  let unitOfWork: UnitOfWork;
  let tenant: Tenant;

  beforeAll(async () => {
    service = await startTestService({ DATABASE_POOL_SIZE: String(CONNECTIONS) });
    unitOfWork = service.api.get(UnitOfWork, { strict: false });
    const { enterprise_id } = await service.createEnterprise();
    tenant = await service.api.get(Enterprises, { strict: false }).get(enterprise_id);
  });
  afterAll(() => service.stop());

  const asTenant = <T>(work: () => Promise<T>) => workContext.run({ requestId: 'test', tenant }, work);
  const onEachConnection = (ask: () => Promise<unknown>) => Promise.all(Array.from({ length: CONNECTIONS }, ask));
  const migrate = (sql: string) => service.database.query(sql);

  it.each(['run', 'read'] as const)('fails no unit of work: %s', async (kind) => {
    const table = `customers.changing_${kind}`;
    await migrate(`CREATE TABLE ${table} AS SELECT 1 AS first`);
    await migrate(`GRANT SELECT ON ${table} TO payments_app`);
    const all = () => currentTransaction().query(`SELECT * FROM ${table}`, [], `all-${table}`);
    const waiting = () => currentTransaction().query(`SELECT pg_sleep(0.2)::text`);
    const ask = () => asTenant(() => unitOfWork[kind](async () => (await Promise.all([all(), waiting()]))[0]));

    expect(await onEachConnection(ask)).toEqual(Array(CONNECTIONS).fill([{ first: 1 }]));
    await migrate(`ALTER TABLE ${table} ADD COLUMN second text NOT NULL DEFAULT 'new'`);
    expect(await onEachConnection(ask)).toEqual(Array(CONNECTIONS).fill([{ first: 1, second: 'new' }]));
    await migrate(`ALTER TABLE ${table} ALTER COLUMN first TYPE text`);
    expect(await onEachConnection(ask)).toEqual(Array(CONNECTIONS).fill([{ first: '1', second: 'new' }]));
  });
});
