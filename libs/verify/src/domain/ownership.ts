import type { OwnershipStatus } from './statuses.js';
import type { Matches } from './verify-account-state.js';

/** The result of a comparison of a claim with the known owner: of a person, the two names decide. */
export function ownershipOf(matches: Matches): Exclude<OwnershipStatus, 'pending' | 'not_found'> {
  const values = Object.values(matches);
  if (values.length > 0 && values.every(Boolean)) return 'full';
  const names = ['first_name', 'last_name', 'business_name'].map((name) => matches[name]);
  return names.includes(true) ? 'partial' : 'not_a_match';
}
