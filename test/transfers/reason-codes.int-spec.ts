import type { ApiClient } from '../support/api-client.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

describe('the reference of reasons', () => {
  let service: TestService;
  let client: ApiClient;

  beforeAll(async () => {
    service = await startTestService();
    client = await service.client();
  });
  afterAll(() => service.stop());

  const one = async (code: string) => {
    const { status, body } = await client.get(`/reference/reason-codes/${code}`);
    return { status, reason: body['reason_code'] as Record<string, unknown>, error: body['error_code'] };
  };

  it('lists every reason with its meaning, who acts, and whether to retry', async () => {
    const { status, body } = await client.get('/reference/reason-codes');
    const reasons = body['reason_codes'] as Record<string, unknown>[];
    expect(status).toBe(200);
    expect(reasons.length).toBeGreaterThan(25);
    for (const reason of reasons) {
      expect(reason).toEqual({
        reason_code: expect.stringMatching(/^[a-z_0-9]+$/),
        reason_code_message: expect.stringMatching(/^[A-Z]/),
        meaning: expect.stringMatching(/^[A-Z]/),
        who_acts: expect.stringMatching(/^(client|account_holder|bank|operator|nobody)$/),
        try_again: expect.stringMatching(/^(no|later|after_correction)$/),
        network_reason_codes: expect.any(Array),
      });
      expect(await one(String(reason['reason_code']))).toEqual({ status: 200, reason, error: undefined });
    }
  });

  it.each([
    ['R01', 'insufficient_funds'],
    ['C01', 'notification_of_change_1'],
    ['AC04', 'closed_account'],
    ['9910', 'unavailable_financial_institution'],
  ])('returns for the network code %s the reason %s', async (code, meaning) => {
    expect(await one(code)).toMatchObject({
      status: 200,
      reason: { reason_code: meaning, network_reason_codes: [{ network_reason_code: code }] },
    });
  });

  it.each(['R99', 'r01', 'toString', 'constructor', '%00', 'R01%20', 'R01,R02'])(
    'returns 404 unknown_id for %s',
    async (code) => {
      expect(await one(code)).toMatchObject({ status: 404, error: 'unknown_id' });
    },
  );

  it('demands a token and the version, as every operation does', async () => {
    const { authorization = '' } = client.headers;
    const ask = async (headers: Record<string, string>) =>
      JSON.parse((await service.api.inject({ method: 'GET', url: '/reference/reason-codes', headers })).body) as object;
    expect(await ask({})).toMatchObject({ error_code: 'unauthorized' });
    expect(await ask({ authorization })).toMatchObject({ error_code: 'missing_service_version' });
  });
});
