import { newId, UnitOfWork } from '@payments/kernel';
import { ClockGuard, LocalDispatch, Tasks } from '@payments/messaging';
import { Log, Metrics, Tracing, workContext } from '@payments/observability';
import { currentTransaction, Enterprises, DatabaseEngine, Transactions } from '@payments/persistence';
import { eventually } from '@payments/testing';
import type { Claim, ClaimedTask, Queues, QueueStore, TaskHandler } from '@payments/messaging';
import type { Tenant } from '@payments/observability';
import type { DatabaseProbe, Transaction } from '@payments/persistence';
import { DatabaseGauges } from '../../libs/persistence/src/database/database-gauges.js';
import { DeadLetters, MAX_ATTEMPTS, MAX_CRASHES } from '../../libs/messaging/src/outbox/dead-letters.js';
import { DueTasks, LONG_BACKLOG } from '../../libs/messaging/src/outbox/due-tasks.js';
import { JobTelemetry } from '../../libs/messaging/src/outbox/job-telemetry.js';
import { Relay } from '../../libs/messaging/src/outbox/relay.js';
import { TaskRunner } from '../../libs/messaging/src/outbox/task-runner.js';
import type { DeadLetter } from '../../libs/messaging/src/outbox/dead-letters.js';
import type { ClaimJob } from '../../libs/messaging/src/queue/queues.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const LEASE_SECONDS = 60;
const LEASE_MS = LEASE_SECONDS * 1_000;
/** How far the clock of the database may drift from that of this process during a test. */
const CLOCKS_MS = 10;
const CLAIMS_AT_ONCE = 20;

interface TaskRow {
  readonly subject_id: string;
  /** In how many milliseconds it may be claimed. */
  readonly due_in_ms: number;
  readonly attempt: number;
  readonly lease_token: string | null;
  readonly last_error: string | null;
}

/** A queue store in memory, which may be full, or away. */
class FakeQueues {
  readonly jobs: ClaimJob[] = [];
  depth = 0;
  isAway = false;
  asked = 0;
  readonly store: Pick<QueueStore, 'kind'>;

  constructor(kind: QueueStore['kind']) {
    this.store = { kind };
  }

  add(_queue: string, claims: readonly ClaimJob[]): Promise<void> {
    this.asked += 1;
    if (this.isAway) return Promise.reject(new Error('the queue store is away'));
    this.jobs.push(...claims);
    return Promise.resolve();
  }

  waiting(): Promise<number> {
    return Promise.resolve(this.depth);
  }

  take(): ClaimJob[] {
    return this.jobs.splice(0);
  }
}

/** A database that may be down for the next units of work, or commit them and fail before it responds. */
class Outage extends UnitOfWork {
  next: ('answers' | 'refuses' | 'swallows' | 'is locked')[] = [];

  constructor(private readonly database: UnitOfWork) {
    super();
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const next = this.next.shift() ?? 'answers';
    if (next === 'is locked') throw Object.assign(new Error('somebody holds the row'), { code: '55P03' });
    const result = next === 'refuses' ? undefined : await this.database.run(work);
    if (next === 'answers') return result!;
    throw Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' });
  }

  read<T>(work: () => Promise<T>): Promise<T> {
    return this.database.read(work);
  }
}

/** Real transactions whose responses to COMMIT are lost while `swallows` counts down. */
function lossy(transactions: Transactions, outage: { swallows: number }): Transactions {
  return {
    run: async (as, work) => {
      const result = await transactions.run(as, work);
      // The relay role finds due work; the claims are those of an enterprise.
      if (as.role !== 'app' || outage.swallows === 0) return result;
      outage.swallows -= 1;
      throw Object.assign(new Error('the connection broke'), { code: 'ECONNRESET' });
    },
  } as Transactions;
}

/** Real transactions that also report how many blocks of the database each statement touches. */
function aboutEachStatement(transactions: Transactions, report: (blocks: number) => void): Transactions {
  const explained = (transaction: Transaction): Transaction => ({
    ...transaction,
    query: async <Row>(sql: string, values?: readonly unknown[]) => {
      const [plan] = await transaction.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
        values,
      );
      const { Plan: touched } = plan!['QUERY PLAN'][0];
      report(touched['Shared Hit Blocks']! + touched['Shared Read Blocks']!);
      return transaction.query<Row>(sql, values);
    },
  });
  return {
    run: (as, work) => transactions.run(as, (transaction) => work(explained(transaction))),
  } as Transactions;
}

