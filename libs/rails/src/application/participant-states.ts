import type { InstantRail } from '../domain/entry-state.js';

/** A rail of a connection. */
export interface ConnectionRail {
  readonly connection: string;
  readonly rail: InstantRail;
}

/** What a network last told of a participant, or of itself. */
export interface ParticipantState extends ConnectionRail {
  /** Nine digits; empty for the network itself. */
  readonly routing_number: string;
  /** Whether it takes no payments from `event_at` on, or takes them again. */
  readonly is_off: boolean;
  readonly event_at: Date;
  /** Of the event. */
  readonly code: string;
  /** The file of the bank that told it. */
  readonly inbound_id: string;
}

export type StoredParticipantState = ParticipantState & { readonly told_at: Date };

/** Which participants take no payments now, by the notices that a connection received. */
export abstract class ParticipantStates {
  /** Notices may come in any order: the latest event counts, and of two at once the one that says off. */
  abstract keep(states: readonly ParticipantState[]): Promise<void>;
  /** By connection, rail and routing number. */
  abstract list(connection?: string): Promise<StoredParticipantState[]>;
  /** Forgets what was told, so that the participant is taken to be there. @returns false if nothing was told */
  abstract forget(of: ConnectionRail, routingNumber: string): Promise<boolean>;
  /** In the current unit of work: those of the participants, and of the networks, that are off at a time. */
  abstract off(
    rails: readonly ConnectionRail[],
    routingNumbers: readonly string[],
    at: Date,
  ): Promise<Pick<ParticipantState, 'rail' | 'routing_number'>[]>;
}
