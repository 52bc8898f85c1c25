import type { Participation } from '../domain/rails.js';

/** Every routing number that takes part in an instant network, as JSON text: `{ "<routing number>": { rtp, fednow } }`. */
export type ParticipantsJson = string;

/** Which instant networks reach the accounts of a routing number. */
export abstract class ParticipationDirectory {
  /** Every routing number asked for, with an answer; one that the directory does not know takes part in neither. */
  abstract of(routingNumbers: readonly string[]): Promise<Map<string, Participation>>;

  /** Those of the whole directory that take part in at least one network; the same text until it changes. */
  abstract participants(): Promise<ParticipantsJson>;
}
