import { Body, Controller, Header, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation, Optional, Required, text } from '@payments/http';
import type { FastifyRequest } from 'fastify';
import { AuthenticateUser } from '../../application/authenticate-user.js';
import { RefreshSession } from '../../application/refresh-session.js';
import { SetPassword } from '../../application/set-password.js';
import type { SessionGrant } from '../../application/user-session.js';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../domain/password-rules.js';
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

export class NewPasswordDto {
  /** The address that an administrator handed over, as a whole. */
  @Required(text({ max: MAX_LENGTH, verbatim: true }))
  declare link: string;

  /** What another administrator handed over, where the link needs it. */
  @Optional(text({ max: 64, verbatim: true }))
  declare link_code?: string;

  /** Must not contain the name of the user, nor be one that many people use. */
  @Required(text({ min: MIN_PASSWORD_LENGTH, max: MAX_PASSWORD_LENGTH, verbatim: true }))
  declare new_password: string;
}

@ApiTags('Authentication')
@Controller()
export class SessionController {
  constructor(
    private readonly authenticateUser: AuthenticateUser,
    private readonly refreshSession: RefreshSession,
    private readonly setPassword: SetPassword,
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

  @Post('authenticate/password')
  @Header('Cache-Control', 'no-store')
  @Operation('Set the password of a portal user by a link', {
    id: 'setPassword',
    description:
      'For users whom an administrator has created or reset. The link works once, for 24 hours. Wrong links count as wrong passwords of the user.',
    status: 204,
  })
  async postPassword(@Body() body: NewPasswordDto, @Req() request: FastifyRequest): Promise<void> {
    await this.setPassword.execute({ ...body, remote_address: request.ip });
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
