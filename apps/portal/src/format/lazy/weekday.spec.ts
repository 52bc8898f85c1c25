import { formatWeekday } from './weekday.js';

it('a banking date has its weekday, in every time zone of the machine', () => {
  expect([formatWeekday('2027-07-04'), formatWeekday('2027-12-31')]).toEqual(['Sun, Jul 4, 2027', 'Fri, Dec 31, 2027']);
});
