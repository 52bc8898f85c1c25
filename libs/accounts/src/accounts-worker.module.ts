import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts.module.js';
import { AccountVerifier } from './application/ports.js';
import { VerifyAccounts } from './application/verify-accounts.js';
import { AccountVerificationHandler } from './infrastructure/queue/account-verification.handler.js';
import { SandboxAccountVerifier } from './infrastructure/sandbox/sandbox-account-verifier.js';

/** The verification of external accounts. */
@Module({
  imports: [AccountsModule],
  providers: [
    { provide: AccountVerifier, useClass: SandboxAccountVerifier },
    VerifyAccounts,
    AccountVerificationHandler,
  ],
})
export class AccountsWorkerModule {}
