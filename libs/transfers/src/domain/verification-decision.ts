import type { Side } from './leg.js';
import { reason } from './reason-codes.js';
import type { StatusReasons } from './reason-codes.js';
import { isPayable, sidesOf, standingsOf, UNKNOWN } from './transfer-state.js';
import type { PartyVerification, PartyState, PartyVerdict, TransferState } from './transfer-state.js';

/** What verification makes of a transfer: it is cleared, it waits, or it fails for the parties that were refused. */
export function verificationDecision(
  parties: Pick<TransferState, Side>,
  partyVerification: PartyVerification,
  { now, waitUntil }: { readonly now: Date; readonly waitUntil: Date },
): 'wait' | 'cleared' | StatusReasons {
  const findings = sidesOf(parties).map((side) => {
    const finding = findingOn(parties[side]!, partyVerification[side] ?? UNKNOWN);
    // One that was awaited too long is refused.
    return { side, finding: finding === 'wait' && now >= waitUntil ? 'refused' : finding };
  });
  const refused = findings.filter(({ finding }) => finding === 'refused');
  if (refused.length > 0) {
    return Object.fromEntries(refused.map(({ side }) => [side, reason('account_not_verified')]));
  }
  return findings.every(({ finding }) => finding === 'cleared') ? 'cleared' : 'wait';
}

/**
 * What verification makes of a party. A status is about the present details of the account: the pinned version counts
 * as verified when it was so at acceptance, or when it is the present one.
 */
function findingOn({ was_verified = false }: PartyState, verdict: PartyVerdict): 'wait' | 'cleared' | 'refused' {
  if (verdict.changed === true && !was_verified) return 'refused';
  if (isPayable(verdict)) return 'cleared';
  return standingsOf(verdict).every((standing) => standing === 'verified' || standing === 'created')
    ? 'wait'
    : 'refused';
}
