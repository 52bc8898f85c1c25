import { aBusiness } from '@payments/testing';
import { ApiClient } from '../support/api-client.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

describe('a process that has just started', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ DATABASE_POOL_SIZE: '1' });
  });
  afterAll(() => service.stop());

  it('serves its first requests at once, although all need the keys of an enterprise it has not seen', async () => {
    const credentials = await service.createEnterprise();
    const client = await ApiClient.login(service.api, credentials);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => client.post('/deliver/businesses', aBusiness())),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  });
});
