import { Injectable } from '@nestjs/common';
import { type ConnectionRail, ParticipantStates } from '../participant-states.js';
import { Profiles } from '../ports.js';
import { ConnectionAudit, InboundOperationError } from './operate-inbound.js';

/** What an operator does about participants of instant networks. */
@Injectable()
export class OperateParticipants {
  constructor(
    private readonly states: ParticipantStates,
    private readonly profiles: Profiles,
    private readonly audit: ConnectionAudit,
  ) {}

  /**
   * Forgets what the network told of a participant, or with an empty routing number of itself, whose notice of being back
   * never came. @throws InboundOperationError when nothing was told of it.
   */
  async forget(
    of: ConnectionRail,
    routingNumber: string,
    operator: { readonly actor: string; readonly reason: string },
  ): Promise<void> {
    const told = (await this.states.list(of.connection)).find(
      ({ rail, routing_number }) => rail === of.rail && routing_number === routingNumber,
    );
    if (told === undefined) {
      const named = routingNumber === '' ? of.rail : `${routingNumber} on ${of.rail}`;
      throw new InboundOperationError(
        `${of.connection} was told nothing of ${named}; list what it was told with 'rails participants list'`,
        true,
      );
    }
    await this.audit.record(this.profiles.named(of.connection), operator, {
      ...{ action: 'participant.forgotten', subject_type: 'bank_file', subject_id: told.inbound_id },
      before: { rail: told.rail, routing_number: routingNumber, is_off: told.is_off },
    });
    await this.states.forget(of, routingNumber);
  }
}
