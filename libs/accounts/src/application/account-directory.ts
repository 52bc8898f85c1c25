import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { digitsOf } from '../domain/account-numbers.js';
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

type JudgedNumbers = Pick<AccountNumbers, 'routing_number' | 'account_number'>;

/** Accounts for other contexts. Everything happens in the current unit of work. */
export abstract class AccountDirectory {
  /** Of an open account. An id that is not a UUID matches nothing. */
  abstract details(id: string): Promise<AccountNumbers | undefined>;

  /**
   * Rejects an account with these numbers that its bank has closed, or does not know. One that has other numbers by now was
   * not judged, and one that is rejected or closed already stays so.
   */
  abstract reject(id: string, numbers: JudgedNumbers, because: 'closed' | 'unknown'): Promise<void>;
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

  async reject(id: string, numbers: JudgedNumbers, because: 'closed' | 'unknown'): Promise<void> {
    const account = await this.accounts.find(id, { forUpdate: true });
    if (account === undefined || !['created', 'verified'].includes(account.snapshot().status)) return;
    const { routing_number, account_number } = account.snapshot();
    if (routing_number !== numbers.routing_number) return;
    if (digitsOf(account_number) !== digitsOf(numbers.account_number)) return;
    const reason = statusReason(because === 'closed' ? 'closed_account' : 'invalid_account');
    account.verified({ status: 'rejected', reasons: [reason] }, this.clock.now());
    await this.accounts.saveStatus([account]);
    await this.outbox.publish([account]);
  }
}
