import { Module } from '@nestjs/common';
import { TransfersModule } from '@payments/transfers';
import { BulkApprovals } from './application/bulk-approvals.js';
import { BulkFunds, Bulks, CreationSlots, Parts, RowRules, Rows } from './application/ports.js';
import { BulksRepository } from './infrastructure/persistence/bulks.repository.js';
import { AdvisorySlots } from './infrastructure/persistence/creation-slots.js';
import { FundsRepository } from './infrastructure/persistence/funds.repository.js';
import { PartsRepository } from './infrastructure/persistence/parts.repository.js';
import { RowsRepository } from './infrastructure/persistence/rows.repository.js';
import { TransferRowRules } from './infrastructure/rows/transfer-row-rules.js';
import { BulkFunder } from './infrastructure/transfers/bulk-funder.js';
import { BulkResolver } from './infrastructure/transfers/bulk-resolver.js';
import { BulkWaits } from './infrastructure/transfers/bulk-waits.js';

/** Storage of bulk transfers, and what transfers and the sandbox clock ask of them, for every process. */
@Module({
  imports: [TransfersModule],
  providers: [
    { provide: Bulks, useClass: BulksRepository },
    { provide: Parts, useClass: PartsRepository },
    { provide: Rows, useClass: RowsRepository },
    { provide: BulkFunds, useClass: FundsRepository },
    { provide: CreationSlots, useClass: AdvisorySlots },
    { provide: RowRules, useClass: TransferRowRules },
    BulkApprovals,
    BulkResolver,
    BulkWaits,
    BulkFunder,
  ],
  exports: [BulkApprovals, Bulks, Parts, Rows, BulkFunds, CreationSlots, RowRules, TransfersModule],
})
export class BulkModule {}
