import { CliError } from '../cli.error.js';

export interface DemoCredentials {
  readonly base_url: string;
  readonly client_id: string;
  readonly client_secret: string;
}

type Json = Readonly<Record<string, unknown>>;

/** The few calls that the demo makes, as any client would make them. */
export class DemoApi {
  private token = '';

  constructor(private readonly credentials: DemoCredentials) {}

  async logIn(): Promise<void> {
    const { client_id, client_secret } = this.credentials;
    const { access_token } = await this.call<{ access_token: string }>('POST', '/oauth/token', {
      client_id,
      client_secret,
    });
    this.token = access_token;
  }

  /** @throws CliError with the service's own error when it refuses, or cannot be reached. */
  async call<Answer = Json>(method: string, path: string, body?: Json): Promise<Answer> {
    const url = new URL(path, this.credentials.base_url);
    const response = await fetch(url, {
      method,
      headers: {
        ...(this.token && { Authorization: `Bearer ${this.token}`, 'Service-Version': 'v2022-09-21' }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new CliError(`nothing answers at ${url.origin}; run "npm start" in another terminal first`);
    });
    const text = await response.text();
    if (!response.ok) throw new CliError(`${method} ${path} was refused with ${response.status}: ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Answer;
  }
}
