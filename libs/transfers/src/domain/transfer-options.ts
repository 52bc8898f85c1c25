import type { Judgment } from './gate.js';
import type { Routing } from './leg-steps.js';
import type { Maker, PartyVerification, StepTime } from './transfer-state.js';

export interface OpenOptions {
  readonly id: string;
  /** The enterprise is a party of a transfer under its name. */
  readonly enterpriseName: string;
  readonly maker: Maker;
  readonly now: Date;
}

export interface AcceptOptions extends StepTime {
  /** Real time. A verification result missing by then counts as a refusal. */
  readonly waitUntil: Date;
  readonly newLegId: () => string;
  readonly routing: Routing;
  /** What the gates say of a transfer whose parties are cleared. */
  readonly judgment: Judgment;
  /** Takes the amount out of what is available; false when there is not enough. */
  readonly reserveFunds: (amount: bigint) => boolean;
}

export interface SubmitOptions extends StepTime {
  readonly batchId: string;
  readonly partyVerification: PartyVerification;
  readonly routing: Routing;
}

/** When a result is recorded, and whether a person has found it true, whatever was applied before. */
export interface ResultMoment {
  readonly now: Date;
  readonly routing: Routing;
  readonly isDecided?: boolean;
}
