import type { Side } from './leg.js';
import { reason } from './reason-codes.js';
import type { StatusReasons } from './reason-codes.js';
import { UNKNOWN } from './transfer-state.js';
import type { Clearance } from './transfer-state.js';

/**
 * What verification makes of a transfer: it is cleared, it waits, or it fails for the parties that were refused. One
 * whose account has other details by now is refused whatever is said of these, and so is one that was awaited too long.
 */
export function verdictOn(
  sides: readonly Side[],
  clearance: Clearance,
  { now, waitUntil }: { readonly now: Date; readonly waitUntil: Date },
): 'wait' | 'cleared' | StatusReasons {
  const verdicts = sides.map((side) => {
    const { account, customer, changed = false } = clearance[side] ?? UNKNOWN;
    return {
      side,
      waits: !changed && (account === 'created' || customer === 'created'),
      cleared: !changed && account === 'verified' && customer === 'verified',
    };
  });
  const refused = verdicts.filter(({ waits, cleared }) => !cleared && (!waits || now >= waitUntil));
  if (refused.length > 0) {
    return Object.fromEntries(refused.map(({ side }) => [side, reason('account_not_verified')]));
  }
  return verdicts.every(({ cleared }) => cleared) ? 'cleared' : 'wait';
}
