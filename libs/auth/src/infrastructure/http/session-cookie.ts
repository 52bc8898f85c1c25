import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Bound to the host and to https by its prefix. */
const SECURE = { name: '__Host-payments-session', attributes: 'Path=/; HttpOnly; Secure; SameSite=Strict' };
/** Of a sandbox without https, such as the quick start. */
const PLAIN = { name: 'payments-session', attributes: 'Path=/portal/session; HttpOnly; SameSite=Strict' };

/** The cookie with the refresh token of a session of the portal. Only the operations of the session read it. */
@Injectable()
export class SessionCookie {
  private readonly form: typeof SECURE;

  constructor(@Inject(CONFIG) { publicBaseUrl }: Pick<Config, 'publicBaseUrl'>) {
    this.form = publicBaseUrl.startsWith('https:') ? SECURE : PLAIN;
  }

  /** Undefined when there is none, or more than one: another host of the domain may have set the second. */
  read(request: FastifyRequest): string | undefined {
    const values = this.valuesIn(request);
    return values.length === 1 ? values[0] : undefined;
  }

  /** Whether there is one at all, of whatever value. */
  isSent(request: FastifyRequest): boolean {
    return this.valuesIn(request).length > 0;
  }

  write(reply: FastifyReply, token: string, maxAgeSeconds: number): void {
    void reply.header('Set-Cookie', `${this.form.name}=${token}; ${this.form.attributes}; Max-Age=${maxAgeSeconds}`);
  }

  clear(reply: FastifyReply): void {
    this.write(reply, '', 0);
  }

  private valuesIn({ headers: { cookie = '' } }: FastifyRequest): readonly string[] {
    const prefix = `${this.form.name}=`;
    return cookie
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(prefix))
      .map((pair) => pair.slice(prefix.length));
  }
}
