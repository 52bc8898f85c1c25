import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { Clock, DAY_MS, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Audit, randomSecret, Secrets } from '@payments/persistence';
import { portalErrors } from '../domain/auth.errors.js';
import { NO_PASSWORD_REQUEST } from '../domain/credentials.js';
import type { PasswordRequest, UserState } from '../domain/credentials.js';
import { Users } from './ports.js';
import { toUserView } from './user.view.js';
import type { UserView } from './user.view.js';

const PAGE = '/portal/app/set-password#';
const CODE_LENGTH = 16;
const LIFETIME_MS = DAY_MS;

/** What a user needs to choose a password. The link and the code are shown only here and stored as hashes. */
export interface RequestedPassword {
  readonly user: UserView;
  readonly link?: string;
  readonly link_expires_at?: string;
  /** What the link needs as well, which another administrator makes. */
  readonly link_code?: string;
}

/** The links with which users choose their passwords: each works once, for 24 hours. */
@Injectable()
export class PasswordLinks {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: Users,
    private readonly secrets: Secrets,
    private readonly audit: Audit,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicBaseUrl'>,
  ) {}

  /** A link alone. It replaces an earlier one. */
  request(name: string): Promise<RequestedPassword> {
    return this.save(name, () => this.newLink(name, { link_code_hash: null, password_requested_by: actor() }));
  }

  /** A code, without a link yet. */
  requestCode(name: string): Promise<RequestedPassword> {
    const link_code = randomSecret().slice(0, CODE_LENGTH);
    const link_code_hash = this.secrets.hash(codeSubject(name, link_code));
    const request = { ...NO_PASSWORD_REQUEST, link_code_hash, password_requested_by: actor() };
    return this.save(name, () => ({ request, shown: { link_code } }));
  }

  /**
   * Another link for a password that was asked for; with a code, for another administrator than who has it.
   * @throws unknown_id, own_user
   */
  renew(name: string, { needsCode }: { readonly needsCode: boolean }): Promise<RequestedPassword> {
    return this.save(name, (user) => {
      const { link_code_hash, password_requested_by } = user;
      const hasCode = link_code_hash !== null && password_requested_by === actor();
      if (hasCode || name === actor()) throw portalErrors.own_user();
      const isWaiting = password_requested_by !== null && user.disabled_at === null;
      if (!isWaiting || (needsCode && link_code_hash === null)) throw portalErrors.unknown_id();
      return this.newLink(name, { link_code_hash, password_requested_by });
    });
  }

  private newLink(name: string, known: Pick<PasswordRequest, 'link_code_hash' | 'password_requested_by'>) {
    const secret = randomSecret();
    const link = `${this.config.publicBaseUrl}${PAGE}${Buffer.from(name).toString('base64url')}.${secret}`;
    const link_expires_at = new Date(this.clock.now().getTime() + LIFETIME_MS);
    const link_hash = this.secrets.hash(linkSubject(name, secret));
    return {
      request: { ...known, link_hash, link_expires_at },
      shown: { link, link_expires_at: link_expires_at.toISOString() },
    };
  }

  private save(
    name: string,
    make: (user: UserState) => { readonly request: PasswordRequest; readonly shown: Omit<RequestedPassword, 'user'> },
  ): Promise<RequestedPassword> {
    return this.unitOfWork.run(async () => {
      const user = await this.users.lock(name);
      if (user === undefined) throw portalErrors.unknown_id();
      const { request, shown } = make(user);
      const changed = { ...user, ...request };
      await this.users.save(changed);
      const action = 'link' in shown ? 'user.link_made' : 'user.password_requested';
      await this.audit.record({ action, subject_type: 'user', subject_id: name });
      return { user: toUserView(changed), ...shown };
    });
  }
}

const actor = () => workContext.get().actor ?? null;

// No password, secret or key has this form, so their hashes cannot collide.
export const linkSubject = (name: string, secret: string) => `password-link|${name}|${secret}`;
export const codeSubject = (name: string, code: string) => `password-link-code|${name}|${code}`;
