import { Injectable } from '@nestjs/common';
import { instructionsOf, OwnsInstructions } from '@payments/transfers';
import type {
  InstructionOwner,
  InstructionSubject,
  OwnInstruction,
  ResultOutcome,
  StoredResult,
} from '@payments/transfers';
import { ApplyProbeResults } from '../../application/apply-probe-results.js';
import { ProbeRecords } from '../../application/ports.js';
import { probeIdOf } from '../../domain/probe.js';
import type { ProbeState } from '../../domain/probe.js';

/** Probes of verifications. */
@OwnsInstructions({ prefix: 'V' })
@Injectable()
export class ProbeInstructions implements InstructionOwner {
  constructor(
    private readonly applyProbeResults: ApplyProbeResults,
    private readonly records: ProbeRecords,
  ) {}

  apply(results: readonly StoredResult[]): Promise<readonly ResultOutcome[]> {
    return this.applyProbeResults.execute(results);
  }

  async instructions(period: Parameters<InstructionOwner['instructions']>[0]): Promise<OwnInstruction[]> {
    return (await this.records.ofPeriod(period)).flatMap(ownInstructions);
  }

  async known(endToEndIds: readonly string[]): Promise<OwnInstruction[]> {
    const ids = endToEndIds.flatMap((id) => probeIdOf(id) ?? []);
    return ids.length === 0 ? [] : (await this.records.ofIds(ids)).flatMap(ownInstructions);
  }

  subjects(endToEndIds: readonly string[]): Promise<InstructionSubject[]> {
    const subjects = endToEndIds.flatMap((end_to_end_id) => {
      const subject_id = probeIdOf(end_to_end_id);
      return subject_id === undefined ? [] : [{ end_to_end_id, subject_id, leg: 'none' as const, attempt: 1 }];
    });
    return Promise.resolve(subjects);
  }
}

function ownInstructions(probe: ProbeState): OwnInstruction[] {
  return instructionsOf({ ...probe, attempt: 1, attempts: [] });
}
