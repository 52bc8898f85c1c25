import { Body, Controller, Header, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation, Required, text } from '@payments/http';
import type { FastifyRequest } from 'fastify';
import { AuthenticateUser } from '../../application/authenticate-user.js';
import { RefreshSession } from '../../application/refresh-session.js';
import type { SessionGrant } from '../../application/user-session.js';
import { SessionResponse } from './token.response.js';

const MAX_LENGTH = 1_024;

export class LogInDto {
  @Required(text({ max: 255, verbatim: true }))
  declare name: string;

  @Required(text({ max: MAX_LENGTH, verbatim: true, blank: true, unseen: true }))
  declare password: string;
}

export class RefreshDto {
  @Required(text({ max: MAX_LENGTH, verbatim: true }))
  declare refresh_token: string;
}

@ApiTags('Authentication')
@Controller()
export class SessionController {
  constructor(
    private readonly authenticateUser: AuthenticateUser,
    private readonly refreshSession: RefreshSession,
  ) {}

  @Post('authenticate')
  @Header('Cache-Control', 'no-store')
  @Operation('Exchange the name and password of a portal user for an access token', {
    id: 'createSession',
    description:
      'For portal users. The access token has the scopes of the role of the user. Operations outside the portal also need an API key. The refresh token is valid for 30 days.',
    response: SessionResponse,
  })
  authenticate(@Body() body: LogInDto, @Req() request: FastifyRequest): Promise<SessionGrant> {
    return this.authenticateUser.execute({ ...body, remote_address: request.ip });
  }

  @Post('refresh')
  @Header('Cache-Control', 'no-store')
  @Operation('Exchange a refresh token for the next one and an access token', {
    id: 'refreshSession',
    description:
      'Each refresh token is valid for one use. Sending an older token again revokes all tokens of the session, except that the previous token still works for 10 seconds.',
    response: SessionResponse,
  })
  refresh(@Body() body: RefreshDto): Promise<SessionGrant> {
    return this.refreshSession.execute(body.refresh_token);
  }
}
