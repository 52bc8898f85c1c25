import { Injectable } from '@nestjs/common';
import { Secrets } from '@payments/platform';
import { parseApiKey } from './credential-text.js';
import type { Environment } from '../domain/credentials.js';
import { CLIENT_SCOPES } from '../domain/scopes.js';
import { ApiKeys, Clients, Passwords, Users } from './ports.js';

/** The credentials of a new enterprise. The secrets are told here once and are stored as hashes only. */
export interface EnterpriseCredentials {
  readonly enterprise_id: string;
  readonly enterprise_name: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly api_key: string;
  readonly user: { readonly name: string; readonly password: string };
}

/** Writes a set of new credentials in the unit of work at hand. */
@Injectable()
export class CredentialStore {
  constructor(
    private readonly clients: Clients,
    private readonly apiKeys: ApiKeys,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly secrets: Secrets,
  ) {}

  /** Slow on purpose: done before the transaction begins. */
  hashPassword(password: string): Promise<string> {
    return this.passwords.hash(password);
  }

  async add(credentials: EnterpriseCredentials, environment: Environment, password_hash: string): Promise<void> {
    const { enterprise_id, client_id, client_secret, api_key, user } = credentials;
    await this.clients.add({
      enterprise_id,
      client_id,
      secret_hash: this.secrets.hash(client_secret),
      scopes: CLIENT_SCOPES,
    });
    const { lookup } = parseApiKey(api_key)!;
    await this.apiKeys.add({ enterprise_id, lookup, key_hash: this.secrets.hash(api_key), environment });
    await this.users.add({ enterprise_id, name: user.name, password_hash, role: 'admin' });
  }
}
