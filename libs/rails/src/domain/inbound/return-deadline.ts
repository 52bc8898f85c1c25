import { addBankingDays, type BankingDate, dateOfDay, dayNumber, nachaRuleOn, nextBankingDay } from '@payments/kernel';

/** Of a consumer's claim. R33, R37, R38 and R51 to R53 are of entries that this service does not send. */
const SIXTY_DAY_CODES = new Set(['R05', 'R07', 'R10', 'R11', 'R33', 'R37', 'R38', 'R51', 'R52', 'R53']);

const USUAL_BANKING_DAYS = 2;
const EXTENDED_DAYS = 60;

/** The last day on which a return of an entry may settle, by a code that has one. */
export function lastReturnDay(code: string, settledOn: BankingDate): BankingDate {
  if (!SIXTY_DAY_CODES.has(code)) return addBankingDays(settledOn, USUAL_BANKING_DAYS);
  // By the opening of the banking day after the sixtieth calendar day.
  return nextBankingDay(dateOfDay(dayNumber(settledOn) + EXTENDED_DAYS));
}

/** Whether a return settled later than the rules allow. The bank has moved the money all the same. */
export function isUntimely(code: string, settledOn: BankingDate, returnedOn: BankingDate): boolean {
  const hasDeadline = !nachaRuleOn('codes_without_deadline', returnedOn)?.has(code);
  return hasDeadline && returnedOn > lastReturnDay(code, settledOn);
}
