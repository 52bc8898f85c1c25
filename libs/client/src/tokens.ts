/** The response of a token operation. */
export interface Grant {
  readonly access_token: string;
  /** In seconds. */
  readonly expires_in: number;
  readonly refresh_token?: string;
}

const LONGEST_HEAD_START_MS = 60_000;
const HEAD_START_SHARE = 0.1;

/** Keeps one access token, renews it before it expires, and lets any number of calls share one renewal. */
export class Tokens {
  private current: { readonly token: string; readonly renewAt: number } | undefined;
  private refreshToken: string | undefined;
  private renewal: Promise<string> | undefined;

  /** `obtain` gets the refresh token of the grant before, where that had one. */
  constructor(private readonly obtain: (refreshToken: string | undefined) => Promise<Grant>) {}

  async get(): Promise<string> {
    if (this.current !== undefined && Date.now() < this.current.renewAt) return this.current.token;
    this.renewal ??= this.renew().finally(() => (this.renewal = undefined));
    return this.renewal;
  }

  /** Drops a token that the service refused, unless it was renewed since. */
  refused(token: string): void {
    if (this.current?.token === token) this.current = undefined;
  }

  /** Drops also the refresh token, which does not replace a password of the last minutes. */
  outgrown(token: string): void {
    if (this.current?.token === token) this.refreshToken = undefined;
    this.refused(token);
  }

  private async renew(): Promise<string> {
    const { access_token, expires_in, refresh_token } = await this.obtain(this.refreshToken);
    const lifetime = expires_in * 1000;
    const headStart = Math.min(LONGEST_HEAD_START_MS, lifetime * HEAD_START_SHARE);
    this.current = { token: access_token, renewAt: Date.now() + lifetime - headStart };
    this.refreshToken = refresh_token;
    return access_token;
  }
}
