import { Injectable } from '@nestjs/common';
import type { ClientState, Credential } from '../domain/credentials.js';
import type { RefreshFamily } from '../domain/refresh-family.js';
import { Clients, RefreshFamilies, Users } from './ports.js';
import type { Subject, VerifiedToken } from './ports.js';
import { Recent } from '@payments/kernel';

/** Who stands behind the credential of an accepted token. */
export interface Accepted {
  readonly owner?: string;
}

/** Why a token is rejected, or who stands behind its credential. */
export type CredentialCheck = { readonly refused: string } | Accepted;

type CheckedCredential = Credential & Partial<Pick<ClientState, 'created_by'>>;

/** Whether the credential and the session behind a token still stand: read again every three seconds. */
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

  async check(claims: VerifiedToken): Promise<CredentialCheck> {
    const { subject, credential_version } = claims;
    const credential = await this.credentialOf(subject, credential_version);
    const refused = refusalOf(claims, credential) ?? (await this.endOf(claims));
    return refused === undefined ? ownerOf(credential!) : { refused };
  }

  /** What `check` would return, if it accepts the token and need not wait: for each request of a client. */
  recall(claims: VerifiedToken): Accepted | undefined {
    const { subject, session } = claims;
    if (session !== undefined) return undefined;
    const known = this.credentials[subject.kind].peek(subject.name);
    return known === undefined || refusalOf(claims, known.value) !== undefined ? undefined : ownerOf(known.value!);
  }

  private async endOf({ enterprise_id, session }: VerifiedToken): Promise<string | undefined> {
    if (session === undefined) return undefined;
    // It expires after every token that was issued in it.
    const family = await this.sessions.get(`${enterprise_id} ${session.id}`);
    return family === undefined || family.revoked_at !== null ? 'ended_session' : undefined;
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

/** Why the token is rejected; undefined when its credential stands. */
function refusalOf(
  { enterprise_id, credential_version }: VerifiedToken,
  credential: Credential | undefined,
): string | undefined {
  if (credential === undefined || credential.enterprise_id !== enterprise_id) return 'unknown_credential';
  if (credential.disabled_at !== null) return 'disabled_credential';
  return credential.version === credential_version ? undefined : 'changed_credential';
}

function ownerOf({ created_by: owner = null }: CheckedCredential): Accepted {
  return owner === null ? {} : { owner };
}
