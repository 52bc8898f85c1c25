import { Injectable } from '@nestjs/common';
import type { CustomerVerifier, VerificationSubject } from '../../application/ports.js';
import { statusReason } from '../../domain/customer-status.js';
import type { VerificationOutcome } from '../../domain/customer-status.js';

const VERIFIED: VerificationOutcome = { status: 'verified', reasons: [] };

/** Outcomes by magic word; `created` has none, so that such a customer stays unverified. */
const OUTCOMES: ReadonlyMap<string, VerificationOutcome | undefined> = new Map([
  ['created', undefined],
  ['rejected', { status: 'rejected', reasons: [statusReason('invalid_name')] }],
  ['restricted', { status: 'restricted', reasons: [statusReason('matched_watchlist')] }],
  ['closed', { status: 'closed', reasons: [] }],
]);

/**
 * Verification in the sandbox. A person called e.g. `rejected person`, or a business `rejected business`, gets the
 * status of its name, in either letter case; everyone else is verified.
 */
@Injectable()
export class SandboxCustomerVerifier implements CustomerVerifier {
  verify(subjects: readonly VerificationSubject[]): Promise<ReadonlyMap<string, VerificationOutcome>> {
    const outcomes = new Map<string, VerificationOutcome>();
    for (const subject of subjects) {
      const word = magicWord(subject);
      const outcome = word !== undefined && OUTCOMES.has(word) ? OUTCOMES.get(word) : VERIFIED;
      if (outcome !== undefined) outcomes.set(subject.state.id, outcome);
    }
    return Promise.resolve(outcomes);
  }
}

function magicWord(subject: VerificationSubject): string | undefined {
  const name =
    subject.type === 'person' ? `${subject.state.first_name} ${subject.state.last_name}` : subject.state.legal_name;
  const [word, kind, ...others] = name.toLowerCase().split(' ');
  return kind === subject.type && others.length === 0 ? word : undefined;
}
