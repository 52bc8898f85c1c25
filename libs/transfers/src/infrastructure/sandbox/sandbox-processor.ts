import { Inject, Injectable } from '@nestjs/common';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import { CONFIG, currentTransaction, Tasks, workContext } from '@payments/platform';
import type { Config } from '@payments/platform';
import { Processor } from '../../application/ports.js';
import type { Instruction, InstructionBatch } from '../../application/ports.js';
import { plannedOutcomes } from './outcomes.js';

export const SANDBOX_QUEUE = 'sandbox-network';
const SANDBOX_ODFI = '09100001';

/**
 * A bank network to try things on. It takes batches like a real one, keeps its own books, and tells later what became
 * of each instruction; a banking day lasts as long as SANDBOX_DAY_SECONDS says.
 */
@Injectable()
export class SandboxProcessor extends Processor {
  private readonly dayMs: number;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly tasks: Tasks,
    private readonly clock: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    super();
    this.dayMs = config.sandboxDaySeconds * 1000;
  }

  submit({ id, instructions }: InstructionBatch): Promise<void> {
    return this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const taken = await this.take(id, instructions, now);
      const planned = instructions
        .filter(({ end_to_end_id }) => taken.has(end_to_end_id))
        .flatMap((i) => this.plan(i, now));
      await currentTransaction().query(
        `INSERT INTO sandbox.planned_results (enterprise_id, id, end_to_end_id, kind, network_reason_code, due_at)
         SELECT $1, id, end_to_end_id, kind, network_reason_code, due_at FROM jsonb_to_recordset($2::jsonb)
           AS p(id uuid, end_to_end_id text, kind text, network_reason_code text, due_at timestamptz)`,
        [workContext.tenant().enterpriseId, JSON.stringify(planned)],
      );
      await this.tasks.schedule(
        planned.map((result) => ({ queue: SANDBOX_QUEUE, subjectId: result.id, dueAt: result.due_at })),
      );
    });
  }

  async known(endToEndIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (endToEndIds.length === 0) return new Set();
    const rows = await this.unitOfWork.run(() =>
      currentTransaction().query<{ end_to_end_id: string }>(
        `SELECT end_to_end_id FROM sandbox.instructions WHERE enterprise_id = $1 AND end_to_end_id = ANY($2::text[])`,
        [workContext.tenant().enterpriseId, endToEndIds],
      ),
    );
    return new Set(rows.map(({ end_to_end_id }) => end_to_end_id));
  }

  // An instruction that is there already is not taken twice, as a bank would refuse a duplicate.
  private async take(batchId: string, instructions: readonly Instruction[], now: Date): Promise<Set<string>> {
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
      [workContext.tenant().enterpriseId, batchId, JSON.stringify(rows), now],
    );
    return new Set(taken.map(({ end_to_end_id }) => end_to_end_id));
  }

  private plan(instruction: Instruction, now: Date) {
    let due = now.getTime();
    return plannedOutcomes(instruction).map(({ kind, networkReasonCode, afterDays }) => {
      due += afterDays * this.dayMs;
      return {
        id: newId(),
        end_to_end_id: instruction.end_to_end_id,
        kind,
        network_reason_code: networkReasonCode,
        due_at: new Date(due),
      };
    });
  }
}
