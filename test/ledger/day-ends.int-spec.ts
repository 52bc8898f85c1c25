import type { INestApplicationContext } from '@nestjs/common';
import { DAY_MS, newId, newYorkInstant, SystemClock, UnitOfWork } from '@payments/kernel';
import type { Clock } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { BookHistory, Ledger } from '@payments/ledger';
import { Enterprises } from '@payments/persistence';
import { CloseDays } from '../../libs/ledger/src/application/close-days.js';
import { DayEnds } from '../../libs/ledger/src/application/ports.js';
import { PostgresLedger } from '../../libs/ledger/src/infrastructure/persistence/postgres-ledger.js';
import type { ApiClient } from '../support/api-client.js';
import { ledgerFindings } from '../support/ledger-sound.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

/** The day with 23 hours, and that with 25. */
const CHANGES = ['2027-03-14', '2027-11-07'];

describe('the ends of days', () => {
  let service: TestService;
  let worker: INestApplicationContext;
  let client: ApiClient;
  let at = new Date();
  const clock: Clock = Object.assign(new SystemClock(), { now: () => at });

  beforeAll(async () => {
    service = await startTestService();
    worker = await service.startWorker();
    client = await service.client();
  });
  afterAll(() => service.stop());

  const asTenant = async <T>(work: () => Promise<T>): Promise<T> => {
    const tenant = await worker.get(Enterprises).get(client.credentials.enterprise_id);
    return workContext.run({ requestId: newId(), tenant }, work);
  };
  const closeDays = () => {
    const parts = [worker.get(UnitOfWork), worker.get(Ledger), worker.get(BookHistory), worker.get(DayEnds)] as const;
    return asTenant(() => new CloseDays(...parts, clock).execute());
  };
  const post = (moment: Date, amount: bigint) => {
    at = moment;
    const posting = {
      subject_id: newId(),
      leg: 'none',
      attempt: 1,
      kind: 'sandbox_reset',
      amount,
      banking_at: at,
    } as const;
    const ledger = new PostgresLedger(clock);
    return asTenant(() =>
      worker.get(UnitOfWork).run(() => ledger.post([{ ...posting, debit: 'cash', credit: 'available' }])),
    );
  };
  const availableAt = (instant: Date) =>
    asTenant(() =>
      worker.get(UnitOfWork).read(async () => {
        const history = worker.get(BookHistory);
        return (await history.amountsAt(await history.positionBefore(instant))).available;
      }),
    );

  it('are midnights in New York, also of days with 23 and 25 hours', async () => {
    let expected = await availableAt(new Date('2999-01-01T00:00:00Z'));
    for (const day of CHANGES) {
      const [begin, end] = [newYorkInstant(day, '00:00'), newYorkInstant(nextOf(day), '00:00')];
      expect((end.getTime() - begin.getTime()) / 3_600_000).toBe(day === CHANGES[0] ? 23 : 25);
      await post(new Date(end.getTime() - 1), 7n);
      await post(end, 1_000n);
      expected += 7n;
      at = new Date(end.getTime() + 4 * 60_000);
      await closeDays();
      at = new Date(end.getTime() + 5 * 60_000);
      await Promise.all([closeDays(), closeDays()]);
      const rows = await service.database.query<{ balance: string }>(
        `SELECT balance FROM ledger.day_ends WHERE enterprise_id = $1 AND day = $2 AND account = 'available'`,
        [client.credentials.enterprise_id, day],
      );
      expect(rows).toEqual([{ balance: String(expected) }]);
      expect(await availableAt(end)).toBe(expected);
      expected += 1_000n;
      expect(await availableAt(new Date(end.getTime() + 1))).toBe(expected);
    }
  });

  it('let no later entry be dated before them', async () => {
    const end = newYorkInstant('2027-12-02', '00:00');
    at = new Date(end.getTime() + DAY_MS / 2);
    await closeDays();
    const before = await availableAt(end);
    await post(new Date(end.getTime() - 60_000), 5n);
    expect(await availableAt(end)).toBe(before);
    expect(await availableAt(new Date(end.getTime() + 1))).toBe(before + 5n);
  });

  it('are listed by day, without those on which nothing ran', async () => {
    const days = async (query: string) =>
      (await client.get(`/deliver/balance/days?${query}`)).body['days'] as Record<string, unknown>[];
    const rows = await service.database.query<{ day: string; balance: string }>(
      `SELECT to_char(day, 'YYYY-MM-DD') AS day, balance FROM ledger.day_ends
       WHERE enterprise_id = $1 AND account = 'available' ORDER BY day`,
      [client.credentials.enterprise_id],
    );
    const all = rows.map(({ day, balance }) => ({ date: day, available: Number(balance), pending: 0 }));
    const [first, last] = [all[0]!, all.at(-1)!];
    expect(await days('start_time=2027-03-13T12:00:00Z&end_time=2027-12-02T12:00:00Z')).toEqual(all);
    expect(await days('start_time=2027-03-13T12:00:00Z&end_time=2027-03-14T04:59:59Z')).toEqual([first]);
    // A day begins at midnight in New York, and the book of a subledger that is not there holds nothing.
    expect(await days('start_time=2027-03-14T05:00:00Z&end_time=2027-12-02T12:00:00Z')).toEqual(all.slice(1));
    const ofNobody = await days(
      `start_time=2027-12-01T12:00:00Z&end_time=2027-12-02T12:00:00Z&subledger_id=${newId()}`,
    );
    expect(ofNobody).toEqual([{ ...last, available: 0 }]);
    expect(await days('')).toEqual([]);
    expect((await (await service.client()).get('/deliver/balance/days?start_time=2027-03-14T12:00:00Z')).body).toEqual({
      days: [],
    });
    expect((await client.get('/deliver/balance/days?start_time=yesterday')).body['error_code']).toBe(
      'invalid_start_time',
    );
  });

  it('are checked against the entries', async () => {
    expect(await violations()).toEqual([]);
    await service.database.query(
      `UPDATE ledger.day_ends SET balance = balance + 1 WHERE enterprise_id = $1 AND day = $2 AND account = 'available'`,
      [client.credentials.enterprise_id, CHANGES[1]],
    );
    expect(await violations()).toContainEqual(expect.stringContaining(`: ${CHANGES[1]} available: `));
  });

  async function violations(): Promise<string[]> {
    return (await ledgerFindings(service.database)).filter((line) => line.includes(' day-ends-are-sums: '));
  }
});

function nextOf(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}
