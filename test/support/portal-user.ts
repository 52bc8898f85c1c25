import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { EnterpriseCredentials } from '@payments/auth';

type Body = Record<string, unknown>;

export interface PortalResponse {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Body;
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

  async send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: Body,
  ): Promise<PortalResponse> {
    const headers = { authorization: `Bearer ${this.token}` };
    const response = await this.api.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
    return { status: response.statusCode, text: response.body, headers: response.headers, body: response.json<Body>() };
  }

  get(url: string): Promise<PortalResponse> {
    return this.send('GET', url);
  }

  post(url: string, payload?: Body): Promise<PortalResponse> {
    return this.send('POST', url, payload);
  }
}
