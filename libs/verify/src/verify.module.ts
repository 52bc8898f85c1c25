import { Module } from '@nestjs/common';
import { AccountsModule } from '@payments/accounts';
import { ParticipationModule, TransfersModule } from '@payments/transfers';
import { ApplyProbeResults } from './application/apply-probe-results.js';
import { NoteReturnedPayments } from './application/note-returned-payments.js';
import { PaymentHistories, ProbeRecords, StatementCodes, VerifyAccounts } from './application/ports.js';
import { ValidateDebits } from './application/validate-debits.js';
import { VerifySteps } from './application/verify-steps.js';
import { PostgresPaymentHistories } from './infrastructure/persistence/payment-histories.js';
import { PostgresProbeRecords } from './infrastructure/persistence/probe-records.js';
import { VerifyAccountsRepository } from './infrastructure/persistence/verify-accounts.repository.js';
import { VerifySealing } from './infrastructure/persistence/verify-sealing.js';
import { RandomStatementCodes } from './infrastructure/providers/random-statement-codes.js';
import { ReturnedPayments, ValidatedAccounts } from './infrastructure/transfers/observers.js';
import { ProbeInstructions } from './infrastructure/transfers/probe-instructions.js';
import { VerifyWaits } from './infrastructure/transfers/verify-waits.js';

const answersToTransfers = [ProbeInstructions, VerifyWaits, ReturnedPayments, ValidatedAccounts];

/** Storage and steps of verifications, and what transfers ask of them, for every process. */
@Module({
  imports: [AccountsModule, TransfersModule, ParticipationModule],
  providers: [
    VerifySealing,
    { provide: VerifyAccounts, useClass: VerifyAccountsRepository },
    { provide: ProbeRecords, useClass: PostgresProbeRecords },
    { provide: PaymentHistories, useClass: PostgresPaymentHistories },
    { provide: StatementCodes, useClass: RandomStatementCodes },
    VerifySteps,
    ApplyProbeResults,
    NoteReturnedPayments,
    ValidateDebits,
    ...answersToTransfers,
  ],
  exports: [
    VerifySealing,
    VerifyAccounts,
    PaymentHistories,
    StatementCodes,
    VerifySteps,
    AccountsModule,
    TransfersModule,
    ParticipationModule,
  ],
})
export class VerifyModule {}
