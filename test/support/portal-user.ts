import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { EnterpriseCredentials } from '@payments/auth';
import { newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { AccessTokens, Users } from '../../libs/auth/src/application/ports.js';
import { sessionClaims } from '../../libs/auth/src/application/session-claims.js';
import { StartSession } from '../../libs/auth/src/application/start-session.js';

type Body = Record<string, unknown>;

export interface PortalResponse {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Body;
}

const LIFETIME_SECONDS = 600;

interface UserOptions {
  /** The first user of the enterprise if omitted. */
  readonly name?: string;
  readonly scopes: readonly string[];
}

/** The status of the response to a password that is set by a link. */
export async function setPassword(
  api: NestFastifyApplication,
  payload: Body,
  remoteAddress = '192.0.2.1',
): Promise<number> {
  const response = await api.inject({ method: 'POST', url: '/authenticate/password', payload, remoteAddress });
  return response.statusCode;
}

/** Sends requests as a portal user. */
export class PortalUser {
  private constructor(
    private readonly api: NestFastifyApplication,
    readonly token: string,
  ) {}

  static async login(
    api: NestFastifyApplication,
    { name, password }: EnterpriseCredentials['user'],
  ): Promise<PortalUser> {
    const response = await api.inject({ method: 'POST', url: '/authenticate', payload: { name, password } });
    const { access_token } = response.json<{ access_token?: string }>();
    if (access_token === undefined) throw new Error(`no token: ${response.body}`);
    return new PortalUser(api, access_token);
  }

  /** Another user, who has chosen a password. */
  async create(role: string): Promise<EnterpriseCredentials['user']> {
    const user = { name: `${role}-${newId()}`, password: 'correct horse battery staple' };
    const { status, text, body } = await this.post('/portal/users', { name: user.name, role });
    const isSet = (await setPassword(this.api, { link: body['link'], new_password: user.password })) === 204;
    if (status !== 200 || !isSet) throw new Error(text);
    return user;
  }

  /** A user of the enterprise whose token has these scopes only. */
  static async of(
    api: NestFastifyApplication,
    enterprise: EnterpriseCredentials,
    given: UserOptions,
  ): Promise<PortalUser> {
    const { name = enterprise.user.name, scopes } = given;
    const get = <T>(type: abstract new (...parameters: never[]) => T) => api.get<T>(type, { strict: false });
    const user = (await get(Users).find(name))!;
    const token = await workContext.run({ requestId: newId() }, async () => {
      const family = await get(StartSession).execute(user, { kind: 'api', methods: ['pwd'] });
      // No suite takes longer than the token lasts, though it may take longer than a password counts.
      const authenticated_at = new Date(Date.now() + LIFETIME_SECONDS * 1_000);
      const claims = { ...sessionClaims(user, { ...family, authenticated_at }), scope: scopes.join(' ') };
      return get(AccessTokens).sign(claims, LIFETIME_SECONDS);
    });
    return new PortalUser(api, token);
  }

  async send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: Body,
  ): Promise<PortalResponse> {
    const headers = { authorization: `Bearer ${this.token}` };
    const response = await this.api.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
    return {
      status: response.statusCode,
      text: response.body,
      headers: response.headers,
      body: response.body === '' ? {} : response.json<Body>(),
    };
  }

  get(url: string): Promise<PortalResponse> {
    return this.send('GET', url);
  }

  post(url: string, payload?: Body): Promise<PortalResponse> {
    return this.send('POST', url, payload);
  }
}

/**
 * The column, $1 units earlier. At UTC, so that the difference depends on no setting of the connection, which a database on several
 * servers demands.
 */
export function earlier(column: string, unit: 'second' | 'minute'): string {
  return `(${column} AT TIME ZONE 'UTC' - $1 * interval '1 ${unit}') AT TIME ZONE 'UTC'`;
}
