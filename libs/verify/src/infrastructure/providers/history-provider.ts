import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { BankingTime, networkReason } from '@payments/transfers';
import { PaymentHistories } from '../../application/ports.js';
import type { PaymentHistory } from '../../application/ports.js';
import { settledPeriod } from '../../application/settled-period.js';
import { ValidationProvider } from '../../application/validation-provider.js';
import type { ExaminedAccount, Finding, Question } from '../../application/validation-provider.js';
import { statusOfCode } from '../../domain/network-findings.table.js';

/** Knows what became of the enterprise's own payments to the account; never of another enterprise's. */
@Injectable()
export class HistoryProvider extends ValidationProvider {
  readonly name = 'history';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly histories: PaymentHistories,
    private readonly bankingTime: BankingTime,
  ) {
    super();
  }

  examine(question: Question, accounts: readonly ExaminedAccount[]): Promise<ReadonlyMap<string, Finding>> {
    if (question !== 'status') return Promise.resolve(new Map());
    return this.unitOfWork.run(async () => {
      const period = settledPeriod((await this.bankingTime.read()).at);
      const findings = new Map<string, Finding>();
      for (const account of accounts) {
        const finding = findingOf(await this.histories.of(account, period));
        if (finding !== undefined) findings.set(account.id, finding);
      }
      return findings;
    });
  }
}

// The later one of the two counts.
function findingOf({ settled_at, returned_at, returned_code }: PaymentHistory): Finding | undefined {
  if (returned_code !== null && (settled_at === null || returned_at === null || returned_at >= settled_at)) {
    const { reason_code: reason } = networkReason(returned_code, 'ach');
    return { kind: 'status', status: statusOfCode(returned_code), reason };
  }
  return settled_at === null ? undefined : { kind: 'status', status: 'valid' };
}
