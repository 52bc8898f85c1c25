import type { Participation } from '../domain/rails.js';

/** Every routing number that takes part in an instant network, as JSON text: `{ "<routing number>": { rtp, fednow } }`. */
export type ParticipantsJson = string;

/** Which instant networks reach the accounts of a routing number. */
export abstract class ParticipationDirectory {
  /** Returns an entry for every routing number; one that the directory does not have takes part in neither network. */
  abstract of(routingNumbers: readonly string[]): Promise<Map<string, Participation>>;

  /** All routing numbers that take part in at least one network; the same text until the directory changes. */
  abstract participants(): Promise<ParticipantsJson>;
}
