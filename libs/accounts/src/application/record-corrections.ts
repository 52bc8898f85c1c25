import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { ExternalAccounts } from './ports.js';

/** Account details that a bank's notification of change corrects. */
export interface AccountCorrection {
  readonly account_id: string;
  readonly account_number?: string;
  readonly routing_number?: string;
  readonly account_type?: 'checking' | 'savings';
  readonly account_holder_name?: string;
}

/** Records corrections, for the context that receives the banks' reports. */
export abstract class AccountCorrections {
  /**
   * Records the banks' corrections in the current unit of work. The last one wins for each field. Closed accounts get them
   * too; unknown accounts are ignored. The accounts stay locked until the unit of work ends.
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
