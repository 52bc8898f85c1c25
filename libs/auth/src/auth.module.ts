import { Module } from '@nestjs/common';
import { CreateEnterprise } from './application/create-enterprise.js';
import { FirstCredentials } from './application/first-credentials.js';
import { CreateApiKey } from './application/create-api-key.js';
import { CreateClient } from './application/create-client.js';
import { CreateUser } from './application/create-user.js';
import { ChangeUserRole } from './application/change-user-role.js';
import { DisableClient } from './application/disable-client.js';
import { DisableUser } from './application/disable-user.js';
import { EnableUser } from './application/enable-user.js';
import { GetSettings } from './application/get-settings.js';
import { ListApiKeys } from './application/list-api-keys.js';
import { ListClients } from './application/list-clients.js';
import { ListUsers } from './application/list-users.js';
import { ResetUser } from './application/reset-user.js';
import { SetClientOwner } from './application/set-client-owner.js';
import { RevokeApiKey } from './application/revoke-api-key.js';
import { UpdateSettings } from './application/update-settings.js';
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

const management = [
  CreateEnterprise,
  CreateApiKey,
  CreateClient,
  CreateUser,
  DisableClient,
  DisableUser,
  EnableUser,
  ResetUser,
  ChangeUserRole,
  GetSettings,
  ListApiKeys,
  ListClients,
  ListUsers,
  RevokeApiKey,
  SetClientOwner,
  UpdateSettings,
  RotateSigningKey,
];

/** Credentials and tokens, for every process that issues or checks them. */
@Module({
  providers: [...ports, ...management, CredentialDirectory, SigningKeys, TokenIssuer, FirstCredentials],
  exports: [...ports.map(({ provide }) => provide), SigningKeys, TokenIssuer, ...management],
})
export class AuthModule {}
