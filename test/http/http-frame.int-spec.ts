import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { listenAlso } from '@payments/http';
import { LONGEST_WAIT_MS } from '@payments/testing';
import type { ApiClient } from '../support/api-client.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TRANSFERS = '/deliver/transfers';
const MAX_BODY = 65_536;
const UNSUPPORTED: [number, string] = [415, 'unsupported_media_type'];
const BROKEN: [number, string] = [400, 'invalid_json'];

/** Sends bytes over a separate connection and returns everything received until it closes. */
function sendBytes(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    let text = '';
    socket.setTimeout(LONGEST_WAIT_MS, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('close', () => resolve(text)).on('error', reject);
  });
}

function parseResponse(text: string) {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Map(lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.slice(line.indexOf(':') + 2)]));
  return { status: Number(statusLine.split(' ')[1]), headers, body };
}

describe('common behavior of every request', () => {
  let service: TestService;
  let client: ApiClient;
  let vault: Server;
  let ports: { readonly base: number; readonly vault: number };

  beforeAll(async () => {
    service = await startTestService();
    client = await service.client();
    await service.api.listen(0, '127.0.0.1');
    vault = await listenAlso(service.api, 0, '127.0.0.1');
    const base = (service.api.getHttpServer().address() as AddressInfo).port;
    ports = { base, vault: (vault.address() as AddressInfo).port };
  });
  afterAll(async () => {
    vault.close();
    vault.closeAllConnections();
    await service.stop();
  });

  const inject = (method: 'GET' | 'POST' | 'HEAD' | 'OPTIONS', url: string, headers: Record<string, string> = {}) =>
    service.api.inject({ method, url, headers });
  const postRaw = (payload: string | Buffer, headers: Record<string, string> = {}, url = TRANSFERS) =>
    service.api.inject({
      method: 'POST',
      url,
      payload,
      headers: { ...client.headers, 'content-type': 'application/json', ...headers },
    });
  const codeOf = (response: { body: string }) => (JSON.parse(response.body) as { error_code: string }).error_code;

  describe('the error body', () => {
    it('has a code, a message and details, and nothing else', async () => {
      const responses = [
        await inject('GET', '/nowhere'),
        await inject('POST', '/health/live'),
        await inject('GET', TRANSFERS),
        await inject('GET', `${TRANSFERS}/1`, client.headers),
        await postRaw('{'),
      ];
      for (const answer of responses) {
        const body = answer.json<Record<string, unknown>>();
        expect(Object.keys(body)).toEqual(['error_code', 'message', 'details']);
        expect(body).toEqual({
          error_code: expect.stringMatching(/^[a-z_]+$/),
          message: expect.any(String),
          details: null,
        });
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      }
    });

    it('lists every wrong field in the order of the contract, and leads with the first', async () => {
      const answer = await postRaw('{"speed":"fast","amount":1.5,"destination":{}}');
      const body = answer.json<{ error_code: string; details: { errors: { field: string; error_code: string }[] } }>();
      expect(answer.statusCode).toBe(400);
      expect(body.error_code).toBe('missing_transfer_reference_id');
      expect(body.details.errors.map(({ field, error_code }) => [field, error_code])).toEqual([
        ['transfer_reference_id', 'missing_transfer_reference_id'],
        ['destination.account_reference_id', 'missing_destination_account_reference_id'],
        ['destination.customer_reference_id', 'missing_destination_customer_reference_id'],
        ['amount', 'invalid_amount'],
        ['currency', 'missing_currency'],
        ['speed', 'invalid_speed'],
      ]);
    });

    it('lists the wrong parameters of a query too', async () => {
      const answer = await client.get(`${TRANSFERS}?size=501&index=-1&start_time=yesterday&status=lost`);
      expect(answer.status).toBe(400);
      expect(answer.body['error_code']).toBe('invalid_size');
      const { errors } = answer.body['details'] as { errors: { error_code: string }[] };
      expect(errors.map(({ error_code }) => error_code)).toEqual([
        'invalid_size',
        'invalid_index',
        'invalid_start_time',
        'invalid_status',
      ]);
    });
  });

  describe('the request id', () => {
    it.each(['a', 'A-z_0.9', 'x'.repeat(128)])('is taken from the request: %s', async (id) => {
      for (const url of ['/health/live', '/nowhere', TRANSFERS]) {
        expect((await inject('GET', url, { 'x-request-id': id })).headers['x-request-id']).toBe(id);
      }
    });

    it.each(['', 'x'.repeat(129), 'a b', 'a;b', 'ä', 'a\tb', '<script>'])('is replaced for %j', async (id) => {
      const answer = await inject('GET', '/health/live', { 'x-request-id': id });
      expect(answer.headers['x-request-id']).toMatch(UUID);
    });

    it('is another one for each request that brings none', async () => {
      const ids = await Promise.all(
        [1, 2, 3].map(async () => (await inject('GET', '/nowhere')).headers['x-request-id']),
      );
      expect(new Set(ids).size).toBe(3);
    });

    it('is on every response, whatever went wrong', async () => {
      const id = { 'x-request-id': 'mine' };
      const responses = await Promise.all([
        inject('GET', '/nowhere', id),
        inject('POST', '/health/live', id),
        inject('GET', TRANSFERS, id),
        inject('GET', '/deliver/transfers/%zz', id),
        inject('GET', `${TRANSFERS}/${'x'.repeat(600)}`, id),
        postRaw('{', id),
        postRaw('x'.repeat(MAX_BODY + 1), id),
        postRaw('{}', { ...id, 'content-type': 'text' }),
      ]);
      expect(responses.map(({ headers }) => headers['x-request-id'])).toEqual(responses.map(() => 'mine'));
    });

    it('stands with what the request leaves behind', async () => {
      const person = { first_name: 'Ada', last_name: 'L', date_of_birth: '1990-12-10' };
      const home = { type: 'home', address1: '1 Main St', city: 'Austin', state: 'TX', country: 'US', zip5: '78701' };
      const body = { customer_reference_id: 'with-id', ...person, addresses: [home] };
      const answer = await client.post('/deliver/persons', body, { 'x-request-id': 'left-behind' });
      expect(answer.status).toBe(200);
      const rows = await service.database.query<{ source: string }>(
        `SELECT 'event' AS source FROM platform.events WHERE request_id = $1
         UNION ALL SELECT 'task' FROM platform.tasks WHERE request_id = $1`,
        ['left-behind'],
      );
      expect(rows.map(({ source }) => source).sort()).toEqual(['event', 'task']);
    });
  });

  describe('the body', () => {
    it('may be 64 KiB long and no longer', async () => {
      const padded = (length: number) => `{"x":"${'a'.repeat(length - 8)}"}`;
      expect(codeOf(await postRaw(padded(MAX_BODY)))).toBe('missing_transfer_reference_id');
      const tooLong = await postRaw(padded(MAX_BODY + 1));
      expect([tooLong.statusCode, codeOf(tooLong)]).toEqual([413, 'payload_too_large']);
    });

    it('is measured as it arrives when its length is not declared', async () => {
      const chunk = `1000\r\n${'a'.repeat(4_096)}\r\n`;
      const head = `POST ${TRANSFERS} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n`;
      const answer = parseResponse(
        await sendBytes(ports.base, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(17)}0\r\n\r\n`),
      );
      expect([answer.status, JSON.parse(answer.body)['error_code']]).toEqual([413, 'payload_too_large']);
    });

    it.each<[string, { payload: string | Buffer; headers?: Record<string, string>; answer: [number, string] }]>([
      ['another media type', { payload: '{}', headers: { 'content-type': 'text/plain' }, answer: UNSUPPORTED }],
      [
        'a form',
        { payload: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' }, answer: UNSUPPORTED },
      ],
      [
        'another charset',
        { payload: '{}', headers: { 'content-type': 'application/json; charset=latin1' }, answer: UNSUPPORTED },
      ],
      ['gzip', { payload: gzipSync('{}'), headers: { 'content-encoding': 'gzip' }, answer: UNSUPPORTED }],
      ['a duplicate key', { payload: '{"a":1,"a":1}', answer: BROKEN }],
      ['a duplicate nested key', { payload: '{"b":[{"a":1,"a":1}]}', answer: BROKEN }],
      ['17 levels', { payload: `{"a":${'['.repeat(16)}${']'.repeat(16)}}`, answer: BROKEN }],
      ['a byte-order mark', { payload: '\ufeff{}', answer: BROKEN }],
      ['bytes that are not UTF-8', { payload: Buffer.from('{"a":"\xff"}', 'latin1'), answer: BROKEN }],
      ['a list', { payload: '[]', answer: [400, 'invalid_body'] }],
      ['null', { payload: 'null', answer: [400, 'invalid_body'] }],
    ])('with %s is refused', async (_, { payload, headers, answer: expected }) => {
      const answer = await postRaw(payload, headers);
      expect([answer.statusCode, codeOf(answer)]).toEqual(expected);
    });

    it('counts as {} when there is none', async () => {
      const answer = await service.api.inject({ method: 'POST', url: TRANSFERS, headers: client.headers });
      expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'missing_transfer_reference_id']);
    });

    it('may name its charset in quotes', async () => {
      const answer = await postRaw('{}', { 'content-type': 'application/json; charset="utf-8"' });
      expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'missing_transfer_reference_id']);
    });

    it('is ignored by an operation that takes none', async () => {
      const answer = await service.api.inject({
        method: 'GET',
        url: TRANSFERS,
        headers: { ...client.headers, 'content-type': 'text/plain' },
        payload: 'anything',
      });
      expect(answer.statusCode).toBe(200);
    });

    it.each(['\\u0000', '\\u0007', '\\u202e', '\\ud800'])(
      'with %s in a text is refused by the code of its field',
      async (escape) => {
        const answer = await postRaw(`{"transfer_reference_id":"a${escape}b"}`);
        expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'invalid_transfer_reference_id']);
      },
    );

    it('with `__proto__` is read as if that key were not there', async () => {
      const answer = await postRaw('{"__proto__":{"transfer_reference_id":"x"}}');
      expect(codeOf(answer)).toBe('missing_transfer_reference_id');
    });
  });

  describe('an unknown route or method', () => {
    it.each([
      '/',
      '/deliver',
      '/deliver/transfers/',
      '/DELIVER/TRANSFERS',
      '/deliver//transfers',
      '/deliver/transfers/1/2/3/4',
      '/deliver/transfers/%zz',
      '/deliver/transfers/%',
      '/deliver/transfers/%c0%af',
      '/%2e%2e/etc/passwd',
      '/constructor',
      '/__proto__',
    ])('%s is not found, with or without a token', async (url) => {
      for (const headers of [{}, client.headers]) {
        const answer = await inject('GET', url, headers);
        expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'not_found']);
      }
    });

    it('an id of any length is checked after the caller, like every id', async () => {
      const url = `/deliver/transfers/${'x'.repeat(8_000)}`;
      expect(codeOf(await inject('GET', url))).toBe('unauthorized');
      expect(codeOf(await inject('GET', url, client.headers))).toBe('unknown_id');
    });

    it.each<[string, string[]]>([
      ['/oauth/token', ['POST']],
      ['/deliver/transfers', ['GET', 'POST']],
      ['/deliver/transfers/1', ['GET']],
      ['/deliver/transfers/1/history', ['GET']],
      ['/health/live', ['GET']],
    ])('%s takes no other methods than it says in Allow', async (url, expected) => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        const answer = await service.api.inject({ method, url });
        if (expected.includes(method)) {
          expect(answer.statusCode).not.toBe(405);
          continue;
        }
        if (answer.statusCode === 401) continue;
        expect([method, answer.statusCode, codeOf(answer)]).toEqual([method, 405, 'method_not_allowed']);
        const allow = String(answer.headers['allow']).split(', ');
        expect(expected.every((name) => allow.includes(name))).toBe(true);
        expect(allow).not.toContain(method);
      }
    });

    it.each(['OPTIONS', 'HEAD', 'TRACE', 'QUERY'])(
      '%s where it is not taken is a wrong method, not an unknown address',
      async (method) => {
        const answer = await inject(method as 'GET', '/oauth/token');
        expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'POST']);
      },
    );

    it('a request with an unsupported Expect header is handled as usual', async () => {
      const expecting = 'GET /nowhere HTTP/1.1\r\nHost: localhost\r\nExpect: the best\r\nConnection: close\r\n\r\n';
      for (const port of [ports.base, ports.vault]) {
        const { status, headers, body } = parseResponse(await sendBytes(port, expecting));
        expect([status, codeOf({ body }), headers.has('x-request-id')]).toEqual([404, 'not_found', true]);
      }
    });

    it('HEAD responds like GET, without the body', async () => {
      const [head, get] = [await inject('HEAD', '/health/live'), await inject('GET', '/health/live')];
      expect([head.statusCode, head.body]).toEqual([200, '']);
      expect(head.headers['content-length']).toBe(get.headers['content-length']);
      const secured = await inject('HEAD', TRANSFERS);
      expect([secured.statusCode, secured.headers['www-authenticate']]).toEqual([401, 'Bearer']);
      expect((await inject('HEAD', TRANSFERS, client.headers)).statusCode).toBe(200);
    });

    it('neither opens the service to scripts of other sites', async () => {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
      const answer = await inject('OPTIONS', TRANSFERS, headers);
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    });
  });

  describe('whatever stands in a query or a path', () => {
    const ODD = [
      ...[
        '',
        '%00',
        'a%00b',
        '%ff',
        '%ed%a0%80',
        '%E2%80%AE',
        '%',
        '%zz',
        '0',
        '-1',
        '1e3',
        '9'.repeat(30),
        'x'.repeat(4_000),
      ],
      ...['null', 'NaN', '__proto__', '[]', '{}', "'%20OR%201=1--", '%F0%9F%98%80', '0000-01-01T00:00:00Z'],
      ...[
        '9999-12-31T23:59:59.999999999Z',
        '0001-01-01T00:00:00%2B23:59',
        '2026-01-01T24:00:00Z',
        '2026-12-31T23:59:60Z',
      ],
      ...['0001-01-01T00:00:00-23:59', '9999-12-31T23:59:59-23:59', '2026-01-31T17:04:05.1234567Z'],
      '00000000-0000-0000-0000-000000000000',
    ];
    const NAMES = [
      'size',
      'index',
      'after',
      'start_time',
      'end_time',
      'status',
      'transfer_reference_id',
      '__proto__',
      'a[b]',
    ];
    const LISTS = [TRANSFERS, '/deliver/persons', '/deliver/businesses', '/deliver/external/accounts'];

    it.each(LISTS)('%s returns a list or an error, never 5xx', async (url) => {
      const failures: unknown[] = [];
      for (const name of NAMES) {
        for (const value of ODD) {
          for (const query of [`${name}=${value}`, `${name}=${value}&${name}=${value}`, `${name}[]=${value}`]) {
            const { status, body } = await client.get(`${url}?${query}`);
            const fine = status === 200 || (status === 400 && /^(invalid|missing)_/.test(String(body['error_code'])));
            if (!fine && status !== 404) failures.push([query.slice(0, 80), status, body]);
          }
        }
      }
      expect(failures).toEqual([]);
    });

    it.each([...LISTS, '/webhooks/configurations'])('%s has no resource of an odd id', async (url) => {
      const failures: unknown[] = [];
      for (const value of ODD.filter((each) => each !== '')) {
        const { status, body } = await client.get(`${url}/${value}`);
        if (status !== 404 || !/^(unknown_id|not_found)$/.test(String(body['error_code'])))
          failures.push([value.slice(0, 80), status]);
      }
      expect(failures).toEqual([]);
    });

    it('malformed headers get a 4xx response', async () => {
      const names = [
        'authorization',
        'x-api-key',
        'service-version',
        'x-request-id',
        'idempotency-key',
        'content-type',
        'accept',
      ];
      const failures: unknown[] = [];
      for (const name of names) {
        for (const value of ['', ' ', '\u00e4', 'x'.repeat(4_000), 'Bearer', 'Bearer a.b.c', '{}', ',', ';;;', '%00']) {
          const answer = await postRaw('{}', { [name]: value });
          if (answer.statusCode < 400 || answer.statusCode >= 500)
            failures.push([name, value.slice(0, 20), answer.statusCode]);
        }
      }
      expect(failures).toEqual([]);
    });
  });

  describe('the two addresses', () => {
    const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
      [`${method} ${path} HTTP/1.1`, 'Host: x', 'Connection: close', 'X-Request-Id: same']
        .concat(Object.entries(headers).map(([name, value]) => `${name}: ${value}`))
        .concat('', '')
        .join('\r\n');

    it.each<[string, () => string]>([
      ['a public route', () => ask('GET', '/health/live')],
      ['an unknown route', () => ask('GET', '/nowhere')],
      ['a wrong method', () => ask('DELETE', TRANSFERS)],
      ['a secured route without a token', () => ask('GET', TRANSFERS)],
      ['a secured route with one', () => ask('GET', TRANSFERS, client.headers)],
      ['an unknown id', () => ask('GET', `${TRANSFERS}/1`, client.headers)],
      ['a malformed escape in the path', () => ask('GET', '/deliver/transfers/%zz')],
      ['a request that is not HTTP', () => 'GARBAGE\r\n\r\n'],
      ['a header of no right form', () => 'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n'],
      ['no Host', () => 'GET /health/live HTTP/1.1\r\n\r\n'],
      ['two Hosts', () => ask('GET', '/health/live', { host: 'y' })],
      ['two lengths', () => ask('POST', TRANSFERS, { 'Content-Length': '1', 'Transfer-Encoding': 'chunked' })],
      ['headers without an end', () => ask('GET', '/health/live', { 'X-Large': 'x'.repeat(20_000) })],
    ])('respond to %s alike', async (_, request) => {
      const [base, second] = await Promise.all([ports.base, ports.vault].map((port) => sendBytes(port, request())));
      const [first, other] = [parseResponse(base!), parseResponse(second!)];
      expect([other.status, other.body]).toEqual([first.status, first.body]);
      expect([...other.headers.keys()].sort()).toEqual([...first.headers.keys()].sort());
    });

    it('reject an invalid body over a real connection with its own codes', async () => {
      const body = JSON.stringify({ customer_reference_id: '', legal_name: 5 });
      const headers = { ...client.headers, 'content-type': 'application/json' };
      for (const port of [ports.base, ports.vault]) {
        const answer = await fetch(`http://127.0.0.1:${port}/deliver/businesses`, { method: 'POST', headers, body });
        const { details } = (await answer.json()) as { details: { errors: { error_code: string }[] } };
        expect(details.errors.map(({ error_code }) => error_code)).toEqual([
          'invalid_customer_reference_id',
          'invalid_legal_name',
        ]);
      }
    });

    it.each(['', 'Host: x\r\nHost: x\r\n', 'Host: x\r\nHOST: y\r\n'])(
      'refuse a request with the Host headers %j, as no gateway may read it otherwise',
      async (hosts) => {
        for (const port of [ports.base, ports.vault]) {
          const { status, headers, body } = parseResponse(
            await sendBytes(port, `GET /health/live HTTP/1.1\r\n${hosts}\r\n`),
          );
          expect([status, codeOf({ body }), headers.get('connection')]).toEqual([400, 'bad_request', 'close']);
          const old = await sendBytes(port, `GET /health/live HTTP/1.0\r\n${hosts}\r\n`);
          expect(parseResponse(old).status).toBe(hosts === '' ? 200 : 400);
        }
      },
    );

    it.each([
      ['its body is too large', { 'content-length': `${MAX_BODY + 1}` }, /^HTTP\/1.1 413 [^]*payload_too_large/],
      ['its length is right', { 'content-length': '2' }, /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 400 /],
    ])('answer a client that waits for 100 Continue at once when %s', async (_, length, expected) => {
      const expecting = { ...client.headers, 'content-type': 'application/json', expect: '100-continue', ...length };
      for (const port of [ports.base, ports.vault]) {
        expect(await sendBytes(port, `${ask('POST', TRANSFERS, expecting)}{}`)).toMatch(expected);
      }
    });

    it('respond to invalid HTTP with the error body, and keep serving', async () => {
      for (const port of [ports.base, ports.vault]) {
        const answer = parseResponse(await sendBytes(port, 'GARBAGE\r\n\r\n'));
        expect([port === ports.base ? 'base' : 'vault', answer.status, answer.body]).toEqual([
          port === ports.base ? 'base' : 'vault',
          400,
          expect.stringContaining('"error_code":"bad_request"'),
        ]);
        expect(parseResponse(await sendBytes(port, ask('GET', '/health/live'))).status).toBe(200);
      }
    });
  });
});
