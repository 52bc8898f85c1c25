import { PaymentsClient, PaymentsConnectionError, PaymentsError } from './index.js';
import { waitBefore } from './retries.js';

const refusal = (status: number, error_code: PaymentsError['error_code'], retryAfter_s?: number) =>
  new PaymentsError({ error_code, message: 'no' }, { status, requestId: 'r-1', retryAfter_s });
const cut = new PaymentsConnectionError('cut', undefined);

/** A client whose service returns these responses in turn, and the requests that it received. */
function clientOf(...responses: (() => Response)[]) {
  const sent: { url: URL; headers: Record<string, string> }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = input as URL;
    if (url.pathname === '/oauth/token') return new Response('{"access_token":"t","expires_in":3600}');
    sent.push({ url, headers: init?.headers as Record<string, string> });
    return responses[Math.min(sent.length, responses.length) - 1]?.() ?? ok();
  };
  return { sent, client: new PaymentsClient({ baseUrl: 'http://localhost', clientId: 'c', clientSecret: 's', fetch }) };
}

const ok = () => new Response('{"transfer":{"id":"1"},"message":"done"}');
const unavailable = () => new Response('{"error_code":"service_unavailable","message":"m"}', { status: 503 });
const cutOff = () => {
  throw new TypeError('terminated');
};
const transfer = {
  transfer_reference_id: 'r',
  amount: 1,
  currency: 'USD',
  speed: 'standard',
  destination: { account_reference_id: 'a', customer_reference_id: 'c' },
} as const;

describe('the wait before a retry', () => {
  it('doubles each time up to 8 seconds, with jitter of at most half', () => {
    for (const [attempt, whole] of [250, 500, 1000, 2000, 4000, 8000, 8000].entries()) {
      const wait = waitBefore(attempt, true, cut);
      expect(wait).toBeGreaterThanOrEqual(whole / 2);
      expect(wait).toBeLessThanOrEqual(whole);
    }
  });

  it('is never shorter than the Retry-After of the service or a proxy', () => {
    expect(waitBefore(0, true, refusal(429, 'too_many_requests', 7))).toBeGreaterThan(7_000);
    const between = new PaymentsConnectionError('got 503', 503, { retryAfter_s: 7 });
    expect(waitBefore(0, true, between)).toBeGreaterThan(7_000);
  });

  it('is left to the caller when it exceeds a minute', () => {
    expect(waitBefore(0, true, refusal(429, 'too_many_requests', 61))).toBeUndefined();
  });

  it.each([
    ['a cut connection', cut, false],
    ['an unavailable service', refusal(503, 'service_unavailable'), false],
    ['a defect of the service', refusal(500, 'internal_server_error'), false],
    ['a duplicate that is still in progress', refusal(409, 'idempotency_key_in_use'), false],
    ['a rate limit', refusal(429, 'too_many_requests'), true],
  ])('allows a retry of repeatable requests after %s', (_, error, others) => {
    expect(waitBefore(0, true, error)).toEqual(expect.any(Number));
    expect(waitBefore(0, false, error) !== undefined).toBe(others);
  });

  it.each([
    refusal(400, 'invalid_amount'),
    refusal(404, 'unknown_id'),
    refusal(422, 'idempotency_key_reused'),
    new Error('a defect of the caller'),
  ])('allows no retry after %s', (error) => {
    expect(waitBefore(0, true, error)).toBeUndefined();
  });
});

describe(`${PaymentsError.name} after the last retry`, () => {
  const after = async (header: string, body = '{"error_code":"too_many_requests","message":"m"}') => {
    const { client } = clientOf(() => new Response(body, { status: 429, headers: { 'retry-after': header } }));
    return (await client.transfers.get('1').catch((error: unknown) => error)) as PaymentsError;
  };

  it('has the seconds of Retry-After, given as seconds or a date', async () => {
    expect(await after('90')).toMatchObject({ error_code: 'too_many_requests', retryAfter_s: 90 });
    const { retryAfter_s } = await after(new Date(Date.now() + 90_000).toUTCString());
    expect(retryAfter_s).toBeGreaterThan(88);
    expect(retryAfter_s).toBeLessThanOrEqual(90);
  });

  it('has the same seconds for responses of a proxy', async () => {
    const error = await after('90', '<html>');
    expect(error).toBeInstanceOf(PaymentsConnectionError);
    expect(error).toMatchObject({ status: 429, retryAfter_s: 90 });
  });

  it('has no seconds without a Retry-After', async () => {
    const { client } = clientOf(() => new Response('{"error_code":"unknown_id","message":"m"}', { status: 404 }));
    await expect(client.transfers.get('1')).rejects.toMatchObject({ status: 404, retryAfter_s: undefined });
  });
});

describe(`${PaymentsClient.name} retries`, () => {
  it('a creation, under one key for all attempts, which the next creation does not share', async () => {
    const { client, sent } = clientOf(unavailable, cutOff, ok);
    await client.transfers.create(transfer);
    await client.transfers.create(transfer);
    const keys = sent.map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toEqual([keys[0], keys[0], keys[0], expect.any(String)]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('a creation under the key of the caller', async () => {
    const { client, sent } = clientOf(cutOff, ok);
    await client.transfers.create(transfer, { idempotencyKey: 'mine' });
    expect(sent.map(({ headers }) => headers['Idempotency-Key'])).toEqual(['mine', 'mine']);
  });

  it('no operation that would take effect twice', async () => {
    const { client, sent } = clientOf(cutOff, ok);
    await expect(client.transfers.cancel('1')).rejects.toThrow(PaymentsConnectionError);
    expect(sent).toHaveLength(1);
  });

  it('a read four times, and then it fails with the last response', async () => {
    const { client, sent } = clientOf(unavailable);
    await expect(client.transfers.get('1')).rejects.toMatchObject({ error_code: 'service_unavailable', status: 503 });
    expect(sent).toHaveLength(4);
  });

  it('a deletion, which succeeds if the resource is gone by then', async () => {
    const gone = () => new Response('{"error_code":"unknown_id","message":"m"}', { status: 404 });
    await clientOf(cutOff, gone).client.webhooks.delete('1');
    await expect(clientOf(gone).client.webhooks.delete('1')).rejects.toMatchObject({ error_code: 'unknown_id' });
  });

  it('nothing once its signal is aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    const { client } = clientOf(unavailable);
    await expect(client.transfers.get('1', { signal })).rejects.toThrow('enough');
  });

  it('nothing to an address that a list names: only the query of its Link is taken', async () => {
    const page = () =>
      new Response('{"transfers":[{"id":"1"}]}', {
        headers: { link: '<http://elsewhere.test/x?after=1&size=1>; rel="next"' },
      });
    const { client, sent } = clientOf(page, () => new Response('{"transfers":[]}'));
    await client.transfers.list({ size: 1 }).toArray();
    expect(sent.map(({ url }) => url.href)).toEqual([
      'http://localhost/deliver/transfers?size=1',
      'http://localhost/deliver/transfers?after=1&size=1',
    ]);
  });
});
