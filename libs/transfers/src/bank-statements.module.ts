import { Module } from '@nestjs/common';
import { LedgerModule } from '@payments/ledger';
import { RailsReconciliationModule } from '@payments/rails';
import { InstructionCash } from './infrastructure/bank-rails/instruction-cash.js';
import { ReconciliationModule } from './reconciliation.module.js';
import { TransfersModule } from './transfers.module.js';

/** What the comparison of bank statements needs of transfers. */
export const comparison = {
  imports: [LedgerModule, TransfersModule, ReconciliationModule],
  ledgerCash: InstructionCash,
};

/** Bank statements, for commands of operators. */
@Module({ imports: [RailsReconciliationModule.with(comparison)] })
export class BankStatementsModule {}
