const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the text is a day of the calendar as `YYYY-MM-DD`: 2024-02-29 is one, 2023-02-29 is not. */
export function isCalendarDay(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = (DAY.exec(text) ?? []).map(Number);
  const days = month === 2 && isLeap(year) ? 29 : (DAYS_OF_MONTH[month - 1] ?? 0);
  return year >= 1 && day >= 1 && day <= days;
}

/** A day from the year 1600 to 2099, the years of an incorporation that the interface takes. */
export function isIncorporationDay(text: string): boolean {
  return isCalendarDay(text) && text >= '1600' && text < '2100';
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
