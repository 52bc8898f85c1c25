import { Module } from '@nestjs/common';
import { CreditBalance } from './application/credit-balance.js';
import { OpenLedger } from './application/open-ledger.js';
import { BookHistory, Cash, Credits, DayEnds, Ledger, LedgerReader } from './application/ports.js';
import { GetBalance } from './application/get-balance.js';
import { ResetSandboxBalance } from './application/reset-sandbox-balance.js';
import { Suspense } from './application/suspense.js';
import { CreditsRepository } from './infrastructure/persistence/credits.repository.js';
import { PostgresBookHistory, PostgresDayEnds } from './infrastructure/persistence/postgres-book-history.js';
import { PostgresCash } from './infrastructure/persistence/postgres-cash.js';
import { PostgresLedgerReader } from './infrastructure/persistence/postgres-ledger-reader.js';
import { PostgresLedger } from './infrastructure/persistence/postgres-ledger.js';
import { VerifyLedger } from './infrastructure/persistence/verify-ledger.js';

/** The ledger of an enterprise, for every process. It also creates the ledger of a new enterprise. */
@Module({
  providers: [
    { provide: Ledger, useClass: PostgresLedger },
    { provide: LedgerReader, useClass: PostgresLedgerReader },
    { provide: BookHistory, useClass: PostgresBookHistory },
    { provide: DayEnds, useClass: PostgresDayEnds },
    { provide: Cash, useClass: PostgresCash },
    { provide: Credits, useClass: CreditsRepository },
    OpenLedger,
    GetBalance,
    CreditBalance,
    ResetSandboxBalance,
    Suspense,
    VerifyLedger,
  ],
  exports: [
    Ledger,
    BookHistory,
    DayEnds,
    Cash,
    LedgerReader,
    GetBalance,
    CreditBalance,
    ResetSandboxBalance,
    Suspense,
    VerifyLedger,
  ],
})
export class LedgerModule {}
