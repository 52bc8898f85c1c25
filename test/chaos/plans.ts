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
/** A bank sends notifications of change, too. One speed of ACH alone: each has windows of its own, and so files. */
const bank: Plans = { speeds: ['standard'], cents: [...allCents, '05', '09'] };
/** Each instant payment is a message; those may also be refused so that they go by ACH, or come back. */
const instant: Plans = {
  speeds: [...Array<'standard'>(5).fill('standard'), 'asap'],
  cents: [...bank.cents, '52', '54'],
};

export const loadPlans = {
  mock: everything,
  sandbox: everything,
  bank,
  'bank+pain.001': instant,
  'bank+pacs.008': instant,
} satisfies Readonly<Record<ProcessorKind, Plans>>;
