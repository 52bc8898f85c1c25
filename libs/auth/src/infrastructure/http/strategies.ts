import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport';
import type { Principal } from '../../application/authenticate-bearer.js';
import { AuthenticateApiKey } from '../../application/authenticate-api-key.js';
import { AuthenticateBearer } from '../../application/authenticate-bearer.js';

type Verify = (request: FastifyRequest, done: (error: Error | null, principal?: Principal) => void) => void;

/** Passes the request to `validate`, which returns the caller or throws the error response. */
class RequestStrategy extends Strategy {
  constructor(private readonly verify: Verify) {
    super();
  }

  override authenticate(request: unknown): void {
    this.verify(request as FastifyRequest, (error, principal) => {
      if (error !== null) this.error(error);
      else this.success(principal!);
    });
  }
}

@Injectable()
export class BearerStrategy extends PassportStrategy(RequestStrategy, 'bearer') {
  constructor(private readonly bearer: AuthenticateBearer) {
    super();
  }

  validate(request: FastifyRequest): Promise<Principal> {
    return this.bearer.execute(request.headers.authorization);
  }
}

@Injectable()
export class ApiKeyStrategy extends PassportStrategy(RequestStrategy, 'api-key') {
  constructor(private readonly apiKey: AuthenticateApiKey) {
    super();
  }

  async validate(request: FastifyRequest & { user: Principal }): Promise<Principal> {
    await this.apiKey.execute(String(request.headers['x-api-key']), request.user);
    return request.user;
  }
}
