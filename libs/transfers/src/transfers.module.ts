import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AccountsModule } from '@payments/accounts';
import { Clock } from '@payments/kernel';
import { LedgerModule } from '@payments/ledger';
import { Profiles, RailsModule } from '@payments/rails';
import { CONFIG } from '@payments/config';
import { Metrics } from '@payments/observability';
import type { Config } from '@payments/config';
import { BankingTime } from './application/banking-time.js';
import { EnterpriseRails } from './application/enterprise-rails.js';
import { OpenTransfers } from './application/open-transfers.js';
import { BankNames, PaidAccounts } from './application/paid-accounts.js';
import { ProcessorReports, Transfers } from './application/ports.js';
import { DebitValidators } from './application/debit-validation.js';
import { Gates } from './application/gates.js';
import { ReachableBanks } from './application/reachable-banks.js';
import { ResumeTransfers } from './application/resume-transfers.js';
import { Routes } from './application/routes.js';
import { StepObservers } from './application/step-observers.js';
import { TransferFunders } from './application/transfer-funders.js';
import { TransferSteps } from './application/transfer-steps.js';
import { BankReports } from './infrastructure/bank-rails/bank-reports.js';
import { ProfileRails } from './infrastructure/bank-rails/profile-rails.js';
import { RoutedReports } from './infrastructure/bank-rails/routed-reports.js';
import { FedAchRails } from './infrastructure/banking-time/fedach-rails.js';
import { RealBankingTime } from './infrastructure/banking-time/real-banking-time.js';
import { LoadedBankNames } from './infrastructure/directory/loaded-bank-names.js';
import { DiscoveredFunders } from './infrastructure/discovery/discovered-funders.js';
import { DiscoveredGates } from './infrastructure/discovery/discovered-gates.js';
import { DiscoveredObservers } from './infrastructure/discovery/discovered-observers.js';
import { DiscoveredValidators } from './infrastructure/discovery/discovered-validators.js';
import { SetAsideResults } from './infrastructure/http-processor/set-aside-results.js';
import { LegGauges } from './infrastructure/persistence/leg-gauges.js';
import { HttpReports } from './infrastructure/http-processor/http-reports.js';
import { ProcessorClient } from './infrastructure/http-processor/processor-client.js';
import { TransferWriter } from './infrastructure/persistence/transfer-writer.js';
import { TransfersRepository } from './infrastructure/persistence/transfers.repository.js';
import { InquiryFence } from './infrastructure/sandbox/inquiry-fence.js';
import { SandboxBankingTime } from './infrastructure/sandbox/sandbox-banking-time.js';
import { SandboxProcessor } from './infrastructure/sandbox/sandbox-processor.js';
import { SandboxReports } from './infrastructure/sandbox/sandbox-reports.js';
import { ParticipationModule } from './participation.module.js';

const sandbox = [SandboxBankingTime, InquiryFence, SandboxProcessor, SandboxReports];

const connector = [
  {
    provide: ProcessorClient,
    inject: [CONFIG, Metrics],
    useFactory: ({ processor }: Config, metrics: Metrics): ProcessorClient | null =>
      processor.connector === undefined ? null : new ProcessorClient(processor.connector, metrics),
  },
  {
    provide: HttpReports,
    inject: [ProcessorClient],
    useFactory: (client: ProcessorClient | null): HttpReports | null => client && new HttpReports(client),
  },
  {
    provide: ProcessorReports,
    inject: [CONFIG, SandboxReports, BankReports, HttpReports],
    useFactory: (
      { processor }: Config,
      ...[sandbox, bank, http]: [SandboxReports, BankReports, HttpReports]
    ): ProcessorReports => {
      if (processor.kind === 'bank' && processor.connector !== undefined) return new RoutedReports([bank, http]);
      return { sandbox, bank, http }[processor.kind];
    },
  },
];

/** Storage and steps of transfers, for every process. */
@Module({
  imports: [DiscoveryModule, AccountsModule, LedgerModule, RailsModule, ParticipationModule],
  providers: [
    TransferWriter,
    LegGauges,
    SetAsideResults,
    { provide: Transfers, useClass: TransfersRepository },
    {
      provide: BankingTime,
      inject: [CONFIG, Clock, SandboxBankingTime],
      useFactory: ({ environment }: Config, clock: Clock, sandboxTime: SandboxBankingTime): BankingTime =>
        environment === 'sandbox' ? sandboxTime : new RealBankingTime(clock),
    },
    BankReports,
    {
      provide: EnterpriseRails,
      inject: [CONFIG, Profiles, Clock],
      useFactory: (config: Config, profiles: Profiles, clock: Clock): EnterpriseRails =>
        config.processor.kind === 'bank' ? new ProfileRails(profiles, config, clock) : new FedAchRails(config),
    },
    ReachableBanks,
    Routes,
    { provide: StepObservers, useClass: DiscoveredObservers },
    { provide: DebitValidators, useClass: DiscoveredValidators },
    { provide: Gates, useClass: DiscoveredGates },
    { provide: TransferFunders, useClass: DiscoveredFunders },
    TransferSteps,
    { provide: BankNames, useClass: LoadedBankNames },
    PaidAccounts,
    OpenTransfers,
    ResumeTransfers,
    ...sandbox,
    ...connector,
  ],
  exports: [
    SetAsideResults,
    Transfers,
    BankingTime,
    EnterpriseRails,
    ReachableBanks,
    Routes,
    ParticipationModule,
    DebitValidators,
    Gates,
    TransferFunders,
    TransferSteps,
    PaidAccounts,
    OpenTransfers,
    ResumeTransfers,
    AccountsModule,
    LedgerModule,
    ...sandbox,
    ProcessorClient,
    ProcessorReports,
  ],
})
export class TransfersModule {}
