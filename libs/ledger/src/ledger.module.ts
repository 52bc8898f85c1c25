import { Module } from '@nestjs/common';
import { CreditBalance } from './application/credit-balance.js';
import { OpenLedger } from './application/open-ledger.js';
import { Credits, Ledger, LedgerReader } from './application/ports.js';
import { GetBalance } from './application/get-balance.js';
import { ResetSandboxBalance } from './application/reset-sandbox-balance.js';
import { CreditsRepository } from './infrastructure/persistence/credits.repository.js';
import { PostgresLedgerReader } from './infrastructure/persistence/postgres-ledger-reader.js';
import { PostgresLedger } from './infrastructure/persistence/postgres-ledger.js';
import { VerifyLedger } from './infrastructure/persistence/verify-ledger.js';

/** The ledger of an enterprise, for every process. It also creates the ledger of a new enterprise. */
@Module({
  providers: [
    { provide: Ledger, useClass: PostgresLedger },
    { provide: LedgerReader, useClass: PostgresLedgerReader },
    { provide: Credits, useClass: CreditsRepository },
    OpenLedger,
    GetBalance,
    CreditBalance,
    ResetSandboxBalance,
    VerifyLedger,
  ],
  exports: [Ledger, LedgerReader, GetBalance, CreditBalance, ResetSandboxBalance, VerifyLedger],
})
export class LedgerModule {}
