import type { AchEntry } from '../ach/ach-file.js';

import { isCredit } from '../ach/arithmetic.js';
import type { PlannedOutcome } from '../journal/events.js';
import type { BankSettings, OutcomeRule } from '../settings/bank-settings.js';
import { outcomesByCents, type Outcome } from '../settings/outcomes.table.js';
import { afterSettlement, type Settlement } from './receipt.js';
import { correctedData } from './corrected-data.js';

type NewEntry = Omit<AchEntry, 'line'>;

const OFFSET_NAME = 'OFFSET';

/** An entry to the company's own account, which balances its batch. */
export function isOffset(entry: Pick<AchEntry, 'name' | 'rdfi'>, { routingNumber }: BankSettings): boolean {
  return entry.name === OFFSET_NAME && entry.rdfi === routingNumber.slice(0, 8);
}

/** What the receiving bank will do with an entry: the first rule that matches it, else its amount, decides. */
export function planOutcomes(
  entry: NewEntry,
  settings: BankSettings,
  { settlement, dayMs }: { settlement: Settlement; dayMs: number },
): PlannedOutcome[] {
  if (isOffset(entry, settings)) return [];
  return outcomesOf(entry, settings.rules).map(({ kind, code, afterDays, corrected }) => {
    const { at, date } = afterSettlement(settlement, afterDays, dayMs);
    return {
      kind: kind === 'refuse' && !namesEntries(settings) ? 'return' : kind,
      code,
      ...(kind === 'change' ? { corrected: corrected ?? correctedData(code, entry) } : {}),
      due_at: at,
      date,
    };
  });
}

/** Without an acknowledgment that names entries, the bank can only return what it would refuse. */
function namesEntries({ acknowledgment }: BankSettings): boolean {
  return acknowledgment !== 'none' && acknowledgment !== 'moved';
}

function outcomesOf(entry: NewEntry, rules: readonly OutcomeRule[]): readonly Outcome[] {
  const direction = isCredit(entry.code) ? 'credit' : 'debit';
  const rule = rules.find((each) => matches(each, entry, direction));
  if (rule) return rule.outcomes;
  if (entry.cents === 0) return [];
  return outcomesByCents[String(entry.cents % 100).padStart(2, '0')]?.[direction] ?? [];
}

function matches(rule: OutcomeRule, entry: NewEntry, direction: 'credit' | 'debit'): boolean {
  return (
    (rule.account ?? entry.account) === entry.account &&
    (rule.name ?? entry.name) === entry.name &&
    (rule.trace ?? entry.trace) === entry.trace &&
    (rule.direction ?? direction) === direction &&
    (rule.cents === undefined || (entry.cents >= rule.cents.from && entry.cents <= rule.cents.to))
  );
}
