import fc from 'fast-check';
import { addBankingDays, DAY_MS, HOUR_MS, newId, newYorkInstant } from '@payments/kernel';
import { Claim } from '@payments/messaging';
import type { ClaimedTask } from '@payments/messaging';
import { aTransfer, countOf } from '@payments/testing';
import { PASS } from '../domain/gate.js';
import { holdUntil } from '../domain/ach-windows.js';
import { routingBy } from '../domain/leg-steps.js';
import type { ProcessorResult, Retiming } from '../domain/leg.js';
import { fedAchRails } from '../domain/rails.js';
import { Transfer } from '../domain/transfer.js';
import type { BankingTime } from './banking-time.js';
import { EndHolds } from './end-holds.js';
import type { EnterpriseBulkhead } from './enterprise-bulkhead.js';
import type { StepContext, TransferSteps } from './transfer-steps.js';

const START = new Date('2026-07-15T12:00:00-04:00');
const ROUTING = routingBy(fedAchRails(15), () => ({ rtp: true, fednow: true }));
const VERIFIED = { account: 'verified', customer: 'verified' } as const;

/** What may happen to a debit, in any order and any number of times. */
type Act =
  | { readonly act: 'accepted'; readonly windows?: number }
  | { readonly act: 'settled' }
  | { readonly act: 'clock'; readonly hours: number }
  /** A worker gets the task of the hold: when it is due, or because it claimed an earlier one. */
  | { readonly act: 'due task' | 'stale task' };

/** The task of a claim: completed, or postponed. */
class StubClaim extends Claim {
  constructor(
    legId: string,
    private readonly world: World,
  ) {
    const task: ClaimedTask = {
      ...{ id: newId(), subject_id: legId, attempt: 1, request_id: 'test', trace_parent: null, age_ms: 0 },
    };
    super(newId(), newId(), [task]);
  }

  override complete(tasks: readonly ClaimedTask[]): Promise<void> {
    if (tasks.length > 0) this.world.taskDue = undefined;
    return Promise.resolve();
  }

  override postpone(tasks: readonly ClaimedTask[], waitMs: number): Promise<void> {
    if (tasks.length > 0) this.world.taskDue = new Date(this.world.clock.getTime() + waitMs);
    return Promise.resolve();
  }
}

/** One debit, the task of its hold, and the database's clock. The worker's clock is wrong by `skewMs`. */
class World {
  clock = START;
  taskDue: Date | undefined;
  /** The latest hold of all that was reported by the time of the release. */
  latestHold: Date;
  releasedAt: Date | undefined;
  private readonly transfer: Transfer;
  private readonly endHolds: EndHolds;

  constructor(private readonly skewMs: number) {
    this.transfer = Transfer.restore(aTransfer({ use_case: 'direct_debit', created_at: START }), []);
    const cleared = { source: VERIFIED };
    const options = { waitUntil: START, newLegId: newId, routing: ROUTING, judgment: PASS, reserveFunds: () => true };
    this.transfer.accept(cleared, { now: START, at: START, ...options });
    const batch = { batchId: newId(), partyVerification: cleared, routing: ROUTING };
    this.transfer.submit(this.leg.id, { now: START, at: this.leg.window_at!, ...batch });
    this.latestHold = this.leg.hold_until!;
    this.transfer.takeChanges();
    this.endHolds = new EndHolds(
      { run: (_: number, work: () => Promise<void>) => work() } as unknown as EnterpriseBulkhead,
      {
        take: (_: unknown, step: Step) => Promise.resolve(step([this.transfer], this.context())),
      } as unknown as TransferSteps,
      { horizon: () => Promise.resolve(this.clock) } as BankingTime,
    );
  }

  get leg() {
    return this.transfer.legSnapshots()[0]!;
  }

  async perform(act: Act): Promise<void> {
    if (act.act === 'clock') this.clock = new Date(this.clock.getTime() + act.hours * HOUR_MS);
    if (act.act === 'settled') this.report('settled');
    if (act.act === 'accepted') this.report('accepted', act.windows);
    if (act.act === 'stale task' || (act.act === 'due task' && this.isTaskDue())) await this.runTask();
  }

