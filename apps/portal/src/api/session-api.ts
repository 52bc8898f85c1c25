import { Problem, problemOf, unanswered } from './problem.js';
import { noteServerTime } from './server-time.js';

/** An access token and how long the session behind it lasts. */
export interface Session {
  readonly access_token: string;
  readonly expires_in: number;
  readonly idle_expires_in: number;
  readonly absolute_expires_at: string;
  readonly must_change_password: boolean;
}

export interface MfaChallenge {
  readonly token: string;
  readonly methods: readonly string[];
  readonly expires_in: number;
}

export interface Preferences {
  readonly theme?: 'system' | 'light' | 'dark';
  readonly time_zone?: 'eastern' | 'utc' | 'local';
  readonly density?: 'comfortable' | 'compact';
  readonly single_keys?: boolean;
}

export interface Me {
  readonly name: string;
  readonly role: string;
  readonly scopes: readonly string[];
  readonly enterprise: { readonly id: string; readonly name: string; readonly environment: 'sandbox' | 'production' };
  readonly mfa: boolean;
  readonly must_change_password: boolean;
  readonly must_enroll_mfa: boolean;
  readonly preferences: Preferences;
}

export interface SignInAnswer {
  readonly session?: Session;
  /** In place of a session: a code is needed. */
  readonly mfa?: MfaChallenge;
}

export interface NewSecondFactor {
  readonly secret: string;
  readonly otpauth_uri: string;
  readonly recovery_codes: readonly string[];
}

/** A code of the second factor, or the password of a user without one. */
export type StepUpProof = { readonly code: string } | { readonly password: string };

/** This session goes on with a new token. */
export interface ContinuedSession {
  readonly session?: Session;
}

// Together with a JSON body or none, and the Origin of this page, these let the API read the session cookie.
const HEADERS = { 'X-Portal': '1' };
const JSON_HEADERS = { ...HEADERS, 'Content-Type': 'application/json' };

async function call<Answer>(method: string, path: string, options: RequestInit = {}): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: HEADERS,
      credentials: 'same-origin',
      cache: 'no-store',
      ...options,
    });
  } catch (cause) {
    throw unanswered(cause);
  }
  noteServerTime(response);
  const text = await response.text();
  const body = isJson(response) ? (JSON.parse(text) as unknown) : undefined;
  if (!response.ok) throw problemOf(response, body);
  return body as Answer;
}

const isJson = (response: Response) => response.headers.get('content-type')?.startsWith('application/json') ?? false;
const withBody = (body: unknown) => ({ headers: JSON_HEADERS, body: JSON.stringify(body) });
const withToken = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
const asUser = (token: string, body: unknown) => ({
  headers: { ...JSON_HEADERS, Authorization: `Bearer ${token}` },
  body: JSON.stringify(body),
});

/** The operations of the browser session. @throws Problem */
export const sessionApi = {
  signIn: (name: string, password: string) =>
    call<SignInAnswer>('POST', '/portal/session', withBody({ name, password })),
  confirmMfa: (token: string, code: string) =>
    call<{ session: Session }>('POST', '/portal/session/mfa', withBody({ token, code })).then(({ session }) => session),
  /** Undefined when the browser has no session. */
  refresh: () => call<ContinuedSession>('POST', '/portal/session/refresh').then(({ session }) => session),
  signOut: () => call<undefined>('DELETE', '/portal/session'),
  me: (token: string) => call<{ me: Me }>('GET', '/portal/me', withToken(token)).then(({ me }) => me),
  changePassword: (token: string, passwords: { current_password: string; new_password: string }) =>
    call<ContinuedSession>('POST', '/portal/me/password', asUser(token, passwords)),
  setPassword: (password: { link: string; link_code?: string; new_password: string }) =>
    call<undefined>('POST', '/authenticate/password', withBody(password)),
  beginMfa: (token: string) => call<NewSecondFactor>('POST', '/portal/me/mfa', withToken(token)),
  enrollMfa: (token: string, code: string) =>
    call<ContinuedSession>('POST', '/portal/me/mfa/confirm', asUser(token, { code })),
  removeMfa: (token: string) => call<ContinuedSession>('DELETE', '/portal/me/mfa', withToken(token)),
  stepUp: (token: string, proof: StepUpProof) =>
    call<{ session: Session }>('POST', '/portal/session/step-up', asUser(token, proof)).then(({ session }) => session),
  savePreferences: (token: string, preferences: Preferences) =>
    call<{ me: Me }>('PATCH', '/portal/me', asUser(token, { preferences })).then(({ me }) => me),
};

export const isRefusal = (error: unknown): error is Problem => error instanceof Problem && !error.isRetryable;
