import { newId, UnitOfWork } from '@payments/kernel';
import { LocalDispatch, Tasks } from '@payments/messaging';
import type { Claim } from '@payments/messaging';
import { workContext } from '@payments/observability';
import type { Tenant } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { eventually } from '@payments/testing';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

interface Row {
  readonly subject_id: string;
  readonly lease_token: string | null;
  readonly attempt: number;
  readonly crash_count: number;
  readonly in_seconds: number;
}

const OPTIONS = { queue: 'local-test', batchSize: 2, concurrency: 1, leaseSeconds: 30 };

describe(LocalDispatch.name, () => {
  let service: TestService;
  let tenant: Tenant;
  let local: LocalDispatch;
  let started: Claim[];
  let finish: () => void;

  beforeAll(async () => {
    service = await startTestService();
    const { enterprise_id } = await service.createEnterprise();
    tenant = await service.api.get(Enterprises, { strict: false }).get(enterprise_id);
    local = service.api.get(LocalDispatch, { strict: false });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    await service.database.query(`DELETE FROM platform.tasks WHERE queue = 'local-test'`);
    started = [];
    const finished = new Promise<void>((resolve) => (finish = resolve));
    local.serve(OPTIONS, (claim) => {
      started.push(claim);
      return finished;
    });
  });
  afterEach(() => finish());

  const get = <T>(type: abstract new (...parameters: never[]) => T): T =>
    service.api.get(type as never, { strict: false });
  const run = <T>(work: () => Promise<T>) =>
    workContext.run({ requestId: 'test', tenant }, () => get(UnitOfWork).run(work));
  const schedule = (count: number, due: object = {}) => {
    const drafts = Array.from({ length: count }, () => ({ queue: OPTIONS.queue, subjectId: newId(), ...due }));
    return get(Tasks).schedule(drafts);
  };
  const rows = () =>
    service.database.query<Row>(
      `SELECT subject_id, lease_token, attempt, crash_count, extract(epoch FROM run_at - now())::float8 AS in_seconds
       FROM platform.tasks WHERE queue = 'local-test' ORDER BY lease_token NULLS LAST, id`,
    );

  it('starts due tasks in the process that made them, once they are committed', async () => {
    await run(async () => {
      await schedule(2);
      expect(started).toEqual([]);
    });
    const found = await rows();
    expect(started.map(({ subjectIds }) => subjectIds.toSorted())).toEqual([
      found.map(({ subject_id }) => subject_id).toSorted(),
    ]);
  });

  it('writes them as a worker that takes a claim over does, so that a crash is counted', async () => {
    await run(() => schedule(1));
    const [row] = await rows();
    expect(row).toMatchObject({ lease_token: started[0]!.token, attempt: 1, crash_count: 1 });
    expect(Math.round(row!.in_seconds / 10) * 10).toBe(30);
  });

  it('leaves to the relay what exceeds a batch', async () => {
    await run(() => schedule(3));
    expect((await rows()).map(({ attempt }) => attempt)).toEqual([1, 1, 0]);
    expect(started.map(({ tasks }) => tasks.length)).toEqual([2]);
  });

  it('leaves to the relay what is not due yet', async () => {
    await run(() => schedule(1, { dueInMs: 60_000 }));
    expect(await rows()).toMatchObject([{ lease_token: null, attempt: 0 }]);
    expect(started).toEqual([]);
  });

  it('lets as many claims wait as may run at once, and leaves the rest to the relay', async () => {
    for (let made = 0; made < 3; made += 1) await run(() => schedule(1));
    expect((await rows()).map(({ attempt }) => attempt)).toEqual([1, 1, 0]);
    expect(started).toHaveLength(1);
    finish();
    await eventually('the next one starts', () => Promise.resolve(started.length === 2));
  });

  it('leaves to the relay tasks of a queue that the process does not serve', async () => {
    await run(() => get(Tasks).schedule([{ queue: 'local-test-elsewhere', subjectId: newId() }]));
    expect(started).toEqual([]);
  });

  it('starts nothing when the transaction is rolled back', async () => {
    const work = run(async () => {
      await schedule(1);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect([await rows(), started]).toEqual([[], []]);
  });

  it('takes a leased task away from its worker when it is scheduled again', async () => {
    const subjectId = newId();
    const again = () => run(() => get(Tasks).schedule([{ queue: OPTIONS.queue, subjectId }]));
    await again();
    const lease = async () => (await rows()).find(({ subject_id }) => subject_id === subjectId)!.lease_token;
    expect(await lease()).toBe(started[0]!.token);
    await run(() => schedule(1));
    await again();
    expect(await lease()).toBeNull();
  });

  it('waits for running tasks and starts no others when it is drained', async () => {
    await run(() => schedule(1));
    let isDrained = false;
    const drained = local.drain().then(() => (isDrained = true));
    await run(() => schedule(1));
    expect([isDrained, started.length]).toEqual([false, 1]);
    finish();
    await drained;
  });
});
