import { Injectable } from '@nestjs/common';
import type { Credential } from '../domain/credentials.js';
import type { RefreshFamily } from '../domain/refresh-family.js';
import { Clients, RefreshFamilies, Users } from './ports.js';
import type { Subject, VerifiedToken } from './ports.js';
import { Recent } from './ttl-cache.js';

/** Whether the credential and the session behind a token still stand: read again every three seconds. */
@Injectable()
export class CredentialChecks {
  private readonly credentials: Readonly<Record<Subject['kind'], Recent<Credential | undefined>>>;
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

  /** Why the token is rejected; undefined when it is accepted. */
  async refusalOf({ subject, enterprise_id, credential_version, session }: VerifiedToken): Promise<string | undefined> {
    const credential = await this.credentialOf(subject, credential_version);
    if (credential === undefined || credential.enterprise_id !== enterprise_id) return 'unknown_credential';
    if (credential.disabled_at !== null) return 'disabled_credential';
    if (credential.version !== credential_version) return 'changed_credential';
    if (session === undefined) return undefined;
    // It expires after every token that was issued in it.
    const family = await this.sessions.get(`${enterprise_id} ${session.id}`);
    return family === undefined || family.revoked_at !== null ? 'ended_session' : undefined;
  }

  // A token that is newer than what is cached was issued by the change itself.
  private async credentialOf({ kind, name }: Subject, version: number): Promise<Credential | undefined> {
    const cache = this.credentials[kind];
    const known = await cache.get(name);
    if (known === undefined || known.version >= version) return known;
    cache.forget(name);
    return cache.get(name);
  }
}
