import { Injectable } from '@nestjs/common';
import { addBankingDays, newId, newYorkDate, newYorkInstant, UnitOfWork } from '@payments/kernel';
import { Tasks } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import type { Due } from '@payments/messaging';
import { BankingTime } from '../../application/banking-time.js';
import type { BankingMoment } from '../../application/banking-time.js';
import { Processor } from '../../application/ports.js';
import type { Instruction, InstructionBatch, ReportedResult } from '../../application/ports.js';
import { legIdOf } from '../../domain/leg.js';
import { InquiryFence } from './inquiry-fence.js';
import { outcomesOf, plannedOutcomes } from './outcomes.js';
import type { RequestedOutcome, PlannedOutcome } from './outcomes.js';

export const SANDBOX_QUEUE = 'sandbox-network';
const SANDBOX_ODFI = '09100001';

/** A result that the network will report. */
export interface PlannedResult {
  readonly id: string;
  readonly end_to_end_id: string;
  readonly kind: PlannedOutcome['kind'];
  readonly network_reason_code: string | null;
  /** Banking time. */
  readonly due_at: Date;
  /** When it is reported. */
  readonly report: Due;
}

/**
 * A simulated bank network. It accepts batches, keeps its own books, and reports the results of each instruction, as the
 * amount determines, or as the client requested: with the submission when nothing but success is known yet, else later.
 */
