import { Module } from '@nestjs/common';
import { AccountsModule } from '@payments/accounts';
import { Clock } from '@payments/kernel';
import { LedgerModule } from '@payments/ledger';
import { CONFIG } from '@payments/platform';
import type { Config } from '@payments/platform';
import { BankingTime } from './application/banking-time.js';
import { ProcessorReports, Transfers } from './application/ports.js';
import { Routes } from './application/routes.js';
import { TransferSteps } from './application/transfer-steps.js';
import { RealBankingTime } from './infrastructure/banking-time/real-banking-time.js';
import { LegGauges } from './infrastructure/persistence/leg-gauges.js';
import { TransferWriter } from './infrastructure/persistence/transfer-writer.js';
import { TransfersRepository } from './infrastructure/persistence/transfers.repository.js';
import { SandboxBankingTime } from './infrastructure/sandbox/sandbox-banking-time.js';
import { SandboxProcessor } from './infrastructure/sandbox/sandbox-processor.js';
import { SandboxReports } from './infrastructure/sandbox/sandbox-reports.js';
import { ParticipationModule } from './participation.module.js';

const sandbox = [SandboxBankingTime, SandboxProcessor, { provide: ProcessorReports, useClass: SandboxReports }];

/** Storage of transfers and the way they move on, for every process. */
@Module({
  imports: [AccountsModule, LedgerModule, ParticipationModule],
  providers: [
    TransferWriter,
    LegGauges,
    { provide: Transfers, useClass: TransfersRepository },
    {
      provide: BankingTime,
      inject: [CONFIG, Clock, SandboxBankingTime],
      useFactory: ({ environment }: Config, clock: Clock, sandboxTime: SandboxBankingTime): BankingTime =>
        environment === 'sandbox' ? sandboxTime : new RealBankingTime(clock),
    },
    Routes,
    TransferSteps,
    ...sandbox,
  ],
  exports: [Transfers, BankingTime, TransferSteps, AccountsModule, LedgerModule, ...sandbox],
})
export class TransfersModule {}
