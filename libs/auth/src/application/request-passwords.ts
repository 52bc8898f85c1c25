import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { DualControl } from '@payments/persistence';
import type { Changed } from '@payments/persistence';
import { CreateUser } from './create-user.js';
import type { NewUserInput } from './create-user.js';
import { DisableUser } from './disable-user.js';
import { PasswordLinks } from './password-links.js';
import type { RequestedPassword } from './password-links.js';
import { ResetUser } from './reset-user.js';
import { userChange } from './user-change.js';
import type { UserView } from './user.view.js';

/**
 * Creates portal users, and resets them, without a password that anybody knows: the users choose theirs by a link. While dual control is
 * on, they stay disabled until another administrator approves, who then makes the link; it needs a code that only who asked was shown.
 */
@Injectable()
export class RequestPasswords {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly createUser: CreateUser,
    private readonly resetUser: ResetUser,
    private readonly disableUser: DisableUser,
    private readonly links: PasswordLinks,
    private readonly dualControl: DualControl,
  ) {}

  /** @throws as `CreateUser` */
  create(input: NewUserInput): Promise<Changed<RequestedPassword>> {
    return this.request(async () => (await this.createUser.execute({ ...input, must_change_password: true })).user);
  }

  /** @throws as `ResetUser` */
  reset(name: string): Promise<Changed<RequestedPassword>> {
    return this.request(async () => (await this.resetUser.execute(name)).user);
  }

  /** Another link, for a password that was asked for. @throws unknown_id, own_user */
  renew(name: string): Promise<RequestedPassword> {
    return this.unitOfWork.run(async () => this.links.renew(name, { needsCode: await this.dualControl.isOn() }));
  }

  private request(work: () => Promise<UserView>): Promise<Changed<RequestedPassword>> {
    return this.unitOfWork.run(async () => {
      const { name, disabled_at } = await work();
      if (!(await this.dualControl.isOn())) return { value: await this.links.request(name) };
      if (disabled_at === undefined) await this.disableUser.execute(name);
      const value = await this.links.requestCode(name);
      if (disabled_at !== undefined) return { value };
      const approval = await this.dualControl.demand(userChange('enable', value.user));
      return { value, ...(approval && { approval }) };
    });
  }
}
