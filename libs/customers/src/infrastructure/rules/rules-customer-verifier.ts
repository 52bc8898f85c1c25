import type { Clock } from '@payments/kernel';
import type { CustomerVerifier, VerificationSubject } from '../../application/ports.js';
import type { VerificationOutcome } from '../../domain/customer-status.js';
import { judgeBusiness } from './business-rules.js';
import { reasonsOf } from './list-screener.js';
import type { ListScreener } from './list-screener.js';
import { judgePerson } from './person-rules.js';
import { reason } from './reasons.js';
import type { ScreeningMatch } from './screening.js';

/**
 * The built-in verification: rules on the customer's own data, and a screening of the names against the operator's
 * list. A violated rule or a match on an alert list rejects, which other data can correct; a match on a watch list
 * restricts permanently.
 */
export class RulesCustomerVerifier implements CustomerVerifier {
  constructor(
    private readonly screener: ListScreener,
    private readonly clock: Clock,
  ) {}

  async verify(subjects: readonly VerificationSubject[]): Promise<ReadonlyMap<string, VerificationOutcome>> {
    const now = this.clock.now();
    const { list, matches } = await this.screener.match(subjects);
    return new Map(
      subjects.map((subject) => {
        const { id } = subject.state;
        return [id, { ...outcomeOf(subject, matches.get(id) ?? [], now), list }];
      }),
    );
  }
}

function outcomeOf(subject: VerificationSubject, matches: readonly ScreeningMatch[], now: Date): VerificationOutcome {
  const broken = subject.type === 'person' ? judgePerson(subject.state, now) : judgeBusiness(subject.state);
  const listed = reasonsOf(matches);
  const reasons = [...broken.map(reason), ...listed.reasons];
  if (reasons.length === 0) return { status: 'verified', reasons };
  return { status: listed.restricts ? 'restricted' : 'rejected', reasons };
}
