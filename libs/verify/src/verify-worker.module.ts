import { Module } from '@nestjs/common';
import { CONFIG } from '@payments/config';
import type { Config, VerifyProvider } from '@payments/config';
import { CustomersModule } from '@payments/customers';
import { EnterpriseRails, ReachableBanks, TransfersWorkerModule } from '@payments/transfers';
import { UnitOfWork } from '@payments/kernel';
import { AccountOwnersReader } from './application/account-owners-reader.js';
import { ClearProbes } from './application/clear-probes.js';
import { ExamineAccounts } from './application/examine-accounts.js';
import { ExpireCodes } from './application/expire-codes.js';
import { SubmitProbes } from './application/submit-probes.js';
import { ValidationProviders } from './application/validation-provider.js';
import type { ValidationProvider } from './application/validation-provider.js';
import { PostgresAccountOwners } from './infrastructure/persistence/postgres-account-owners.js';
import { HistoryProvider } from './infrastructure/providers/history-provider.js';
import { AchProvider, InstantProvider } from './infrastructure/providers/probe-providers.js';
import { RegisteredProvider } from './infrastructure/providers/registered-provider.js';
import { RulesProvider } from './infrastructure/providers/rules-provider.js';
import { SandboxProvider } from './infrastructure/providers/sandbox-provider.js';
import {
  ClearanceHandler,
  CodeEndHandler,
  ExaminationHandler,
  ProbeSubmissionHandler,
} from './infrastructure/queue/verify-tasks.handlers.js';
import { VerifyModule } from './verify.module.js';

const useCases = [ExamineAccounts, SubmitProbes, ClearProbes, ExpireCodes];
const handlers = [ExaminationHandler, ProbeSubmissionHandler, ClearanceHandler, CodeEndHandler];

/** The work on verifications, with the providers of VERIFY_PROVIDERS. */
@Module({
  imports: [VerifyModule, TransfersWorkerModule, CustomersModule],
  providers: [
    ...useCases,
    ...handlers,
    HistoryProvider,
    RegisteredProvider,
    { provide: AccountOwnersReader, useClass: PostgresAccountOwners },
    {
      provide: ValidationProviders,
      inject: [CONFIG, HistoryProvider, RegisteredProvider, UnitOfWork, ReachableBanks, EnterpriseRails],
      useFactory: validationProviders,
    },
  ],
})
export class VerifyWorkerModule {}

function validationProviders(
  { verifyProviders }: Config,
  ...[history, registered, unitOfWork, directory, rails]: [
    HistoryProvider,
    RegisteredProvider,
    UnitOfWork,
    ReachableBanks,
    EnterpriseRails,
  ]
): ValidationProviders {
  const all: Readonly<Record<VerifyProvider, ValidationProvider>> = {
    rules: new RulesProvider(),
    history,
    instant: new InstantProvider(unitOfWork, directory, rails),
    micro: new AchProvider('micro', rails),
    prenote: new AchProvider('prenote', rails),
    registered,
    sandbox: new SandboxProvider(),
  };
  return { all: verifyProviders.map((name) => all[name]) };
}
