import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { BrowserSessionView } from '../../application/browser/browser-session.js';
import type { MeView, Preferences } from '../../application/browser/me.js';
import type { Environment } from '../../domain/credentials.js';
import { USER_ROLES } from '../../domain/scopes.js';
import type { UserRole } from '../../domain/scopes.js';

class BrowserSessionDetailsResponse implements BrowserSessionView {
  @ApiProperty({ type: String, description: 'Short-lived bearer token. Keep it in memory only' })
  declare access_token: string;

  @ApiProperty({ type: 'integer', description: 'Seconds until the token expires', example: 600 })
  declare expires_in: number;

  @ApiProperty({ type: 'integer', description: 'Seconds until the session ends without a refresh', example: 1800 })
  declare idle_expires_in: number;

  @ApiProperty({ type: String, format: 'date-time', description: 'The end of the session, however active it is' })
  declare absolute_expires_at: string;

  @ApiProperty({ type: Boolean, description: 'Whether the user may do nothing before a change of the password' })
  declare must_change_password: boolean;

  @ApiProperty({ type: Boolean, description: 'Whether the user may do nothing before a second factor is set up' })
  declare must_enroll_mfa: boolean;
}

export class BrowserSessionResponse {
  @ApiProperty({ type: BrowserSessionDetailsResponse })
  declare session: BrowserSessionView;
}

@ApiSchema({ name: 'UserEnterprise' })
class UserEnterpriseResponse {
  @ApiProperty({ type: String, format: 'uuid' })
  declare id: string;

  @ApiProperty({ type: String })
  declare name: string;

  @ApiProperty({ type: String, enum: ['sandbox', 'production'] })
  declare environment: Environment;
}

class MeDetailsResponse implements MeView {
  @ApiProperty({ type: String })
  declare name: string;

  @ApiProperty({ type: String, enum: USER_ROLES })
  declare role: UserRole;

  @ApiProperty({ type: [String], description: 'The scopes of the access token' })
  declare scopes: readonly string[];

  @ApiProperty({ type: UserEnterpriseResponse })
  declare enterprise: MeView['enterprise'];

  @ApiProperty({ type: Boolean, description: 'Whether a second factor is set up' })
  declare mfa: boolean;

  @ApiProperty({ type: Boolean })
  declare must_change_password: boolean;

  @ApiProperty({ type: Boolean })
  declare must_enroll_mfa: boolean;

  @ApiProperty({ type: Object, additionalProperties: true, description: 'Of the page; the service does not read them' })
  declare preferences: Preferences;
}

export class MeResponse {
  @ApiProperty({ type: MeDetailsResponse })
  declare me: MeView;
}
