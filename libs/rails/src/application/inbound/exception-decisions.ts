import { Injectable } from '@nestjs/common';
import { Profiles } from '../ports.js';
import { ConnectionAudit, InboundOperationError } from './operate-inbound.js';
import { type Obstacle, type RailException, RailExceptions, type ReturnDecision, ReturnDecisions } from './ports.js';

export interface Operator {
  readonly actor: string;
  readonly reason: string;
}

/** How exceptions are resolved: each once, recorded with who did it and why. */
@Injectable()
export class ExceptionDecisions {
  constructor(
    private readonly exceptions: RailExceptions,
    private readonly returns: ReturnDecisions,
    private readonly audit: ConnectionAudit,
    private readonly profiles: Profiles,
  ) {}

  /** @throws InboundOperationError if there is no open one with this id. */
  async open(id: string): Promise<RailException> {
    const exception = await this.exceptions.find(id);
    if (exception === undefined) {
      throw new InboundOperationError(`no exception has the id ${id}; list them with 'rails exceptions list'`, true);
    }
    if (exception.state === 'open') return exception;
    throw new InboundOperationError(`the exception was resolved already: ${exception.resolution}`);
  }

  /** Before something is booked: from now on only this resolution can be finished. @throws InboundOperationError */
  async begin(exception: RailException, decision: ReturnDecision): Promise<void> {
    const obstacle = await this.returns.begin(exception, decision);
    if (obstacle === undefined) return;
    throw obstacle.kind === 'taken' ? await this.taken(exception.id) : sameReturn(exception, obstacle);
  }

  /** Takes a resolution back that has moved nothing, so that another one can follow. */
  abandon({ id }: RailException, resolution: string): Promise<void> {
    return this.exceptions.abandon(id, resolution);
  }

  // What is about one enterprise is no other one's business.
  record(exception: RailException, operator: Operator, resolution: string): Promise<void> {
    const { id, connection, kind, for_enterprise } = exception;
    const companies =
      for_enterprise === null ? this.profiles.named(connection).companies : [{ enterprise_id: for_enterprise }];
    return this.audit.record({ companies }, operator, {
      ...{ action: 'rail_exception.resolved', subject_type: 'rail_exception', subject_id: id },
      after: { kind, resolution },
    });
  }

  /** @throws InboundOperationError if somebody else was faster. */
  async end({ id }: RailException, resolution: string, { actor }: Operator): Promise<void> {
    if (!(await this.exceptions.resolve(id, resolution, actor))) throw await this.taken(id);
  }

  private async taken(id: string): Promise<InboundOperationError> {
    const { state, decision } = (await this.exceptions.find(id))!;
    if (state === 'open' && decision === null) {
      return new InboundOperationError(
        `the bank changed what it is about meanwhile, so it is open again; look at it with 'rails exceptions show ${id}'`,
      );
    }
    return new InboundOperationError(
      state === 'open'
        ? `its resolution "${decision}" was begun and may have moved money; repeat that one`
        : `somebody else resolved the exception meanwhile; look at it with 'rails exceptions show ${id}'`,
    );
  }
}

// Neither says whose it is: users of one enterprise read it, too.
function sameReturn({ trace }: RailException, obstacle: Exclude<Obstacle, { kind: 'taken' }>): InboundOperationError {
  if (obstacle.kind === 'begun') {
    return new InboundOperationError(
      `the exception ${obstacle.id} is about the return ${trace} too, and its resolution was begun; finish that one first`,
    );
  }
  const whose = obstacle.isOfOther ? ', for another enterprise' : '';
  return new InboundOperationError(
    `the return ${trace} was booked already${whose}; resolve it with --ignore, and if the bank moved the money twice, explain the second line of its statement`,
  );
}
