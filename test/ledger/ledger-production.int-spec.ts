import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CreateEnterprise } from '@payments/auth';
import { PaymentsClient } from '@payments/client';
import { createHttpApplication } from '@payments/http';
import { Log } from '@payments/observability';
import { createTestDatabase } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { ApiModule } from '../../apps/api/src/api.module.js';
import { trigger } from '../../apps/cli/src/dev/trigger/trigger.js';
import { ApiClient } from '../support/api-client.js';
import { expectLedgerSound } from '../support/ledger-sound.js';

describe('in production', () => {
  let database: TestDatabase;
  let api: NestFastifyApplication;
  let client: ApiClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    const config = { ...database.config, environment: 'production' as const };
    const log = new Log('test', config.logLevel);
    const module = ApiModule.forRoot({ config, databaseUrl: database.appUrl, log });
    api = await createHttpApplication({ module, log });
    client = await ApiClient.login(api, await api.get(CreateEnterprise).execute({ name: 'Acme' }));
  });
  afterAll(async () => {
    await expectLedgerSound(database);
    await api.close();
    await database.drop();
  });

  it('an enterprise begins with nothing, and the time from which on it has nothing', async () => {
    const { status, body } = await client.get('/deliver/balance');
    const [row] = await database.query<{ updated_at: Date }>('SELECT updated_at FROM ledger.balances');
    const nothing = { available: 0, pending: 0, currency: 'USD', updated_at: row!.updated_at.toISOString() };
    expect([status, body]).toEqual([200, { balance: nothing, total_balance: nothing }]);
    expect((await client.get('/deliver/ledger/entries')).body).toEqual({ entries: [] });
  });

  it('no event is triggered, and nothing is made for it', async () => {
    await api.listen(0, '127.0.0.1');
    const { client_id: clientId, client_secret: clientSecret } = client.credentials;
    const payments = new PaymentsClient({ baseUrl: await api.getUrl(), clientId, clientSecret });
    await expect(trigger(payments, 'person_created')).rejects.toThrow('in the sandbox only');
    expect(await payments.persons.list().toArray()).toEqual([]);
  });

  it.each(['POST', 'GET', 'PUT', 'HEAD', 'OPTIONS'] as const)(
    '%s finds no route under /sandbox/, with or without a token',
    async (method) => {
      const nowhere = await api.inject({ method, url: '/nowhere' });
      for (const headers of [{}, client.headers]) {
        const response = await api.inject({
          method,
          url: '/sandbox/balance/credit?x=1',
          headers,
          payload: { amount: 1 },
        });
        expect([response.statusCode, response.body]).toEqual([404, nowhere.body]);
        expect(response.headers['content-type']).toBe(nowhere.headers['content-type']);
        expect(response.headers).toHaveProperty('x-request-id');
      }
      expect((await client.get('/deliver/balance')).body['balance']).toMatchObject({ available: 0 });
    },
  );
});
