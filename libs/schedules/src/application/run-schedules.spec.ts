import { newYorkInstant, UnitOfWork } from '@payments/kernel';
import type { Claim, Tasks } from '@payments/messaging';
import type { OpenTransfers } from '@payments/transfers';
import type { ScheduleRequest } from '../domain/schedule-state.js';
import { Schedule } from '../domain/schedule.js';
import type { Schedules } from './ports.js';
import { RunSchedules } from './run-schedules.js';
import type { ScheduleApprovals } from './schedule-approvals.js';

class Directly extends UnitOfWork {
  run<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  read<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }
}

const request: ScheduleRequest = {
  schedule_reference_id: 'rent',
  destination: { account_reference_id: 'a', customer_reference_id: 'c' },
  ...{ amount: 100, currency: 'USD', speed: 'asap', start_date: '2027-01-04', recurrence: 'FREQ=DAILY' },
};

const created = (changes: Partial<ScheduleRequest> = {}) => {
  const at = newYorkInstant('2027-01-04', '08:00');
  return Schedule.create({ ...request, ...changes }, { id: 'id', created_by: null, owner: null, now: at, at });
};

/** What a worker does at an instant in production, by a database whose clock shows `database`. */
async function runAt(schedule: Schedule, at: Date, database = at) {
  const made: string[] = [];
  const next: unknown[] = [];
  const time = {
    now: at,
    at,
    stepAt: (planned: Date | null) => (planned !== null && planned > at ? planned : at),
    due: () => ({}),
    dueAt: (dueAt: Date) => ({ dueAt }),
  };
  const run = new RunSchedules(
    new Directly(),
    { lock: () => Promise.resolve([schedule]), save: () => Promise.resolve() } as unknown as Schedules,
    {
      failed: () => Promise.resolve(new Set()),
      open: (orders: { transfer_reference_id: string }[]) => {
        made.push(...orders.map(({ transfer_reference_id }) => transfer_reference_id));
        return Promise.resolve(orders.map((_, index) => ({ transfer_id: `t${index}` })));
      },
    } as unknown as OpenTransfers,
    { read: () => Promise.resolve(time), reportsAheadMs: 0, horizon: () => Promise.resolve(database) },
    { withdraw: () => Promise.resolve() } as unknown as ScheduleApprovals,
    { schedule: (tasks: unknown[]) => Promise.resolve(void next.push(...tasks)) } as unknown as Tasks,
  );
  await run.execute({ subjectIds: ['id'], complete: () => Promise.resolve() } as unknown as Claim);
  return { made, next };
}

describe('RunSchedules', () => {
  it('makes nothing before the date is due, whatever the task says', async () => {
    const schedule = created();
    const early = newYorkInstant('2027-01-04', '08:59');
    const dueAt = newYorkInstant('2027-01-04', '09:00');
    const task = { queue: 'schedule-runs', subjectId: 'id', dueAt };
    expect(await runAt(schedule, early)).toEqual({ made: [], next: [task] });
    // The clock of the worker is fast.
    expect(await runAt(schedule, newYorkInstant('2027-01-04', '10:00'), early)).toEqual({ made: [], next: [task] });
  });

  it('makes the dates of the last seven days after a failure of the service, and skips the earlier ones', async () => {
    const schedule = created();
    const { made } = await runAt(schedule, newYorkInstant('2027-01-14', '10:00'));
    expect(made).toEqual(['07', '08', '09', '10', '11', '12', '13', '14'].map((day) => `rent-2027-01-${day}`));
    expect(schedule.snapshot()).toMatchObject({ made: 8, skipped: 3, next_date: '2027-01-15' });
  });

  it('skips every late date of a schedule that says so', async () => {
    const schedule = created({ missed: 'skip' });
    const { made } = await runAt(schedule, newYorkInstant('2027-01-06', '10:00'));
    expect(made).toEqual(['rent-2027-01-06']);
  });

  it('takes 31 dates at most, and continues with the next task', async () => {
    const schedule = created();
    const { next } = await runAt(schedule, newYorkInstant('2027-06-01', '10:00'));
    expect(schedule.snapshot()).toMatchObject({ skipped: 31, next_date: '2027-02-04' });
    expect(next).toEqual([{ queue: 'schedule-runs', subjectId: 'id', dueAt: newYorkInstant('2027-02-04', '09:00') }]);
  });

  it('needs no task for a schedule that has ended', async () => {
    const { made, next } = await runAt(
      created({ recurrence: 'FREQ=DAILY;COUNT=1' }),
      newYorkInstant('2027-01-04', '09:00'),
    );
    expect([made, next]).toEqual([['rent-2027-01-04'], []]);
  });
});
