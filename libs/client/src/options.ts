/** Where the service is, and how patient the client is with it. */
interface Connection {
  /** `http://localhost:3000`; the address of the service, without a path. */
  readonly baseUrl: string;
  /** `psk_…`, sent as `X-API-Key`. Needed where the enterprise demands it, and by portal users outside the portal. */
  readonly apiKey?: string;
  /** The version of the interface that the program was written for. */
  readonly serviceVersion?: 'v2022-09-21';
  /** In place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** How long one attempt may take, in milliseconds; 30 000 unless given. */
  readonly timeout_ms?: number;
  /** How often a request that may be repeated is sent again; 3 unless given, 0 for never. */
  readonly retries?: number;
}

/** The credentials of a program. */
interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The name and password of a portal user. */
interface UserCredentials {
  readonly user: { readonly name: string; readonly password: string };
}

export type Credentials = ClientCredentials | UserCredentials;

export type PaymentsClientOptions = Connection & Credentials;

/** What any single call may be given. */
export interface CallOptions {
  /** Ends the call, its waits included. */
  readonly signal?: AbortSignal;
}

/** What a call that creates something may be given. */
export interface CreateOptions extends CallOptions {
  /** 1 to 255 printable ASCII characters. Default: a generated key for each call, shared by its attempts. */
  readonly idempotencyKey?: string;
}
