import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { DualControl } from '@payments/persistence';
import type { Changed } from '@payments/persistence';
import { APPROVERS } from '../domain/scopes.js';
import { CreateUser } from './create-user.js';
import type { NewUserInput, NewUserView } from './create-user.js';
import { DisableUser } from './disable-user.js';
import { ResetUser } from './reset-user.js';

/**
 * Gives portal users their passwords. While dual control is on, users who may approve stay disabled until another administrator
 * approves it: who asked for the password has read it.
 */
@Injectable()
export class IssuePasswords {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly createUser: CreateUser,
    private readonly resetUser: ResetUser,
    private readonly disableUser: DisableUser,
    private readonly dualControl: DualControl,
  ) {}

  /** @throws as `CreateUser` */
  create(input: NewUserInput): Promise<Changed<NewUserView>> {
    return this.issue(() => this.createUser.execute(input));
  }

  /** @throws as `ResetUser` */
  reset(name: string): Promise<Changed<NewUserView>> {
    return this.issue(() => this.resetUser.execute(name));
  }

  private issue(work: () => Promise<NewUserView>): Promise<Changed<NewUserView>> {
    return this.unitOfWork.run(async () => {
      const made = await work();
      const { name, role, disabled_at } = made.user;
      const isChange = disabled_at === undefined && APPROVERS.includes(role);
      const change = { change: 'user', action: 'enable', id: name, content: { role } } as const;
      const approval = isChange ? await this.dualControl.demand(change) : undefined;
      if (approval === undefined) return { value: made };
      return { value: { ...made, user: await this.disableUser.execute(name) }, approval };
    });
  }
}
