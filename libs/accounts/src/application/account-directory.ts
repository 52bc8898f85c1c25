import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { statusReason } from '../domain/account-status.js';
import { AccountOutbox } from './account-outbox.js';
import { ExternalAccounts } from './ports.js';

/** The numbers and the holder of an external account. */
export interface AccountNumbers {
  readonly routing_number: string;
  /** As sent. */
  readonly account_number: string;
  readonly account_holder_name: string;
}

/** Accounts for other contexts. Everything happens in the current unit of work. */
export abstract class AccountDirectory {
  /** Of an open account. An id that is not a UUID matches nothing. */
  abstract details(id: string): Promise<AccountNumbers | undefined>;

  /** Rejects an account that its bank has closed, or does not know. One that is rejected or closed already stays so. */
  abstract reject(id: string, because: 'closed' | 'unknown'): Promise<void>;
}

@Injectable()
export class KnownAccounts extends AccountDirectory {
  constructor(
    private readonly accounts: ExternalAccounts,
    private readonly outbox: AccountOutbox,
    private readonly clock: Clock,
  ) {
    super();
  }

  async details(id: string): Promise<AccountNumbers | undefined> {
    const account = await this.accounts.read(id);
    if (account === undefined || account.status === 'closed') return undefined;
    const { routing_number, account_number, account_holder_name } = account;
    return { routing_number, account_number, account_holder_name };
  }

  async reject(id: string, because: 'closed' | 'unknown'): Promise<void> {
    const account = await this.accounts.find(id, { forUpdate: true });
    if (account === undefined || !['created', 'verified'].includes(account.snapshot().status)) return;
    const reason = statusReason(because === 'closed' ? 'closed_account' : 'invalid_account');
    account.verified({ status: 'rejected', reasons: [reason] }, this.clock.now());
    await this.accounts.saveStatus([account]);
    await this.outbox.publish([account]);
  }
}
