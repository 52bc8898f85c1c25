import { Body, Controller, Get, Header, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import { Clock } from '@payments/kernel';
import { Operation, RawBody } from '@payments/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IssueToken } from '../../application/issue-token.js';
import type { ClientGrant } from '../../application/issue-token.js';
import { SigningKeys } from '../tokens/signing-keys.js';
import { SigningKeysResponse, TokenResponse } from './token.response.js';
import type { SigningKeyResponse } from './token.response.js';
import { isBasic, readTokenRequest, TokenRequestDto } from './token-request.js';

@ApiTags('Authentication')
@Controller()
export class TokenController {
  constructor(
    private readonly issueToken: IssueToken,
    private readonly keys: SigningKeys,
    private readonly clock: Clock,
  ) {}

  @Post('oauth/token')
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded')
  @ApiBody({ type: TokenRequestDto })
  @Header('Cache-Control', 'no-store')
  @Operation('Exchange client credentials for an access token', {
    id: 'createToken',
    description:
      'Accepts JSON or a form, with the credentials in it, or by HTTP Basic in the `Authorization` header (RFC 6749, 2.3.1). `scope` narrows the token. The token is valid for one hour; get a new one before `expires_in` seconds have passed. Failed requests count against a rate limit for each client id and IP address.',
    response: TokenResponse,
  })
  async token(
    @Body() body: RawBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ClientGrant> {
    const { authorization } = request.headers;
    const asked = { ...readTokenRequest(body, authorization), isBasic: isBasic(authorization) };
    const { response, headers } = await this.issueToken.execute({ ...asked, remote_address: request.ip });
    void reply.headers(headers);
    return response;
  }

  @Get('.well-known/jwks.json')
  // Less than the time between publishing a key and signing with it.
  @Header('Cache-Control', 'public, max-age=60')
  @Operation('Get the public keys that verify access tokens', {
    id: 'listSigningKeys',
    description:
      'A JSON Web Key Set with every key that may have signed a valid token. A new key is published before its first use.',
    response: SigningKeysResponse,
  })
  async jwks(): Promise<SigningKeysResponse> {
    return { keys: (await this.keys.all(this.clock.now())).map(({ publicJwk }) => publicJwk as SigningKeyResponse) };
  }
}
