import { Injectable } from '@nestjs/common';
import { currentTransaction } from '@payments/platform';
import { ApiKeys, Clients, Users } from '../../application/ports.js';
import type { NewApiKey, NewClient, UserState } from '../../application/ports.js';
import type { ApiKeyState, ClientState } from '../../domain/credentials.js';
import { CredentialDirectory } from './credential-directory.js';

@Injectable()
export class ClientsRepository extends Clients {
  constructor(private readonly directory: CredentialDirectory) {
    super();
  }

  find(clientId: string): Promise<ClientState | undefined> {
    return this.directory.find<ClientState>(
      'client',
      clientId,
      `SELECT enterprise_id, client_id, secret_hash, scopes, version, disabled_at
       FROM auth.clients WHERE enterprise_id = $1 AND client_id = $2`,
    );
  }

  async add({ enterprise_id, client_id, secret_hash, scopes }: NewClient): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO auth.clients (enterprise_id, client_id, secret_hash, scopes) VALUES ($1, $2, $3, $4)`,
      [enterprise_id, client_id, secret_hash, scopes],
    );
    await this.directory.add('client', client_id, enterprise_id);
  }
}

@Injectable()
export class ApiKeysRepository extends ApiKeys {
  constructor(private readonly directory: CredentialDirectory) {
    super();
  }

  find(lookup: string): Promise<ApiKeyState | undefined> {
    return this.directory.find<ApiKeyState>(
      'api_key',
      lookup,
      `SELECT enterprise_id, lookup, key_hash, environment, revoked_at
       FROM auth.api_keys WHERE enterprise_id = $1 AND lookup = $2`,
    );
  }

  async add({ enterprise_id, lookup, key_hash, environment }: NewApiKey): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO auth.api_keys (enterprise_id, lookup, key_hash, environment) VALUES ($1, $2, $3, $4)`,
      [enterprise_id, lookup, key_hash, environment],
    );
    await this.directory.add('api_key', lookup, enterprise_id);
  }
}

@Injectable()
export class UsersRepository extends Users {
  constructor(private readonly directory: CredentialDirectory) {
    super();
  }

  async add({ enterprise_id, name, password_hash, role }: UserState): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO auth.users (enterprise_id, name, password_hash, role) VALUES ($1, $2, $3, $4)`,
      [enterprise_id, name, password_hash, role],
    );
    await this.directory.add('user', name, enterprise_id);
  }
}
