import { Module } from '@nestjs/common';
import { CreateEnterprise } from './application/create-enterprise.js';
import { FirstCredentials } from './application/first-credentials.js';
import { ManageApiKeys } from './application/manage-api-keys.js';
import { ManageClients } from './application/manage-clients.js';
import { ManageSettings } from './application/manage-settings.js';
import { ManageUsers } from './application/manage-users.js';
import {
  AccessTokens,
  ApiKeys,
  Clients,
  LoginFailures,
  Passwords,
  RefreshFamilies,
  SigningKeyRing,
  Users,
} from './application/ports.js';
import { RotateSigningKey } from './application/rotate-signing-key.js';
import { Argon2Passwords } from './infrastructure/passwords/argon2-passwords.js';
import { CredentialDirectory } from './infrastructure/persistence/credential-directory.js';
import {
  ApiKeysRepository,
  ClientsRepository,
  UsersRepository,
} from './infrastructure/persistence/credentials.repository.js';
import { LoginFailuresRepository } from './infrastructure/persistence/login-failures.repository.js';
import { RefreshFamiliesRepository } from './infrastructure/persistence/refresh-families.repository.js';
import { JwtAccessTokens } from './infrastructure/tokens/jwt-access-tokens.js';
import { TokenIssuer } from './infrastructure/tokens/token-issuer.js';
import { SigningKeys } from './infrastructure/tokens/signing-keys.js';

const ports = [
  { provide: Clients, useClass: ClientsRepository },
  { provide: ApiKeys, useClass: ApiKeysRepository },
  { provide: Users, useClass: UsersRepository },
  { provide: RefreshFamilies, useClass: RefreshFamiliesRepository },
  { provide: LoginFailures, useClass: LoginFailuresRepository },
  { provide: Passwords, useClass: Argon2Passwords },
  { provide: SigningKeyRing, useExisting: SigningKeys },
  { provide: AccessTokens, useClass: JwtAccessTokens },
];

const management = [CreateEnterprise, ManageClients, ManageApiKeys, ManageUsers, ManageSettings, RotateSigningKey];

/** Credentials and tokens, for every process that makes or checks them. */
@Module({
  providers: [...ports, ...management, CredentialDirectory, SigningKeys, TokenIssuer, FirstCredentials],
  exports: [...ports.map(({ provide }) => provide), SigningKeys, TokenIssuer, ...management],
})
export class AuthModule {}
