import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ApplyLegResults } from './application/apply-leg-results.js';
import { InstructionOwners } from './application/instruction-owners.js';
import { ApplyOpenResult } from './application/apply-open-result.js';
import { ProcessorResults } from './application/ports.js';
import { Reconcile, Reconciliations } from './application/reconcile.js';
import { DiscoveredOwners } from './infrastructure/discovery/discovered-owners.js';
import { ProcessorResultsRepository } from './infrastructure/persistence/processor-results.repository.js';
import { ReconciliationsRepository } from './infrastructure/persistence/reconciliations.repository.js';
import { LegInstructions } from './infrastructure/queue/leg-instructions.js';
import { TransfersModule } from './transfers.module.js';

/** The owners of instructions, and the comparison with the processor's report, for every process that runs it. */
@Module({
  imports: [DiscoveryModule, TransfersModule],
  providers: [
    Reconcile,
    ApplyOpenResult,
    { provide: ProcessorResults, useClass: ProcessorResultsRepository },
    { provide: Reconciliations, useClass: ReconciliationsRepository },
    { provide: InstructionOwners, useClass: DiscoveredOwners },
    ApplyLegResults,
    LegInstructions,
  ],
  exports: [Reconcile, ApplyOpenResult, Reconciliations, InstructionOwners],
})
export class ReconciliationModule {}
