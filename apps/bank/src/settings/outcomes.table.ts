import type { PlannedOutcome } from '../journal/events.js';

/** An outcome, a number of banking days after the settlement. */
export interface Outcome {
  readonly kind: PlannedOutcome['kind'];
  readonly code: string;
  readonly afterDays: number;
  readonly corrected?: string;
}

interface ByDirection {
  readonly credit?: readonly Outcome[];
  readonly debit?: readonly Outcome[];
}

const returned = (code: string, afterDays: number): Outcome => ({ kind: 'return', code, afterDays });
const changed: Outcome = { kind: 'change', code: 'C01', afterDays: 1 };
const refused: Outcome = { kind: 'refuse', code: 'R03', afterDays: 1 };

/** By the last two digits of the amount in cents, as in the sandbox. */
export const outcomesByCents: Readonly<Record<string, ByDirection>> = {
  '01': { debit: [returned('R01', 1)] },
  '02': { credit: [returned('R02', 1)] },
  '03': { credit: [returned('R02', 1)], debit: [returned('R10', 5)] },
  '05': { credit: [changed], debit: [changed] },
  '08': { debit: [returned('R10', 5)] },
  '09': { credit: [changed, returned('R03', 2)], debit: [changed, returned('R03', 2)] },
  '26': { debit: [refused] },
  '27': { credit: [refused] },
};