  isTaskDue(): boolean {
    return this.taskDue !== undefined && this.taskDue <= this.clock;
  }

  async runTask(): Promise<void> {
    await this.endHolds.execute(new StubClaim(this.leg.id, this));
    if (this.leg.status === 'released') this.releasedAt ??= this.clock;
  }

  private report(kind: 'accepted' | 'settled', windows?: number): void {
    const retimed = windows === undefined ? undefined : laterBy(windows);
    const result: ProcessorResult = {
      ...{ processor_result_id: newId(), end_to_end_id: this.leg.end_to_end_id, kind, network_reason_code: null },
      ...{ trace_number: null, occurred_at: this.clock, ...(retimed && { retimed }) },
    };
    if (retimed !== undefined && this.leg.status !== 'released') {
      const hold = holdUntil(retimed.effective_date);
      if (hold > this.latestHold) this.latestHold = hold;
    }
    this.transfer.recordResult(this.leg.id, result, { now: this.clock, routing: ROUTING });
    for (const { until } of this.transfer.takeChanges().steps) this.taskDue = until;
  }

  // As in production.
  private context(): StepContext {
    const now = new Date(this.clock.getTime() + this.skewMs);
    const stepAt = (planned: Date | null) => (planned !== null && planned > now ? planned : now);
    return {
      now,
      at: now,
      stepAt,
      due: ({ until }) => ({ dueAt: until }),
      dueAt: (dueAt) => ({ dueAt }),
      routing: ROUTING,
    };
  }
}

type Step = (transfers: readonly Transfer[], context: StepContext) => unknown;

/** That many banking days after the day of the planned settlement; negative is earlier. */
function laterBy(days: number): Retiming {
  const effective_date = days < 0 ? '2026-07-14' : addBankingDays('2026-07-16', days);
  return { effective_date, settles_at: newYorkInstant(effective_date, '08:30') };
}

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ act: fc.constant('accepted' as const), windows: fc.integer({ min: -1, max: 6 }) }),
  fc.constant<Act>({ act: 'accepted' }),
  fc.constant<Act>({ act: 'settled' }),
  fc.record({ act: fc.constant('clock' as const), hours: fc.integer({ min: 1, max: 60 }) }),
  fc.constantFrom<Act>({ act: 'due task' }, { act: 'stale task' }),
);
const skew = fc.constantFrom(0, -DAY_MS, DAY_MS, 400 * DAY_MS);

describe(EndHolds.name, () => {
  it('never releases before the latest hold, whatever was reported and whichever task runs', async () => {
    const rule = fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 40 }), skew, async (acts, skewMs) => {
      const world = new World(skewMs);
      for (const each of acts) {
        await world.perform(each);
        if (world.releasedAt === undefined) {
          expect(world.leg.status).not.toBe('released');
          expect(world.leg.hold_until).toEqual(world.latestHold);
        } else {
          expect(world.releasedAt.getTime()).toBeGreaterThanOrEqual(world.latestHold.getTime());
        }
      }
    });
    await fc.assert(rule, { numRuns: countOf(2_000) });
  });

  it('releases every settled debit when its task comes due', async () => {
    const rule = fc.asyncProperty(fc.array(act, { maxLength: 30 }), skew, async (acts, skewMs) => {
      const world = new World(skewMs);
      for (const each of [...acts, { act: 'settled' as const }]) await world.perform(each);
      for (let rounds = 0; world.taskDue !== undefined && rounds < 40; rounds += 1) {
        if (world.taskDue > world.clock) world.clock = world.taskDue;
        await world.runTask();
      }
      expect(world.leg.status).toBe('released');
    });
    await fc.assert(rule, { numRuns: countOf(500) });
  });

  it('releases in the same millisecond in which the hold ends, and not before', async () => {
    const world = new World(0);
    await world.perform({ act: 'accepted', windows: 1 });
    await world.perform({ act: 'settled' });
    world.clock = new Date(world.latestHold.getTime() - 1);
    await world.runTask();
    expect([world.leg.status, world.taskDue]).toEqual(['settled', world.latestHold]);
    world.clock = world.latestHold;
    await world.runTask();
    expect([world.leg.status, world.taskDue]).toEqual(['released', undefined]);
  });
});
