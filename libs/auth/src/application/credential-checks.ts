import { Injectable } from '@nestjs/common';
import { OPERATOR, Recent } from '@payments/kernel';
import type { Tenant } from '@payments/observability';
import type { ClientState, UserState } from '../domain/credentials.js';
import type { RefreshFamily } from '../domain/refresh-family.js';
import { exceeds } from '../domain/session-rules.js';
import { Clients, RefreshFamilies, Users } from './ports.js';
import type { Subject, VerifiedToken } from './ports.js';

/** Who stands behind the credential of an accepted token. */
export interface Accepted {
  readonly owner?: string;
}

/** Why a token is rejected, or who stands behind its credential. */
export type CredentialCheck = { readonly refused: string } | Accepted;

type CheckedCredential = ClientState | UserState;

/** What stands behind a token, as far as it exists. */
interface Standing {
  readonly credential: CheckedCredential | undefined;
  /** Of a token that names one. It expires after every token that was issued in it. */
  readonly family: RefreshFamily | undefined;
}

/** Whether the credential and the session behind a token still stand: read again every three seconds, or once forgotten. */
@Injectable()
export class CredentialChecks {
  private readonly credentials: Readonly<Record<Subject['kind'], Recent<CheckedCredential | undefined>>>;
  private readonly sessions: Recent<RefreshFamily | undefined>;

  constructor(clients: Clients, users: Users, families: RefreshFamilies) {
    this.credentials = {
      client: new Recent((name) => clients.find(name)),
      user: new Recent((name) => users.find(name)),
    };
    this.sessions = new Recent((place) => {
      const [enterprise_id = '', id = ''] = place.split(' ');
      return families.find({ enterprise_id, id });
    });
  }

  /** @param tenant reads the enterprise, which exists if the credential is one of it */
  async check(claims: VerifiedToken, tenant: () => Promise<Tenant>): Promise<CredentialCheck> {
    const credential = await this.credentialOf(claims.subject, claims.credential_version);
    if (credential?.enterprise_id !== claims.enterprise_id) return { refused: 'unknown_credential' };
    const place = placeOf(claims);
    const family = place === undefined ? undefined : await this.sessions.get(place);
    const refused = refusalOf(claims, { credential, family }, await tenant());
    return refused === undefined ? ownerOf(credential) : { refused };
  }

  /** What `check` would return, if it accepts the token and need not wait: for each request. */
  recall(claims: VerifiedToken, tenant: Tenant): Accepted | undefined {
    const { kind, name } = claims.subject;
    const known = this.credentials[kind].peek(name);
    const place = placeOf(claims);
    const session = place === undefined ? NO_SESSION : this.sessions.peek(place);
    if (known === undefined || session === undefined) return undefined;
    const isRefused = refusalOf(claims, { credential: known.value, family: session.value }, tenant) !== undefined;
    return isRefused ? undefined : ownerOf(known.value!);
  }

  /** The next check reads what is behind the token. */
  forget(claims: VerifiedToken): void {
    this.credentials[claims.subject.kind].forget(claims.subject.name);
    const place = placeOf(claims);
    if (place !== undefined) this.sessions.forget(place);
  }

  // A token that is newer than what is cached was issued by the change itself.
  private async credentialOf({ kind, name }: Subject, version: number): Promise<CheckedCredential | undefined> {
    const cache = this.credentials[kind];
    const known = await cache.get(name);
    if (known === undefined || known.version >= version) return known;
    cache.forget(name);
    return cache.get(name);
  }
}

const NO_SESSION = { value: undefined };

function placeOf({ enterprise_id, session }: VerifiedToken): string | undefined {
  return session && `${enterprise_id} ${session.id}`;
}

/** Why the token is rejected; undefined when what is behind it stands. */
function refusalOf(claims: VerifiedToken, { credential, family }: Standing, { settings }: Tenant): string | undefined {
  const { enterprise_id, credential_version, session, scope } = claims;
  if (credential === undefined || credential.enterprise_id !== enterprise_id) return 'unknown_credential';
  if (credential.disabled_at !== null) return 'disabled_credential';
  if (credential.version !== credential_version) return 'changed_credential';
  if (session !== undefined && (family === undefined || family.revoked_at !== null)) return 'ended_session';
  return 'role' in credential && exceeds(scope, credential, settings) ? 'incomplete_user' : undefined;
}

function ownerOf(credential: CheckedCredential): Accepted {
  return 'owner' in credential ? { owner: credential.owner ?? OPERATOR } : {};
}
