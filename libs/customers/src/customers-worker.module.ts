import { Module } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { CONFIG } from '@payments/platform';
import type { Config } from '@payments/platform';
import { CustomerVerifier } from './application/ports.js';
import { VerifyCustomers } from './application/verify-customers.js';
import { CustomersModule } from './customers.module.js';
import { CustomerVerificationHandler } from './infrastructure/queue/customer-verification.handler.js';
import { PostgresMatchArchive } from './infrastructure/rules/match-archive.js';
import { RulesCustomerVerifier } from './infrastructure/rules/rules-customer-verifier.js';
import { loadScreeningList } from './infrastructure/rules/screening-list.js';
import { Screening } from './infrastructure/rules/screening.js';
import { SandboxCustomerVerifier } from './infrastructure/sandbox/sandbox-customer-verifier.js';

/** The verification of persons and businesses, by the provider of VERIFICATION_PROVIDER. */
@Module({
  imports: [CustomersModule],
  providers: [
    { provide: CustomerVerifier, inject: [CONFIG, Clock, UnitOfWork], useFactory: customerVerifier },
    VerifyCustomers,
    CustomerVerificationHandler,
  ],
})
export class CustomersWorkerModule {}

/** @throws ConfigError when the rules have no list to screen names against. */
function customerVerifier(config: Config, clock: Clock, unitOfWork: UnitOfWork): CustomerVerifier {
  switch (config.verificationProvider) {
    case 'sandbox':
      return new SandboxCustomerVerifier();
    case 'rules': {
      const { entries, digest: listDigest } = loadScreeningList(config);
      const archive = new PostgresMatchArchive(unitOfWork);
      return new RulesCustomerVerifier({ screening: new Screening(entries), listDigest, archive, clock });
    }
  }
}
