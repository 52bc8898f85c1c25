import { newId } from '@payments/kernel';
import { aPerson } from '@payments/testing';
import type { ApiClient } from '../support/api-client.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
  /** Sent in the place of the body. */
  raw?: string;
}

interface Defect {
  readonly status: number;
  readonly code: string;
  spoil(request: Request): void;
  /** What else the response must show. */
  readonly header?: readonly [name: string, value: string];
  readonly message?: RegExp;
}

describe('the order in which a request is checked', () => {
  let service: TestService;
  let client: ApiClient;
  let narrowToken: string;
  let personId: string;

  beforeAll(async () => {
    service = await startTestService();
    client = await service.client();
    const created = await client.post('/deliver/persons', aPerson({ customer_reference_id: 'p-1' }));
    personId = (created.body['person'] as { id: string }).id;
    await client.post('/deliver/persons', aPerson({ customer_reference_id: 'p-2' }));
    const { client_id, client_secret } = client.credentials;
    await service.database.query(`UPDATE auth.clients SET scopes = '{read:persons}' WHERE client_id = $1`, [client_id]);
    const answer = await client.post('/oauth/token', { client_id, client_secret });
    narrowToken = String(answer.body['access_token']);
  });
  afterAll(() => service.stop());

  /** A request that is accepted, until it is spoiled. */
  const fine = (): Request => ({
    method: 'PUT',
    url: `/deliver/persons/${personId}`,
    headers: { ...client.headers, 'content-type': 'application/json', 'x-api-key': client.credentials.api_key },
    body: aPerson({ customer_reference_id: 'p-1' }),
  });

  const send = async ({ method, url, headers, body, raw }: Request) => {
    const response = await service.api.inject({ method, url, headers, payload: raw ?? JSON.stringify(body) });
    return { status: response.statusCode, headers: response.headers, body: response.json<Record<string, unknown>>() };
  };

  /** From the check that comes first to the one that comes last. */
  const CHECKS: Readonly<Record<string, Defect>> = {
    'an unknown route': {
      status: 404,
      code: 'not_found',
      spoil: (request) => void (request.url = '/deliver/nowhere'),
    },
    'a wrong method': {
      status: 405,
      code: 'method_not_allowed',
      spoil: (request) => void (request.method = 'POST'),
      header: ['allow', 'PUT'],
    },
    'a wrong bearer': {
      status: 401,
      code: 'unauthorized',
      spoil: ({ headers }) => void (headers['authorization'] = 'Bearer wrong'),
      header: ['www-authenticate', 'Bearer error="invalid_token"'],
    },
    'a wrong API key': {
      status: 403,
      code: 'forbidden',
      spoil: ({ headers }) => void (headers['x-api-key'] = 'psk_sandbox_wrong'),
      message: /API key/,
    },
    'a scope that is not held': {
      status: 403,
      code: 'forbidden',
      spoil: ({ headers }) => {
        if (headers['authorization'] !== 'Bearer wrong') headers['authorization'] = `Bearer ${narrowToken}`;
      },
      message: /scope write:persons/,
    },
    'a wrong version': {
      status: 400,
      code: 'invalid_service_version',
      spoil: ({ headers }) => void (headers['service-version'] = 'v1'),
    },
    'a wrong media type': {
      status: 415,
      code: 'unsupported_media_type',
      spoil: ({ headers }) => void (headers['content-type'] = 'text/plain'),
    },
    'a broken document': {
      status: 400,
      code: 'invalid_json',
      spoil: (request) => void (request.raw = '{"customer_reference_id":'),
    },
    'a body that is no object': {
      status: 400,
      code: 'invalid_body',
      spoil: (request) => void (request.raw ??= '["p-1"]'),
    },
    'an unknown query parameter': {
      status: 400,
      code: 'invalid_query_parameter',
      spoil: (request) => void (request.url += '?nonsense=1'),
      message: /'nonsense'/,
    },
    'a wrong field': {
      status: 400,
      code: 'missing_first_name',
      spoil: ({ body }) => void delete body['first_name'],
    },
    'an unknown id': {
      status: 404,
      code: 'unknown_id',
      spoil: (request) => void (request.url = request.url.replace(personId, newId())),
    },
    'data that does not fit what is stored': {
      status: 400,
      code: 'invalid_customer_reference_id',
      spoil: ({ body }) => void (body['customer_reference_id'] = 'p-2'),
    },
  };
  const names = Object.keys(CHECKS);

  async function expectResponse(request: Request, name: string) {
    const { status, code, header, message } = CHECKS[name]!;
    const answer = await send(request);
    expect([name, answer.status, answer.body['error_code']]).toEqual([name, status, code]);
    if (header !== undefined) expect(String(answer.headers[header[0]])).toContain(header[1]);
    if (message !== undefined) expect(answer.body['message']).toMatch(message);
  }

  it('accepts the request that nothing is wrong with', async () => {
    const answer = await send(fine());
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['person']]);
  });

  it.each(names)('reports %s first when everything after it is wrong too', async (name) => {
    const request = fine();
    for (const each of names.slice(names.indexOf(name))) CHECKS[each]!.spoil(request);
    await expectResponse(request, name);
  });

  const pairs = names.flatMap((first, i) => names.slice(i + 1).map((second) => [first, second] as const));
  it.each(pairs)('reports %s before %s', async (first, second) => {
    const request = fine();
    CHECKS[first]!.spoil(request);
    CHECKS[second]!.spoil(request);
    await expectResponse(request, first);
  });

  it('requires the version before it reads the body', async () => {
    const request = fine();
    delete request.headers['service-version'];
    request.raw = '{';
    const answer = await send(request);
    expect([answer.status, answer.body['error_code']]).toEqual([400, 'missing_service_version']);
  });

  it.each(['text', 'application', '/json', '@', ';charset=utf-8'])(
    'authenticates the caller before it rejects a malformed media type: %s',
    async (type) => {
      const request = fine();
      request.headers['content-type'] = type;
      request.headers['authorization'] = 'Bearer wrong';
      const answer = await send(request);
      expect([answer.status, answer.body['error_code']]).toEqual([401, 'unauthorized']);
    },
  );

  it('checks the media type only when there is a body', async () => {
    for (const type of ['text/plain', 'text']) {
      const request = { ...fine(), raw: '' };
      request.headers['content-type'] = type;
      const answer = await send(request);
      expect([type, answer.status, answer.body['error_code']]).toEqual([type, 400, 'missing_customer_reference_id']);
    }
  });

  it('responds to a malformed path id as to an unknown one', async () => {
    const unknown = await send({ ...fine(), url: `/deliver/persons/${newId()}` });
    for (const id of ['1', 'abc', '%20', "'%3B--", `${personId}x`, personId.replaceAll('-', '')]) {
      const answer = await send({ ...fine(), url: `/deliver/persons/${id}` });
      expect([id, answer.status, answer.body]).toEqual([id, 404, unknown.body]);
      const spoilt = { ...fine(), url: `/deliver/persons/${id}`, raw: '{}' };
      expect((await send(spoilt)).body['error_code']).toBe('missing_customer_reference_id');
    }
  });

  it('responds to an id of another enterprise as to an unknown one', async () => {
    const other = await service.client();
    const foreign = await other.get(`/deliver/persons/${personId}`);
    const unknown = await other.get(`/deliver/persons/${newId()}`);
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  });
});
