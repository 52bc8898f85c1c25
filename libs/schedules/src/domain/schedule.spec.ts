import { DAY_MS, newYorkInstant } from '@payments/kernel';
import { Schedule } from './schedule.js';
import type { ScheduleRequest } from './schedule-state.js';

const FRIDAY = newYorkInstant('2027-01-29', '12:00');

const request: ScheduleRequest = {
  schedule_reference_id: 'payroll',
  destination: { account_reference_id: 'a', customer_reference_id: 'c' },
  amount: 100,
  currency: 'USD',
  speed: 'standard',
  start_date: '2027-01-29',
  recurrence: 'FREQ=DAILY',
};

const create = (changes: Partial<ScheduleRequest> = {}, at = FRIDAY) =>
  Schedule.create({ ...request, ...changes }, { id: 'id', created_by: null, owner: null, now: at, at });
const made = { transfer_id: 't' };
const refused = { error_code: 'invalid_destination_account_reference_id' };
const codeOf = (work: () => unknown) => {
  try {
    work();
    return 'nothing';
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('a new Schedule', () => {
  it('is due at once when its first date is today, after 09:00', () => {
    const schedule = create();
    expect(schedule.snapshot()).toMatchObject({ next_date: '2027-01-29', next_payment_date: '2027-01-29' });
    expect([schedule.isDue(FRIDAY), schedule.isDue(newYorkInstant('2027-01-29', '08:59'))]).toEqual([true, false]);
  });

  it.each([
    ['standard', '2027-02-01'],
    ['same_day', '2027-02-01'],
    ['asap', '2027-01-30'],
  ] as const)('with the speed %s pays a Saturday on %s', (speed, next_payment_date) => {
    expect(create({ speed, start_date: '2027-01-30' }).snapshot()).toMatchObject({ next_payment_date });
  });

  it.each(['2027-01-28', '2032-02-05'])('refuses the start %s', (start_date) => {
    expect(codeOf(() => create({ start_date }))).toBe('invalid_schedule_start_date');
  });

  it('refuses a rule without a date in ten years', () => {
    const recurrence = 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30';
    expect(codeOf(() => create({ recurrence }))).toBe('invalid_schedule_recurrence');
  });
});

/** The weekdays on which the Federal Reserve Banks are closed. */
const CLOSED: Readonly<Record<number, string>> = {
  2027: '01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25',
  2028: '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-23 12-25',
  2029: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
  2030: '01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
  2031: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
  2032: '01-01 01-19 02-16 05-31 07-05 09-06 10-11 11-11 11-25',
  2033: '01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26',
  2034: '01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-23 12-25',
  2035: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
  2036: '01-01 01-21 02-18 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
};

describe('the payment date of a Schedule', () => {
  const paidOn = (start_date: string, speed: ScheduleRequest['speed']) =>
    create({ start_date, speed }, newYorkInstant(start_date, '08:00')).snapshot();

  it.each(Object.entries(CLOSED))(
    'of each day of %s is the first one that is no weekend and no holiday',
    (year, days) => {
      const closed = new Set([
        ...days.split(' ').map((day) => `${year}-${day}`),
        // The first days of the next year.
        ...(CLOSED[Number(year) + 1] ?? '').split(' ').map((day) => `${Number(year) + 1}-${day}`),
      ]);
      const isOpen = (date: Date) => ![0, 6].includes(date.getUTCDay()) && !closed.has(date.toISOString().slice(0, 10));
      let date = new Date(`${year}-01-01`);
      for (; date < new Date(`${year}-12-31`); date = new Date(date.getTime() + DAY_MS)) {
        let paid = date;
        while (!isOpen(paid)) paid = new Date(paid.getTime() + DAY_MS);
        const [day, expected] = [date, paid].map((each) => each.toISOString().slice(0, 10)) as [string, string];
        expect([day, paidOn(day, 'standard').next_payment_date]).toEqual([day, expected]);
        expect([day, paidOn(day, 'asap').next_payment_date]).toEqual([day, day]);
      }
    },
  );

  it.each([
    ['in winter', '2027-03-12', '2027-03-12T14:00:00.000Z'],
    ['on the day that the clocks go forward', '2027-03-14', '2027-03-14T13:00:00.000Z'],
    ['in summer', '2027-07-01', '2027-07-01T13:00:00.000Z'],
    ['on the day that the clocks go back', '2027-11-07', '2027-11-07T14:00:00.000Z'],
    ['on a leap day', '2028-02-29', '2028-02-29T14:00:00.000Z'],
    ['on the last day of a year', '2027-12-31', '2027-12-31T14:00:00.000Z'],
  ])('is due at 09:00 in New York %s', (_, start_date, due) => {
    expect(paidOn(start_date, 'asap').next_run_at!.toISOString()).toBe(due);
  });

  it('passes the end of a year, and leap days', () => {
    const datesOf = (start_date: string, recurrence: string, count: number) => {
      const schedule = create({ start_date, recurrence, speed: 'asap' }, newYorkInstant(start_date, '08:00'));
      return Array.from({ length: count }, () => {
        const { next_date } = schedule.snapshot();
        schedule.record(made, FRIDAY);
        return next_date;
      });
    };
    expect(datesOf('2027-12-30', 'FREQ=DAILY', 4)).toEqual(['2027-12-30', '2027-12-31', '2028-01-01', '2028-01-02']);
    expect(datesOf('2028-02-28', 'FREQ=DAILY', 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    expect(datesOf('2092-02-29', 'FREQ=YEARLY', 3)).toEqual(['2092-02-29', '2096-02-29', '2104-02-29']);
  });
});

describe('Schedule.record', () => {
  it('moves on date by date, so that two dates of one payment day both run', () => {
    const schedule = create({ start_date: '2027-01-30' });
    schedule.record(made, FRIDAY);
    expect(schedule.snapshot()).toMatchObject({ next_date: '2027-01-31', next_payment_date: '2027-02-01' });
    schedule.record(made, FRIDAY);
    expect(schedule.snapshot()).toMatchObject({ next_date: '2027-02-01', next_payment_date: '2027-02-01', made: 2 });
    const { events, occurrences } = schedule.takeChanges();
    expect(events.map(({ state }) => state.sequence)).toEqual([1, 2, 3]);
    expect(occurrences.map(({ occurrence_date }) => occurrence_date)).toEqual(['2027-01-30', '2027-01-31']);
  });

  it('ends the schedule with the last date, and keeps its payment date', () => {
    const schedule = create({ recurrence: 'FREQ=DAILY;COUNT=1' });
    schedule.record(made, FRIDAY);
    expect(schedule.snapshot()).toMatchObject({
      ...{ status: 'inactive', end_reason: 'completed', ended_at: FRIDAY, next_date: null, next_run_at: null },
      next_payment_date: '2027-01-29',
    });
    expect(schedule.isDue(new Date('2100-01-01'))).toBe(false);
  });

  it('keeps the error code of a refused date, and goes on', () => {
    const schedule = create();
    schedule.record(refused, FRIDAY);
    expect(schedule.snapshot()).toMatchObject({ status: 'active', refused: 1, last_occurrence: refused });
  });
});

describe('a Schedule with end_on_failures', () => {
  it('ends after so many refusals in a row', () => {
    const schedule = create({ end_on_failures: 2 });
    schedule.record(refused, FRIDAY);
    expect(schedule.snapshot().ended_at).toBeNull();
    schedule.record(refused, FRIDAY);
    expect(schedule.snapshot()).toMatchObject({ status: 'inactive', end_reason: 'failures' });
  });

  it('counts transfers that have failed, and begins again after one that has not', () => {
    const schedule = create({ end_on_failures: 2 });
    schedule.record(made, FRIDAY);
    schedule.judge(true, FRIDAY);
    schedule.record(made, FRIDAY);
    schedule.judge(false, FRIDAY);
    expect(schedule.snapshot()).toMatchObject({ failures: 0, ended_at: null });
    schedule.record(refused, FRIDAY);
    schedule.record(made, FRIDAY);
    schedule.judge(true, FRIDAY);
    expect(schedule.snapshot()).toMatchObject({ end_reason: 'failures', made: 3, refused: 1 });
  });

  it('never ends for failures without it', () => {
    const schedule = create();
    for (let date = 0; date < 30; date++) schedule.record(refused, FRIDAY);
    expect(schedule.snapshot()).toMatchObject({ status: 'active', refused: 30 });
  });
});

describe('Schedule.skipsNext', () => {
  it.each([
    { late: 'on the day', at: '2027-01-29', run: false, skip: false },
    { late: 'seven days late', at: '2027-02-05', run: false, skip: true },
    { late: 'eight days late', at: '2027-02-06', run: true, skip: true },
  ])('$late', ({ at, run, skip }) => {
    const noon = newYorkInstant(at, '12:00');
    expect([create().skipsNext(noon), create({ missed: 'skip' }).skipsNext(noon)]).toEqual([run, skip]);
  });
});

describe('a paused Schedule', () => {
  it('skips its dates, and pays again after it is resumed', () => {
    const schedule = create();
    schedule.pause(FRIDAY);
    expect(schedule.snapshot()).toMatchObject({ status: 'inactive', paused_at: FRIDAY });
    expect(schedule.skipsNext(FRIDAY)).toBe(true);
    schedule.resume({ now: FRIDAY, at: newYorkInstant('2027-02-01', '08:00') });
    expect(schedule.snapshot()).toMatchObject({
      status: 'active',
      paused_at: null,
      skipped: 1,
      next_date: '2027-01-30',
    });
  });

  it('changes nothing when it is paused again, or resumed without a pause', () => {
    const schedule = create();
    schedule.resume({ now: FRIDAY, at: FRIDAY });
    schedule.pause(FRIDAY);
    schedule.pause(FRIDAY);
    expect(schedule.snapshot().sequence).toBe(2);
  });
});

describe('a Schedule that waits for an approval', () => {
  const awaited = () => {
    const schedule = create({ speed: 'asap' });
    schedule.awaitApproval('a');
    return schedule;
  };
  const LATER = newYorkInstant('2027-01-31', '08:00');

  it('is inactive from its first event on, and skips its dates', () => {
    const schedule = awaited();
    const approval = { id: 'a', status: 'pending' };
    expect(schedule.takeChanges().events).toMatchObject([{ state: { status: 'inactive', approval } }]);
    expect(schedule.skipsNext(FRIDAY)).toBe(true);
    schedule.pause(FRIDAY);
    schedule.resume({ now: FRIDAY, at: newYorkInstant('2027-01-29', '08:00') });
    expect(schedule.snapshot()).toMatchObject({ status: 'inactive', paused_at: null, approval });
  });

  it('pays the dates after its approval', () => {
    const schedule = awaited();
    schedule.decide('approved', { now: LATER, at: LATER });
    expect(schedule.snapshot()).toMatchObject({
      ...{ status: 'active', approval: { status: 'approved' }, skipped: 2, next_date: '2027-01-31' },
    });
    expect(schedule.skipsNext(LATER)).toBe(false);
  });

  it('stays paused if it was paused meanwhile', () => {
    const schedule = awaited();
    schedule.pause(FRIDAY);
    schedule.decide('approved', { now: LATER, at: LATER });
    expect(schedule.snapshot()).toMatchObject({ status: 'inactive', approval: { status: 'approved' } });
    schedule.resume({ now: LATER, at: LATER });
    expect(schedule.snapshot().status).toBe('active');
  });

  it.each([
    ['rejected', 'approval_rejected'],
    ['expired', 'approval_expired'],
  ] as const)('ends once that is %s', (status, end_reason) => {
    const schedule = awaited();
    schedule.decide(status, { now: LATER, at: LATER });
    expect(schedule.snapshot()).toMatchObject({ status: 'inactive', end_reason, approval: { status } });
  });

  it('withdraws it when it ends, and knows no decision afterwards', () => {
    const schedule = awaited();
    schedule.delete(FRIDAY);
    expect(schedule.snapshot()).toMatchObject({ end_reason: 'deleted', approval: { status: 'withdrawn' } });
    schedule.decide('approved', { now: LATER, at: LATER });
    expect(schedule.snapshot().approval).toEqual({ id: 'a', status: 'withdrawn' });
  });
});

describe('a deleted Schedule', () => {
  it('cannot be paused or resumed, and may be deleted again', () => {
    const schedule = create();
    schedule.delete(FRIDAY);
    schedule.delete(FRIDAY);
    expect(schedule.snapshot()).toMatchObject({ status: 'inactive', end_reason: 'deleted', sequence: 2 });
    expect(codeOf(() => schedule.pause(FRIDAY))).toBe('schedule_ended');
    expect(codeOf(() => schedule.resume({ now: FRIDAY, at: FRIDAY }))).toBe('schedule_ended');
  });
});
