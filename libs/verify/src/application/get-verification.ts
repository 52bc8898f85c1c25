import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { verifyErrors } from '../domain/verify.errors.js';
import { VerifyAccounts } from './ports.js';
import { toVerifyAccountView } from './verify-account.view.js';
import type { VerifyAccountView } from './verify-account.view.js';

@Injectable()
export class GetVerification {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: VerifyAccounts,
  ) {}

  /** @throws unknown_id */
  execute(id: string): Promise<VerifyAccountView> {
    return this.unitOfWork.read(async () => {
      const account = await this.accounts.find(id);
      if (account === undefined) throw verifyErrors.unknown_id();
      return toVerifyAccountView(account);
    });
  }
}
