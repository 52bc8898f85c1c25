import { Module } from '@nestjs/common';
import { CloseSubledger } from './application/close-subledger.js';
import { CreateBookTransfer } from './application/create-book-transfer.js';
import { CreateSubledger } from './application/create-subledger.js';
import { ReadBalances } from './application/read-balances.js';
import { ReadBookTransfers } from './application/read-book-transfers.js';
import { ReadSubledgers } from './application/read-subledgers.js';
import { BookTransfersController } from './infrastructure/http/book-transfers.controller.js';
import { SubledgerBalancesController } from './infrastructure/http/subledger-balances.controller.js';
import { SubledgersController } from './infrastructure/http/subledgers.controller.js';
import { SubledgersModule } from './subledgers.module.js';

/** The operations on subledgers, their balances, and book transfers. */
@Module({
  imports: [SubledgersModule],
  controllers: [SubledgersController, SubledgerBalancesController, BookTransfersController],
  providers: [CreateSubledger, ReadSubledgers, CloseSubledger, ReadBalances, CreateBookTransfer, ReadBookTransfers],
})
export class SubledgersApiModule {}
