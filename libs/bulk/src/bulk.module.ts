import { Module } from '@nestjs/common';
import { TransfersModule } from '@payments/transfers';
import { BulkApprovals } from './application/bulk-approvals.js';
import { CountOutcomes } from './application/count-outcomes.js';
import { BulkFunds, Bulks, CreationSlots, OutcomeCounts, Parts, RowRules, Rows } from './application/ports.js';
import { BulksRepository } from './infrastructure/persistence/bulks.repository.js';
import { AdvisorySlots } from './infrastructure/persistence/creation-slots.js';
import { FundsRepository } from './infrastructure/persistence/funds.repository.js';
import { OutcomesRepository } from './infrastructure/persistence/outcomes.repository.js';
import { PartsRepository } from './infrastructure/persistence/parts.repository.js';
import { RowsRepository } from './infrastructure/persistence/rows.repository.js';
import { TransferRowRules } from './infrastructure/rows/transfer-row-rules.js';
import { BulkFunder } from './infrastructure/transfers/bulk-funder.js';
import { BulkResolver } from './infrastructure/transfers/bulk-resolver.js';
import { BulkWaits } from './infrastructure/transfers/bulk-waits.js';
import { CountedOutcomes } from './infrastructure/transfers/counted-outcomes.js';

/** Storage of bulk transfers, and what transfers and the sandbox clock ask of them, for every process. */
@Module({
  imports: [TransfersModule],
  providers: [
    { provide: Bulks, useClass: BulksRepository },
    { provide: OutcomeCounts, useClass: OutcomesRepository },
    { provide: Parts, useClass: PartsRepository },
    { provide: Rows, useClass: RowsRepository },
    { provide: BulkFunds, useClass: FundsRepository },
    { provide: CreationSlots, useClass: AdvisorySlots },
    { provide: RowRules, useClass: TransferRowRules },
    BulkApprovals,
    BulkResolver,
    BulkWaits,
    BulkFunder,
    CountOutcomes,
    CountedOutcomes,
  ],
  exports: [BulkApprovals, Bulks, Parts, Rows, BulkFunds, CreationSlots, RowRules, TransfersModule],
})
export class BulkModule {}
