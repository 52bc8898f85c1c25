import { Injectable } from '@nestjs/common';
import { type ExplainedLine, sameMoney } from '../../domain/statements/match-statement.js';
import { ConnectionLeaseLostError } from '../ports.js';
import { TenantWork } from '../tenant-work.js';
import { type DecidedReturn, ReturnDecisions } from './ports.js';

/** A return as the bank tells it, and what its statement may call it. */
interface ToldReturn extends Pick<ExplainedLine, 'direction' | 'amount' | 'references'> {
  readonly id: string;
  readonly original_trace: string | null;
}

/** Returns that operators gave to somebody, of any enterprise of the connection, and lines that they explained. */
export class Decided {
  constructor(
    private readonly decided: readonly DecidedReturn[],
    private readonly explained: readonly ExplainedLine[] = [],
  ) {}

  /** Why a person has to decide about a return that the bank names well now; undefined if nobody has decided about it. */
  whyNotAlone({ id, original_trace, ...told }: ToldReturn): string | undefined {
    const isSame = (each: DecidedReturn) =>
      each.trace === id &&
      (each.end_to_end_id === null || (original_trace !== null && each.original_trace === original_trace));
    if (this.decided.some(isSame)) return `the return ${id} was resolved in another way already`;
    const line = sameMoney(this.explained, told);
    return line && `it was booked with the line ${line.id} of a statement`;
  }
}

interface Told {
  readonly connection: string;
  readonly ids: readonly string[];
  readonly references: readonly string[];
}

/** Applies returns of one enterprise, knowing what operators decide about the same returns for any other. */
@Injectable()
export class DecidedReturns {
  constructor(
    private readonly decisions: ReturnDecisions,
    private readonly tenantWork: TenantWork,
  ) {}

  /** In a unit of work of the enterprise. What an operator decides meanwhile waits for its end, or begins it again. */
  async run<T>(
    enterpriseId: string,
    { connection, ids, references }: Told,
    work: (decided: Decided) => Promise<T>,
  ): Promise<T> {
    for (;;) {
      const { decided, explained, proof } = await this.decisions.of(connection, ids, references);
      try {
        return await this.tenantWork.run(enterpriseId, async () => {
          await this.decisions.hold(proof);
          return work(new Decided(decided, explained));
        });
      } catch (error) {
        if (!(error instanceof ConnectionLeaseLostError)) throw error;
      }
    }
  }
}
