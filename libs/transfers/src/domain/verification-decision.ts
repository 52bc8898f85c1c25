import type { Side } from './leg.js';
import { reason } from './reason-codes.js';
import type { StatusReasons } from './reason-codes.js';
import { isPayable, sidesOf, standingsOf, UNKNOWN } from './transfer-state.js';
import type { PartyVerification, PartyState, PartyVerdict, TransferState } from './transfer-state.js';

/** The effect of verification on a transfer: it is cleared, waits, or fails because of refused parties. */
export function verificationDecision(
  parties: Pick<TransferState, Side>,
  partyVerification: PartyVerification,
  { now, waitUntil }: { readonly now: Date; readonly waitUntil: Date },
): 'wait' | 'cleared' | StatusReasons {
  const findings = sidesOf(parties).map((side) => {
    const finding = findingOn(parties[side]!, partyVerification[side] ?? UNKNOWN);
    // A result that takes too long counts as refused.
    return { side, finding: finding === 'wait' && now >= waitUntil ? 'refused' : finding };
  });
  const refused = findings.filter(({ finding }) => finding === 'refused');
  if (refused.length > 0) {
    return Object.fromEntries(refused.map(({ side }) => [side, reason('account_not_verified')]));
  }
  return findings.every(({ finding }) => finding === 'cleared') ? 'cleared' : 'wait';
}

/**
 * The effect of verification on a party. A status applies to the current details of the account: the pinned version
 * counts as verified if it was verified at acceptance, or if it is the current one.
 */
function findingOn({ was_verified = false }: PartyState, verdict: PartyVerdict): 'wait' | 'cleared' | 'refused' {
  if (verdict.changed === true && !was_verified) return 'refused';
  if (isPayable(verdict)) return 'cleared';
  return standingsOf(verdict).every((standing) => standing === 'verified' || standing === 'created')
    ? 'wait'
    : 'refused';
}
