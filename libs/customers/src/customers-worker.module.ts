import { Module } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { CONFIG } from '@payments/config';
import { Log, Metrics } from '@payments/observability';
import type { Config } from '@payments/config';
import { PersonsAndBusinesses } from './application/persons-and-businesses.js';
import { CustomerVerifier } from './application/ports.js';
import { ScreenCustomers } from './application/screen-customers.js';
import { CustomerScreener } from './application/screening.ports.js';
import { VerifyCustomers } from './application/verify-customers.js';
import { CustomersModule } from './customers.module.js';
import { CustomerScreeningHandler } from './infrastructure/queue/customer-screening.handler.js';
import { CustomerVerificationHandler } from './infrastructure/queue/customer-verification.handler.js';
import { ScreeningListSweep } from './infrastructure/queue/screening-list.sweep.js';
import { ListScreener } from './infrastructure/rules/list-screener.js';
import { PostgresMatchArchive } from './infrastructure/rules/match-archive.js';
import { RulesCustomerVerifier } from './infrastructure/rules/rules-customer-verifier.js';
import { ScreeningListCheck } from './infrastructure/rules/screening-list-check.js';
import { ScreeningLists } from './infrastructure/rules/screening-lists.js';
import { SandboxCustomerVerifier } from './infrastructure/sandbox/sandbox-customer-verifier.js';

/** The verification of persons and businesses, by the provider of VERIFICATION_PROVIDER. */
@Module({
  imports: [CustomersModule],
  providers: [
    { provide: ScreeningLists, inject: [CONFIG, Log, Metrics], useFactory: screeningLists },
    { provide: CustomerScreener, inject: [ScreeningLists, Clock, UnitOfWork], useFactory: screener },
    { provide: CustomerVerifier, inject: [CONFIG, CustomerScreener, Clock], useFactory: customerVerifier },
    PersonsAndBusinesses,
    VerifyCustomers,
    ScreeningListCheck,
    CustomerVerificationHandler,
    ScreenCustomers,
    CustomerScreeningHandler,
    ScreeningListSweep,
  ],
})
export class CustomersWorkerModule {}

/** The sandbox has no list. @throws ConfigError when it is missing or broken. */
function screeningLists(config: Config, log: Log, metrics: Metrics): Promise<ScreeningLists | undefined> {
  return config.verificationProvider === 'sandbox'
    ? Promise.resolve(undefined)
    : ScreeningLists.load(config, { log, metrics });
}

function screener(lists: ScreeningLists | undefined, clock: Clock, unitOfWork: UnitOfWork): ListScreener {
  return new ListScreener({ lists, archive: new PostgresMatchArchive(unitOfWork), clock });
}

function customerVerifier(config: Config, listScreener: ListScreener, clock: Clock): CustomerVerifier {
  switch (config.verificationProvider) {
    case 'sandbox':
      return new SandboxCustomerVerifier();
    case 'rules':
      return new RulesCustomerVerifier(listScreener, clock);
  }
}
