const days = new Intl.DateTimeFormat('en-US', {
  ...{ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
  timeZone: 'UTC',
});

/** `Tue, Jul 6, 2027` of a banking date, which no time zone shifts. */
export const formatWeekday = (date: string): string => days.format(new Date(`${date}T00:00:00Z`));
