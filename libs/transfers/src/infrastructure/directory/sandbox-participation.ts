import { ParticipationDirectory } from '../../application/participation.js';
import type { ParticipantsJson } from '../../application/participation.js';
import type { Participation } from '../../domain/rails.js';

const BOTH: Participation = { rtp: true, fednow: true };

/** The routing numbers of the sandbox that are not in both networks, as its documentation promises. */
const OTHERS: ReadonlyMap<string, Participation> = new Map([
  ['011000028', { rtp: false, fednow: false }],
  ['011401533', { rtp: false, fednow: true }],
]);

const SAMPLES = 200;

/** Routing numbers of the twelve Federal Reserve districts, with their check digit: all of them would be too many. */
function sampleRoutingNumbers(): string[] {
  return Array.from({ length: SAMPLES }, (_, index) => {
    const district = String((index % 12) + 1).padStart(2, '0');
    const digits = `${district}1${String(index).padStart(5, '0')}`;
    const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * [3, 7, 1][place % 3]!, 0);
    return `${digits}${(10 - (sum % 10)) % 10}`;
  });
}

/** The directory of the sandbox: with few exceptions every bank takes part in everything. */
export class SandboxParticipation extends ParticipationDirectory {
  of(routingNumbers: readonly string[]): Promise<Map<string, Participation>> {
    const entries = routingNumbers.map((each) => [each, OTHERS.get(each) ?? BOTH] as const);
    return Promise.resolve(new Map(entries));
  }

  participants(): Promise<ParticipantsJson> {
    const listed = [...OTHERS.keys(), ...sampleRoutingNumbers()].sort();
    const entries = listed.map((each) => [each, OTHERS.get(each) ?? BOTH] as const);
    const eligible = entries.filter(([, { rtp, fednow }]) => rtp || fednow);
    return Promise.resolve(JSON.stringify(Object.fromEntries(eligible)));
  }
}
