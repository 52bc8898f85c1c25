import { allCents, speeds } from '../support/e2e/outcomes.js';
import type { Plan } from '../support/e2e/outcomes.js';
import type { ProcessorKind } from './stage.js';

/** What transfers ask for. */
export interface Plans {
  readonly speeds: readonly Plan['speed'][];
  /** The last two digits of amounts, which determine outcomes. */
  readonly cents: readonly string[];
}

const everything: Plans = { speeds, cents: allCents };
/** A bank sends notifications of change, too. One speed alone: each has windows of its own, and so files. */
export const loadPlans = {
  mock: everything,
  sandbox: everything,
  bank: { speeds: ['standard'], cents: [...allCents, '05', '09'] },
} satisfies Readonly<Record<ProcessorKind, Plans>>;
