import { Module } from '@nestjs/common';
import { LedgerModule } from '@payments/ledger';
import { RailsCutModule, RailsReconciliationModule } from '@payments/rails';
import { LegHandOvers } from './infrastructure/bank-rails/leg-hand-overs.js';
import { InstructionCash } from './infrastructure/bank-rails/instruction-cash.js';
import { ReconciliationModule } from './reconciliation.module.js';
import { TransfersModule } from './transfers.module.js';

/** What the comparison of bank statements needs of transfers. */
export const comparison = {
  imports: [LedgerModule, TransfersModule, ReconciliationModule],
  ledgerCash: InstructionCash,
};

/** Bank statements and the cuts of files, for commands of operators. */
@Module({
  imports: [
    RailsReconciliationModule.with(comparison),
    RailsCutModule.with({ imports: [TransfersModule], handOvers: LegHandOvers }),
  ],
})
export class BankStatementsModule {}
