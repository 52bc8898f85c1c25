import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { ClientGrant, TokenGrant } from '../../application/issue-token.js';
import type { SessionGrant } from '../../application/user-session.js';

class BearerResponse implements TokenGrant {
  @ApiProperty({ type: String, description: 'Short-lived bearer token' })
  declare access_token: string;

  @ApiProperty({ type: String, enum: ['Bearer'] })
  declare token_type: 'Bearer';

  @ApiProperty({ type: 'integer', description: 'Seconds until the token expires', example: 3600 })
  declare expires_in: number;
}

@ApiSchema({ name: 'Token' })
export class TokenResponse extends BearerResponse implements ClientGrant {
  @ApiProperty({
    type: String,
    description: 'What the token opens: the scopes that were asked for, or all that the client holds',
    example: 'read:transfers write:transfers',
  })
  declare scope: string;
}

@ApiSchema({ name: 'Session' })
export class SessionResponse extends BearerResponse implements SessionGrant {
  @ApiProperty({ type: String, description: 'Valid for one use. The response to it contains the next one' })
  declare refresh_token: string;

  @ApiProperty({ type: 'integer', description: 'Seconds until the refresh token expires', example: 2_592_000 })
  declare refresh_expires_in: number;
}

@ApiSchema({ name: 'SigningKey' })
export class SigningKeyResponse {
  @ApiProperty({ type: String, enum: ['EC'] })
  declare kty: string;

  @ApiProperty({ type: String, enum: ['P-256'] })
  declare crv: string;

  @ApiProperty({ type: String })
  declare x: string;

  @ApiProperty({ type: String })
  declare y: string;

  @ApiProperty({ type: String, description: 'Key id, as in the header of a token' })
  declare kid: string;

  @ApiProperty({ type: String, enum: ['ES256'] })
  declare alg: string;

  @ApiProperty({ type: String, enum: ['sig'] })
  declare use: string;
}

export class SigningKeysResponse {
  @ApiProperty({ type: [SigningKeyResponse] })
  declare keys: readonly SigningKeyResponse[];
}
