import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { AuthenticateApiKey } from './application/authenticate-api-key.js';
import { AuthenticateBearer } from './application/authenticate-bearer.js';
import { IssueToken } from './application/issue-token.js';
import { AuthModule } from './auth.module.js';
import { ApiKeyStrategy, BearerStrategy } from './infrastructure/http/strategies.js';
import { TokenController } from './infrastructure/http/token.controller.js';

/** The token operation, and what the guards need. */
@Module({
  imports: [AuthModule, PassportModule],
  controllers: [TokenController],
  providers: [IssueToken, AuthenticateBearer, AuthenticateApiKey, BearerStrategy, ApiKeyStrategy],
})
export class AuthApiModule {}
