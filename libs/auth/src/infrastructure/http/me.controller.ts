import { Body, Controller, Delete, Get, Header, Param, Patch, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../application/authenticate-bearer.js';
import { ChangePassword } from '../../application/browser/change-password.js';
import { Me } from '../../application/browser/me.js';
import { OwnSecondFactor } from '../../application/browser/own-second-factor.js';
import { OwnSessions } from '../../application/browser/own-sessions.js';
import {
  ContinuedSessionResponse,
  MeResponse,
  NewSecondFactorResponse,
  SessionsResponse,
} from './browser-session.response.js';
import { CodeDto, MeDto, PasswordDto } from './me.dto.js';
import { PortalOperation } from './portal-operation.js';

@ApiTags('Portal sessions')
@Controller('portal/me')
export class MeController {
  constructor(
    private readonly me: Me,
    private readonly changePassword: ChangePassword,
    private readonly secondFactor: OwnSecondFactor,
    private readonly sessions: OwnSessions,
  ) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @PortalOperation('Read the user who is logged in', {
    id: 'getMe',
    description: 'Every portal user may call it. `scopes` says which other operations the user may call.',
    scope: 'read:me',
    response: MeResponse,
  })
  async getMe(@Req() { user }: { user: Principal }): Promise<MeResponse> {
    return { me: await this.me.show(user) };
  }

  @Patch()
  @Header('Cache-Control', 'no-store')
  @PortalOperation('Update the preferences of the user who is logged in', {
    id: 'updateMe',
    description: 'Replaces all preferences.',
    scope: 'write:me',
    response: MeResponse,
  })
  async patchMe(@Body() { preferences }: MeDto, @Req() { user }: { user: Principal }): Promise<MeResponse> {
    return { me: await this.me.updatePreferences(user, preferences) };
  }

  @Post('password')
  @Header('Cache-Control', 'no-store')
  @PortalOperation('Change the password of the user who is logged in', {
    id: 'changePassword',
    description: 'All other sessions of the user end. A session in a browser goes on with the new token.',
    scope: 'write:me',
    response: ContinuedSessionResponse,
  })
  postPassword(
    @Body() body: PasswordDto,
    @Req() { user, ip }: FastifyRequest & { user: Principal },
  ): Promise<ContinuedSessionResponse> {
    return this.changePassword.execute(user, { ...body, remote_address: ip });
  }

  @Post('mfa')
  @Header('Cache-Control', 'no-store')
  @PortalOperation('Begin to set up a second factor', {
    id: 'beginMfa',
    description:
      'The secret and the recovery codes are shown in this response only. They count once `confirmMfa` has received a first code.',
    scope: 'write:me',
    response: NewSecondFactorResponse,
  })
  postMfa(@Req() { user }: { user: Principal }): Promise<NewSecondFactorResponse> {
    return this.secondFactor.begin(user);
  }

  @Post('mfa/confirm')
  @Header('Cache-Control', 'no-store')
  @PortalOperation('Confirm the second factor with its first code', {
    id: 'confirmMfa',
    description:
      'From then on every login needs a code, and `createSession` is refused. All other sessions of the user end.',
    scope: 'write:me',
    response: ContinuedSessionResponse,
  })
  postMfaConfirm(@Body() { code }: CodeDto, @Req() { user }: { user: Principal }): Promise<ContinuedSessionResponse> {
    return this.secondFactor.confirm(user, code);
  }

  @Delete('mfa')
  @Header('Cache-Control', 'no-store')
  @PortalOperation('Remove the second factor', {
    id: 'removeMfa',
    description: 'Recovery codes are removed, too. All other sessions of the user end.',
    scope: 'write:me',
    response: ContinuedSessionResponse,
  })
  deleteMfa(@Req() { user }: { user: Principal }): Promise<ContinuedSessionResponse> {
    return this.secondFactor.remove(user);
  }

  @Get('sessions')
  @PortalOperation('List the sessions of the user who is logged in', {
    id: 'listSessions',
    description: 'Those that can go on, last seen first, in browsers and in programs.',
    scope: 'read:me',
    response: SessionsResponse,
  })
  async getSessions(@Req() { user }: { user: Principal }): Promise<SessionsResponse> {
    return { sessions: await this.sessions.list(user) };
  }

  @Delete('sessions/:id')
  @PortalOperation('End a session of the user who is logged in', {
    id: 'endSession',
    description: 'Its tokens stop working within 5 seconds.',
    scope: 'write:me',
    status: 204,
  })
  deleteSession(@Param('id') id: string, @Req() { user }: { user: Principal }): Promise<void> {
    return this.sessions.end(user, id);
  }
}
