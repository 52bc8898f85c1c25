import { addBankingDays, type BankingDate, dateOfDay, dayNumber, nextBankingDay } from '@payments/kernel';

/** Of a consumer's claim. R33, R37, R38 and R51 to R53 are of entries that this service does not send. */
const SIXTY_DAY_CODES = new Set(['R05', 'R07', 'R10', 'R11', 'R33', 'R37', 'R38', 'R51', 'R52', 'R53']);
/** At the request of the originating bank, by agreement, or whenever the receiver refuses a credit. */
const CODES_WITHOUT_DEADLINE = new Set(['R06', 'R23', 'R31']);

const USUAL_BANKING_DAYS = 2;
const EXTENDED_DAYS = 60;

/** The last day on which a return may settle; undefined when the code has none. */
export function lastReturnDay(code: string, settledOn: BankingDate): BankingDate | undefined {
  if (CODES_WITHOUT_DEADLINE.has(code)) return undefined;
  if (!SIXTY_DAY_CODES.has(code)) return addBankingDays(settledOn, USUAL_BANKING_DAYS);
  // By the opening of the banking day after the sixtieth calendar day.
  return nextBankingDay(dateOfDay(dayNumber(settledOn) + EXTENDED_DAYS));
}

/** Whether a return settled later than the rules allow. The bank has moved the money all the same. */
export function isUntimely(code: string, settledOn: BankingDate, returnedOn: BankingDate): boolean {
  const last = lastReturnDay(code, settledOn);
  return last !== undefined && returnedOn > last;
}
