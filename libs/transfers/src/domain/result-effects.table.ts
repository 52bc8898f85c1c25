import type { LegStatus, ResultKind } from './leg.js';

/**
 * apply: it moves the leg on · duplicate: it repeats, or is implied by, what was applied · contradictory: it cannot be
 * true together with what was applied.
 */
export type ResultEffect = 'apply' | 'duplicate' | 'contradictory';

export type RailClass = 'ach' | 'instant';

/** When a result occurred, compared with the latest applied result of the leg; `same` also when that is not known. */
export type ResultOrder = 'earlier' | 'same' | 'later';

type ByOrder = Readonly<Record<ResultOrder, ResultEffect>>;
type EffectByRail = Readonly<Record<RailClass, ByOrder>>;

const everywhere = (byOrder: ByOrder): EffectByRail => ({ ach: byOrder, instant: byOrder });
const always = (effect: ResultEffect): ByOrder => ({ earlier: effect, same: effect, later: effect });

const APPLY = everywhere(always('apply'));
const DUPLICATE = everywhere(always('duplicate'));
const CONTRADICTORY = everywhere(always('contradictory'));
/** Comes late, or contradicts what happened before it. */
const LATE_OR_CONTRADICTORY = everywhere({ earlier: 'duplicate', same: 'duplicate', later: 'contradictory' });
/** Follows the latest result, or contradicts it. */
const APPLY_UNLESS_EARLIER = everywhere({ earlier: 'contradictory', same: 'apply', later: 'apply' });

type Row = Readonly<Record<ResultKind, EffectByRail>>;

const NOT_AT_PROCESSOR: Row = {
  accepted: CONTRADICTORY,
  settled: CONTRADICTORY,
  rejected: CONTRADICTORY,
  returned: CONTRADICTORY,
  notification_of_change: CONTRADICTORY,
};
const NOTHING_APPLIED_YET: Row = {
  accepted: APPLY,
  settled: APPLY,
  rejected: APPLY,
  returned: APPLY,
  notification_of_change: APPLY,
};
const SETTLED: Row = {
  accepted: DUPLICATE,
  settled: DUPLICATE,
  rejected: CONTRADICTORY,
  returned: APPLY_UNLESS_EARLIER,
  notification_of_change: APPLY,
};

/** What a result does to a leg, by the leg's status, the kind of result, the rail, and the order of occurrence. */
export const resultEffects: Readonly<Record<LegStatus, Row>> = {
  held: NOT_AT_PROCESSOR,
  ready: NOT_AT_PROCESSOR,
  canceled: NOT_AT_PROCESSOR,
  submitting: NOTHING_APPLIED_YET,
  submitted: NOTHING_APPLIED_YET,
  accepted: {
    accepted: DUPLICATE,
    settled: APPLY,
    // The operator refuses an ACH entry until it settles; the acceptance of an instant payment is final.
    rejected: { ach: APPLY_UNLESS_EARLIER.ach, instant: CONTRADICTORY.instant },
    returned: APPLY_UNLESS_EARLIER,
    notification_of_change: APPLY,
  },
  settled: SETTLED,
  released: SETTLED,
  // Also an earlier attempt of a leg: it was rejected, and another rail was tried.
  rejected: {
    accepted: { ach: LATE_OR_CONTRADICTORY.ach, instant: CONTRADICTORY.instant },
    settled: CONTRADICTORY,
    rejected: DUPLICATE,
    returned: CONTRADICTORY,
    notification_of_change: APPLY,
  },
  returned: {
    accepted: LATE_OR_CONTRADICTORY,
    settled: LATE_OR_CONTRADICTORY,
    rejected: CONTRADICTORY,
    returned: DUPLICATE,
    notification_of_change: APPLY,
  },
};
