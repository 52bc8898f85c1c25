import { newId } from '@payments/kernel';
import type { FieldError } from '@payments/kernel';
import type { ApiClient } from '../support/api-client.js';
import { Browser } from '../support/browser.js';
import { PortalUser } from '../support/portal-user.js';
import { routesOf } from '../support/routes.js';
import type { Route } from '../support/routes.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

interface Refusal {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

describe('the query of an operation', () => {
  let service: TestService;
  let client: ApiClient;
  let admin: PortalUser;

  beforeAll(async () => {
    service = await startTestService();
    client = await service.client();
    admin = await PortalUser.login(service.api, client.credentials.user);
  });
  afterAll(() => service.stop());

  const send = ({ method, path, scope }: Route, query: string): Promise<Refusal> => {
    const url = `${path.replace(/:\w+/g, newId())}?${query}`;
    const [, ofSession] = /^\/portal\/session(.*)$/.exec(url) ?? [];
    if (scope === undefined && ofSession !== undefined) return new Browser(service.api).ofSession(method, ofSession);
    if (path.startsWith('/portal/')) return admin.send(method, url);
    const { api_key } = client.credentials;
    const ofUser = { authorization: `Bearer ${admin.token}`, 'x-api-key': api_key };
    return client.send(method, url, scope === 'write:approvals' ? { headers: ofUser } : {});
  };
  const code = ({ status, body }: Refusal) => `${status} ${String(body['error_code'])}`;
  const errorsOf = ({ body }: Refusal) => (body['details'] as { errors: FieldError[] }).errors;

  it('is refused for an unknown parameter, whatever the operation', async () => {
    const routes = routesOf(service.api);
    expect(routes.length).toBeGreaterThan(70);
    const accepted: string[] = [];
    for (const route of routes) {
      const response = await send(route, 'nonsense=1');
      const [first] = response.status === 400 ? errorsOf(response) : [];
      if (code(response) !== '400 invalid_query_parameter' || first?.field !== 'nonsense') {
        accepted.push(`${route.method} ${route.path}: ${code(response)}`);
      }
    }
    expect(accepted).toEqual([]);
  });

  it('is refused with a message that names the parameter and the known ones', async () => {
    const persons = await client.get('/deliver/persons?lastname=Lovelace');
    expect(persons.body['message']).toMatch(
      /^Unknown query parameter 'lastname'[.] .* parameters: size, index, after, .*customer_reference_id, first_name, last_name[.]$/,
    );
    const balance = await client.get('/deliver/balance?currency=USD');
    expect(balance.body['message']).toBe(
      "Unknown query parameter 'currency'. This operation accepts no query parameters.",
    );
  });

  it('is refused with every other field error too', async () => {
    const list = await client.get('/deliver/transfers?size=x&nonsense=1&status=done');
    expect(errorsOf(list).map(({ error_code }) => error_code)).toEqual([
      'invalid_query_parameter',
      'invalid_size',
      'invalid_status',
    ]);
    const created = await client.post('/deliver/external/accounts?dry_run=true', { account_type: 'gold' });
    const codes = errorsOf(created).map(({ error_code }) => error_code);
    expect(codes[0]).toBe('invalid_query_parameter');
    expect(codes).toEqual(expect.arrayContaining(['missing_account_reference_id', 'invalid_account_type']));
  });

  it('is refused for a parameter in another letter case, without a name, or of every object', async () => {
    for (const query of ['Size=1', 'SIZE=1', '=1', 'size[]=1', 'constructor=1', '__proto__=1', 'size%20=1']) {
      expect([query, code(await client.get(`/deliver/persons?${query}`))]).toEqual([
        query,
        '400 invalid_query_parameter',
      ]);
    }
  });

  it('is refused with a short response, however many or long the names', async () => {
    const many = await client.get(`/deliver/persons?${Array.from({ length: 2_000 }, (_, i) => `n${i}=1`).join('&')}`);
    expect([code(many), errorsOf(many).length]).toEqual(['400 invalid_query_parameter', 20]);
    const long = await client.get(`/deliver/persons?${'n'.repeat(8_000)}=1`);
    expect(errorsOf(long)[0]!.field).toBe('n'.repeat(64));
    const marked = await client.get(`/deliver/persons?a%E2%80%AEb%00=1`);
    expect(errorsOf(marked)[0]!.field).toBe('a?b?');
  });

  it('is refused for the repetition of a parameter that takes one value', async () => {
    const id = newId();
    for (const [query, error] of [
      ['size=1&size=1', 'invalid_size'],
      ['index=1&index=2', 'invalid_index'],
      [`after=${id}&after=${id}`, 'invalid_after'],
      ['start_time=2026-01-01T00:00:00Z&start_time=2026-01-01T00:00:00Z', 'invalid_start_time'],
      ['customer_reference_id=a&customer_reference_id=b', 'invalid_customer_reference_id'],
    ]) {
      expect([query, code(await client.get(`/deliver/persons?${query}`))]).toEqual([query, `400 ${error}`]);
    }
    expect((await client.get('/deliver/persons?status=created&status=closed')).status).toBe(200);
  });

  it('may be empty, or a question mark alone', async () => {
    expect((await client.get('/deliver/persons?')).status).toBe(200);
    expect((await client.get('/deliver/persons?&')).status).toBe(200);
  });
});
