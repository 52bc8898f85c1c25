import { parseRecurrence } from './parse-recurrence.js';
import { readableRecurrence } from './readable-recurrence.js';
import { ruleText } from './recurrence-rule.js';

describe('parseRecurrence', () => {
  it.each([
    ['', 'nothing'],
    ['BYDAY=MO', 'no frequency'],
    ['FREQ=HOURLY', 'a frequency below a day'],
    ['FREQ=DAILY;FREQ=DAILY', 'a part twice'],
    ['FREQ=DAILY;', 'an empty part'],
    ['FREQ=DAILY;INTERVAL=0', 'an interval of nothing'],
    ['FREQ=DAILY;INTERVAL=367', 'a long interval'],
    ['FREQ=DAILY;BYHOUR=9', 'a time of day'],
    ['FREQ=YEARLY;BYWEEKNO=20', 'week numbers'],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'days of the month in a week'],
    ['FREQ=WEEKLY;BYDAY=1MO', 'an ordinal in a week'],
    ['FREQ=MONTHLY;BYDAY=6MO', 'a sixth weekday of a month'],
    ['FREQ=YEARLY;BYDAY=54MO', 'a 54th weekday of a year'],
    ['FREQ=YEARLY;BYMONTH=3;BYDAY=6MO', 'a sixth weekday of a named month'],
    ['FREQ=MONTHLY;BYDAY=0MO', 'a weekday before the first'],
    ['FREQ=MONTHLY;BYDAY=+MO', 'a sign without a number'],
    ['FREQ=MONTHLY;BYMONTHDAY=32', 'a day that no month has'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'a day before the first'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,', 'an open list'],
    ['FREQ=YEARLY;BYMONTH=13', 'a thirteenth month'],
    ['FREQ=MONTHLY;BYSETPOS=1', 'a position among nothing'],
    ['FREQ=DAILY;COUNT=0', 'a count of nothing'],
    ['FREQ=DAILY;COUNT=1001', 'a large count'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20270101', 'two ends'],
    ['FREQ=DAILY;UNTIL=20270230', 'a day that does not exist'],
    ['FREQ=DAILY;UNTIL=20270101T0900', 'half a time'],
    ['FREQ=DAILY;UNTIL=20270101T250000Z', 'a time that does not exist'],
    ['DTSTART=20270101;FREQ=DAILY', 'a start'],
  ])('refuses %s: %s', (text) => {
    expect(parseRecurrence(text)).toBeUndefined();
  });

  it.each([
    ['freq=daily', 'RRULE:FREQ=DAILY'],
    ['RRULE:FREQ=MONTHLY;BYDAY=+1MO,-1FR;WKST=SU', 'RRULE:FREQ=MONTHLY;BYDAY=1MO,-1FR;WKST=SU'],
    ['INTERVAL=2;FREQ=WEEKLY;COUNT=5', 'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=5'],
    ['FREQ=DAILY;UNTIL=20270101T030000Z', 'RRULE:FREQ=DAILY;UNTIL=20261231'],
    ['FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=-1', 'RRULE:FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=-1'],
  ])('understands %s as %s', (text, understood) => {
    expect(ruleText(parseRecurrence(text)!)).toBe(understood);
  });
});

describe('readableRecurrence', () => {
  it.each([
    ['FREQ=DAILY', 'Daily'],
    ['FREQ=DAILY;INTERVAL=3;COUNT=10', 'Every 3 days, 10 times'],
    ['FREQ=WEEKLY', 'Weekly on Friday'],
    ['FREQ=WEEKLY;BYDAY=MO,WE,FR', 'Weekly on Monday, Wednesday, and Friday'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;UNTIL=20271231', 'Every 2 weeks on Friday, until December 31, 2027'],
    ['FREQ=MONTHLY', 'Monthly on the 29th'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', 'Monthly on the last day'],
    ['FREQ=MONTHLY;BYMONTHDAY=-2,1,22,11', 'Monthly on the 1st, 11th, 22nd, and 2nd to last day'],
    ['FREQ=MONTHLY;BYDAY=1MO,-1FR', 'Monthly on the first Monday and the last Friday'],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      'Monthly on Monday, Tuesday, Wednesday, Thursday, and Friday, only the last of these in the month',
    ],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', 'Monthly on the 13th, if it is a Friday'],
    ['FREQ=YEARLY', 'Yearly on January 29'],
    ['FREQ=YEARLY;BYMONTH=1,7', 'Yearly on the 29th in January and July'],
    ['FREQ=YEARLY;BYDAY=-2SU;COUNT=1', 'Yearly on the second to last Sunday, once'],
  ])('says %s as "%s"', (text, words) => {
    expect(readableRecurrence(parseRecurrence(text)!, '2027-01-29')).toBe(words);
  });
});
