import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { Audit, Enterprises } from '@payments/persistence';
import { BankingTime } from './banking-time.js';
import { InstructionOwners } from './instruction-owners.js';
import { ProcessorResults } from './ports.js';

export interface ResultDecision {
  readonly reason: string;
  /** The operator. */
  readonly actor: string;
}

/** requested: another operator has to decide the same · refused: its instruction cannot take it. */
type DecidedResult =
  { readonly outcome: 'applied' | 'requested' } | { readonly outcome: 'refused'; readonly why: string };

/**
 * Applies a result that a person found true, although it came too early or contradicts what was applied. Where the enterprise
 * has dual control, two operators decide.
 */
@Injectable()
export class ApplyOpenResult {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly results: ProcessorResults,
    private readonly owners: InstructionOwners,
    private readonly enterprises: Enterprises,
    private readonly audit: Audit,
    private readonly bankingTime: BankingTime,
  ) {}

  /** @returns undefined if the enterprise has no such open result */
  execute(id: string, { reason, actor }: ResultDecision): Promise<DecidedResult | undefined> {
    return this.unitOfWork.run(async () => {
      const open = await this.results.lockOpen(id);
      if (open === undefined) return undefined;
      const { result, apply_requested_by } = open;
      const { end_to_end_id, kind } = result;
      const noted = { subject_type: 'processor_result', subject_id: id, after: { end_to_end_id, kind, reason } };
      if ((await this.enterprises.readSettings()).dual_control === true) {
        if (apply_requested_by === null) {
          await this.results.requestApplication(id, actor);
          await this.audit.record({ action: 'processor_result.application_requested', ...noted });
          return { outcome: 'requested' };
        }
        if (apply_requested_by === actor) return refused('you have requested it already; another operator must decide');
      }
      const [outcome] = (await this.owners.of(end_to_end_id)?.apply([result], { isDecided: true })) ?? [];
      if (outcome?.effect !== 'apply' && outcome?.effect !== 'duplicate') {
        return refused(
          outcome?.leg_status === undefined
            ? 'nothing of this service has its end-to-end id'
            : `its leg is ${outcome.leg_status}, and cannot become ${kind}; book the money, then dismiss the result`,
        );
      }
      await this.results.markApplied([id], (await this.bankingTime.read()).now);
      await this.audit.record({ action: 'processor_result.applied', ...noted });
      return { outcome: 'applied' };
    });
  }
}

const refused = (why: string): DecidedResult => ({ outcome: 'refused', why });
