import { Module } from '@nestjs/common';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { AccountsModule } from './accounts.module.js';
import { AccountVerifier } from './application/ports.js';
import { VerifyAccounts } from './application/verify-accounts.js';
import { AccountVerificationHandler } from './infrastructure/queue/account-verification.handler.js';
import { RulesAccountVerifier } from './infrastructure/rules/rules-account-verifier.js';
import { SandboxAccountVerifier } from './infrastructure/sandbox/sandbox-account-verifier.js';

/** The verification of external accounts, by the provider of VERIFICATION_PROVIDER. */
@Module({
  imports: [AccountsModule],
  providers: [
    { provide: AccountVerifier, inject: [CONFIG], useFactory: accountVerifier },
    VerifyAccounts,
    AccountVerificationHandler,
  ],
})
export class AccountsWorkerModule {}

function accountVerifier({ verificationProvider }: Config): AccountVerifier {
  switch (verificationProvider) {
    case 'sandbox':
      return new SandboxAccountVerifier();
    case 'rules':
      return new RulesAccountVerifier();
  }
}
