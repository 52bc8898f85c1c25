import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { ExternalAccounts } from './ports.js';

/** What a bank told to be other than an account says, as a notification of change does. */
export interface AccountCorrection {
  readonly account_id: string;
  readonly account_number?: string;
  readonly routing_number?: string;
  readonly account_type?: 'checking' | 'savings';
  readonly account_holder_name?: string;
}

/** Takes in corrections, for the context that hears from the banks. */
export abstract class AccountCorrections {
  /**
   * Notes in the unit of work at hand what banks told of accounts; later ones win per field; a closed account takes
   * them too. Of accounts that there are not it notes nothing. The accounts stay locked until the work ends.
   */
  abstract record(corrections: readonly AccountCorrection[]): Promise<void>;
}

@Injectable()
export class RecordCorrections extends AccountCorrections {
  constructor(
    private readonly accounts: ExternalAccounts,
    private readonly clock: Clock,
  ) {
    super();
  }

  async record(corrections: readonly AccountCorrection[]): Promise<void> {
    if (corrections.length === 0) return;
    const now = this.clock.now();
    const ids = [...new Set(corrections.map(({ account_id }) => account_id))];
    const found = await this.accounts.findAll(ids, { forUpdate: true });
    const accounts = new Map(found.map((account) => [account.snapshot().id, account]));
    for (const { account_id, ...news } of corrections) accounts.get(account_id)?.correct(news, now);
    await this.accounts.saveCorrections(found.filter(({ isChanged }) => isChanged));
  }
}
