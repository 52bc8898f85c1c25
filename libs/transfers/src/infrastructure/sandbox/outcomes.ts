import type { InstructionPurpose } from '../../application/ports.js';
import type { ResultKind, Side } from '../../domain/leg.js';
import { isInstant } from '../../domain/rails.js';
import type { Rail } from '../../domain/reason-codes.js';
import { transferTypes } from '../../domain/transfer-type.js';
import type { UseCase } from '../../domain/transfer-type.js';

/** The results that the sandbox network will report for an instruction, and when. */
export interface PlannedOutcome {
  readonly kind: ResultKind;
  readonly networkReasonCode: string | null;
  /** With the submission, with the settlement, or a number of banking days after the settlement. */
  readonly when: 'hand_over' | 'settlement' | number;
}

const accepted: PlannedOutcome = { kind: 'accepted', networkReasonCode: null, when: 'hand_over' };
const settled: PlannedOutcome = { kind: 'settled', networkReasonCode: null, when: 'settlement' };
const SUCCESS = [accepted, settled];

/** The outcomes that a client can request, by amount or by id, for a leg that does not simply succeed. */
export interface RequestedOutcome {
  readonly kind: 'return' | 'reject' | 'notification_of_change';
  /** The network's code; null for a refusal by the processor itself. */
  readonly code: string | null;
}

/** The results of a leg with the requested outcome, in chronological order. */
export function outcomesOf({ kind, code }: RequestedOutcome, daysAfter = 1): PlannedOutcome[] {
  if (kind === 'reject') return [{ kind: 'rejected', networkReasonCode: code, when: 'hand_over' }];
  if (kind === 'notification_of_change') return [...SUCCESS, { kind, networkReasonCode: code, when: 'settlement' }];
  return [...SUCCESS, { kind: 'returned', networkReasonCode: code, when: daysAfter }];
}

const returned = (code: string, daysAfter?: number) => outcomesOf({ kind: 'return', code }, daysAfter);
const rejected = (code: string | null) => outcomesOf({ kind: 'reject', code });
const changed = (code: string) => outcomesOf({ kind: 'notification_of_change', code });

export interface SandboxLeg {
  readonly side: Side;
  readonly rail: Rail;
  readonly amount: bigint;
  readonly use_case: UseCase;
  readonly purpose?: InstructionPurpose;
  readonly account_holder_name?: string;
}

interface Rule {
  readonly when: (leg: SandboxLeg) => boolean;
  readonly outcomes: readonly PlannedOutcome[];
}

const source = ({ side }: SandboxLeg) => side === 'source';
const destination = ({ side }: SandboxLeg) => side === 'destination';
const instant = (leg: SandboxLeg) => destination(leg) && isInstant(leg.rail);
const ach = ({ rail }: SandboxLeg) => !isInstant(rail);
const two = ({ use_case }: SandboxLeg) => transferTypes[use_case].sides.length === 2;
const LATE = 5;

/** By the last two digits of the amount in cents. The first rule that fits the leg counts. */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  '01': [{ when: source, outcomes: returned('R01') }],
  '02': [
    { when: instant, outcomes: rejected('AC04') },
    { when: destination, outcomes: returned('R02') },
  ],
  '03': [
    { when: (leg) => two(leg) && instant(leg), outcomes: rejected('AC04') },
    { when: (leg) => two(leg) && destination(leg), outcomes: returned('R02') },
    { when: two, outcomes: returned('R10', LATE) },
  ],
  '05': [{ when: ach, outcomes: changed('C01') }],
  '08': [{ when: source, outcomes: returned('R10', LATE) }],
  '09': [{ when: ach, outcomes: [...changed('C01'), ...returned('R03').slice(SUCCESS.length)] }],
  '26': [{ when: source, outcomes: rejected(null) }],
  '27': [{ when: destination, outcomes: rejected(null) }],
  '51': [{ when: instant, outcomes: rejected('AC03') }],
};

/** Of what verifies an account, by the name of its holder in lower case: every such amount is the same. */
const RULES_BY_HOLDER: Readonly<Record<string, readonly Rule[]>> = {
  closed: [
    { when: instant, outcomes: rejected('AC04') },
    { when: ach, outcomes: returned('R02') },
  ],
  'closed later': [{ when: ach, outcomes: returned('R02', LATE) }],
  invalid: [
    { when: instant, outcomes: rejected('AC03') },
    { when: ach, outcomes: returned('R03') },
  ],
  failed: [
    { when: instant, outcomes: rejected('AG01') },
    { when: ach, outcomes: returned('R20') },
  ],
  'debit blocked': [{ when: source, outcomes: returned('R08') }],
};

/** The results of an instruction in order. One without a rule succeeds. */
export function plannedOutcomes(leg: SandboxLeg): readonly PlannedOutcome[] {
  if ((leg.purpose ?? 'payment') !== 'payment') {
    const holder = leg.account_holder_name?.toLowerCase() ?? '';
    return RULES_BY_HOLDER[holder]?.find(({ when }) => when(leg))?.outcomes ?? SUCCESS;
  }
  const cents = (leg.amount % 100n).toString().padStart(2, '0');
  return RULES[cents]?.find(({ when }) => when(leg))?.outcomes ?? SUCCESS;
}
