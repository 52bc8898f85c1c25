import { isRefusal, sessionApi } from '../api/session-api.js';
import type {
  ContinuedSession,
  Me,
  MfaChallenge,
  NewSecondFactor,
  Preferences,
  Session,
  StepUpProof,
} from '../api/session-api.js';
import { Presence } from './presence.js';

export type EndReason = 'signed_out' | 'idle' | 'expired' | 'elsewhere';

export type SessionState =
  | { readonly status: 'starting' }
  | { readonly status: 'unreachable' }
  | { readonly status: 'signed_out'; readonly reason?: EndReason | undefined }
  | {
      readonly status: 'signed_in';
      readonly me: Me;
      /** When the session ends if nothing is done, in ms since 1970. */
      readonly idleEndsAt: number;
      /** What has to be done before anything else. */
      readonly duty?: 'password' | 'second_factor' | undefined;
    };

const LOCK = 'payments-session';
/** How long before its end a token is renewed. */
const EARLY_MS = 60_000;

/**
 * The signed-in user of this tab. The access token is in this object alone, the refresh token in a cookie that no
 * script can read, so a reload starts with a refresh.
 */
class BrowserSession {
  private state: SessionState = { status: 'starting' };
  private accessToken: string | undefined;
  private refreshing: Promise<boolean> | undefined;
  private timer: number | undefined;
  private refreshedAt = 0;
  private tokenEndsAt = 0;
  private readonly presence = new Presence(window);
  private readonly listeners = new Set<() => void>();
  private readonly tabs = new BroadcastChannel(LOCK);

  constructor() {
    this.tabs.onmessage = () => this.end('elsewhere');
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): SessionState => this.state;

  get token(): string | undefined {
    return this.accessToken;
  }

  /** Continues the session of the cookie, if there is one. */
  async start(): Promise<void> {
    this.set({ status: 'starting' });
    await this.refresh();
  }

  /** @returns the second step, where the user has one. @throws Problem */
  async signIn(name: string, password: string): Promise<MfaChallenge | undefined> {
    const answer = await sessionApi.signIn(name, password);
    if (answer.session) await this.begin(answer.session);
    return answer.mfa;
  }

  /** @throws Problem */
  async confirmMfa(token: string, code: string): Promise<void> {
    await this.begin(await sessionApi.confirmMfa(token, code));
  }

  /** @throws Problem when the session is not known to be over */
  async signOut(): Promise<void> {
    await sessionApi.signOut();
    this.tabs.postMessage('signed_out');
    this.end('signed_out');
  }

  /** Changes the password; the API ends every other session, and this one continues. @throws Problem */
  async changePassword(current: string, next: string): Promise<void> {
    const passwords = { current_password: current, new_password: next };
    await this.continue(await sessionApi.changePassword(this.accessToken ?? '', passwords));
  }

  /** What the authenticator app needs; it counts once a code is confirmed. @throws Problem */
  beginMfa(): Promise<NewSecondFactor> {
    return sessionApi.beginMfa(this.accessToken ?? '');
  }

  /** Ends every other session. @throws Problem */
  async enrollMfa(code: string): Promise<void> {
    await this.continue(await sessionApi.enrollMfa(this.accessToken ?? '', code));
  }

  /** Needs a step-up. Ends every other session. @throws Problem */
  async removeMfa(): Promise<void> {
    await this.continue(await sessionApi.removeMfa(this.accessToken ?? ''));
  }

  /** Proves anew who is there. @throws Problem */
  async stepUp(proof: StepUpProof): Promise<void> {
    await this.begin(await sessionApi.stepUp(this.accessToken ?? '', proof));
  }

  /** @throws Problem */
  async savePreferences(preferences: Preferences): Promise<void> {
    const me = await sessionApi.savePreferences(this.accessToken ?? '', preferences);
    if (this.state.status === 'signed_in') this.set({ ...this.state, me });
  }

  /** Renews the token, once for everybody who asks meanwhile. False when the session is over. */
  refresh(): Promise<boolean> {
    this.refreshing ??= navigator.locks.request(LOCK, () => this.renew()).finally(() => (this.refreshing = undefined));
    return this.refreshing;
  }

  /**
   * For a request whose token was refused. A token that ran out while nobody was there is renewed only when somebody
   * comes back: else what a page reads by itself would keep the session for ever. False when the session is over.
   */
  async replaceToken(): Promise<boolean> {
    const isIdle = Date.now() >= this.tokenEndsAt && !this.presence.isSince(this.refreshedAt);
    if (this.state.status === 'signed_in' && isIdle) await this.presence.next();
    return this.state.status !== 'signed_out' && (await this.refresh());
  }

  private async renew(): Promise<boolean> {
    try {
      const session = await sessionApi.refresh();
      if (session) await this.begin(session);
      else this.expire();
      return session !== undefined;
    } catch (error) {
      if (isRefusal(error)) this.expire();
      else if (this.state.status === 'starting') this.set({ status: 'unreachable' });
      return false;
    }
  }

  private async begin(session: Session): Promise<void> {
    const me = await sessionApi.me(session.access_token);
    this.accessToken = session.access_token;
    this.refreshedAt = Date.now();
    this.tokenEndsAt = this.refreshedAt + session.expires_in * 1_000;
    const idleEndsAt = this.refreshedAt + session.idle_expires_in * 1_000;
    const duty = me.must_change_password ? 'password' : me.must_enroll_mfa ? 'second_factor' : undefined;
    this.set({ status: 'signed_in', me, idleEndsAt, duty });
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.keepAlive(), session.expires_in * 1_000 - EARLY_MS);
  }

  private async continue({ session }: ContinuedSession): Promise<void> {
    if (session) await this.begin(session);
    else await this.refresh();
  }

  // Only for somebody who is there: without input the session runs out, as it must.
  private keepAlive(): void {
    if (this.presence.isSince(this.refreshedAt)) void this.refresh();
    else this.timer = window.setTimeout(() => this.keepAlive(), EARLY_MS / 4);
  }

  private expire(): void {
    this.end(this.state.status === 'signed_in' ? 'expired' : undefined);
  }

  /** Ends the session in this tab. */
  end(reason: EndReason | undefined): void {
    clearTimeout(this.timer);
    this.accessToken = undefined;
    this.presence.release();
    if (this.state.status !== 'signed_out') this.set({ status: 'signed_out', reason });
  }

  private set(state: SessionState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}

export const session = new BrowserSession();
