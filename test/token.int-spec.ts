import { startTestService } from './support/service.js';
import type { TestService } from './support/service.js';

describe('POST /oauth/token', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  it('gives a token that opens the API', async () => {
    const client = await service.client();
    const answer = await client.get('/deliver/nowhere');
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ error_code: 'not_found', message: expect.any(String), details: null });
  });
});
