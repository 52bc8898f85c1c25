import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { PENDING_CHANGE } from '@payments/http';
import type { EnterpriseSettings, Fees, RateLimits } from '@payments/observability';
import type { PendingApproval } from '@payments/persistence';
import type { ApiKeyView } from '../../application/api-key.view.js';
import type { NewApiKeyView } from '../../application/create-api-key.js';
import type { ClientView } from '../../application/client.view.js';
import type { NewClientView } from '../../application/create-client.js';
import type { RequestedPassword } from '../../application/password-links.js';
import type { UserView } from '../../application/user.view.js';
import type { SettingsView } from '../../application/settings.view.js';
import type { AuditView } from '../../application/list-audit.js';
import type { Environment } from '../../domain/credentials.js';
import { CLIENT_SCOPES, USER_ROLES } from '../../domain/scopes.js';
import type { UserRole } from '../../domain/scopes.js';

const moment = { type: String, format: 'date-time' } as const;
const once = { type: String, description: 'Shown only once' } as const;

class ClientDetailsResponse implements ClientView {
  @ApiProperty({ type: String })
  declare client_id: string;

  @ApiProperty({ type: [String], enum: CLIENT_SCOPES })
  declare scopes: readonly string[];

  @ApiPropertyOptional({
    type: String,
    description:
      'The portal user who answers for the client and may not approve what it sends. Without an owner, nobody who manages clients may',
  })
  declare owner?: string;

  @ApiProperty(moment)
  declare created_at: string;

  @ApiPropertyOptional(moment)
  declare disabled_at?: string;
}

export class ClientResponse {
  @ApiProperty({ type: ClientDetailsResponse })
  declare client: ClientView;
}

export class NewClientResponse extends ClientResponse implements NewClientView {
  @ApiProperty(once)
  declare client_secret: string;
}

export class ClientsResponse {
  @ApiProperty({ type: [ClientDetailsResponse] })
  declare clients: readonly ClientView[];
}

class ApiKeyDetailsResponse implements ApiKeyView {
  @ApiProperty({ type: String, description: 'The first characters of the random part of the key' })
  declare id: string;

  @ApiProperty({ type: String, enum: ['sandbox', 'production'] })
  declare environment: Environment;

  @ApiProperty(moment)
  declare created_at: string;

  @ApiPropertyOptional(moment)
  declare revoked_at?: string;
}

export class ApiKeyResponse {
  @ApiProperty({ type: ApiKeyDetailsResponse })
  declare api_key: ApiKeyView;
}

export class NewApiKeyResponse extends ApiKeyResponse implements NewApiKeyView {
  @ApiProperty(once)
  declare key: string;
}

export class ApiKeysResponse {
  @ApiProperty({ type: [ApiKeyDetailsResponse] })
  declare api_keys: readonly ApiKeyView[];
}

class UserDetailsResponse implements UserView {
  @ApiProperty({ type: String })
  declare name: string;

  @ApiProperty({ type: String, enum: USER_ROLES })
  declare role: UserRole;

  @ApiProperty({ type: Boolean, description: 'Whether a second factor is set up' })
  declare mfa: boolean;

  @ApiProperty({ type: Boolean, description: 'Whether the user has yet to choose a password' })
  declare must_change_password: boolean;

  @ApiPropertyOptional({ type: String, description: 'Who asked for a password that the user has yet to choose' })
  declare password_requested_by?: string;

  @ApiProperty(moment)
  declare created_at: string;

  @ApiPropertyOptional({ ...moment, description: 'The last login or refresh' })
  declare last_seen_at?: string;

  @ApiPropertyOptional(moment)
  declare disabled_at?: string;
}

export class UserResponse {
  @ApiProperty({ type: UserDetailsResponse })
  declare user: UserView;
}

export class ChangedUserResponse extends UserResponse {
  @ApiProperty(PENDING_CHANGE)
  declare approval?: PendingApproval;
}

export class RequestedPasswordResponse extends ChangedUserResponse implements RequestedPassword {
  @ApiPropertyOptional({ type: String, description: 'Where the user chooses a password. Shown only once' })
  declare link?: string;

  @ApiPropertyOptional(moment)
  declare link_expires_at?: string;

  @ApiPropertyOptional({
    type: String,
    description: 'What the link of another administrator needs as well. Shown only once',
  })
  declare link_code?: string;
}

export class UsersResponse {
  @ApiProperty({ type: [UserDetailsResponse] })
  declare users: readonly UserView[];
}

@ApiSchema({ name: 'RateLimits' })
class RateLimitsResponse implements RateLimits {
  @ApiPropertyOptional({ type: 'integer' })
  declare reads_per_second?: number;

  @ApiPropertyOptional({ type: 'integer' })
  declare writes_per_second?: number;

  @ApiPropertyOptional({ type: 'integer' })
  declare tokens_per_minute?: number;
}

