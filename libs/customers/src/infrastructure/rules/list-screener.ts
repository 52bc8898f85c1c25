import type { Clock } from '@payments/kernel';
import { type CustomerScreener } from '../../application/screening.ports.js';
import type { ScreeningSubject } from '../../application/screening.ports.js';
import type { StatusReason, VerificationOutcome } from '../../domain/customer-status.js';
import { yielder } from './event-loop.js';
import type { FoundMatch, MatchArchive } from './match-archive.js';
import { reason } from './reasons.js';
import type { LoadedList } from './screening-lists.js';
import { screeningName } from './screening-name.js';
import type { ScreeningName } from './screening-name.js';
import type { ScreeningMatch } from './screening.js';

export interface ScreeningParts {
  /** Undefined if another provider verifies; then this process does not screen. */
  readonly lists: { readonly current: Pick<LoadedList, 'screening' | 'digest'> } | undefined;
  readonly archive: MatchArchive;
  readonly clock: Clock;
}

export interface ScreeningResult {
  /** The digest of the list that was used. */
  readonly list: string;
  readonly matches: ReadonlyMap<string, readonly ScreeningMatch[]>;
}

/** Screens customers against the operator's list, and keeps each match for an auditor. */
export class ListScreener implements CustomerScreener {
  constructor(private readonly parts: ScreeningParts) {}

  async screen(
    subjects: readonly ScreeningSubject[],
    list: string,
  ): Promise<ReadonlyMap<string, VerificationOutcome> | undefined> {
    if (this.parts.lists?.current.digest !== list) return undefined;
    const { matches } = await this.match(subjects);
    return new Map([...matches].map(([id, found]) => [id, stoppedBy(found, list)]));
  }

  /** The entries that customers match, by customer id; customers without a match are omitted. */
  async match(subjects: readonly ScreeningSubject[]): Promise<ScreeningResult> {
    if (this.parts.lists === undefined) throw new Error('no screening list: VERIFICATION_PROVIDER is not rules');
    const { screening, digest: list } = this.parts.lists.current;
    const found_at = this.parts.clock.now();
    const found: FoundMatch[] = [];
    const matches = new Map<string, readonly ScreeningMatch[]>();
    const yieldIfDue = yielder();
    for (const subject of subjects) {
      const { id: customer_id, identity_version } = subject.state;
      const ofSubject = screening.matches(namesOf(subject));
      const screened = { customer_id, customer_type: subject.type, identity_version, found_at, list_digest: list };
      found.push(...ofSubject.map((match) => ({ ...screened, ...match })));
      if (ofSubject.length > 0) matches.set(customer_id, ofSubject);
      await yieldIfDue();
    }
    // Stored first, so that an auditor can find every match that stopped a customer.
    await this.parts.archive.keep(found);
    return { list, matches };
  }
}

/** The reasons that matches give, and whether they restrict. */
export function reasonsOf(matches: readonly ScreeningMatch[]): { reasons: StatusReason[]; restricts: boolean } {
  const isOn = (list: ScreeningMatch['list']) => matches.some((match) => match.list === list);
  const reasons = [
    ...(isOn('alertlist') ? [reason('matched_alertlist')] : []),
    ...(isOn('watchlist') ? [reason('matched_watchlist')] : []),
  ];
  return { reasons, restricts: isOn('watchlist') };
}

function stoppedBy(matches: readonly ScreeningMatch[], list: string): VerificationOutcome {
  const { reasons, restricts } = reasonsOf(matches);
  return { status: restricts ? 'restricted' : 'rejected', reasons, list };
}

/** All names of a customer: of a person with and without the middle name, of a business both names. */
function namesOf({ type, state }: ScreeningSubject): ScreeningName[] {
  if (type === 'business') {
    const names = [state.legal_name, ...(state.business_name === null ? [] : [state.business_name])];
    return names.flatMap((name) => screeningName(name, 'organisation') ?? []);
  }
  const { first_name, middle_name, last_name } = state;
  const names = [`${first_name} ${last_name}`];
  if (middle_name !== null) names.push(`${first_name} ${middle_name} ${last_name}`);
  return names.flatMap((name) => screeningName(name, 'person') ?? []);
}
