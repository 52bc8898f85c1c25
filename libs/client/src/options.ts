/** The address of the service, the timeout and the retries. */
interface Connection {
  /** `http://localhost:3000`; the address of the service, without a path. */
  readonly baseUrl: string;
  /** `psk_…`, sent as `X-API-Key`. Required if the enterprise requires it, and for portal users outside the portal. */
  readonly apiKey?: string;
  /** The version of the interface that the program was written for. */
  readonly serviceVersion?: 'v2022-09-21';
  /** In place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** How long one attempt may take, in milliseconds; 30 000 unless given. */
  readonly timeout_ms?: number;
  /** The maximum number of retries of a repeatable request; 3 unless given, 0 for none. */
  readonly retries?: number;
}

/** The credentials of a program. */
interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Narrows the tokens to these scopes, such as `read:transfers`. Default: all that the client holds. */
  readonly scopes?: readonly string[];
}

/** The name and password of a portal user. */
interface UserCredentials {
  readonly user: { readonly name: string; readonly password: string };
}

export type Credentials = ClientCredentials | UserCredentials;

export type PaymentsClientOptions = Connection & Credentials;

/** Options of any call. */
export interface CallOptions {
  /** Aborts the call, including its waits. */
  readonly signal?: AbortSignal;
}

/** Options of a call that creates a resource. */
export interface CreateOptions extends CallOptions {
  /** 1 to 255 printable ASCII characters. Default: a generated key for each call, shared by its attempts. */
  readonly idempotencyKey?: string;
}
