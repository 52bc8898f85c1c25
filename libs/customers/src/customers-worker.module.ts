import { Module } from '@nestjs/common';
import { CustomerVerifier } from './application/ports.js';
import { VerifyCustomers } from './application/verify-customers.js';
import { CustomersModule } from './customers.module.js';
import { CustomerVerificationHandler } from './infrastructure/queue/customer-verification.handler.js';
import { SandboxCustomerVerifier } from './infrastructure/sandbox/sandbox-customer-verifier.js';

/** The verification of persons and businesses. */
@Module({
  imports: [CustomersModule],
  providers: [
    { provide: CustomerVerifier, useClass: SandboxCustomerVerifier },
    VerifyCustomers,
    CustomerVerificationHandler,
  ],
})
export class CustomersWorkerModule {}
