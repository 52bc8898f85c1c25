import type { Clock } from '@payments/kernel';
import type { CustomerVerifier, VerificationSubject } from '../../application/ports.js';
import type { VerificationOutcome } from '../../domain/customer-status.js';
import { judgeBusiness } from './business-rules.js';
import type { FoundMatch, MatchArchive } from './match-archive.js';
import { judgePerson } from './person-rules.js';
import { reason } from './reasons.js';
import type { ListKind } from './screening-list.js';
import { screeningName } from './screening-name.js';
import type { ScreeningName } from './screening-name.js';
import type { Screening, ScreeningMatch } from './screening.js';

export interface RulesVerification {
  readonly screening: Screening;
  readonly listDigest: string;
  readonly archive: MatchArchive;
  readonly clock: Clock;
}

/**
 * The built-in verification: rules on the customer's own data, and a screening of the names against the operator's
 * list. A broken rule or an entry of an alert list rejects, which other data can mend; an entry of a watch list
 * restricts, which nothing does.
 */
export class RulesCustomerVerifier implements CustomerVerifier {
  constructor(private readonly parts: RulesVerification) {}

  async verify(subjects: readonly VerificationSubject[]): Promise<ReadonlyMap<string, VerificationOutcome>> {
    const { archive, clock, screening } = this.parts;
    const now = clock.now();
    const judged = subjects.map((subject) => ({ subject, matches: screening.matches(namesOf(subject)) }));
    // Before anybody is told: no customer is stopped for a match that an auditor cannot find.
    await archive.keep(judged.flatMap(({ subject, matches }) => this.found(subject, matches, now)));
    return new Map(judged.map(({ subject, matches }) => [subject.state.id, outcomeOf(subject, matches, now)]));
  }

  private found(subject: VerificationSubject, matches: readonly ScreeningMatch[], found_at: Date): FoundMatch[] {
    const { id: customer_id, identity_version } = subject.state;
    const screened = { customer_id, customer_type: subject.type, identity_version, found_at };
    return matches.map((match) => ({ ...screened, list_digest: this.parts.listDigest, ...match }));
  }
}

function outcomeOf(subject: VerificationSubject, matches: readonly ScreeningMatch[], now: Date): VerificationOutcome {
  const stands = (list: ListKind) => matches.some((match) => match.list === list);
  const broken = subject.type === 'person' ? judgePerson(subject.state, now) : judgeBusiness(subject.state);
  const reasons = [
    ...broken.map(reason),
    ...(stands('alertlist') ? [reason('matched_alertlist')] : []),
    ...(stands('watchlist') ? [reason('matched_watchlist')] : []),
  ];
  if (reasons.length === 0) return { status: 'verified', reasons };
  return { status: stands('watchlist') ? 'restricted' : 'rejected', reasons };
}

/** All that a customer goes by: a person with and without the middle name, a business by both its names. */
function namesOf({ type, state }: VerificationSubject): ScreeningName[] {
  if (type === 'business') {
    const names = [state.legal_name, ...(state.business_name === null ? [] : [state.business_name])];
    return names.flatMap((name) => screeningName(name, 'organisation') ?? []);
  }
  const { first_name, middle_name, last_name } = state;
  const names = [`${first_name} ${last_name}`];
  if (middle_name !== null) names.push(`${first_name} ${middle_name} ${last_name}`);
  return names.flatMap((name) => screeningName(name, 'person') ?? []);
}
