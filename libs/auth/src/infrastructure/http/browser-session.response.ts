import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { BrowserSessionView } from '../../application/browser/browser-session.js';
import type { ContinuedSession } from '../../application/browser/change-own-user.js';
import type { MeView, Preferences } from '../../application/browser/me.js';
import type { SessionView } from '../../application/browser/own-sessions.js';
import type { MfaView } from '../../application/browser/mfa-challenges.js';
import type { NewSecondFactor } from '../../application/ports.js';
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

export class RefreshedSessionResponse {
  @ApiPropertyOptional({ type: BrowserSessionDetailsResponse, description: 'Absent when no session cookie was sent' })
  declare session?: BrowserSessionView;
}

export class ContinuedSessionResponse implements ContinuedSession {
  @ApiPropertyOptional({ type: BrowserSessionDetailsResponse, description: 'Only for a session in a browser' })
  declare session?: BrowserSessionView;
}

@ApiSchema({ name: 'MfaChallenge' })
class MfaChallengeResponse implements MfaView {
  @ApiProperty({ type: String, description: 'Send it with the code to POST /portal/session/mfa' })
  declare token: string;

  @ApiProperty({ type: [String], enum: ['totp', 'recovery_code'] })
  declare methods: MfaView['methods'];

  @ApiProperty({ type: 'integer', description: 'Seconds until the user has to log in again', example: 300 })
  declare expires_in: number;
}

export class BrowserLogInResponse {
  @ApiPropertyOptional({ type: BrowserSessionDetailsResponse })
  declare session?: BrowserSessionView;

  @ApiPropertyOptional({ type: MfaChallengeResponse, description: 'In place of a session: a code is needed' })
  declare mfa?: MfaView;
}

export class NewSecondFactorResponse {
  @ApiProperty({ type: String, description: 'For the authenticator app, in base32. Shown only once' })
  declare secret: string;

  @ApiProperty({ type: String, description: 'The same as a URI for a QR code' })
  declare otpauth_uri: string;

  @ApiProperty({ type: [String], description: 'Ten codes, each valid once in place of the app. Shown only once' })
  declare recovery_codes: NewSecondFactor['shown']['recovery_codes'];
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

@ApiSchema({ name: 'UserSession' })
class UserSessionResponse implements SessionView {
  @ApiProperty({ type: String, format: 'uuid' })
  declare id: string;

  @ApiProperty({ type: String, format: 'date-time' })
  declare created_at: string;

  @ApiProperty({ type: String, format: 'date-time', description: 'The login or the last refresh' })
  declare last_seen_at: string;

  @ApiPropertyOptional({ type: String, description: 'The IP address of the login' })
  declare address?: string;

  @ApiPropertyOptional({ type: String, description: 'What the browser calls itself' })
  declare agent?: string;

  @ApiProperty({ type: Boolean, description: 'Whether this is the session of the request' })
  declare current: boolean;
}

export class SessionsResponse {
  @ApiProperty({ type: [UserSessionResponse] })
  declare sessions: readonly SessionView[];
}
