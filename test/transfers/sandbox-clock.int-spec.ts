import { DAY_MS, HOUR_MS, MINUTE_MS, newYorkDate, newYorkInstant, nextBankingDay } from '@payments/kernel';
import type { ApiClient } from '../support/api-client.js';
import { FROZEN } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

interface ClockView {
  readonly banking_time: string;
  readonly banking_date: string;
}

/** Less than the change of the hour, and more than a slow machine takes. */
const HALF_AN_HOUR_MS = 30 * MINUTE_MS;

const daysAfter = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The next Sunday in New York, not an imminent one, that has so many hours: 23 or 25. */
function nextSundayOf(hours: number): string {
  for (let day = daysAfter(newYorkDate(new Date()), 5); ; day = daysAfter(day, 1)) {
    const length = newYorkInstant(daysAfter(day, 1), '00:00').getTime() - newYorkInstant(day, '00:00').getTime();
    if (length === hours * HOUR_MS) return day;
  }
}

describe('the banking clock of the sandbox', () => {
  let service: TestService;
  let client: ApiClient;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    client = await service.client();
  });

  const advance = async (body: Record<string, unknown>) => {
    const response = await client.post('/sandbox/clock/advance', body);
    expect([response.status, response.text]).toEqual([200, expect.any(String)]);
    return response.body['clock'] as ClockView;
  };
  const read = async () => (await client.get('/sandbox/clock')).body['clock'] as ClockView;
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

  it('does not go back when several move it on at once', async () => {
    for (let round = 1; round <= 5; round++) {
      const [far, near] = [inDays(round * 20), inDays(round * 20 - 10)];
      // A request for an instant that the clock has passed is refused.
      await Promise.all(
        [far, near, near, near].map((to) => client.post('/sandbox/clock/advance', { to: to.toISOString() })),
      );
      expect(new Date((await read()).banking_time).getTime()).toBeGreaterThanOrEqual(far.getTime());
    }
  });

  it.each([
    { season: 'spring', hours: 23, wall: '23:30' },
    { season: 'autumn', hours: 25, wall: '00:30' },
  ] as const)('moves a banking day on over the change of the hour in $season', async ({ hours, wall }) => {
    const sunday = nextSundayOf(hours);
    const [friday, monday] = [daysAfter(sunday, -2), daysAfter(sunday, 1)];
    await advance({ to: newYorkInstant(friday, wall).toISOString() });
    const moved = await advance({ banking_days: 1 });
    expect(moved.banking_date).toBe(monday);
    expect(new Date(moved.banking_time).getTime() - newYorkInstant(monday, wall).getTime()).toBeLessThan(
      HALF_AN_HOUR_MS,
    );
  });

  it.each(['00:30', '12:00', '23:30'] as const)(
    'lets the whole next banking day pass as one on a Saturday, at %s',
    async (wall) => {
      const today = newYorkDate(new Date());
      const saturday = daysAfter(today, 13 - new Date(today).getUTCDay());
      const next = nextBankingDay(saturday);
      await advance({ to: newYorkInstant(saturday, wall).toISOString() });
      const moved = await advance({ banking_days: 1 });
      const midnight = newYorkInstant(nextBankingDay(next), '00:00').getTime();
      expect(Math.abs(new Date(moved.banking_time).getTime() - midnight)).toBeLessThan(HALF_AN_HOUR_MS);
    },
  );

  it('moves on though very much waits for it', async () => {
    await service.database.query(
      `INSERT INTO sandbox.planned_results (enterprise_id, id, end_to_end_id, kind, due_at)
       SELECT $1, gen_random_uuid(), 'x' || n, 'settled', now() + interval '12 hours' FROM generate_series(1, 150000) AS n`,
      [client.credentials.enterprise_id],
    );
    // Without a worker the clock waits until its patience of 15 s is over, which passes thirty times as fast here.
    const now = performance.now.bind(performance);
    const startedAt = now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => startedAt + 30 * (now() - startedAt));
    await advance({ to: inDays(1).toISOString() });
    clock.mockRestore();
  });

  it('is the clock that decides which rails a bank offers', async () => {
    const sameDay = async () => {
      const response = await client.post('/deliver/eligibility', { routing_number: '011000028' });
      const { rails } = response.body['eligibility'] as { rails: { rail: string; eligible: boolean }[] };
      return rails.find(({ rail }) => rail === 'same_day_ach')!.eligible;
    };
    const day = nextBankingDay(newYorkDate(new Date()));
    await advance({ to: newYorkInstant(day, '10:00').toISOString() });
    expect(await sameDay()).toBe(true);
    await advance({ to: newYorkInstant(day, '17:00').toISOString() });
    expect(await sameDay()).toBe(false);
  });
});
