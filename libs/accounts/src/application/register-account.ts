import { Injectable } from '@nestjs/common';
import { Clock, DomainError, newId, UnitOfWork } from '@payments/kernel';
import { accountErrors } from '../domain/account.errors.js';
import { ExternalAccount } from '../domain/external-account.js';
import type { AccountInput } from '../domain/external-account.js';
import { AccountOutbox } from './account-outbox.js';
import { AccountOwners } from './account-owners.js';
import { toAccountView } from './account.view.js';
import type { AccountView } from './account.view.js';
import { ExternalAccounts } from './ports.js';

/** Registers an external account for verification. An account of the enterprise itself is verified at once. */
@Injectable()
export class RegisterAccount {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly owners: AccountOwners,
    private readonly accounts: ExternalAccounts,
    private readonly outbox: AccountOutbox,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError invalid_customer_reference_id, duplicate_account_reference_id, duplicate_account_details */
  execute(input: AccountInput): Promise<AccountView> {
    return this.unitOfWork.run(async () => {
      const ownerId = await this.owners.idOf(input).catch((error: unknown) => this.refuse(input, error));
      const account = ExternalAccount.register(input, { id: newId(), now: this.clock.now() });
      await Promise.all([this.accounts.add({ account, ownerId }), this.outbox.publish([account])]);
      return toAccountView(account.snapshot());
    });
  }

  // Both references are checked before any error is thrown; the account's comes first in field order.
  private async refuse({ account_reference_id }: AccountInput, error: unknown): Promise<never> {
    if (!(error instanceof DomainError)) throw error;
    if ((await this.accounts.findByReference(account_reference_id)) === undefined) throw error;
    const { code, kind, message, fieldErrors } = accountErrors.duplicate_account_reference_id();
    throw new DomainError(code, kind, { message, fieldErrors: [...fieldErrors, ...error.fieldErrors] });
  }
}
