import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import type { EnterpriseCredentials } from '@payments/auth';
import { AccessTokens } from '../../libs/auth/src/application/ports.js';
import { CLIENT_SCOPES, PORTAL_SCOPES } from '../../libs/auth/src/domain/scopes.js';
import { EligibilityScope1764100080000 } from '../../migrations/1764100080000-eligibility-scope.js';
import { routesOf, urlOfNothing } from '../support/routes.js';
import type { Route } from '../support/routes.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { itOnOneServer } from '../support/skip-unless.js';

const ifOneServer = itOnOneServer('A migration from before Citus is repeated');

const SCOPES: readonly string[] = [...CLIENT_SCOPES, ...PORTAL_SCOPES];
const isPortalScope = (scope: string) => (PORTAL_SCOPES as readonly string[]).includes(scope);
/** What anybody may call, and why. */
const PUBLIC: Readonly<Record<string, string>> = {
  'POST /oauth/token': 'gives tokens',
  'POST /authenticate': 'gives tokens',
  'POST /authenticate/password': 'takes a link that serves once',
  'POST /refresh': 'gives tokens',
  'POST /portal/session': 'gives tokens, to the page of the portal',
  'POST /portal/session/mfa': 'gives tokens, after a code',
  'POST /portal/session/refresh': 'gives tokens for the session cookie',
  'DELETE /portal/session': 'ends the session of the cookie',
  'GET /.well-known/jwks.json': 'public keys',
  'GET /health/live': 'probes have no token',
  'GET /health/ready': 'probes have no token',
  'GET /health/startup': 'probes have no token',
};

describe('the scopes of the routes', () => {
  let service: TestService;
  let credentials: EnterpriseCredentials;
  let routes: Route[];

  beforeAll(async () => {
    service = await startTestService();
    credentials = await service.createEnterprise();
    routes = routesOf(service.api);
  });
  afterAll(() => service.stop());

  /** A token of a client or a user of the enterprise, whatever his credential or role would give him. */
  const tokenWith = (kind: 'client' | 'user', scope: string) =>
    service.api.get(AccessTokens, { strict: false }).sign(
      {
        subject: { kind, name: kind === 'client' ? credentials.client_id : credentials.user.name },
        enterprise_id: credentials.enterprise_id,
        scope,
        credential_version: 1,
      },
      600,
    );
  const call = async (route: Route, token: string) => {
    const headers = { 'service-version': 'v2022-09-21', 'x-api-key': credentials.api_key };
    return service.api.inject({
      method: route.method,
      url: urlOfNothing(route),
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
  };
  /** Refused for the scope, or let pass to whatever comes after it. */
  const verdict = async (route: Route, token: string) => {
    const response = await call(route, token);
    if (response.statusCode >= 500 || response.statusCode === 401) return response.body;
    if (response.statusCode !== 403) return 'passed';
    const { error_code, message } = response.json<{ error_code: string; message: string }>();
    // Tokens of programs have the scope, but no session in a browser.
    return error_code === 'session_required' ? 'passed' : message;
  };

  it('are declared by every route that is not public', () => {
    const open = routes.filter(({ scope }) => scope === undefined).map(({ method, path }) => `${method} ${path}`);
    expect(open.sort()).toEqual(Object.keys(PUBLIC).sort());
    const unknown = routes.filter(({ scope, otherScopes }) =>
      [...(scope === undefined ? [] : [scope]), ...otherScopes].some((each) => !SCOPES.includes(each)),
    );
    expect(unknown).toEqual([]);
    expect(routes.length).toBeGreaterThan(40);
  });

  it('open each route to the token that holds one of its scopes, and to no token with any other', async () => {
    const wrong: string[] = [];
    for (const held of SCOPES) {
      const token = await tokenWith('user', held);
      for (const route of routes.filter(({ scope }) => scope !== undefined)) {
        const opening: readonly string[] = [route.scope!, ...route.otherScopes];
        const expected = opening.includes(held)
          ? 'passed'
          : `The access token lacks the scope ${opening.join(' or ')}. Use a client or user that has it.`;
        const given = await verdict(route, token);
        // Asked for only once the scope is there.
        const isHeld = given.startsWith('The operation needs a password or code');
        if ((isHeld ? 'passed' : given) !== expected)
          wrong.push(`${route.method} ${route.path} with ${held}: ${given}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('keep clients out of the portal, whatever their token says', async () => {
    const token = await tokenWith('client', SCOPES.join(' '));
    const wrong: string[] = [];
    for (const route of routes.filter(({ scope }) => scope !== undefined)) {
      const expected = route.portal ? /scope/ : /^passed$/;
      const given = await verdict(route, token);
      if (!expected.test(given)) wrong.push(`${route.method} ${route.path}: ${given}`);
    }
    expect(wrong).toEqual([]);
  });

  ifOneServer('are given to a client by a migration if it had all before, and to no other', async () => {
    const added = 'read:routing-number-eligibility';
    const before = CLIENT_SCOPES.filter((scope) => scope !== added);
    const clients = { all: before, narrow: ['read:transfers'], without: before.slice(1) };
    const owner = new Client({ connectionString: service.database.adminUrl });
    await owner.connect();
    try {
      for (const [id, scopes] of Object.entries(clients)) {
        await owner.query(
          `INSERT INTO auth.clients (enterprise_id, client_id, secret_hash, scopes, created_at)
           SELECT enterprise_id, $1, secret_hash, $2, created_at FROM auth.clients WHERE client_id = $3`,
          [id, scopes, credentials.client_id],
        );
      }
      const migration = new EligibilityScope1764100080000();
      const runner = { query: (sql: string, values: unknown[] = []) => owner.query(sql, values) };
      const scopes = async () => {
        const { rows } = await owner.query<{ client_id: string; scopes: string[] }>(
          'SELECT client_id, scopes FROM auth.clients WHERE client_id = ANY($1)',
          [Object.keys(clients)],
        );
        return Object.fromEntries(rows.map((row) => [row.client_id, row.scopes.toSorted()]));
      };
      const sorted = (of: readonly string[]) => of.toSorted();
      await migration.up(runner as unknown as QueryRunner);
      expect(await scopes()).toEqual({
        ...{ all: sorted([...before, added]), narrow: clients.narrow, without: sorted(clients.without) },
      });
      await migration.down(runner as unknown as QueryRunner);
      expect(await scopes()).toMatchObject({ all: sorted(before), narrow: clients.narrow });
    } finally {
      await owner.end();
    }
  });

  // Users decide about approvals, which stand beside what they are about.
  it('of the portal stand on the routes of the portal and nowhere else, but for decisions about approvals', () => {
    const odd = routes.filter(
      ({ path, scope, portal }) =>
        scope !== undefined &&
        (path.startsWith('/portal/') !== portal || (isPortalScope(scope) && !portal && scope !== 'write:approvals')),
    );
    expect(odd).toEqual([]);
  });
});