@ApiSchema({ name: 'Fees' })
class FeesResponse implements Fees {
  @ApiPropertyOptional({ type: 'integer' })
  declare ach?: number;

  @ApiPropertyOptional({ type: 'integer' })
  declare same_day_ach?: number;

  @ApiPropertyOptional({ type: 'integer' })
  declare rtp?: number;

  @ApiPropertyOptional({ type: 'integer' })
  declare fednow?: number;
}

class SettingsDetailsResponse implements SettingsView {
  @ApiProperty({ type: Boolean, description: 'Whether every request needs an X-API-Key header' })
  declare require_api_key: boolean;

  @ApiProperty({ type: String, enum: ['at_registration', 'at_transfer'] })
  declare customer_requirements: EnterpriseSettings['customer_requirements'];

  @ApiProperty({ type: Boolean, description: 'Whether a second open account with the same numbers is rejected' })
  declare unique_account_details: boolean;

  @ApiProperty({ type: Boolean, description: 'Whether portal users must set up a second factor before anything else' })
  declare require_mfa: boolean;

  @ApiProperty({ type: 'integer', description: 'Minutes without input until a session of the portal ends' })
  declare portal_idle_minutes: number;

  @ApiProperty({ type: 'integer', description: 'Hours from the login until a session of the portal ends' })
  declare portal_session_hours: number;

  @ApiPropertyOptional({
    type: RateLimitsResponse,
    description: 'Only limits that differ from the defaults of the deployment',
  })
  declare rate_limits?: RateLimits;

  @ApiPropertyOptional({
    type: FeesResponse,
    description: 'What the operator charges for a payment on each rail, in cents',
  })
  declare fees?: Fees;

  @ApiPropertyOptional({ type: Boolean, description: 'Whether a transfer must name a subledger. Omitted: false' })
  declare subledger_required?: boolean;

  @ApiPropertyOptional({ type: Boolean, description: 'Whether a debit needs a validated account. Omitted: false' })
  declare debit_requires_validation?: boolean;

  @ApiPropertyOptional({
    type: Boolean,
    description: 'Whether a verification that ends badly rejects its external account. Omitted: false',
  })
  declare verify_gates_accounts?: boolean;

  @ApiPropertyOptional({ type: 'integer', description: 'The most verifications in 24 hours. Omitted: 1000' })
  declare verify_daily_max?: number;

  @ApiPropertyOptional({
    type: [String],
    enum: ['payout', 'direct_debit', 'deposit', 'account_to_account'],
    description: 'The use cases of transfers that the enterprise may make. Omitted: all',
  })
  declare use_cases?: NonNullable<EnterpriseSettings['use_cases']>;

  @ApiPropertyOptional({
    type: String,
    enum: ['off', 'warn', 'stop'],
    description: 'What happens above a limit of Nacha on returned debits. Omitted: warn',
  })
  declare return_guard?: NonNullable<EnterpriseSettings['return_guard']>;

  @ApiPropertyOptional({ type: 'integer', description: 'From how many debits on a rate says something. Omitted: 100' })
  declare return_guard_min_entries?: number;

  @ApiPropertyOptional({ type: 'integer', description: 'From how many returns on a rate says something. Omitted: 3' })
  declare return_guard_min_returns?: number;

  @ApiPropertyOptional({
    type: Boolean,
    description:
      'Whether another administrator approves changes of policies, limits and users who may approve. Omitted: false',
  })
  declare dual_control?: boolean;
}

export class SettingsResponse {
  @ApiProperty({ type: SettingsDetailsResponse })
  declare settings: SettingsView;
}

export class ChangedSettingsResponse extends SettingsResponse {
  @ApiProperty(PENDING_CHANGE)
  declare approval?: PendingApproval;
}

@ApiSchema({ name: 'AuditEntry' })
class AuditEntryResponse implements AuditView {
  @ApiProperty({ type: String, format: 'uuid' })
  declare id: string;

  @ApiProperty({ type: String, example: 'client.disabled' })
  declare action: string;

  @ApiProperty({ type: String, example: 'client' })
  declare subject_type: string;

  @ApiProperty({ type: String })
  declare subject_id: string;

  @ApiProperty({ type: String, description: 'A client id, the name of a portal user, `cli` or `system`' })
  declare actor: string;

  @ApiPropertyOptional({ type: String })
  declare remote_address?: string;

  @ApiProperty({ type: String })
  declare request_id: string;

  @ApiPropertyOptional({
    type: Object,
    additionalProperties: true,
    description: 'The subject before the action, without secrets',
  })
  declare before?: object;

  @ApiPropertyOptional({
    type: Object,
    additionalProperties: true,
    description: 'The subject after the action, without secrets',
  })
  declare after?: object;

  @ApiProperty(moment)
  declare created_at: string;
}

export class AuditResponse {
  @ApiProperty({ type: [AuditEntryResponse] })
  declare entries: readonly AuditView[];
}
