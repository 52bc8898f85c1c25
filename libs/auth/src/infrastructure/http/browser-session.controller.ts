import { Body, Controller, Delete, Header, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@payments/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../application/authenticate-bearer.js';
import type { BrowserSessionGrant } from '../../application/browser/browser-session.js';
import { CompleteMfa } from '../../application/browser/complete-mfa.js';
import { LogInToPortal } from '../../application/browser/log-in-to-portal.js';
import { LogOut } from '../../application/browser/log-out.js';
import { RefreshBrowserSession } from '../../application/browser/refresh-browser-session.js';
import { StepUp } from '../../application/browser/step-up.js';
import { BrowserLogInResponse, BrowserSessionResponse, RefreshedSessionResponse } from './browser-session.response.js';
import { MfaDto, StepUpDto } from './me.dto.js';
import { PortalOperation } from './portal-operation.js';
import { SessionCookie } from './session-cookie.js';
import { LogInDto } from './session.controller.js';

const MAX_AGENT = 255;

@ApiTags('Portal sessions')
@Controller('portal/session')
export class BrowserSessionController {
  constructor(
    private readonly logInToPortal: LogInToPortal,
    private readonly completeMfa: CompleteMfa,
    private readonly refreshBrowserSession: RefreshBrowserSession,
    private readonly logOut: LogOut,
    private readonly stepUp: StepUp,
    private readonly cookie: SessionCookie,
  ) {}

  @Post()
  @Header('Cache-Control', 'no-store')
  @Operation('Log in to the portal', {
    id: 'logInToPortal',
    description:
      'For the page of the portal. The access token is valid for 10 minutes and needs no API key. The refresh token is in a cookie that only the operations of the session read. For a user with a second factor, the response has a token for `completeMfa` instead.',
    browser: true,
    response: BrowserLogInResponse,
  })
  async logIn(
    @Body() body: LogInDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BrowserLogInResponse> {
    const result = await this.logInToPortal.execute({ ...body, remote_address: request.ip, ...agentOf(request) });
    return 'mfa' in result ? result : this.withCookie(reply, result);
  }

  @Post('mfa')
  @Header('Cache-Control', 'no-store')
  @Operation('Complete a login with a code', {
    id: 'completeMfa',
    description:
      'After five wrong codes the user has to log in again. After ten in 15 minutes all codes of the user are refused for 15 minutes.',
    browser: true,
    response: BrowserSessionResponse,
  })
  async mfa(
    @Body() body: MfaDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BrowserSessionResponse> {
    return this.withCookie(reply, await this.completeMfa.execute({ ...body, ...agentOf(request) }));
  }

  @Post('refresh')
  @Header('Cache-Control', 'no-store')
  @Operation('Exchange the session cookie for the next one and an access token', {
    id: 'refreshBrowserSession',
    description:
      'Each cookie is valid for one use. Sending an older one again ends the session, except that the previous one still works for 10 seconds. Without a cookie the response has no session.',
    browser: true,
    response: RefreshedSessionResponse,
  })
  async refresh(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RefreshedSessionResponse> {
    // A page that opens cannot know whether it has a session. Browsers would report the refusal as an error of the page.
    if (!this.cookie.isSent(request)) return {};
    return this.withCookie(reply, await this.refreshBrowserSession.execute(this.cookie.read(request)));
  }

  @Post('step-up')
  @Header('Cache-Control', 'no-store')
  @PortalOperation('Authenticate again within a session', {
    id: 'stepUpSession',
    description:
      'Some operations need a password or code of the last 5 minutes, and return `step_up_required` without one. The new token has it.',
    scope: 'write:me',
    response: BrowserSessionResponse,
  })
  async postStepUp(
    @Body() body: StepUpDto,
    @Req() { user, ip }: FastifyRequest & { user: Principal },
  ): Promise<BrowserSessionResponse> {
    return { session: await this.stepUp.execute(user, { ...body, remote_address: ip }) };
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
