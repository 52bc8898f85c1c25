import { ParticipationDirectory } from '../../application/participation.js';
import type { Participation } from '../../domain/rails.js';

const BOTH: Participation = { rtp: true, fednow: true };

/** The routing numbers of the sandbox that are not in both networks, as its documentation promises. */
const OTHERS: ReadonlyMap<string, Participation> = new Map([
  ['011000028', { rtp: false, fednow: false }],
  ['011401533', { rtp: false, fednow: true }],
]);

/** The directory of the sandbox: with few exceptions every bank takes part in everything. */
export class SandboxParticipation extends ParticipationDirectory {
  of(routingNumbers: readonly string[]): Promise<Map<string, Participation>> {
    const answers = routingNumbers.map((each) => [each, OTHERS.get(each) ?? BOTH] as const);
    return Promise.resolve(new Map(answers));
  }
}