describe('tasks', () => {
  let service: TestService;
  let tenant: Tenant;
  let other: Tenant;
  let queue: string;
  let begunAt: number;

  beforeAll(async () => {
    service = await startTestService({ LOG_LEVEL: 'silent' });
    const enterprises = get(Enterprises);
    [tenant, other] = (await Promise.all(
      [1, 2].map(async () => enterprises.get((await service.createEnterprise()).enterprise_id)),
    )) as [Tenant, Tenant];
  });
  beforeEach(async () => {
    await service.database.query('DELETE FROM platform.tasks');
    await service.database.query('DELETE FROM platform.dead_letters');
    queue = `queue-${newId()}`;
    begunAt = performance.now();
  });
  afterAll(() => service.stop());

  const get = <T>(port: abstract new (...parameters: never[]) => T): T => service.api.get<T>(port, { strict: false });
  const run = <T>(work: () => Promise<T>, on = tenant) =>
    workContext.run({ requestId: 'request-1', tenant: on }, () => get(UnitOfWork).run(work));
  const schedule = (subjects: readonly string[], { on = tenant, dueInMs = 0, to = queue } = {}) =>
    run(() => get(Tasks).schedule(subjects.map((subjectId) => ({ queue: to, subjectId, dueInMs }))), on);
  /** In so many milliseconds as of some moment of this test: of which one, only a busy machine knows. */
  const soonerThan = (ms: number) => {
    const isIt = (found: number) => found <= ms && found >= ms - (performance.now() - begunAt) - CLOCKS_MS;
    return { asymmetricMatch: (found: unknown) => isIt(Number(found)) };
  };
  /** What time would do: the database has no other clock than its own. */
  const pass = (ms: number) =>
    service.database.query(`UPDATE platform.tasks SET run_at = run_at - make_interval(secs => $1::float8 / 1000)`, [
      ms,
    ]);
  const subjects = (count: number) => Array.from({ length: count }, newId);
  const rows = () =>
    service.database.query<TaskRow>(
      `SELECT subject_id, attempt, lease_token, last_error,
         (extract(epoch FROM run_at - clock_timestamp()) * 1000)::float8 AS due_in_ms
       FROM platform.tasks ORDER BY id`,
    );

  /** A separate relay, as in another process. */
  function aRelay(batchSize = 10, store: QueueStore['kind'] = 'redis', connection = { swallows: 0 }) {
    const queues = new FakeQueues(store);
    const local = new LocalDispatch();
    const deadLetters = new DeadLetters(get(Transactions), get(Log));
    const relay = new Relay(
      new DueTasks(get(Transactions), get(DatabaseEngine)),
      lossy(get(Transactions), connection),
      queues as unknown as Queues,
      deadLetters,
      local,
      get(Log),
    );
    const options = { queue, batchSize, concurrency: CLAIMS_AT_ONCE, leaseSeconds: LEASE_SECONDS };
    const handlers = new Map([[queue, options]]);
    const round = () => relay.round(handlers);
    const rounds = async () => {
      while ((await round()).more);
      return queues.take();
    };
    const report = new JobTelemetry(get(Log), get(Metrics), get(Tracing));
    const outage = new Outage(get(UnitOfWork));
    const skew = { aheadMs: 0, uncertainMs: 0 };
    const probe = { clockSkew: () => Promise.resolve(skew) } as unknown as DatabaseProbe;
    const clock = new ClockGuard(probe, get(Log), { clockToleranceSeconds: 60 });
    const runner = new TaskRunner(get(Enterprises), outage, deadLetters, report, local, clock);
    const setClock = async (aheadMs: number) => {
      skew.aheadMs = aheadMs;
      await clock.check();
    };
    const serve = (work: TaskHandler['handle']) => runner.serve({ handle: work }, options);
    const handle = (job: ClaimJob, work: TaskHandler['handle']) => {
      serve(work);
      return runner.run({ handle: work }, options, job);
    };
    return { queues, round, rounds, serve, handle, runner, outage, local, setClock };
  }

  const written = (name: string) =>
    service.database.query('SELECT FROM customers.customer_references WHERE customer_reference_id = $1', [name]);
  const write = (name: string) =>
    currentTransaction().query(
      `INSERT INTO customers.customer_references (enterprise_id, customer_reference_id, customer_type, customer_id)
       VALUES ($1, $2, 'person', $3)`,
      [workContext.enterpriseId(), name, newId()],
    );
  const complete = (claim: Claim) => get(UnitOfWork).run(() => claim.complete());

  describe('without Redis', () => {
    const direct = (connection = { swallows: 0 }) => {
      const started: Claim[] = [];
      let finish: () => void = () => undefined;
      const finished = new Promise<void>((resolve) => (finish = resolve));
      const relay = aRelay(10, 'postgres', connection);
      relay.serve(async (claim) => {
        started.push(claim);
        await finished;
        await complete(claim);
      });
      const end = async () => {
        finish();
        await relay.local.drain();
      };
      return { ...relay, started, end };
    };

    it('start in the process that claims them', async () => {
      await Promise.all([schedule(subjects(15)), schedule(subjects(3), { on: other })]);
      const { round, started, queues, end } = direct();
      await round();
      const sizes = started.map(({ enterpriseId, tasks }) => [enterpriseId, tasks.length]);
      expect(sizes).toHaveLength(3);
      expect(sizes).toEqual(
        expect.arrayContaining([
          [tenant.enterpriseId, 10],
          [tenant.enterpriseId, 5],
          [other.enterpriseId, 3],
        ]),
      );
      expect(queues.asked).toBe(0);
      expect(new Set((await rows()).map(({ attempt }) => attempt))).toEqual(new Set([1]));
      await end();
      expect(await rows()).toEqual([]);
    });

    it('do not wait for the end of the lease when the response to a claim was lost', async () => {
      await schedule(subjects(3));
      await service.database.query(`UPDATE platform.tasks SET attempt = 1, crash_count = 1 WHERE subject_id = (
        SELECT max(subject_id::text)::uuid FROM platform.tasks)`);
      // The second response that is lost is that to the release.
      const { round, started } = direct({ swallows: 2 });
      await expect(round()).rejects.toThrow('the connection broke');
      expect(started).toEqual([]);
      const left = await service.database.query(
        `SELECT attempt, crash_count, lease_token, run_at <= now() + interval '1 second' AS soon FROM platform.tasks
         ORDER BY attempt`,
      );
      expect(left).toEqual([
        ...Array(2).fill({ attempt: 0, crash_count: 0, lease_token: null, soon: true }),
        { attempt: 1, crash_count: 1, lease_token: null, soon: true },
      ]);
    });

    it('go to the queue store once they were tried', async () => {
      await schedule(subjects(2));
      await service.database.query(`UPDATE platform.tasks SET attempt = 1`);
      const { round, started, queues, end } = direct();
      await round();
      expect(queues.take().map(({ task_ids }) => task_ids.length)).toEqual([1, 1]);
      expect((await rows()).map(({ attempt }) => attempt)).toEqual([1, 1]);
      expect(started).toEqual([]);
      await end();
    });

    it('wait while the process has no free slot', async () => {
      await schedule(subjects(10 * CLAIMS_AT_ONCE + 1));
      const { round, started, queues, end } = direct();
      await round();
      expect(await round()).toMatchObject({ more: false, backlog: true });
      expect([started.length, queues.asked, queues.take()]).toEqual([CLAIMS_AT_ONCE, 0, []]);
      expect((await rows()).filter(({ attempt }) => attempt === 0)).toHaveLength(1);
      await end();
    });

    it('are looked for again when a slot becomes free', async () => {
      await schedule(subjects(10 * CLAIMS_AT_ONCE + 1));
      const { round, runner, end } = direct();
      let freed = 0;
      runner.whenFree(() => (freed += 1));
      await round();
      expect(freed).toBe(0);
      await end();
      expect(freed).toBe(CLAIMS_AT_ONCE);
    });

    it('share their slots with jobs of the queue store', async () => {
      await schedule(subjects(10 * (CLAIMS_AT_ONCE - 1) + 2));
      await service.database.query(
        `UPDATE platform.tasks SET attempt = 1 WHERE id = (SELECT min(id::text)::uuid FROM platform.tasks)`,
      );
      const { rounds, runner, started, end } = direct();
      const [job] = await rounds();
      const options = { queue, batchSize: 10, concurrency: CLAIMS_AT_ONCE, leaseSeconds: LEASE_SECONDS };
      const done = runner.run({ handle: (claim) => complete(claim) }, options, job!);
      await new Promise((resolve) => setImmediate(resolve));
      expect(await rows()).toHaveLength(10 * (CLAIMS_AT_ONCE - 1) + 2);
      expect(started).toHaveLength(CLAIMS_AT_ONCE);
      await end();
      await done;
      expect(await rows()).toEqual([]);
    });
  });

  it('are claimed up to the limit, and searched once, though the planner expects few', async () => {
    await service.database.query('ANALYZE platform.tasks');
    await schedule(subjects(30 * CLAIMS_AT_ONCE));
    const { round, queues } = aRelay(10);
    await round();
    expect(queues.take().flatMap(({ task_ids }) => task_ids)).toHaveLength(10 * CLAIMS_AT_ONCE);
  });

  describe('that are due', () => {
    it('are claimed once by competing relays', async () => {
      await Promise.all([schedule(subjects(600)), schedule(subjects(400), { on: other })]);
      const relays = Array.from({ length: 4 }, () => aRelay(7));
      const jobs = (await Promise.all(relays.map(({ rounds }) => rounds()))).flat();
      const rest = await aRelay(7).rounds();
      const ids = [...jobs, ...rest].flatMap(({ task_ids }) => task_ids);
      expect(ids).toHaveLength(1_000);
      expect(new Set(ids).size).toBe(1_000);
      expect((await rows()).every(({ lease_token }) => lease_token !== null)).toBe(true);
    });

    it('are claimed per enterprise, up to the size of a batch', async () => {
      await Promise.all([schedule(subjects(25)), schedule(subjects(3), { on: other })]);
      const jobs = await aRelay(10).rounds();
      const sizes = (on: Tenant) =>
        jobs.filter(({ enterprise_id }) => enterprise_id === on.enterpriseId).map(({ task_ids }) => task_ids.length);
      expect([sizes(tenant), sizes(other)]).toEqual([[10, 10, 5], [3]]);
    });

    it('of one enterprise do not delay those of another', async () => {
      await schedule(subjects(1_500), { dueInMs: -60_000 });
      await schedule(subjects(1), { on: other });
      const relay = aRelay(10);
      expect(await relay.round()).toMatchObject({ more: true });
      const jobs = relay.queues.take();
      expect(jobs.filter(({ enterprise_id }) => enterprise_id === tenant.enterpriseId)).toHaveLength(CLAIMS_AT_ONCE);
      expect(jobs.filter(({ enterprise_id }) => enterprise_id === other.enterpriseId)).toHaveLength(1);
    });

    it('are found behind the backlog of another queue or enterprise', async () => {
      await schedule(subjects(LONG_BACKLOG + 1), { dueInMs: -60_000 });
      await schedule(subjects(1), { on: other, dueInMs: 60_000 });
      await schedule(subjects(1), { on: other, to: `${queue}-short` });
      const { due } = await new DueTasks(get(Transactions), get(DatabaseEngine)).find([queue, `${queue}-short`]);
      const sorted = [...due].sort((one, another) => one.queue.length - another.queue.length);
      expect(sorted.map(({ enterprise_ids }) => enterprise_ids)).toEqual([[tenant.enterpriseId], [other.enterpriseId]]);
    });

    it('are found at the same cost however large the backlog', async () => {
      const costOf = async (backlog: number) => {
        await service.database.query('TRUNCATE platform.tasks');
        await schedule(subjects(backlog), { dueInMs: -60_000 });
        await schedule(subjects(1), { on: other });
        let blocks = 0;
        const counting = aboutEachStatement(get(Transactions), (count) => (blocks += count));
        const { due } = await new DueTasks(counting, get(DatabaseEngine)).find([queue]);
        expect(due[0]?.enterprise_ids).toHaveLength(2);
        return blocks;
      };
      const few = await costOf(2 * LONG_BACKLOG);
      expect(await costOf(20 * LONG_BACKLOG)).toBeLessThan(1.5 * few);
    });

    it('are found by state, so late commits are not lost', async () => {
      const [early, late] = subjects(2) as [string, string];
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      let scheduled: () => void = () => undefined;
      const waiting = new Promise<void>((resolve) => (scheduled = resolve));
      const slow = run(async () => {
        await get(Tasks).schedule([{ queue, subjectId: early }]);
        scheduled();
        await held;
      });
      await waiting;
      await schedule([late]);
      const relay = aRelay();
      expect((await relay.rounds()).flatMap(({ task_ids }) => task_ids)).toHaveLength(1);
      release();
      await slow;
      expect((await relay.rounds()).flatMap(({ task_ids }) => task_ids)).toHaveLength(1);
    });

    it('are claimed only at their due time', async () => {
      await schedule(subjects(1), { dueInMs: 60_000 });
      const relay = aRelay();
      expect(await relay.round()).toEqual({ more: false, backlog: false, nextDueInMs: soonerThan(60_000) });
      expect(relay.queues.take()).toEqual([]);
      await pass(60_000);
      expect(await relay.rounds()).toHaveLength(1);
    });

    it('wait in the database while their queue is full or unhandled', async () => {
      await schedule(subjects(1));
      await schedule(subjects(1), { to: 'nobody' });
      const relay = aRelay();
      relay.queues.depth = 100;
      expect(await relay.round()).toMatchObject({ more: false, backlog: true });
      expect(relay.queues.take()).toEqual([]);
      relay.queues.depth = 99;
      expect(await relay.rounds()).toHaveLength(1);
      expect((await rows()).map(({ lease_token }) => lease_token === null)).toEqual([false, true]);
    });

    it('pass only ids to the queue', async () => {
      await schedule(subjects(1));
      const [job] = await aRelay().rounds();
      expect(Object.keys(job!).sort()).toEqual(['enterprise_id', 'lease_token', 'task_ids']);
    });
  });

  describe('that the queue store rejects or loses', () => {
    it('are requeued without counting an attempt', async () => {
      await schedule(subjects(3));
      const relay = aRelay();
      relay.queues.isAway = true;
      expect(await relay.round()).toMatchObject({ more: false });
      expect((await rows()).map(({ attempt, lease_token }) => [attempt, lease_token])).toEqual(
        Array(3).fill([0, null]),
      );
      relay.queues.isAway = false;
      await pass(1_000);
      expect((await relay.rounds()).map(({ task_ids }) => task_ids.length)).toEqual([3]);
    });

    it('are due again when their lease ends, without counting an attempt', async () => {
      await schedule(subjects(2));
      await aRelay().rounds();
      const relay = aRelay();
      await pass(LEASE_MS / 2);
      expect(await relay.rounds()).toEqual([]);
      await pass(LEASE_MS / 2);
      const jobs = await relay.rounds();
      expect(jobs.map(({ task_ids }) => task_ids.length)).toEqual([2]);
      const [job] = jobs;
      await relay.handle(job!, () => Promise.reject(new Error('no')));
      expect(await rows()).toEqual(
        Array(2).fill(expect.objectContaining({ attempt: 1, due_in_ms: soonerThan(1_000) })),
      );
    });
  });

  it('of a full queue do not block those of another', async () => {
    await schedule(subjects(3_000), { to: 'full' });
    await schedule(subjects(1));
    const { queues, round } = aRelay();
    await round();
    expect(queues.take()).toHaveLength(1);
  });

  describe('under a lease', () => {
    it('are handled once, even when the queue delivers a job twice', async () => {
      await schedule(subjects(2));
      const { rounds, handle } = aRelay();
      const [job] = await rounds();
      const worked: string[] = [];
      const work = async (claim: Claim) => {
        worked.push(...claim.subjectIds);
        await handle(job!, (again) => Promise.resolve(void worked.push(...again.subjectIds)));
        await run(() => claim.complete());
      };
      await handle(job!, work);
      expect(worked).toHaveLength(2);
      expect(await rows()).toEqual([]);
    });

    it('are deleted in the transaction of their result', async () => {
      await schedule(subjects(3));
      const relay = aRelay();
      const [job] = await relay.rounds();
      await relay.handle(job!, (claim) =>
        get(UnitOfWork).run(async () => {
          await write('done-once');
          await claim.complete();
        }),
      );
      expect([await rows(), (await written('done-once')).length]).toEqual([[], 1]);
    });

    it('are handled for their enterprise, under the original request id', async () => {
      await schedule(subjects(1), { on: other });
      const relay = aRelay();
      const [job] = await relay.rounds();
      const seen: unknown[] = [];
      await relay.handle(job!, (claim) => {
        seen.push([workContext.enterpriseId(), workContext.get().requestId, claim.tasks.length]);
        return complete(claim);
      });
      expect(seen).toEqual([[other.enterpriseId, 'request-1', 1]]);
    });

    it('that expired before the work are not handled by the old holder', async () => {
      await schedule(subjects(2));
      const first = aRelay();
      const [lost] = await first.rounds();
      await pass(LEASE_MS);
      const second = aRelay();
      const jobs = await second.rounds();
      await first.handle(lost!, () => Promise.reject(new Error('must not be called')));
      expect((await rows()).map(({ last_error }) => last_error)).toEqual([null, null]);
      for (const job of jobs) await second.handle(job, complete);
      expect(await rows()).toEqual([]);
    });

    it('that is lost midway write nothing, and keep the new lease', async () => {
      await schedule(subjects(2));
      const relay = aRelay();
      const [job] = await relay.rounds();
      let failure: unknown;
      await relay.handle(job!, async (claim) => {
        await pass(LEASE_MS);
        await aRelay().rounds();
        await get(UnitOfWork)
          .run(async () => {
            await write('too-late');
            await claim.complete();
          })
          .catch((error: unknown) => {
            failure = error;
            throw error;
          });
      });
      expect((failure as Error).constructor.name).toBe('LeaseLostError');
      expect(await written('too-late')).toEqual([]);
      const left = await rows();
      expect(left.map(({ attempt, last_error }) => [attempt, last_error])).toEqual(Array(2).fill([0, null]));
      expect(left.some(({ lease_token }) => lease_token === job!.lease_token || lease_token === null)).toBe(false);
    });

    it('complete all or none when one of them is lost', async () => {
      const [kept, lost] = subjects(2) as [string, string];
      await schedule([kept, lost]);
      const relay = aRelay();
      const [job] = await relay.rounds();
      await relay.handle(job!, async (claim) => {
        await schedule([lost]);
        await complete(claim);
      });
      const left = new Map((await rows()).map((row) => [row.subject_id, row]));
      expect(left.get(lost)).toMatchObject({ attempt: 0, lease_token: null, due_in_ms: soonerThan(0) });
      expect(left.get(kept)).toMatchObject({ attempt: 0, lease_token: null, due_in_ms: soonerThan(1_000) });
    });

    it('cannot be completed or postponed by another lease holder', async () => {
      await schedule(subjects(1));
      const relay = aRelay();
      const [job] = await relay.rounds();
      await relay.handle({ ...job!, lease_token: newId() }, () => Promise.reject(new Error('must not be called')));
      await relay.handle({ ...job!, enterprise_id: other.enterpriseId }, () =>
        Promise.reject(new Error('must not be called')),
      );
      expect((await rows()).map(({ lease_token, last_error }) => [lease_token, last_error])).toEqual([
        [job!.lease_token, null],
      ]);
    });

    it('can be postponed without counting as a failure', async () => {
      await schedule(subjects(1));
      const relay = aRelay();
      const [job] = await relay.rounds();
      await relay.handle(job!, (claim) =>
        get(UnitOfWork).run(() => claim.postpone(claim.tasks, 30_000, { restart: true })),
      );
      expect(await rows()).toEqual([
        expect.objectContaining({ attempt: 0, lease_token: null, due_in_ms: soonerThan(30_000), last_error: null }),
      ]);
    });
  });

  describe('of one subject', () => {
    it('are one task, however often they are scheduled', async () => {
      const [subject] = subjects(1) as [string];
      await schedule([subject]);
      await schedule([subject], { dueInMs: 5_000 });
      expect(await rows()).toEqual([expect.objectContaining({ due_in_ms: soonerThan(5_000), attempt: 0 })]);
      await schedule([subject], { to: `${queue}-b` });
      expect(await rows()).toHaveLength(2);
    });

    it('revoke the lease of the older task, whose result is dropped', async () => {
      const [subject] = subjects(1) as [string];
      await schedule([subject]);
      const relay = aRelay();
      const [job] = await relay.rounds();
      await relay.handle(job!, async (claim) => {
        await schedule([subject]);
        await get(UnitOfWork).run(async () => {
          await write('stale');
          await claim.complete();
        });
      });
      expect(await written('stale')).toEqual([]);
      expect(await rows()).toEqual([expect.objectContaining({ attempt: 0, lease_token: null })]);
      const again = await relay.rounds();
      await relay.handle(again[0]!, complete);
      expect(await rows()).toEqual([]);
    });

    it('can be scheduled for later by their own handler', async () => {
      const [subject] = subjects(1) as [string];
      await schedule([subject]);
      const relay = aRelay();
      const [job] = await relay.rounds();
      await relay.handle(job!, (claim) =>
        get(UnitOfWork).run(async () => {
          await claim.complete();
          await get(Tasks).schedule([{ queue, subjectId: subject, dueInMs: 9_000 }]);
        }),
      );
      expect(await rows()).toEqual([expect.objectContaining({ due_in_ms: soonerThan(9_000), attempt: 0 })]);
    });
  });

  /** Begins on a job and never ends, as a process that dies in the middle; resolves once the work has begun. */
  const dieAt = (job: ClaimJob, handle: (job: ClaimJob, work: TaskHandler['handle']) => Promise<void>) =>
    new Promise<void>((begun) => {
      void handle(job, () => {
        begun();
        return new Promise(() => undefined);
      });
    });
  /** A process that takes what is due, dies at whatever `kills` names, and works off the rest; then the leases end. */
  async function aLife(kills: (job: ClaimJob) => boolean): Promise<void> {
    const process = aRelay();
    const jobs = await process.rounds();
    for (const job of jobs.filter((each) => !kills(each))) await process.handle(job, complete);
    await Promise.all(jobs.filter(kills).map((job) => dieAt(job, process.handle)));
    await pass(LEASE_MS);
  }
  const deadLetters = () =>
    service.database.query<DeadLetter>('SELECT * FROM platform.dead_letters ORDER BY dead_lettered_at');

  describe('that crash their worker', () => {
    it('are put aside with the cause after the fifth time, and are tried no more', async () => {
      const [poison] = subjects(1) as [string];
      await schedule([poison]);
      for (let life = 1; life <= 5; life++) {
        expect(await deadLetters()).toEqual([]);
        await aLife(() => true);
      }
      expect(await aRelay().rounds()).toEqual([]);
      expect(await rows()).toEqual([]);
      expect(await deadLetters()).toEqual([
        expect.objectContaining({
          enterprise_id: tenant.enterpriseId,
          queue,
          subject_id: poison,
          reason: 'crashed',
          cause: expect.stringContaining('without a result'),
          attempts: 5,
          request_id: 'request-1',
          dead_lettered_at: expect.any(Date),
        }),
      ]);
    });

    it('do not affect other tasks of their first claim', async () => {
      await schedule(subjects(8));
      const [{ id: poison }] = (await service.database.query<{ id: string }>(
        'SELECT id FROM platform.tasks ORDER BY id LIMIT 1 OFFSET 3',
      )) as [{ id: string }];
      await aLife(({ task_ids }) => task_ids.includes(poison));
      expect(await rows()).toHaveLength(8);
      await aLife(({ task_ids }) => task_ids.includes(poison));
      expect(await rows()).toHaveLength(1);
      for (let life = 3; life <= 6; life++) await aLife(() => true);
      expect((await deadLetters()).map(({ id }) => id)).toEqual([poison]);
    });

    it('do not delay other tasks of any enterprise', async () => {
      await schedule(subjects(1));
      const [{ id: poison }] = (await service.database.query<{ id: string }>('SELECT id FROM platform.tasks')) as [
        { id: string },
      ];
      for (let life = 1; life <= 5; life++) {
        if (life > 1) {
          await schedule(subjects(2));
          await schedule(subjects(1), { on: other });
        }
        await aLife(({ task_ids }) => task_ids.includes(poison));
        // The poison alone is left.
        expect(await rows()).toHaveLength(1);
      }
    });

    it('do not include those whose job the queue lost', async () => {
      await schedule(subjects(1));
      for (let time = 0; time < 8; time++) {
        expect(await aRelay().rounds()).toHaveLength(1);
        await pass(LEASE_MS);
      }
      expect(await deadLetters()).toEqual([]);
    });

    it('do not include those that fail, are postponed or renew their lease', async () => {
      await schedule(subjects(1));
      let wasRenewed: () => void = () => undefined;
      const renewed = new Promise<void>((resolve) => (wasRenewed = resolve));
      const reports: TaskHandler['handle'][] = [
        () => Promise.reject(new Error('no')),
        (claim) => get(UnitOfWork).run(() => claim.postpone(claim.tasks, 0, { restart: true })),
        async (claim) => {
          await get(UnitOfWork).run(() => claim.extend(LEASE_SECONDS));
          wasRenewed();
          await new Promise(() => undefined);
        },
      ];
      for (const report of reports) {
        for (let life = 0; life < 4; life++) await aLife(() => true);
        const process = aRelay();
        const [job] = await process.rounds();
        await Promise.race([process.handle(job!, report), renewed]);
        await pass(LEASE_MS);
      }
      expect(await deadLetters()).toEqual([]);
    });

    const crashCounts = () =>
      service.database.query<{ attempt: number; crash_count: number; last_error: string | null }>(
        'SELECT attempt, crash_count, last_error FROM platform.tasks ORDER BY id',
      );

    it('do not count a failure that an outage kept from being reported', async () => {
      await schedule(subjects(1));
      const { rounds, handle, outage } = aRelay();
      const [job] = await rounds();
      await handle(job!, () => {
        outage.next = ['refuses', 'refuses'];
        return Promise.reject(new Error('no'));
      });
      expect(await crashCounts()).toEqual([{ attempt: 1, crash_count: 0, last_error: 'no' }]);
    });

    it('count a start once if its response was lost', async () => {
      await schedule(subjects(1));
      const { rounds, handle, outage } = aRelay();
      const [job] = await rounds();
      outage.next = ['swallows'];
      const begun: unknown[] = [];
      await handle(job!, async (claim) => {
        begun.push(...(await crashCounts()));
        await complete(claim);
      });
      expect(begun).toEqual([{ attempt: 1, crash_count: 1, last_error: null }]);
      expect(await rows()).toEqual([]);
    });

    it('do not count tasks that wait during an outage of the database', async () => {
      await schedule(subjects(2));
      for (let life = 0; life < 2; life++) await aLife(() => true);
      const process = aRelay();
      const [first, second] = await process.rounds();
      await dieAt(first!, process.handle);
      process.outage.next = ['answers', 'refuses'];
      await process.handle(second!, () => Promise.reject(new Error('must not be called')));
      expect(await crashCounts()).toEqual([
        { attempt: 3, crash_count: 3, last_error: null },
        { attempt: 2, crash_count: 2, last_error: null },
      ]);
    });

    it('are neither reported nor started by a stopping process during an outage', async () => {
      await schedule(subjects(2));
      const { rounds, handle, outage, runner } = aRelay(1);
      const [reported, begun] = await rounds();
      const telling = handle(reported!, () => {
        outage.next = Array(100).fill('refuses');
        return Promise.reject(new Error('no'));
      });
      while (outage.next.length === 0) await new Promise(setImmediate);
      const beginning = handle(begun!, () => Promise.reject(new Error('must not be called')));
      runner.stop();
      await telling;
      await expect(beginning).rejects.toThrow('the database is away');
      expect(await crashCounts()).toEqual([
        { attempt: 1, crash_count: 1, last_error: null },
        { attempt: 0, crash_count: 0, last_error: null },
      ]);
    });

    it('do not count tasks that others took over after an outage', async () => {
      await schedule(subjects(1));
      let [job] = await aRelay().rounds();
      for (let time = 1; time <= MAX_CRASHES + 1; time++) {
        const { handle, outage } = aRelay();
        const telling = handle(job!, () => {
          outage.next = ['refuses'];
          return Promise.reject(new Error('no'));
        });
        const isRefused = async () => (await crashCounts())[0]?.attempt === time && outage.next.length === 0;
        await eventually('the database has refused the report', isRefused);
        await pass(LEASE_MS);
        [job] = await aRelay().rounds();
        await telling;
      }
      expect(await crashCounts()).toEqual([{ attempt: MAX_CRASHES + 1, crash_count: 0, last_error: null }]);
    });

    it('do not include those whose worker notices a lost lease', async () => {
      await schedule(subjects(1));
      let [job] = await aRelay().rounds();
      for (let time = 1; time <= MAX_CRASHES + 1; time++) {
        await aRelay().handle(job!, async (claim) => {
          await pass(LEASE_MS);
          [job] = await aRelay().rounds();
          await complete(claim);
        });
        expect(await crashCounts()).toEqual([{ attempt: 0, crash_count: 0, last_error: null }]);
      }
      await aRelay().handle(job!, complete);
      expect([await rows(), await deadLetters()]).toEqual([[], []]);
    });

    it('count for the new holder of a lost lease', async () => {
      await schedule(subjects(1));
      const slow = aRelay();
      const [job] = await slow.rounds();
      await slow.handle(job!, async (claim) => {
        await pass(LEASE_MS);
        const next = aRelay();
        const [taken] = await next.rounds();
        await dieAt(taken!, next.handle);
        await complete(claim);
      });
      expect(await crashCounts()).toEqual([{ attempt: 1, crash_count: 1, last_error: null }]);
    });

    it('are not waited for forever when another transaction locks them', async () => {
      await schedule(subjects(1));
      const { rounds, handle, outage } = aRelay();
      const [job] = await rounds();
      await handle(job!, () => {
        outage.next = ['is locked', 'is locked'];
        return Promise.reject(new Error('no'));
      });
      expect(outage.next).toHaveLength(1);
    });

    it('are not started by a process that requeued its tasks', async () => {
      await schedule(subjects(1));
      const { rounds, handle, runner } = aRelay();
      const [job] = await rounds();
      await runner.requeueAll();
      await handle(job!, () => Promise.reject(new Error('must not be called')));
      expect(await crashCounts()).toEqual([{ attempt: 0, crash_count: 0, last_error: null }]);
    });

    it.each([61_000, -61_000])('are left to others by a process whose clock is %i ms ahead', async (aheadMs) => {
      await schedule(subjects(1));
      const { rounds, handle, setClock } = aRelay();
      const [job] = await rounds();
      await setClock(aheadMs);
      await handle(job!, () => Promise.reject(new Error('must not be called')));
      expect(await crashCounts()).toEqual([{ attempt: 0, crash_count: 0, last_error: null }]);
      await setClock(0);
      const [again] = await rounds();
      await handle(again!, complete);
      expect(await crashCounts()).toEqual([]);
    });

    it('are claimed even with a negative count of an older version', async () => {
      await schedule(subjects(1));
      await service.database.query('UPDATE platform.tasks SET attempt = -1');
      const { rounds, handle } = aRelay();
      const [job] = await rounds();
      await handle(job!, complete);
      expect(await rows()).toEqual([]);
    });

    it('are run one at a time per process while suspected', async () => {
      await schedule(subjects(3));
      for (let life = 0; life < 2; life++) await aLife(() => true);
      const process = aRelay();
      const jobs = await process.rounds();
      expect(jobs).toHaveLength(3);
      await dieAt(jobs[0]!, process.handle);
      const notYet = () => Promise.reject(new Error('must not be called'));
      for (const job of jobs.slice(1)) await process.handle(job, notYet);
      const waiting = (await rows()).filter(({ lease_token }) => lease_token === null);
      expect(waiting.map(({ attempt, last_error }) => [attempt, last_error])).toEqual(Array(2).fill([2, null]));
      await pass(2_000);
      const another = aRelay();
      for (const job of await another.rounds()) await another.handle(job, complete);
      expect(await rows()).toHaveLength(1);
    });

    it('are processed like new tasks after a redrive', async () => {
      const [poison] = subjects(1) as [string];
      await schedule([poison]);
      for (let life = 1; life <= 6; life++) await aLife(() => true);
      const [dead] = await deadLetters();
      const letters = new DeadLetters(get(Transactions), get(Log));
      expect(await get(DatabaseGauges).read()).toContainEqual({
        gauge: expect.objectContaining({ name: 'payments_dead_letters' }) as unknown,
        labels: { queue },
        value: 1,
      });
      await letters.redrive(other.enterpriseId, [dead!.id]);
      expect(await deadLetters()).toHaveLength(1);
      await letters.redrive(tenant.enterpriseId, [dead!.id]);
      expect(await deadLetters()).toEqual([]);
      const process = aRelay();
      const [job] = await process.rounds();
      await process.handle(job!, (claim) => {
        expect(claim.tasks).toMatchObject([{ subject_id: poison, attempt: 1, crash_count: 1 }]);
        return complete(claim);
      });
      expect(await rows()).toEqual([]);
    });
  });

  it('that complete delete only the dead letter of their subject and queue', async () => {
    const [subject, another] = subjects(2) as [string, string];
    const letters: readonly [string, string, Tenant][] = [
      [queue, subject, tenant],
      [queue, another, tenant],
      ['another-queue', subject, tenant],
      [queue, subject, other],
    ];
    for (const [to, about, { enterpriseId }] of letters) {
      await service.database.query(
        `INSERT INTO platform.dead_letters VALUES ($1, $2, $3, $4, 'crashed', '-', 5, 'test', now(), now())`,
        [enterpriseId, newId(), to, about],
      );
    }
    const left = async () =>
      (await deadLetters()).map((letter) => [letter.queue, letter.subject_id, letter.enterprise_id]).sort();
    await schedule([subject]);
    const process = aRelay();
    const [tried] = await process.rounds();
    await process.handle(tried!, () => Promise.reject(new Error('not yet')));
    expect(await left()).toHaveLength(4);
    await pass(1_000);
    const [job] = await process.rounds();
    await process.handle(job!, complete);
    expect(await left()).toEqual(
      letters
        .slice(1)
        .map(([to, about, { enterpriseId }]) => [to, about, enterpriseId])
        .sort(),
    );
  });

  it('that fail 1,000 times become dead letters with their last error', async () => {
    await schedule(subjects(1));
    await service.database.query(`UPDATE platform.tasks SET attempt = ${MAX_ATTEMPTS - 2}`);
    const relay = aRelay();
    for (const attempts of [MAX_ATTEMPTS - 1, MAX_ATTEMPTS]) {
      expect(await deadLetters()).toEqual([]);
      const [job] = await relay.rounds();
      await relay.handle(job!, () => Promise.reject(new Error(`no, for the ${attempts}th time`)));
      await pass(5 * 60_000);
    }
    expect(await rows()).toEqual([]);
    expect(await deadLetters()).toEqual([
      expect.objectContaining({ reason: 'failed', cause: 'no, for the 1000th time', attempts: MAX_ATTEMPTS }),
    ]);
  });

  it('of a stopping process are requeued, and their late results are dropped', async () => {
    await schedule(subjects(2));
    const stopping = aRelay();
    const [job] = await stopping.rounds();
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const work = stopping.handle(job!, async (claim) => {
      begin();
      await held;
      await get(UnitOfWork).run(async () => {
        await write('after-the-end');
        await claim.complete();
      });
    });
    await begun;
    await stopping.runner.requeueAll();
    expect(await rows()).toEqual(
      Array(2).fill(
        expect.objectContaining({ attempt: 0, lease_token: null, due_in_ms: soonerThan(0), last_error: null }),
      ),
    );
    const next = aRelay();
    expect((await next.rounds()).map(({ task_ids }) => task_ids.length)).toEqual([2]);
    goOn();
    await work;
    expect(await written('after-the-end')).toEqual([]);
    expect(await rows()).toHaveLength(2);
  });

  describe('whose handler fails', () => {
    const failing = () => Promise.reject(new Error('the processor is away'));

    it('are retried with doubled delays, up to five minutes', async () => {
      await schedule(subjects(1));
      const relay = aRelay();
      for (const [i, seconds] of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300].entries()) {
        const [job] = await relay.rounds();
        begunAt = performance.now();
        await relay.handle(job!, failing);
        expect(await rows()).toEqual([
          expect.objectContaining({
            ...{ attempt: i + 1, lease_token: null, last_error: 'the processor is away' },
            due_in_ms: soonerThan(seconds * 1_000),
          }),
        ]);
        await pass(seconds * 1_000);
      }
    });

    it('keep their error, even with characters that PostgreSQL cannot store', async () => {
      await schedule(subjects(1));
      const relay = aRelay();
      const [job] = await relay.rounds();
      await relay.handle(job!, () => Promise.reject(new Error('Unexpected token \0 in JSON')));
      expect(await rows()).toMatchObject([{ lease_token: null, last_error: 'Unexpected token \uFFFD in JSON' }]);
    });

    it('are claimed alone from then on', async () => {
      await schedule(subjects(5));
      const relay = aRelay();
      const [job] = await relay.rounds();
      await relay.handle(job!, failing);
      await pass(1_000);
      await schedule(subjects(2));
      const sizes = (await relay.rounds()).map(({ task_ids }) => task_ids.length);
      expect(sizes.sort()).toEqual([1, 1, 1, 1, 1, 2]);
    });

    it('do not affect the rest of their batch', async () => {
      const batch = subjects(8);
      const poison = batch[3]!;
      await schedule(batch);
      const relay = aRelay();
      const done: string[] = [];
      const work = (claim: Claim) =>
        get(UnitOfWork).run(async () => {
          if (claim.subjectIds.includes(poison)) throw new Error('poison');
          await claim.complete();
          claim.tasks.forEach(({ subject_id }: ClaimedTask) => done.push(subject_id));
        });
      for (let i = 0; i < 3; i++) {
        for (const job of await relay.rounds()) await relay.handle(job, work);
        await pass(10_000);
      }
      expect(done.sort()).toEqual(batch.filter((subject) => subject !== poison).sort());
      expect((await rows()).map(({ subject_id, last_error }) => [subject_id, last_error])).toEqual([
        [poison, 'poison'],
      ]);
    });

    it('write nothing', async () => {
      await schedule(subjects(1));
      const relay = aRelay();
      const [job] = await relay.rounds();
      await relay.handle(job!, () =>
        get(UnitOfWork).run(async () => {
          await write('half-done');
          throw new Error('no');
        }),
      );
      expect(await written('half-done')).toEqual([]);
    });
  });
});
