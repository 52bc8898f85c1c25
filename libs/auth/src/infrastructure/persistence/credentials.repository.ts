import { Injectable } from '@nestjs/common';
import { OPERATOR } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { ApiKeys, Clients, Users } from '../../application/ports.js';
import type { NewApiKey, NewClient, NewUser } from '../../application/ports.js';
import type { ApiKeyState, ClientState, UserState } from '../../domain/credentials.js';
import type { UserRole } from '../../domain/scopes.js';
import { CredentialDirectory } from './credential-directory.js';

// An earlier release records only who created it, which may be the command line.
const CLIENT = `SELECT enterprise_id, client_id, secret_hash, scopes, coalesce(owner, nullif(created_by, '${OPERATOR}')) AS owner,
  version, disabled_at, created_at
  FROM auth.clients WHERE enterprise_id = $1`;
const API_KEY = `SELECT enterprise_id, lookup, key_hash, environment, revoked_at, created_at
  FROM auth.api_keys WHERE enterprise_id = $1`;
const USER = `SELECT enterprise_id, name, password_hash, role, must_change_password, last_seen_at, preferences, totp_secret,
  totp_confirmed_at, totp_last_step, recovery_hashes, link_hash, link_expires_at, link_code_hash, password_requested_by,
  version, disabled_at, created_at FROM auth.users WHERE enterprise_id = $1`;
const ONE_CLIENT = `${CLIENT} AND client_id = $2`;
const ONE_API_KEY = `${API_KEY} AND lookup = $2`;
const ONE_USER = `${USER} AND name = $2`;

@Injectable()
export class ClientsRepository extends Clients {
  constructor(private readonly directory: CredentialDirectory) {
    super();
  }

  find(clientId: string): Promise<ClientState | undefined> {
    return this.directory.find<ClientState>('client', clientId, ONE_CLIENT);
  }

  async add(client: NewClient): Promise<void> {
    const { enterprise_id, client_id, secret_hash, scopes, created_by, owner, created_at } = client;
    await currentTransaction().query(
      `INSERT INTO auth.clients (enterprise_id, client_id, secret_hash, scopes, created_by, owner, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [enterprise_id, client_id, secret_hash, scopes, created_by, owner, created_at],
    );
    await this.directory.add('client', client_id, enterprise_id);
  }

  list(): Promise<ClientState[]> {
    return ofTenant<ClientState>(`${CLIENT} ORDER BY created_at DESC, client_id`);
  }

  // Missing rows cannot be locked, so inserts serialize on the enterprise's row.
  async countLiveBeforeAdding(): Promise<number> {
    await ofTenant(`SELECT FROM platform.enterprises WHERE enterprise_id = $1 FOR NO KEY UPDATE`);
    return (await ofTenant(`${CLIENT} AND disabled_at IS NULL`)).length;
  }

  lock(clientId: string): Promise<ClientState | undefined> {
    return oneOfTenant<ClientState>(`${ONE_CLIENT} FOR UPDATE`, clientId);
  }

  async disable(clientId: string, at: Date): Promise<void> {
    await ofTenant(
      `UPDATE auth.clients SET disabled_at = $3, version = version + 1 WHERE enterprise_id = $1 AND client_id = $2`,
      clientId,
      at,
    );
  }

  async setOwner(clientId: string, owner: string): Promise<void> {
    await ofTenant(`UPDATE auth.clients SET owner = $3 WHERE enterprise_id = $1 AND client_id = $2`, clientId, owner);
  }
}

@Injectable()
export class ApiKeysRepository extends ApiKeys {
  constructor(private readonly directory: CredentialDirectory) {
    super();
  }

  find(lookup: string): Promise<ApiKeyState | undefined> {
    return this.directory.find<ApiKeyState>('api_key', lookup, ONE_API_KEY);
  }

  async add({ enterprise_id, lookup, key_hash, environment, created_at }: NewApiKey): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO auth.api_keys (enterprise_id, lookup, key_hash, environment, created_at) VALUES ($1, $2, $3, $4, $5)`,
      [enterprise_id, lookup, key_hash, environment, created_at],
    );
    await this.directory.add('api_key', lookup, enterprise_id);
  }

