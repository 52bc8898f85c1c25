import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Audit, Enterprises } from '@payments/persistence';
import { linkErrors, passwordErrors } from '../domain/auth.errors.js';
import { changeUser, NO_PASSWORD_REQUEST } from '../domain/credentials.js';
import { weaknessOf } from '../domain/password-rules.js';
import { Passwords, Users } from './ports.js';
import { VerifyLink } from './verify-link.js';
import type { LinkProof } from './verify-link.js';

/** Sets the password that the user of a link has chosen. The link is spent. */
@Injectable()
export class SetPassword {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly verifyLink: VerifyLink,
    private readonly passwords: Passwords,
    private readonly users: Users,
    private readonly enterprises: Enterprises,
    private readonly audit: Audit,
  ) {}

  /** @throws unauthorized, invalid_new_password, too_many_requests */
  async execute({ new_password, ...proof }: LinkProof & { readonly new_password: string }): Promise<void> {
    const known = await this.verifyLink.execute(proof);
    if (known === undefined) throw linkErrors.unauthorized();
    const { enterprise_id, name, version, link_hash } = known;
    const weakness = weaknessOf(new_password, name);
    if (weakness !== undefined) throw passwordErrors.invalid_new_password({ message: weakness });
    const password_hash = await this.passwords.hash(new_password);
    const tenant = await this.enterprises.get(enterprise_id);
    Object.assign(workContext.get(), { tenant, actor: name });
    await this.unitOfWork.run(async () => {
      const user = await this.users.lock(name);
      // Of two who use the link at once, the second one finds it spent.
      const isSame = user?.version === version && user.link_hash !== null && link_hash!.equals(user.link_hash);
      if (!isSame) throw linkErrors.unauthorized();
      // A link from before dual control was on: one administrator could open it alone.
      const { dual_control } = await this.enterprises.readSettings();
      if (dual_control === true && user.link_code_hash === null) throw linkErrors.unauthorized();
      await this.users.save(changeUser(user, { password_hash, must_change_password: false, ...NO_PASSWORD_REQUEST }));
      await this.audit.record({ action: 'user.password_set', subject_type: 'user', subject_id: name });
    });
  }
}
