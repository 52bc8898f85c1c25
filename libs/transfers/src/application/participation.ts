import type { Participation } from '../domain/rails.js';

/** Which instant networks reach the accounts of a routing number. */
export abstract class ParticipationDirectory {
  /** Every routing number asked for, with an answer; one that the directory does not know takes part in neither. */
  abstract of(routingNumbers: readonly string[]): Promise<Map<string, Participation>>;
}
