import { Module } from '@nestjs/common';
import { Reconcile, Reconciliations } from './application/reconcile.js';
import { ReconciliationsRepository } from './infrastructure/persistence/reconciliations.repository.js';
import { TransfersModule } from './transfers.module.js';

/** The comparison with the processor's report, for every process that runs it. */
@Module({
  imports: [TransfersModule],
  providers: [Reconcile, { provide: Reconciliations, useClass: ReconciliationsRepository }],
  exports: [Reconcile],
})
export class ReconciliationModule {}
