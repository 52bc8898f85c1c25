import { Injectable } from '@nestjs/common';
import { networkReason } from '@payments/transfers';
import type { ObservedStep } from '@payments/transfers';
import { isAboutAccount } from '../domain/network-findings.table.js';
import { VerifyAccounts } from './ports.js';
import { VerifySteps } from './verify-steps.js';

/** A payment that comes back because of its account shows that a valid account is valid no more. */
@Injectable()
export class NoteReturnedPayments {
  constructor(
    private readonly accounts: VerifyAccounts,
    private readonly steps: VerifySteps,
  ) {}

  /** In the current unit of work. */
  async execute({ legs }: ObservedStep): Promise<void> {
    const returned = legs.filter(
      ({ status, network_reason_code }) =>
        (status === 'returned' || status === 'rejected') && isAboutAccount(network_reason_code),
    );
    if (returned.length === 0) return;
    const valid = await this.accounts.validOf(returned.map(({ account_id }) => account_id));
    if (valid.length === 0) return;
    await this.steps.take({ ids: valid.map(({ id }) => id) }, (accounts, { now }) => {
      for (const account of accounts) {
        const ofAccount = valid.find(({ id }) => id === account.snapshot().id)!.account_id;
        const { network_reason_code: code, rail } = returned.find(({ account_id }) => account_id === ofAccount)!;
        account.paymentReturned(code, { reason: networkReason(code, rail).reason_code, rail, now });
      }
    });
  }
}
