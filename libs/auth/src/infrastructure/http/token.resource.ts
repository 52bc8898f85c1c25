import { ApiProperty } from '@nestjs/swagger';
import type { TokenResponse } from '../../application/issue-token.js';

export class TokenResource implements TokenResponse {
  @ApiProperty({ type: String, description: 'Short-lived bearer token' })
  declare access_token: string;

  @ApiProperty({ type: String, enum: ['Bearer'] })
  declare token_type: 'Bearer';

  @ApiProperty({ type: Number, description: 'Seconds until the token expires', example: 3600 })
  declare expires_in: number;
}