  list(): Promise<ApiKeyState[]> {
    return ofTenant<ApiKeyState>(`${API_KEY} ORDER BY created_at DESC, lookup`);
  }

  lock(lookup: string): Promise<ApiKeyState | undefined> {
    return oneOfTenant<ApiKeyState>(`${ONE_API_KEY} FOR UPDATE`, lookup);
  }

  async revoke(lookup: string, at: Date): Promise<void> {
    await ofTenant(`UPDATE auth.api_keys SET revoked_at = $3 WHERE enterprise_id = $1 AND lookup = $2`, lookup, at);
  }
}

@Injectable()
export class UsersRepository extends Users {
  constructor(private readonly directory: CredentialDirectory) {
    super();
  }

  find(name: string): Promise<UserState | undefined> {
    return this.directory.find<UserState>('user', name, ONE_USER);
  }

  async add(user: NewUser): Promise<void> {
    const { enterprise_id, name, password_hash, role, must_change_password, created_at } = user;
    await currentTransaction().query(
      `INSERT INTO auth.users (enterprise_id, name, password_hash, role, must_change_password, created_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [enterprise_id, name, password_hash, role, must_change_password, created_at],
    );
    await this.directory.add('user', name, enterprise_id);
  }

  list(): Promise<UserState[]> {
    return ofTenant<UserState>(`${USER} ORDER BY created_at DESC, name`);
  }

  get(name: string): Promise<UserState | undefined> {
    return oneOfTenant<UserState>(ONE_USER, name);
  }

  lock(name: string): Promise<UserState | undefined> {
    return oneOfTenant<UserState>(`${ONE_USER} FOR UPDATE`, name);
  }

  lockEnabled(roles: readonly UserRole[]): Promise<UserState[]> {
    return ofTenant<UserState>(
      `${USER} AND disabled_at IS NULL AND role = ANY($2) ORDER BY name COLLATE "C" FOR UPDATE`,
      roles,
    );
  }

  async save(user: UserState): Promise<void> {
    const { name, password_hash, role, must_change_password, preferences, version, disabled_at } = user;
    const { totp_secret, totp_confirmed_at, totp_last_step, recovery_hashes } = user;
    const { link_hash, link_expires_at, link_code_hash, password_requested_by } = user;
    await ofTenant(
      `UPDATE auth.users SET password_hash = $3, role = $4, must_change_password = $5, preferences = $6, version = $7,
         disabled_at = $8, totp_secret = $9, totp_confirmed_at = $10, totp_last_step = $11, recovery_hashes = $12,
         link_hash = $13, link_expires_at = $14, link_code_hash = $15, password_requested_by = $16
       WHERE enterprise_id = $1 AND name = $2`,
      ...[name, password_hash, role, must_change_password, preferences, version, disabled_at],
      ...[totp_secret, totp_confirmed_at, totp_last_step, recovery_hashes],
      ...[link_hash, link_expires_at, link_code_hash, password_requested_by],
    );
  }

  async saveLastSeen(name: string, at: Date): Promise<void> {
    await ofTenant(`UPDATE auth.users SET last_seen_at = $3 WHERE enterprise_id = $1 AND name = $2`, name, at);
  }
}

function ofTenant<Row>(sql: string, ...values: readonly unknown[]): Promise<Row[]> {
  return currentTransaction().query<Row>(sql, [workContext.enterpriseId(), ...values]);
}

/** The row with this name. PostgreSQL rejects text that contains a NUL. */
async function oneOfTenant<Row>(sql: string, name: string): Promise<Row | undefined> {
  return name.includes('\0') ? undefined : (await ofTenant<Row>(sql, name))[0];
}
