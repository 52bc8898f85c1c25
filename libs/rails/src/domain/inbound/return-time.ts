import { type BankingDate, dateOfDay, dayNumber, newYorkInstant, type WallTime } from '@payments/kernel';

/** FedACH settles returns at this time of New York. */
const SETTLEMENT: WallTime = '08:30';
const MIDNIGHT: WallTime = '00:00';

/** When a bank made a file, by its header. Without a header, when the file was fetched. */
export interface FileTime {
  readonly date: BankingDate;
  readonly at: Date;
}

/** The creation of a file by its header, YYMMDD and HHMM in New York; the time may be blank. */
export function creationOf({
  creation_date,
  creation_time,
}: {
  creation_date: string;
  creation_time: string;
}): FileTime {
  const date = `20${creation_date.slice(0, 2)}-${creation_date.slice(2, 4)}-${creation_date.slice(4)}`;
  const wall = creation_time === '' ? MIDNIGHT : (`${creation_time.slice(0, 2)}:${creation_time.slice(2)}` as WallTime);
  return { date, at: newYorkInstant(date, wall) };
}

/**
 * The date of a day of the year, 001 to 366, in the year that puts it nearest to a date; undefined when no year near has
 * such a day.
 */
export function dateOfSettlementDay(day: string, near: BankingDate): BankingDate | undefined {
  const year = Number(near.slice(0, 4));
  const target = dayNumber(near);
  const dates = [year - 1, year, year + 1]
    .map((each) => ({ each, date: dateOfDay(dayNumber(`${each}-01-01`) + Number(day) - 1) }))
    .filter(({ each, date }) => date.startsWith(`${each}-`))
    .map(({ date }) => date);
  const distance = (date: BankingDate) => Math.abs(dayNumber(date) - target);
  return dates.sort((one, other) => distance(one) - distance(other))[0];
}

/** When a return or notification of change happened: it settled, or else its file was made. */
export function occurrenceOf(settlementDay: string, file: FileTime): FileTime {
  const date = settlementDay === '' ? undefined : dateOfSettlementDay(settlementDay, file.date);
  return date === undefined ? file : { date, at: newYorkInstant(date, SETTLEMENT) };
}
