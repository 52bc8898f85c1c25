import { Injectable } from '@nestjs/common';
import { ApplyLegResults } from '../../application/apply-leg-results.js';
import type { InstructionOwner, InstructionSubject, ResultOutcome } from '../../application/instruction-owners.js';
import { Reconciliations } from '../../application/reconcile.js';
import type { OwnInstruction } from '../../domain/reconciliation.js';
import { OwnsInstructions } from '../discovery/discovered-owners.js';

/** Legs of transfers. */
@OwnsInstructions({ prefix: 'P' })
@Injectable()
export class LegInstructions implements InstructionOwner {
  constructor(
    private readonly applyLegResults: ApplyLegResults,
    private readonly reconciliations: Reconciliations,
  ) {}

  apply(...results: Parameters<InstructionOwner['apply']>): Promise<readonly ResultOutcome[]> {
    return this.applyLegResults.execute(...results);
  }

  instructions(...asked: Parameters<InstructionOwner['instructions']>): Promise<OwnInstruction[]> {
    return this.reconciliations.instructions(...asked);
  }

  known(endToEndIds: readonly string[]): Promise<OwnInstruction[]> {
    return this.reconciliations.known(endToEndIds);
  }

  subjects(endToEndIds: readonly string[]): Promise<InstructionSubject[]> {
    return this.reconciliations.subjects(endToEndIds);
  }
}
