import { bankingDayFrom, DAY_MS, isBankingDay, newYorkInstant } from '@payments/kernel';
import { eventually } from '@payments/testing';
import { Client } from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { stopSound } from '../support/ledger-sound.js';
import { untilStatus } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { advanceTo, advanceToTomorrow, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

type Body = Record<string, unknown>;

interface Occurrence {
  readonly occurrence_date: string;
  readonly payment_date: string;
  readonly status: string;
  readonly transfer_id?: string;
  readonly error_code?: string;
}

const plus = (date: string, days: number) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
const from = (date: string, count: number) => Array.from({ length: count }, (_, day) => plus(date, day));

describe('the runs of schedules', () => {
  let service: TestService;
  let client: ApiClient;
  let party: Party;
  let today: string;
  let references = 0;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    await service.startWorker();
    await service.startWorker();
  });
  afterAll(() => stopSound(service));
  beforeEach(async () => {
    client = await service.client();
    party = await verifiedParty(client);
    // A banking day before 09:00, so that no date is due yet.
    today = await advanceToTomorrow(client, '08:00');
  });

  const moveTo = (date: string, wall: `${number}:${number}` = '10:00') => advanceTo(client, newYorkInstant(date, wall));
  const create = async (changes: Body = {}) => {
    const body = {
      schedule_reference_id: `schedule-${++references}`,
      ...{ destination: party, amount: 100, currency: 'USD', speed: 'standard' },
      ...{ start_date: today, recurrence: 'FREQ=DAILY' },
      ...changes,
    };
    const response = await client.post('/deliver/schedules', body);
    expect([response.status, response.text]).toEqual([200, expect.any(String)]);
    return response.body['schedule'] as Body & { readonly id: string; readonly schedule_reference_id: string };
  };
  const read = async (id: string) => (await client.get(`/deliver/schedules/${id}`)).body['schedule'] as Body;
  const occurrences = async (id: string) => {
    const { body } = await client.get(`/deliver/schedules/${id}/occurrences?size=500`);
    return (body['occurrences'] as Occurrence[]).toReversed();
  };
  const transfersOf = async (id: string) => {
    const { body } = await client.get(`/deliver/transfers?size=500&schedule_id=${id}`);
    return body['transfers'] as (Body & { readonly id: string; readonly transfer_reference_id: string })[];
  };
  /** Every date has one transfer, under its reference and in the occurrence. */
  async function expectPaid(schedule: { id: string; schedule_reference_id: string }, dates: readonly string[]) {
    const ran = await eventually(`${dates.length} dates`, async () => {
      const found = await occurrences(schedule.id);
      return found.length >= dates.length && found;
    });
    expect(ran.map(({ occurrence_date, status }) => `${occurrence_date} ${status}`)).toEqual(
      dates.map((date) => `${date} made`),
    );
    const transfers = await transfersOf(schedule.id);
    expect(transfers.map(({ id }) => id).sort()).toEqual(ran.map(({ transfer_id }) => transfer_id).sort());
    expect(transfers.map((each) => each.transfer_reference_id).sort()).toEqual(
      dates.map((date) => `${schedule.schedule_reference_id}-${date}`),
    );
  }

  it('make a transfer at 09:00 of each date, and not before', async () => {
    const schedule = await create({ metadata: { run: 'a' }, account_statement_descriptor: 'ACME' });
    await moveTo(today, '08:59');
    expect(await occurrences(schedule.id)).toEqual([]);
    await moveTo(today, '09:00');
    await expectPaid(schedule, [today]);
    const [transfer] = await transfersOf(schedule.id);
    expect(transfer).toMatchObject({
      ...{ amount: 100, destination: party, schedule_id: schedule.id, metadata: { run: 'a' } },
      account_statement_descriptor: 'ACME',
    });
    expect(await read(schedule.id)).toMatchObject({
      runs: { made: 1, failed: 0, skipped: 0 },
      last_run: { occurrence_date: today, status: 'made', transfer_id: transfer!.id },
    });
  });

  it('move the money of the subledger that they name, and are refused once it is closed', async () => {
    const sent = async (path: string, body: Body) => {
      const answer = await client.post(path, body);
      expect([answer.status, answer.text]).toEqual([200, answer.text]);
      return answer.body;
    };
    const wallet = { subledger_reference_id: `wallet-${++references}` };
    const { subledger } = (await sent('/deliver/subledgers', {
      ...{ ...wallet, customer_reference_id: party.customer_reference_id },
    })) as { subledger: { id: string } };
    const move = (amount: number, sides: Body) =>
      sent('/deliver/booktransfers', {
        ...{ book_transfer_reference_id: `book-${++references}`, amount, currency: 'USD', ...sides },
      });
    const balance = async () =>
      ((await client.get(`/deliver/balance/subledgers/${subledger.id}`)).body['balance'] as Body)['available'];
    await move(150, { destination: wallet });
    const schedule = await create({ ...wallet, speed: 'asap' });
    expect(schedule).toMatchObject(wallet);
    await moveTo(today);
    await expectPaid(schedule, [today]);
    const [transfer] = await transfersOf(schedule.id);
    expect(transfer).toMatchObject(wallet);
    await untilStatus(client, transfer!.id, 'completed');
    expect(await balance()).toBe(50);

    await move(50, { source: wallet });
    expect((await client.send('DELETE', `/deliver/subledgers/${subledger.id}`)).status).toBe(200);
    await moveTo(plus(today, 1));
    expect(await occurrences(schedule.id)).toMatchObject([
      { status: 'made' },
      { status: 'refused', error_code: 'invalid_subledger_reference_id' },
    ]);
  });

  it('make the first one at once when its day has passed 09:00', async () => {
    await moveTo(today);
    await expectPaid(await create({ recurrence: 'FREQ=DAILY;COUNT=1' }), [today]);
  });

  it('pay a year of days, each once, with weekends and holidays on the next banking day', async () => {
    const year = from(today, 366);
    const [standard, instant] = [
      await create(),
      await create({ speed: 'asap', recurrence: 'FREQ=WEEKLY;BYDAY=SA,SU' }),
    ];
    const end = bankingDayFrom(year.at(-1)!);
    await moveTo(end);
    await eventually('the year', async () => {
      const { next_payment_date } = await read(standard.id);
      return String(next_payment_date) > end;
    });
    const ran = await occurrences(standard.id);
    expect(ran.slice(0, year.length).map(({ occurrence_date }) => occurrence_date)).toEqual(year);
    expect(ran.map(({ payment_date }) => payment_date)).toEqual(
      ran.map(({ occurrence_date }) => bankingDayFrom(occurrence_date)),
    );
    expect(ran.filter(({ occurrence_date }) => !isBankingDay(occurrence_date)).length).toBeGreaterThan(110);
    await expectPaid(
      standard,
      ran.map(({ occurrence_date }) => occurrence_date),
    );
    const weekends = (await occurrences(instant.id)).filter(
      ({ occurrence_date: date, payment_date }) => date === payment_date,
    );
    expect(weekends.length).toBeGreaterThan(100);
  });

  it('make each date of 400 days once, though two workers run a hundred schedules', async () => {
    const days = from(today, 400);
    const isOn = (nth: number) => (date: string) => /-(02|12)-/.test(date) && Number(date.slice(8)) === nth;
    const rules = Array.from({ length: 100 }, (_, each): { recurrence: string; has: (date: string) => boolean } => {
      const nth = 1 + (each % 28);
      if (each % 2 === 0) return { recurrence: `FREQ=MONTHLY;BYMONTH=2,12;BYMONTHDAY=${nth}`, has: isOn(nth) };
      const interval = 20 + each;
      return { recurrence: `FREQ=DAILY;INTERVAL=${interval}`, has: (date) => days.indexOf(date) % interval === 0 };
    });
    const expected: string[] = [];
    for (const { recurrence, has } of rules) {
      const { schedule_reference_id } = await create({ recurrence, speed: 'asap' });
      expected.push(...days.filter(has).map((date) => `${schedule_reference_id}-${date}`));
    }
    await moveTo(days.at(-1)!);
    const references = await eventually('all dates', async () => {
      const found = await service.database.query<{ reference: string }>(
        `SELECT transfer_reference_id AS reference FROM transfers.transfers WHERE enterprise_id = $1`,
        [client.credentials.enterprise_id],
      );
      return found.length >= expected.length && found.map(({ reference }) => reference);
    });
    expect(references.sort()).toEqual(expected.sort());
  });

  it('end a schedule with the last date of its rule', async () => {
    const schedule = await create({ recurrence: 'FREQ=DAILY;COUNT=3', speed: 'asap' });
    await moveTo(plus(today, 6));
    await expectPaid(schedule, from(today, 3));
    expect(await read(schedule.id)).toMatchObject({
      ...{ status: 'inactive', end_reason: 'completed', runs: { made: 3 } },
    });
  });

  it('make each date once, though a worker is killed between its transfers and its commit', async () => {
    const schedules = await Promise.all(Array.from({ length: 5 }, () => create({ recurrence: 'FREQ=DAILY;COUNT=1' })));
    const owner = new Client({ connectionString: service.database.adminUrl });
    await owner.connect();
    try {
      await owner.query('BEGIN; LOCK TABLE schedules.occurrences IN SHARE MODE');
      const moved = moveTo(today, '09:00');
      const pids = await eventually('a worker is about to commit', async () => {
        const waiting = await service.database.query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
             AND query LIKE '%INSERT INTO schedules.occurrences%'`,
        );
        return waiting.length > 0 && waiting.map(({ pid }) => pid);
      });
      await service.database.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [pids]);
      await owner.query('ROLLBACK');
      await moved;
    } finally {
      await owner.end();
    }
    for (const schedule of schedules) await expectPaid(schedule, [today]);
  });

  it('record the code of a refused transfer, report it, and go on', async () => {
    const schedule = await create();
    const { body } = await client.get(`/deliver/external/accounts?account_reference_id=${party.account_reference_id}`);
    const [account] = body['external_accounts'] as [{ id: string }];
    await client.send('DELETE', `/deliver/external/accounts/${account.id}`);
    await moveTo(today);
    const refused = { status: 'refused', error_code: 'invalid_destination_account_reference_id' };
    expect(await occurrences(schedule.id)).toMatchObject([{ occurrence_date: today, ...refused }]);
    expect(await transfersOf(schedule.id)).toEqual([]);
    expect(await read(schedule.id)).toMatchObject({
      status: 'active',
      runs: { made: 0, failed: 1 },
      last_run: refused,
    });
    const events = await service.database.query<{ type: string; data: string }>(
      'SELECT type, data FROM platform.events WHERE resource_id = $1 ORDER BY sequence',
      [schedule.id],
    );
    expect(events.map(({ type, data }) => [type, JSON.parse(data)] as const)).toEqual([
      ['schedule_created', { schedule: expect.objectContaining({ status: 'active' }) as object }],
      ['schedule_updated', { schedule: await read(schedule.id) }],
    ]);
  });

  it('refuse a date whose reference another transfer has', async () => {
    const schedule = await create({ recurrence: 'FREQ=DAILY;COUNT=1' });
    const transfer_reference_id = `${schedule.schedule_reference_id}-${today}`;
    const order = { destination: party, amount: 1, currency: 'USD', speed: 'standard' };
    expect((await client.post('/deliver/transfers', { transfer_reference_id, ...order })).status).toBe(200);
    await moveTo(today);
    expect(await occurrences(schedule.id)).toMatchObject([
      { status: 'refused', error_code: 'duplicate_transfer_reference_id' },
    ]);
  });

  it('end a schedule after so many failed transfers in a row', async () => {
    // The cents make the network reject each one.
    const schedule = await create({ amount: 127, speed: 'asap', end_on_failures: 2 });
    await moveTo(plus(today, 5));
    expect(await read(schedule.id)).toMatchObject({
      ...{ status: 'inactive', end_reason: 'failures', runs: { made: 2, failed: 0, skipped: 0 } },
    });
    expect(await transfersOf(schedule.id)).toMatchObject([{ status: 'failed' }, { status: 'failed' }]);
  });

  it('skip the dates in a pause, and pay the later ones', async () => {
    const schedule = await create({ speed: 'asap', recurrence: 'FREQ=DAILY;COUNT=4' });
    await moveTo(today);
    await client.post(`/deliver/schedules/${schedule.id}/pause`);
    await moveTo(plus(today, 2));
    await client.post(`/deliver/schedules/${schedule.id}/resume`);
    await moveTo(plus(today, 4));
    const ran = await occurrences(schedule.id);
    expect(ran.map(({ status }) => status)).toEqual(['made', 'skipped', 'skipped', 'made']);
    expect(await read(schedule.id)).toMatchObject({
      end_reason: 'completed',
      runs: { made: 2, failed: 0, skipped: 2 },
    });
  });

  it('make nothing for a schedule that was ended', async () => {
    const schedule = await create();
    await client.send('DELETE', `/deliver/schedules/${schedule.id}`);
    await moveTo(plus(today, 3));
    expect(await occurrences(schedule.id)).toEqual([]);
    expect(await transfersOf(schedule.id)).toEqual([]);
  });
});
