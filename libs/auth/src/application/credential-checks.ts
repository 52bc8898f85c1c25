import { Injectable } from '@nestjs/common';
import type { ClientState, Credential } from '../domain/credentials.js';
import type { RefreshFamily } from '../domain/refresh-family.js';
import { Clients, RefreshFamilies, Users } from './ports.js';
import type { Subject, VerifiedToken } from './ports.js';
import { Recent } from '@payments/kernel';

/** Why a token is rejected, or who stands behind its credential. */
export type CredentialCheck = { readonly refused: string } | { readonly owner?: string };

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
    const refused = await this.refusalOf(claims, credential);
    if (refused !== undefined) return { refused };
    const { created_by: owner = null } = credential!;
    return owner === null ? {} : { owner };
  }

  /** Why the token is rejected; undefined when it is accepted. */
  private async refusalOf(
    { enterprise_id, credential_version, session }: VerifiedToken,
    credential: Credential | undefined,
  ): Promise<string | undefined> {
    if (credential === undefined || credential.enterprise_id !== enterprise_id) return 'unknown_credential';
    if (credential.disabled_at !== null) return 'disabled_credential';
    if (credential.version !== credential_version) return 'changed_credential';
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
