import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { EnterpriseCredentials } from '@payments/auth';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import type { PortalResponse } from './portal-user.js';

type Body = Record<string, unknown>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface BrowserRequest {
  readonly payload?: Body | string;
  /** Added to those of the page; `undefined` leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly remoteAddress?: string;
}

/** The page of the portal in a browser: it has one cookie, and a token that it keeps in memory. */
export class Browser {
  /** `name=value`, as the browser would send it back. */
  cookie: string | undefined;
  token: string | undefined;

  constructor(
    private readonly api: NestFastifyApplication,
    readonly origin = new URL(api.get<Config>(CONFIG).publicBaseUrl).origin,
    /** As the browser addresses the service, where that is another than the public address. */
    private readonly host?: string,
  ) {}

  static async logIn(api: NestFastifyApplication, user: EnterpriseCredentials['user']): Promise<Browser> {
    const browser = new Browser(api);
    const { status, text } = await browser.logIn(user);
    if (browser.token === undefined) throw new Error(`no session: ${status} ${text}`);
    return browser;
  }

  logIn({ name, password }: EnterpriseCredentials['user'], remoteAddress?: string): Promise<PortalResponse> {
    return this.ofSession('POST', '', { payload: { name, password }, ...(remoteAddress && { remoteAddress }) });
  }

  refresh(): Promise<PortalResponse> {
    return this.ofSession('POST', '/refresh');
  }

  logOut(): Promise<PortalResponse> {
    return this.ofSession('DELETE', '');
  }

  /** An operation of the session, as the page sends it. */
  async ofSession(method: Method, path: string, request: BrowserRequest = {}): Promise<PortalResponse> {
    const own = {
      origin: this.origin,
      'x-portal': '1',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    };
    const cookie = this.cookie === undefined ? {} : { cookie: this.cookie };
    const url = `/portal/session${path}`;
    const answer = await this.send(method, url, { ...request, headers: { ...own, ...cookie, ...request.headers } });
    this.keep(answer);
    return answer;
  }

  /** Any other operation: with the token, without the cookie. */
  call(method: Method, url: string, payload?: Body): Promise<PortalResponse> {
    const headers = { authorization: `Bearer ${this.token}`, 'service-version': 'v2022-09-21' };
    return this.send(method, url, { headers, ...(payload && { payload }) });
  }

  async send(method: Method, url: string, { headers = {}, payload, remoteAddress }: BrowserRequest) {
    const sent = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const response = await this.api.inject({
      ...{ method, url, headers: { ...(this.host && { host: this.host }), ...Object.fromEntries(sent) } },
      ...(payload !== undefined && { payload }),
      ...(remoteAddress !== undefined && { remoteAddress }),
    });
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    const body = isJson ? response.json<Body>() : {};
    return { status: response.statusCode, text: response.body, headers: response.headers, body };
  }

  private keep({ headers, body }: PortalResponse): void {
    const sent = headers['set-cookie'] as string | undefined;
    const pair = sent?.split(';')[0];
    if (pair !== undefined) this.cookie = pair.endsWith('=') ? undefined : pair;
    const session = body['session'] as { access_token: string } | undefined;
    if (session !== undefined) this.token = session.access_token;
  }
}
