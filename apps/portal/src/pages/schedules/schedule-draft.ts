import type { NewSchedule, RecurrenceQuestion } from '../../api/types.js';
import { parseAmount } from '../../format/money.js';
import '../../messages/lazy/new-transfer.js';
import '../../messages/lazy/schedules.js';
import { t } from '../../messages/t.js';
import type { FormError } from '../../ui/field.js';
import { missingSides, sidesOf } from '../../ui/lazy/parties.js';
import type { Parties, PartyAccount } from '../../ui/lazy/parties.js';

/** The rules that most schedules have. */
const RULES = {
  weekly: 'FREQ=WEEKLY',
  biweekly: 'FREQ=WEEKLY;INTERVAL=2',
  monthly: 'FREQ=MONTHLY',
  month_end: 'FREQ=MONTHLY;BYMONTHDAY=-1',
  last_weekday: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  yearly: 'FREQ=YEARLY',
} as const;

export type Repeat = keyof typeof RULES | 'own';
/** `own`: a rule that is written out. */
export const REPEATS: readonly Repeat[] = [...(Object.keys(RULES) as (keyof typeof RULES)[]), 'own'];

/** A schedule as its form has it: every field as text. */
export interface ScheduleDraft extends Parties {
  readonly amount: string;
  readonly speed: NewSchedule['speed'];
  readonly reference: string;
  readonly descriptor: string;
  /** The reference of a subledger; '' for the enterprise itself. */
  readonly subledger: string;
  readonly start: string;
  readonly repeat: Repeat;
  /** Of one's own. */
  readonly rule: string;
  /** The last day on which it may fall; '' for none. A rule of one's own says that itself. */
  readonly last: string;
}

/** The rule of the dates, as the API takes it. */
export function ruleOf({ repeat, rule, last }: ScheduleDraft): string {
  if (repeat === 'own') return rule.trim();
  return last === '' ? RULES[repeat] : `${RULES[repeat]};UNTIL=${last.replaceAll('-', '')}`;
}

/** What asks for the dates; undefined as long as they cannot be asked for. */
export function questionOf(draft: ScheduleDraft): RecurrenceQuestion | undefined {
  const recurrence = ruleOf(draft);
  if (draft.start === '' || recurrence === '') return undefined;
  return { start_date: draft.start, recurrence, speed: draft.speed };
}

/** The field of the form that an error about the rule is about. */
const fieldOfRule = ({ repeat, last }: ScheduleDraft) =>
  repeat === 'own' ? 'recurrence' : last === '' ? 'repeat' : 'last';

/** An error of the API beside the field of the form; the others have its names. */
export const besideField = (error: FormError, draft: ScheduleDraft): FormError =>
  error.name === 'recurrence' ? { ...error, name: fieldOfRule(draft) } : error;

/** What is missing before it can be sent; what is wrong, the API knows better. */
export function problemsOf(draft: ScheduleDraft): readonly FormError[] {
  const amount = parseAmount(draft.amount);
  return [
    ...missingSides(draft).map((side) => ({ name: side, text: t(`missing.${side}`) })),
    ...('problem' in amount ? [{ name: 'amount', text: t(`amount.${amount.problem}`) }] : []),
    ...(draft.reference.trim() === '' ? [{ name: 'schedule_reference_id', text: t('missing.reference') }] : []),
    ...(draft.start === '' ? [{ name: 'start_date', text: t('schedules.missingStart') }] : []),
    ...(ruleOf(draft) === '' ? [{ name: 'recurrence', text: t('schedules.missingRule') }] : []),
  ];
}

/** Cents; 0 for what is no amount. */
export function centsOf({ amount }: ScheduleDraft): number {
  const parsed = parseAmount(amount);
  return 'cents' in parsed ? parsed.cents : 0;
}

/** The body of the request. @throws Error for a draft without its parties */
export function bodyOf(draft: ScheduleDraft, accounts: readonly PartyAccount[]): NewSchedule {
  return {
    schedule_reference_id: draft.reference.trim(),
    amount: centsOf(draft),
    currency: 'USD',
    speed: draft.speed,
    start_date: draft.start,
    recurrence: ruleOf(draft),
    ...(draft.descriptor.trim() !== '' && { account_statement_descriptor: draft.descriptor.trim() }),
    ...(draft.subledger !== '' && { subledger_reference_id: draft.subledger }),
    ...sidesOf(draft, accounts),
  };
}