@Injectable()
export class SandboxProcessor extends Processor {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly bankingTime: BankingTime,
    private readonly tasks: Tasks,
    private readonly fence: InquiryFence,
  ) {
    super();
  }

  submit({ id, instructions }: InstructionBatch): Promise<readonly ReportedResult[]> {
    return this.unitOfWork.run(async () => {
      const ids = instructions.map(({ end_to_end_id }) => end_to_end_id);
      const [, time] = await Promise.all([this.fence.admit(id, ids), this.bankingTime.read()]);
      const traceNumbers = await this.take(id, instructions, time.now);
      const fresh = instructions.filter(({ end_to_end_id }) => traceNumbers.has(end_to_end_id));
      const asked = await this.asked(fresh);
      const planned = fresh.flatMap((i) => timed(i, asked.get(i.end_to_end_id) ?? plannedOutcomes(i), time));
      const reported = planned.filter(isKnownAlready);
      await this.store(reported, time.now);
      await this.plan(planned.filter((result) => !reported.includes(result)));
      return reported.map((result) => ({
        processor_result_id: result.id,
        end_to_end_id: result.end_to_end_id,
        kind: result.kind,
        network_reason_code: result.network_reason_code,
        trace_number: traceNumbers.get(result.end_to_end_id)!,
        occurred_at: result.due_at,
      }));
    });
  }

  async known(endToEndIds: readonly string[], inquiryId: string): Promise<ReadonlySet<string>> {
    if (endToEndIds.length === 0) return new Set();
    return this.unitOfWork.run(async () => {
      const known = await this.fence.known(endToEndIds, inquiryId);
      await this.reportAgain([...known]);
      return known;
    });
  }

  /**
   * How far the network is with an instruction, which the transfer may not know yet: the instruction or its results are on
   * their way. Call `pause` first, so that no batch changes it.
   */
  async progressOf(endToEndId: string): Promise<'not_taken' | 'taken' | 'accepted' | 'ended'> {
    const [taken] = await currentTransaction().query<{ reported: readonly PlannedResult['kind'][] }>(
      `SELECT ARRAY(SELECT p.kind FROM sandbox.planned_results p WHERE p.enterprise_id = $1 AND p.end_to_end_id = $2
         AND p.reported_at IS NOT NULL) AS reported
       FROM sandbox.instructions WHERE enterprise_id = $1 AND end_to_end_id = $2`,
      [workContext.enterpriseId(), endToEndId],
    );
    if (taken === undefined) return 'not_taken';
    const includesOne = (...kinds: PlannedResult['kind'][]) => kinds.some((kind) => taken.reported.includes(kind));
    if (includesOne('rejected', 'returned')) return 'ended';
    return includesOne('accepted', 'settled') ? 'accepted' : 'taken';
  }

  /** Takes no batch until the unit of work ends. Call it first in the unit: a batch that is being taken waits for the clock. */
  async pause(): Promise<void> {
    await this.fence.close();
  }

  /** Stores planned results in the current unit of work. */
  async plan(results: readonly PlannedResult[]): Promise<void> {
    await this.store(results, null);
    await this.tasks.schedule(results.map(({ id, report }) => ({ queue: SANDBOX_QUEUE, subjectId: id, ...report })));
  }

  private async store(results: readonly PlannedResult[], reportedAt: Date | null): Promise<void> {
    if (results.length === 0) return;
    await currentTransaction().query(
      `INSERT INTO sandbox.planned_results (enterprise_id, id, end_to_end_id, kind, network_reason_code, due_at, reported_at)
       SELECT $1, id, end_to_end_id, kind, network_reason_code, due_at, $3 FROM jsonb_to_recordset($2::jsonb)
         AS p(id uuid, end_to_end_id text, kind text, network_reason_code text, due_at timestamptz) RETURNING 1`,
      [workContext.enterpriseId(), JSON.stringify(results), reportedAt],
      'insert-planned-results',
    );
  }

  private async reportAgain(endToEndIds: readonly string[]): Promise<void> {
    const reported = await currentTransaction().query<{ id: string }>(
      `SELECT id FROM sandbox.planned_results
       WHERE enterprise_id = $1 AND end_to_end_id = ANY($2::text[]) AND reported_at IS NOT NULL`,
      [workContext.enterpriseId(), endToEndIds],
    );
    await this.tasks.schedule(reported.map(({ id }) => ({ queue: SANDBOX_QUEUE, subjectId: id })));
  }

  // A duplicate instruction is not accepted twice, as at a bank. Returns the trace numbers of the others.
  private async take(batchId: string, instructions: readonly Instruction[], now: Date): Promise<Map<string, string>> {
    const rows = instructions.map(({ end_to_end_id, side, rail, amount }) => {
      const trace_number =
        SANDBOX_ODFI + (BigInt(`0x${end_to_end_id.slice(-13)}`) % 10_000_000n).toString().padStart(7, '0');
      return { end_to_end_id, side, rail, amount: amount.toString(), trace_number };
    });
    const taken = await currentTransaction().query<{ end_to_end_id: string }>(
      `INSERT INTO sandbox.instructions (enterprise_id, end_to_end_id, batch_id, side, rail, amount, trace_number, received_at)
       SELECT $1, end_to_end_id, $2, side, rail, amount, trace_number, $4 FROM jsonb_to_recordset($3::jsonb)
         AS i(end_to_end_id text, side text, rail text, amount bigint, trace_number text)
       ON CONFLICT DO NOTHING RETURNING end_to_end_id`,
      [workContext.enterpriseId(), batchId, JSON.stringify(rows), now],
      'insert-instructions',
    );
    const isTaken = new Set(taken.map(({ end_to_end_id }) => end_to_end_id));
    return new Map(
      rows.flatMap(({ end_to_end_id, trace_number }) =>
        isTaken.has(end_to_end_id) ? [[end_to_end_id, trace_number]] : [],
      ),
    );
  }

  // A requested outcome applies once.
  private async asked(instructions: readonly Instruction[]): Promise<Map<string, readonly PlannedOutcome[]>> {
    const rows = await currentTransaction().query<RequestedOutcome & { end_to_end_id: string }>(
      `DELETE FROM sandbox.requested_outcomes a USING transfers.legs l
       WHERE a.enterprise_id = $1 AND l.enterprise_id = $1 AND l.id = ANY($2::uuid[])
         AND a.transfer_id = l.transfer_id AND a.side = l.side
       RETURNING l.end_to_end_id, a.kind, a.code`,
      [workContext.enterpriseId(), instructions.map(({ end_to_end_id }) => legIdOf(end_to_end_id))],
      'consume-requested-outcomes',
    );
    return new Map(rows.map(({ end_to_end_id, ...asked }) => [end_to_end_id, outcomesOf(asked)]));
  }
}

function isKnownAlready({ kind, report: { dueInMs = 0 } }: PlannedResult): boolean {
  return (kind === 'accepted' || kind === 'settled') && dueInMs <= 0;
}

// One after the other: each result waits for its banking instant from the one before on.
function timed(instruction: Instruction, outcomes: readonly PlannedOutcome[], time: BankingMoment): PlannedResult[] {
  let from = instruction.window_at;
  let report: Due = {};
  return outcomes.map(({ kind, networkReasonCode, when }) => {
    const due_at = instantOf(instruction, when);
    report = time.due({ from, until: due_at }, report);
    from = due_at;
    const { end_to_end_id } = instruction;
    return { id: newId(), end_to_end_id, kind, network_reason_code: networkReasonCode, due_at, report };
  });
}

const RETURNS_COME_AT = '08:00';

function instantOf({ window_at, settles_at }: Instruction, when: PlannedOutcome['when']): Date {
  if (when === 'hand_over') return window_at;
  if (when === 'settlement') return settles_at;
  return newYorkInstant(addBankingDays(newYorkDate(settles_at), when), RETURNS_COME_AT);
}
