import { eventually } from '@payments/testing';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

describe('readiness', () => {
  let service: TestService;
  afterEach(() => service.stop());

  const ready = async () => {
    const { statusCode, body } = await service.api.inject({ url: '/health/ready' });
    return { status: statusCode, body: JSON.parse(body) as { status: string; checks: Record<string, string> } };
  };
  /** Checks are made twice a second at the most. */
  const becomes = (status: string) => eventually(status, async () => (await ready()).body.status === status);
  const schedule = (queue: string, dueAt: string, lease = 'NULL') =>
    service.database.query(
      `INSERT INTO platform.tasks (enterprise_id, id, queue, subject_id, run_at, lease_token, request_id)
       VALUES (gen_random_uuid(), gen_random_uuid(), $1, gen_random_uuid(), now() + $2::interval, ${lease}, 'test')`,
      [queue, dueAt],
    );

  it('is degraded, and still 200, while due work of any queue is not begun for more than a minute', async () => {
    service = await startTestService();
    for (const queue of ['a', 'b', 'c']) {
      await schedule(queue, '-55 seconds');
      await schedule(queue, '1 hour');
      await schedule(queue, '1 minute', 'gen_random_uuid()');
    }
    expect(await ready()).toEqual({
      status: 200,
      body: { status: 'ready', checks: { database: 'ok', queue: 'ok', outbox: 'ok', clock: 'ok' } },
    });
    await schedule('b', '-61 seconds', 'gen_random_uuid()');
    await becomes('degraded');
    expect(await ready()).toMatchObject({ status: 200, body: { checks: { database: 'ok', outbox: 'degraded' } } });
    await service.database.query(`DELETE FROM platform.tasks WHERE run_at < now() - interval '1 minute'`);
    await becomes('ready');
  });

  it('is degraded while its clock differs from the database’s', async () => {
    service = await startTestService();
    const { now } = Date;
    for (const shiftMs of [90_000, -90_000]) {
      const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + shiftMs);
      await becomes('degraded');
      expect(await ready()).toMatchObject({ status: 200, body: { checks: { database: 'ok', clock: 'degraded' } } });
      clock.mockRestore();
      await becomes('ready');
    }
  });

  it('is degraded, and still 200, without the queue', async () => {
    service = await startTestService({ QUEUE_URL: 'redis://127.0.0.1:1', LOG_LEVEL: 'silent' });
    expect(await ready()).toEqual({
      status: 200,
      body: { status: 'degraded', checks: { database: 'ok', queue: 'degraded', outbox: 'ok', clock: 'ok' } },
    });
  });
});
