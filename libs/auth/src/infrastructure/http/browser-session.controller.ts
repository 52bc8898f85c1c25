import { Body, Controller, Delete, Header, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@payments/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BrowserSessionGrant } from '../../application/browser/browser-session.js';
import { LogInToPortal } from '../../application/browser/log-in-to-portal.js';
import { LogOut } from '../../application/browser/log-out.js';
import { RefreshBrowserSession } from '../../application/browser/refresh-browser-session.js';
import { BrowserSessionResponse } from './browser-session.response.js';
import { SessionCookie } from './session-cookie.js';
import { LogInDto } from './session.controller.js';

const MAX_AGENT = 255;

@ApiTags('Portal sessions')
@Controller('portal/session')
export class BrowserSessionController {
  constructor(
    private readonly logInToPortal: LogInToPortal,
    private readonly refreshBrowserSession: RefreshBrowserSession,
    private readonly logOut: LogOut,
    private readonly cookie: SessionCookie,
  ) {}

  @Post()
  @Header('Cache-Control', 'no-store')
  @Operation('Log in to the portal', {
    id: 'logInToPortal',
    description:
      'For the page of the portal. The access token is valid for 10 minutes and needs no API key. The refresh token is in a cookie that only the operations of the session read.',
    browser: true,
    response: BrowserSessionResponse,
  })
  async logIn(
    @Body() body: LogInDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BrowserSessionResponse> {
    const attempt = { ...body, remote_address: request.ip, ...agentOf(request) };
    return this.withCookie(reply, await this.logInToPortal.execute(attempt));
  }

  @Post('refresh')
  @Header('Cache-Control', 'no-store')
  @Operation('Exchange the session cookie for the next one and an access token', {
    id: 'refreshBrowserSession',
    description:
      'Each cookie is valid for one use. Sending an older one again ends the session, except that the previous one still works for 10 seconds.',
    browser: true,
    response: BrowserSessionResponse,
  })
  async refresh(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BrowserSessionResponse> {
    return this.withCookie(reply, await this.refreshBrowserSession.execute(this.cookie.read(request)));
  }

  @Delete()
  @Header('Cache-Control', 'no-store')
  @Header('Clear-Site-Data', '"cache", "storage"')
  @Operation('Log out of the portal', {
    id: 'logOutOfPortal',
    description: 'Ends the session of the cookie and clears the cookie. Without a session it does nothing.',
    browser: true,
    status: 204,
  })
  async logOutOfPortal(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.logOut.execute(this.cookie.read(request));
    this.cookie.clear(reply);
  }

  private withCookie(reply: FastifyReply, { session, refresh_token }: BrowserSessionGrant): BrowserSessionResponse {
    this.cookie.write(reply, refresh_token, session.idle_expires_in);
    return { session };
  }
}

function agentOf({ headers }: FastifyRequest): { readonly agent?: string } {
  const agent = headers['user-agent'];
  return agent === undefined ? {} : { agent: agent.slice(0, MAX_AGENT) };
}
