import type { ResultKind, Side } from '../../domain/leg.js';
import type { Rail } from '../../domain/reason-codes.js';

/** What the sandbox network will say of an instruction, and how many banking days after the one before. */
export interface PlannedOutcome {
  readonly kind: ResultKind;
  readonly networkReasonCode: string | null;
  readonly afterDays: number;
}

const accepted: PlannedOutcome = { kind: 'accepted', networkReasonCode: null, afterDays: 1 };
const settled = (afterDays: number): PlannedOutcome => ({ kind: 'settled', networkReasonCode: null, afterDays });
const rejected = (code: string | null): PlannedOutcome => ({ kind: 'rejected', networkReasonCode: code, afterDays: 1 });
const returned = (code: string): PlannedOutcome => ({ kind: 'returned', networkReasonCode: code, afterDays: 1 });

interface Rule {
  readonly side: Side;
  readonly rails?: readonly Rail[];
  readonly outcomes: readonly PlannedOutcome[];
}

const INSTANT: readonly Rail[] = ['rtp', 'fednow'];
const DEBIT_HOLD_DAYS = 2;

/** By the last two digits of the amount in cents. The first rule that fits the leg's side and rail counts. */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  '01': [{ side: 'source', outcomes: [accepted, returned('R01')] }],
  '02': [
    { side: 'destination', rails: INSTANT, outcomes: [rejected('AC04')] },
    { side: 'destination', outcomes: [accepted, returned('R02')] },
  ],
  '26': [{ side: 'source', outcomes: [rejected(null)] }],
  '27': [{ side: 'destination', outcomes: [rejected(null)] }],
  '51': [{ side: 'destination', rails: INSTANT, outcomes: [rejected('AC03')] }],
};

/** The results of an instruction in the order of their happening; every amount without a rule of its own succeeds. */
export function plannedOutcomes(leg: { side: Side; rail: Rail; amount: bigint }): readonly PlannedOutcome[] {
  const cents = (leg.amount % 100n).toString().padStart(2, '0');
  const rule = RULES[cents]?.find(
    ({ side, rails }) => side === leg.side && (rails === undefined || rails.includes(leg.rail)),
  );
  return rule?.outcomes ?? [accepted, settled(leg.side === 'source' ? DEBIT_HOLD_DAYS : 1)];
}
