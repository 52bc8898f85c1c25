import { Injectable } from '@nestjs/common';
import { DAY_MS } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { BankingTime } from '@payments/transfers';
import type { DebitValidator } from '@payments/transfers';
import { PaymentHistories } from './ports.js';
import { settledPeriod } from './settled-period.js';
import { COUNTS_DAYS } from './validity.js';

/**
 * The validation of accounts before a debit, as Nacha requires it before the first WEB debit, where the enterprise asks for it.
 * An account is validated when it was verified, or was paid or debited without a return.
 */
@Injectable()
export class ValidateDebits {
  constructor(
    private readonly histories: PaymentHistories,
    private readonly bankingTime: BankingTime,
  ) {}

  /** In the current unit of work. */
  async execute(accounts: Parameters<DebitValidator['notValidated']>[0]): Promise<ReadonlySet<string>> {
    if (workContext.tenant().settings.debit_requires_validation !== true) return new Set();
    const { now, at } = await this.bankingTime.read();
    const verifiedSince = new Date(now.getTime() - COUNTS_DAYS * DAY_MS);
    return new Set(await this.histories.notValidated(accounts, { ...settledPeriod(at), verifiedSince }));
  }
}
