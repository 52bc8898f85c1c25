import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { toUserView } from './user.view.js';
import type { UserView } from './user.view.js';
import { Users } from './ports.js';

/** The portal users of the enterprise, newest first. */
@Injectable()
export class ListUsers {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: Users,
  ) {}

  execute(): Promise<UserView[]> {
    return this.unitOfWork.run(async () => (await this.users.list()).map(toUserView));
  }
}
