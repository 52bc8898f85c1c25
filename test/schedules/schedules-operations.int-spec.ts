import { DAY_MS, newId, newYorkDate } from '@payments/kernel';
import type { ApiClient } from '../support/api-client.js';
import { registerParty } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { FROZEN } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

type Body = Record<string, unknown>;

const inDays = (days: number) => newYorkDate(new Date(Date.now() + days * DAY_MS));

describe('the operations on schedules', () => {
  let service: TestService;
  let client: ApiClient;
  let party: Party;
  let references = 0;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    client = await service.client();
    party = await registerParty(client);
  });

  const aSchedule = (changes: Body = {}): Body => ({
    schedule_reference_id: `schedule-${++references}`,
    ...{ destination: party, amount: 12_500, currency: 'USD', speed: 'standard' },
    ...{ start_date: inDays(30), recurrence: 'FREQ=DAILY' },
    ...changes,
  });
  const create = async (changes: Body = {}) => {
    const response = await client.post('/deliver/schedules', aSchedule(changes));
    expect([response.status, response.text]).toEqual([200, expect.any(String)]);
    return response.body['schedule'] as Body & { readonly id: string };
  };
  const codesOf = ({ status, body }: Awaited<ReturnType<ApiClient['post']>>) => {
    const { errors = [] } = (body['details'] ?? {}) as { errors?: { error_code: string }[] };
    return [status, body['error_code'], ...errors.slice(1).map(({ error_code }) => error_code)];
  };

  it('create, read and list a schedule, with one event', async () => {
    const sent = aSchedule({ metadata: { run: 'a' }, account_statement_descriptor: 'ACME', end_on_failures: 3 });
    const { body } = await client.post('/deliver/schedules', sent);
    const schedule = body['schedule'] as Body;
    expect(schedule).toMatchObject({
      ...sent,
      ...{ status: 'active', rrule_readable: 'Daily', missed: 'run', runs: { made: 0, failed: 0, skipped: 0 } },
    });
    const path = `/deliver/schedules/${String(schedule['id'])}`;
    expect((await client.get(path)).body).toEqual(body);
    expect((await client.get('/deliver/schedules?status=active')).body).toEqual({ schedules: [schedule] });
    expect((await client.get('/deliver/schedules?status=inactive')).body).toEqual({ schedules: [] });
    const { schedule_reference_id: reference } = sent;
    const byReference = async (of: string) => (await client.get(`/deliver/schedules?schedule_reference_id=${of}`)).body;
    expect(await byReference(String(reference))).toEqual({ schedules: [schedule] });
    expect(await byReference('another')).toEqual({ schedules: [] });
    expect((await client.get(`${path}/occurrences`)).body).toEqual({ occurrences: [] });
    const events = await service.database.query('SELECT type, data FROM platform.events WHERE resource_id = $1', [
      schedule['id'],
    ]);
    expect(events).toEqual([{ type: 'schedule_created', data: JSON.stringify(body) }]);
  });

  it.each<[string, Body, string]>([
    ['no reference', { schedule_reference_id: null }, 'missing_schedule_reference_id'],
    ['a long reference', { schedule_reference_id: 'x'.repeat(201) }, 'invalid_schedule_reference_id'],
    ['no party', { destination: null }, 'missing_source_and_destination'],
    ['no start', { start_date: null }, 'missing_schedule_start_date'],
    ['a start that is no day', { start_date: '2030-02-30' }, 'invalid_schedule_start_date'],
    ['a start in the past', { start_date: inDays(-2) }, 'invalid_schedule_start_date'],
    ['a start far ahead', { start_date: inDays(1_830) }, 'invalid_schedule_start_date'],
    ['no rule', { recurrence: null }, 'missing_schedule_recurrence'],
    ['a rule with hours', { recurrence: 'FREQ=HOURLY' }, 'invalid_schedule_recurrence'],
    ['a rule without a date', { recurrence: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'invalid_schedule_recurrence'],
    ['no amount', { amount: null }, 'missing_amount'],
    ['a negative amount', { amount: -1 }, 'invalid_amount'],
    ['another speed', { speed: 'slow' }, 'invalid_speed'],
    ['another treatment of missed dates', { missed: 'maybe' }, 'invalid_missed'],
    ['too many failures', { end_on_failures: 21 }, 'invalid_end_on_failures'],
    [
      'an unknown account',
      { destination: { account_reference_id: 'x', customer_reference_id: 'y' } },
      'invalid_destination_customer_reference_id',
    ],
  ])('refuse %s, and store nothing', async (_, changes, code) => {
    expect(codesOf(await client.post('/deliver/schedules', aSchedule(changes)))).toEqual([400, code]);
    expect((await client.get('/deliver/schedules')).body).toEqual({ schedules: [] });
  });

  it('keep a reference unique within an enterprise', async () => {
    const { schedule_reference_id } = await create();
    const twin = await client.post('/deliver/schedules', aSchedule({ schedule_reference_id }));
    expect(codesOf(twin)).toEqual([400, 'duplicate_schedule_reference_id']);
  });

  it('allow no more than 10000 schedules that have not ended', async () => {
    const { id } = await create();
    await service.database.query(
      `INSERT INTO schedules.schedules
       SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'schedule_reference_id', n))).*
       FROM schedules.schedules s, generate_series(1, 9999) AS n WHERE s.id = $1`,
      [id],
    );
    expect(codesOf(await client.post('/deliver/schedules', aSchedule()))).toEqual([400, 'too_many_schedules']);
    await client.send('DELETE', `/deliver/schedules/${id}`);
    await create();
  });

  it('pause and resume a schedule; doing so again changes nothing', async () => {
    const { id } = await create();
    const change = async (what: string) => (await client.post(`/deliver/schedules/${id}/${what}`)).body['schedule'];
    const paused = await change('pause');
    expect(paused).toMatchObject({ status: 'inactive', paused_at: expect.any(String) as string });
    expect(await change('pause')).toEqual(paused);
    const resumed = await change('resume');
    expect(resumed).toMatchObject({ status: 'active' });
    expect(resumed).not.toHaveProperty('paused_at');
    expect(await change('resume')).toEqual(resumed);
  });

  it('end a schedule for ever', async () => {
    const { id } = await create();
    const ended = await client.send('DELETE', `/deliver/schedules/${id}`);
    expect(ended.body['schedule']).toMatchObject({ status: 'inactive', end_reason: 'deleted' });
    expect((await client.send('DELETE', `/deliver/schedules/${id}`)).body).toEqual(ended.body);
    for (const change of ['pause', 'resume']) {
      expect(codesOf(await client.post(`/deliver/schedules/${id}/${change}`))).toEqual([400, 'schedule_ended']);
    }
  });

  it.each(['', '/occurrences'])('answer 404 for an unknown id%s', async (rest) => {
    for (const id of [newId(), 'x']) {
      expect(codesOf(await client.get(`/deliver/schedules/${id}${rest}`))).toEqual([404, 'unknown_id']);
    }
  });

  it('refuse an unknown status of a list', async () => {
    expect(codesOf(await client.get('/deliver/schedules?status=x'))).toEqual([400, 'invalid_schedule_status']);
    const { id } = await create();
    expect(codesOf(await client.get(`/deliver/schedules/${id}/occurrences?status=x`))).toEqual([400, 'invalid_status']);
  });

  it('show the dates of a rule without creating anything', async () => {
    const question = { start_date: '2027-01-29', recurrence: 'freq=weekly;byday=mo,fr', occurrence_count: 3 };
    expect((await client.post('/deliver/schedules/rrule', question)).body).toEqual({
      start_date: '2027-01-29',
      recurrence: 'freq=weekly;byday=mo,fr',
      rrule_string: 'RRULE:FREQ=WEEKLY;BYDAY=MO,FR',
      rrule_readable: 'Weekly on Monday and Friday',
      occurrences: ['2027-01-29', '2027-02-01', '2027-02-05'],
    });
    const wrong = async (changes: Body) =>
      codesOf(await client.post('/deliver/schedules/rrule', { ...question, ...changes }));
    expect(await wrong({ occurrence_count: 6 })).toEqual([400, 'invalid_occurrence_count']);
    expect(await wrong({ recurrence: 'FREQ=DAILY;UNTIL=20200101' })).toEqual([400, 'invalid_schedule_recurrence']);
    expect(await wrong({ speed: 'slow' })).toEqual([400, 'invalid_speed']);
    expect(await wrong({ from_date: '2027-02-30' })).toEqual([400, 'invalid_from_date']);
    expect((await client.get('/deliver/schedules')).body).toEqual({ schedules: [] });
  });

  it('show on which days the dates of a rule are paid, with the speed of the transfers', async () => {
    const question = { start_date: '2027-07-01', recurrence: 'FREQ=WEEKLY;BYDAY=SU;COUNT=4', occurrence_count: 5 };
    const shown = async (more: Body) => {
      const { body } = await client.post('/deliver/schedules/rrule', { ...question, ...more });
      return [body['occurrences'], body['payment_dates']];
    };
    const sundays = ['2027-07-04', '2027-07-11', '2027-07-18', '2027-07-25'];
    // July 5 is a bank holiday: Independence Day is a Sunday.
    const banking = ['2027-07-06', '2027-07-12', '2027-07-19', '2027-07-26'];
    expect(await shown({ speed: 'standard' })).toEqual([sundays, banking]);
    expect(await shown({ speed: 'same_day' })).toEqual([sundays, banking]);
    expect(await shown({ speed: 'asap' })).toEqual([sundays, sundays]);
    expect(await shown({ speed: 'standard', from_date: '2027-07-12' })).toEqual([sundays.slice(1), banking.slice(1)]);
    expect(await shown({ speed: 'standard', from_date: '2027-07-13' })).toEqual([sundays.slice(2), banking.slice(2)]);
    expect(await shown({ from_date: '2027-07-12' })).toEqual([sundays.slice(2), undefined]);
    expect(await shown({ speed: 'asap', from_date: '2027-07-26' })).toEqual([[], []]);
  });

  it('show the dates that are still to be paid, beginning with the next payment of the schedule', async () => {
    const sent = aSchedule({ speed: 'standard', recurrence: 'FREQ=MONTHLY;BYMONTHDAY=1', start_date: inDays(1) });
    const { body } = await client.post('/deliver/schedules', sent);
    const { start_date, recurrence, speed, next_payment_date } = body['schedule'] as Body;
    const question = { start_date, recurrence, speed, from_date: next_payment_date };
    const preview = await client.post('/deliver/schedules/rrule', question);
    expect((preview.body['payment_dates'] as string[])[0]).toBe(next_payment_date);
  });
});
