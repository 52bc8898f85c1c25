import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ApplyLegResults } from './application/apply-leg-results.js';
import { InstructionOwners } from './application/instruction-owners.js';
import { Reconcile, Reconciliations } from './application/reconcile.js';
import { DiscoveredOwners } from './infrastructure/discovery/discovered-owners.js';
import { ReconciliationsRepository } from './infrastructure/persistence/reconciliations.repository.js';
import { LegInstructions } from './infrastructure/queue/leg-instructions.js';
import { TransfersModule } from './transfers.module.js';

/** The owners of instructions, and the comparison with the processor's report, for every process that runs it. */
@Module({
  imports: [DiscoveryModule, TransfersModule],
  providers: [
    Reconcile,
    { provide: Reconciliations, useClass: ReconciliationsRepository },
    { provide: InstructionOwners, useClass: DiscoveredOwners },
    ApplyLegResults,
    LegInstructions,
  ],
  exports: [Reconcile, Reconciliations, InstructionOwners],
})
export class ReconciliationModule {}
