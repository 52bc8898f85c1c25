import type { Side } from './leg.js';
import { reason } from './reason-codes.js';
import type { StatusReasons } from './reason-codes.js';
import { mayBePaid, sidesOf, UNKNOWN } from './transfer-state.js';
import type { Clearance, PartyState, PartyVerdict, TransferState } from './transfer-state.js';

/** What verification makes of a transfer: it is cleared, it waits, or it fails for the parties that were refused. */
export function verdictOn(
  parties: Pick<TransferState, Side>,
  clearance: Clearance,
  { now, waitUntil }: { readonly now: Date; readonly waitUntil: Date },
): 'wait' | 'cleared' | StatusReasons {
  const findings = sidesOf(parties).map((side) => {
    const finding = findingOn(parties[side]!, clearance[side] ?? UNKNOWN);
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
 * What verification makes of a party. One that was verified when the transfer was accepted runs on by the rule of the
 * hand-over: that it has closed since, or its account has other details, stops nothing, and a new verdict is awaited as
 * any other. Of one that was not, the verdict must still come, and about the very details that the transfer names.
 */
function findingOn({ was_verified = false }: PartyState, verdict: PartyVerdict): 'wait' | 'cleared' | 'refused' {
  const { account, customer, changed = false } = verdict;
  if (changed && !was_verified) return 'refused';
  if (account === 'created' || customer === 'created') return 'wait';
  const isCleared = was_verified ? mayBePaid(verdict) : account === 'verified' && customer === 'verified';
  return isCleared ? 'cleared' : 'refused';
}
