import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { EnterpriseCredentials } from '@payments/auth';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Sending {
  readonly payload?: unknown;
  readonly headers?: Record<string, string>;
}

/** Sends requests into the application as a client of one enterprise. */
export class ApiClient {
  private constructor(
    private readonly api: NestFastifyApplication,
    readonly credentials: EnterpriseCredentials,
    readonly token: string,
  ) {}

  static async login(api: NestFastifyApplication, credentials: EnterpriseCredentials): Promise<ApiClient> {
    const { client_id, client_secret } = credentials;
    const response = await api.inject({ method: 'POST', url: '/oauth/token', payload: { client_id, client_secret } });
    const { access_token } = response.json<{ access_token: string }>();
    if (access_token === undefined) throw new Error(`no token: ${response.body}`);
    return new ApiClient(api, credentials, access_token);
  }

  get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.token}`, 'service-version': 'v2022-09-21' };
  }

  async send(method: Method, url: string, { payload, headers }: Sending = {}): Promise<Answer> {
    const response = await this.api.inject({
      method,
      url,
      headers: { ...this.headers, ...headers },
      ...(payload !== undefined && { payload: payload as object }),
    });
    const isJson = /\bjson\b/.test(String(response.headers['content-type'])) && response.body !== '';
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: isJson ? response.json() : {},
    };
  }

  get(url: string): Promise<Answer> {
    return this.send('GET', url);
  }

  post(url: string, payload?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', url, { payload, headers });
  }

  put(url: string, payload?: unknown): Promise<Answer> {
    return this.send('PUT', url, { payload });
  }
}
