import { deviationOf } from '../documented.js';

export interface ClientCredentials {
  readonly client_id: string;
  readonly client_secret: string;
}

const askToken = (baseUrl: string, { client_id, client_secret }: ClientCredentials) =>
  fetch(new URL('/oauth/token', baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id, client_secret }),
  });

/** Asks for a token as any client does; `undefined` when it is refused. */
export async function tokenOf(baseUrl: string, credentials: ClientCredentials): Promise<string | undefined> {
  return ((await (await askToken(baseUrl, credentials)).json()) as { access_token?: string }).access_token;
}

/** An answer that is no 2xx. */
export class HttpFailure extends Error {
  constructor(
    what: string,
    readonly status: number,
    readonly text: string,
    readonly headers: Headers,
  ) {
    super(`${what}: ${status} ${text}`);
  }
}

/** A client of one enterprise, over the network. */
export class HttpClient {
  private constructor(
    private readonly baseUrl: string,
    private readonly token: string,
  ) {}

  static async login(baseUrl: string, credentials: ClientCredentials): Promise<HttpClient> {
    const response = await askToken(baseUrl, credentials);
    const answer = await response.text();
    if (!response.ok) throw new Error(`no token from ${baseUrl}: ${response.status} ${answer}`);
    return new HttpClient(baseUrl, (JSON.parse(answer) as { access_token: string }).access_token);
  }

  get<Body>(path: string): Promise<Body> {
    return this.send<Body>('GET', path);
  }

  post<Body>(path: string, body?: object, headers: Readonly<Record<string, string>> = {}): Promise<Body> {
    return this.send<Body>('POST', path, { body, headers });
  }

  /** @throws HttpFailure unless the answer is a 2xx, TypeError when there is none, Error when it is not as described. */
  private async send<Body>(
    method: 'GET' | 'POST',
    path: string,
    { body, headers }: { readonly body?: object | undefined; readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Body> {
    const response = await fetch(new URL(path, this.baseUrl), {
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${this.token}`,
        'service-version': 'v2022-09-21',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status } = response;
    const answered = Object.fromEntries(response.headers);
    const deviation = deviationOf({ method, url: path, status, headers: answered, body: text });
    if (deviation !== undefined) throw new Error(deviation);
    if (!response.ok) throw new HttpFailure(`${method} ${path}`, status, text, response.headers);
    return JSON.parse(text) as Body;
  }
}
