import { Module } from '@nestjs/common';
import { LedgerModule } from '@payments/ledger';
import { BookMoney } from './application/book-money.js';
import { BookTransfers, SubledgerBalances, Subledgers } from './application/ports.js';
import { ResolveBookTransfers } from './application/resolve-book-transfers.js';
import { BookTransferResolver } from './infrastructure/approvals/book-transfer-resolver.js';
import { BookTransfersRepository } from './infrastructure/persistence/book-transfers.repository.js';
import { PostgresSubledgerBalances } from './infrastructure/persistence/postgres-subledger-balances.js';
import { SubledgersRepository } from './infrastructure/persistence/subledgers.repository.js';

/** Storage of subledgers and book transfers, and what approvals ask of them, for every process. */
@Module({
  imports: [LedgerModule],
  providers: [
    { provide: Subledgers, useClass: SubledgersRepository },
    { provide: BookTransfers, useClass: BookTransfersRepository },
    { provide: SubledgerBalances, useClass: PostgresSubledgerBalances },
    BookMoney,
    ResolveBookTransfers,
    BookTransferResolver,
  ],
  exports: [Subledgers, BookTransfers, SubledgerBalances, BookMoney, LedgerModule],
})
export class SubledgersModule {}
