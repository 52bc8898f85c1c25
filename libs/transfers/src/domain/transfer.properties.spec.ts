import { canMove, newId, newYorkDate, unreachableStates } from '@payments/kernel';
import fc from 'fast-check';
import { aTransfer, countOf } from '@payments/testing';
import { PASS } from './gate.js';
import { routingBy } from './leg-steps.js';
import type { Routing } from './leg-steps.js';
import { legTransitions } from './leg.js';
import type { LegState, LegStatus, ProcessorResult, ResultKind, Side } from './leg.js';
import type { Posting } from './postings.js';
import { fedAchRails } from './rails.js';
import { Transfer } from './transfer.js';
import type { SubmissionOutcome } from './transfer.js';
import type { ScheduledStep, TransferChanges } from './transfer-changes.js';
import type { PartyVerification, StepTime, Speed, TransferEvent, TransferState } from './transfer-state.js';
import { transferTransitions } from './transfer-status.js';
import type { TransferStatus } from './transfer-status.js';
import type { UseCase } from './transfer-type.js';

const RUNS = countOf(1_000);
const NOW = new Date('2026-07-15T16:00:00Z');
const LEAD = 15;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SIDES: Readonly<Record<UseCase, readonly Side[]>> = {
  payout: ['destination'],
  direct_debit: ['source'],
  deposit: ['source', 'destination'],
  account_to_account: ['source', 'destination'],
};
const VERIFIED = { account: 'verified', customer: 'verified' } as const;
const CLEARED: PartyVerification = { source: VERIFIED, destination: VERIFIED };

const UNAVAILABLE: readonly string[] = ['9910', '9912', '9948', 'AG03', 'NOAT'];

/** The end of a leg that its rail could carry. */
type End = 'settled' | 'returned_at_once' | 'returned_settled' | 'returned_late' | 'rejected' | 'rejected_accepted';

/** The network's decision on a leg, the same for every request. */
interface Fate {
  /** The codes with which the first rails reject it. */
  readonly unavailable: readonly string[];
  /** Those rails report an acceptance first. */
  readonly acceptedFirst: boolean;
  readonly end: End;
  readonly change: boolean;
}

interface Story {
  readonly use_case: UseCase;
  readonly speed: Speed;
  readonly amount: bigint;
  readonly participation: { readonly rtp: boolean; readonly fednow: boolean };
  readonly at: Date;
  readonly fates: Readonly<Record<Side, Fate>>;
  /** Decides what happens next, over and over from the start. */
  readonly draws: readonly number[];
}

/** A scheduled action on a leg. */
type Action = { readonly time: Date; readonly legId: string; readonly attempt: number } & (
  { readonly kind: ScheduledStep['kind'] | 'confirm' } | { readonly kind: 'result'; readonly result: ProcessorResult }
);

const oneOf = fc.constantFrom;
const fate: fc.Arbitrary<Fate> = fc.record({
  unavailable: fc.oneof(fc.constant([]), fc.array(oneOf(...UNAVAILABLE), { minLength: 1, maxLength: 4 })),
  acceptedFirst: fc.boolean(),
  end: oneOf<End>(
    'settled',
    'settled',
    'returned_at_once',
    'returned_settled',
    'returned_late',
    'rejected',
    'rejected_accepted',
  ),
  change: fc.boolean(),
});
const anyStory: fc.Arbitrary<Story> = fc.record({
  use_case: oneOf(...(Object.keys(SIDES) as UseCase[])),
  speed: oneOf<Speed>('standard', 'same_day', 'asap', 'asap'),
  // Within every limit; over that of same-day ACH; over those of the instant rails too.
  amount: oneOf(12_500n, 12_500n, 100_000_001n, 1_000_000_001n),
  participation: fc.record({ rtp: fc.boolean(), fednow: fc.boolean() }),
  at: fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2026-12-31T00:00:00Z'), noInvalidDate: true }),
  fates: fc.record({ source: fate, destination: fate }),
  draws: fc.array(fc.nat(10_000), { minLength: 30, maxLength: 80 }),
});
// An ACH entry that is rejected after its acceptance does not fall back; one whose rejection arrives first does.
const endsAlikeInAnyOrder = ({ unavailable, acceptedFirst }: Fate) => !acceptedFirst || unavailable.length === 0;
const withLegs = (count: number) =>
  anyStory.filter(
    ({ use_case, fates }) =>
      SIDES[use_case].length === count && SIDES[use_case].every((side) => endsAlikeInAnyOrder(fates[side])),
  );

/** All results of the network for a submitted leg, in chronological order. */
function resultsOf(leg: LegState, { unavailable, acceptedFirst, end, change }: Fate): ProcessorResult[] {
  const { end_to_end_id, attempt, side, rail } = leg;
  const isFinalOnceAccepted = rail === 'rtp' || rail === 'fednow';
  const window = leg.window_at!.getTime();
  const settles = leg.settles_at!.getTime();
  const resultAt = (kind: ResultKind, at: number, network_reason_code: string | null = null): ProcessorResult => ({
    ...{ processor_result_id: `${end_to_end_id}/${kind}`, end_to_end_id, kind, network_reason_code },
    ...{ trace_number: `trace-${kind}`, occurred_at: new Date(at) },
  });
  const accepted = resultAt('accepted', window);
  const settled = [
    accepted,
    resultAt('settled', settles),
    ...(change ? [resultAt('notification_of_change', settles, 'C01')] : []),
  ];
  const returned = (at: number) => resultAt('returned', at, side === 'source' ? 'R01' : 'R02');
  const code = unavailable[attempt - 1];
  if (code !== undefined)
    return [...(acceptedFirst && !isFinalOnceAccepted ? [accepted] : []), resultAt('rejected', window, code)];
  const results: Readonly<Record<End, readonly ProcessorResult[]>> = {
    settled,
    returned_at_once: [accepted, returned(window + MINUTE)],
    returned_settled: [...settled, returned(settles + MINUTE)],
    returned_late: [...settled, returned((leg.hold_until?.getTime() ?? settles) + 3 * DAY)],
    rejected: [resultAt('rejected', window, 'AC03')],
    rejected_accepted: [...(isFinalOnceAccepted ? [] : [accepted]), resultAt('rejected', window + MINUTE, 'AC03')],
  };
  return [...results[end]];
}

/** An acceptance that says that the entry went into the window of the next day. */
function aDayLater(result: ProcessorResult): ProcessorResult {
  if (result.kind !== 'accepted') return result;
  const settles_at = new Date(result.occurred_at.getTime() + DAY);
  return { ...result, retimed: { effective_date: newYorkDate(settles_at), settles_at } };
}

const withoutFallback = ({ source, destination }: Story['fates']): Story['fates'] => ({
  ...{ source: { ...source, unavailable: [] }, destination: { ...destination, unavailable: [] } },
});

const SENT: readonly LegStatus[] = ['submitting', 'submitted', 'accepted'];
const isOpen = ({ side, status }: LegState) =>
  ['held', 'ready', ...SENT].includes(status) || (side === 'source' && status === 'settled');

/** Where the money of a transfer is, by the states of its legs alone: amounts by account, those that are not zero. */
function whereTheMoneyIs(legs: readonly LegState[]): Record<string, bigint> {
  const net: Record<string, bigint> = {};
  const move = (from: string, to: string, amount: bigint) => {
    net[from] = (net[from] ?? 0n) - amount;
    net[to] = (net[to] ?? 0n) + amount;
  };
  for (const { side, status, rail, amount } of legs) {
    if (side === 'source') {
      if (SENT.includes(status)) move(`clearing_${rail}`, 'pending', amount);
      if (status === 'settled') move('cash', 'pending', amount);
      if (status === 'released') move('cash', 'available', amount);
    } else {
      if (status === 'ready') move('available', 'reserved', amount);
      if (SENT.includes(status)) move('available', `clearing_${rail}`, amount);
      if (status === 'settled') move('available', 'cash', amount);
    }
  }
  return Object.fromEntries(Object.entries(net).filter(([, amount]) => amount !== 0n));
}

const WAYS = new Map(
  (Object.keys(legTransitions) as LegStatus[]).map((from) => [from, unreachableStates(legTransitions, from)] as const),
);
const isWay = (from: LegStatus, to: LegStatus) => !WAYS.get(from)!.includes(to);

/** As `expect`, which is too slow for every step of every story. */
function must(holds: boolean, rule: () => string): void {
  if (!holds) throw new Error(rule());
}

const inWords = (net: Record<string, bigint>) =>
  Object.entries(net)
    .filter(([, amount]) => amount !== 0n)
    .map(([account, amount]) => `${account} ${amount}`)
    .sort()
    .join(', ');

/** The run of one transfer, which checks the rules at every step. */
class Run {
  readonly transfer: Transfer;
  readonly history: TransferStatus[] = ['created'];
  readonly postings: Posting[] = [];
  readonly actions: Action[] = [];
  private readonly net: Record<string, bigint> = {};
  private readonly keys = new Set<string>();
  private readonly routing: Routing;

  constructor(readonly story: Story) {
    const { participation, at } = story;
    const { use_case, speed, amount } = story;
    this.transfer = Transfer.restore(aTransfer({ use_case, speed, amount, created_at: NOW }), []);
    this.routing = routingBy(fedAchRails(LEAD), () => participation);
    const options = {
      waitUntil: NOW,
      newLegId: newId,
      routing: this.routing,
      judgment: PASS,
      reserveFunds: () => true,
    };
    this.step(() => expect(this.transfer.accept(CLEARED, { now: NOW, at, ...options })).toBe(true));
  }

  get legs(): readonly LegState[] {
    return this.transfer.legSnapshots();
  }

  get status(): TransferStatus {
    return this.transfer.snapshot().status;
  }

  leg(id: string): LegState {
    return this.legs.find((leg) => leg.id === id)!;
  }

  of(side: Side): LegState | undefined {
    return this.legs.find((leg) => leg.side === side);
  }

  step(work: () => void): void {
    const before = { state: this.transfer.snapshot(), legs: this.legs };
    work();
    for (const { id, side, status } of before.legs) {
      const to = this.leg(id).status;
      must(isWay(status, to), () => `the ${side} went from ${status} to ${to}`);
    }
    const changes = this.transfer.takeChanges();
    this.collectEvents(before.state, changes);
    for (const { kind, leg_id, until } of changes.steps) {
      this.actions.push({ kind, legId: leg_id, time: until, attempt: this.leg(leg_id).attempt });
    }
    for (const posting of changes.postings) this.enter(posting);
    const [net, expected] = [inWords(this.net), inWords(whereTheMoneyIs(this.legs))];
    must(net === expected, () => `the ledger has ${net}; by the states of the legs it is ${expected}`);
  }

  private collectEvents(before: TransferState, { events, statuses }: TransferChanges): void {
    let last: TransferEvent['state'] = before;
    for (const { type, sequence, state } of events) {
      must(type === 'transfer_updated', () => `reported ${type}`);
      must(sequence === last.sequence + 1, () => `event ${sequence} follows ${last.sequence}`);
      must(state.sequence === sequence, () => `event ${sequence} has the state of ${state.sequence}`);
      const changed = statuses.find(({ position }) => position === sequence);
      must((changed?.status ?? last.status) === state.status, () => `event ${sequence} is not the history's`);
      const isLegal = state.status === last.status || canMove(transferTransitions, last.status, state.status);
      must(isLegal, () => `the transfer went from ${last.status} to ${state.status}`);
      last = state;
    }
    must(this.transfer.snapshot() === last, () => 'the transfer changed and reported nothing of it');
    this.history.push(...statuses.map(({ status }) => status));
  }

  private enter(posting: Posting): void {
    const { debit, credit, amount, subject_id, leg, attempt, kind } = posting;
    must(amount === this.story.amount, () => `an entry of ${amount}`);
    must(subject_id === this.transfer.snapshot().id, () => `an entry of ${subject_id}`);
    this.net[debit] = (this.net[debit] ?? 0n) - amount;
    this.net[credit] = (this.net[credit] ?? 0n) + amount;
    for (const account of ['reserved', 'pending']) must((this.net[account] ?? 0n) >= 0n, () => `negative ${account}`);
    this.postings.push(posting);
    const key = `${leg}/${attempt}/${kind}`;
    must(!this.keys.has(key), () => `entered twice: ${key}`);
    this.keys.add(key);
  }

  /** Submits a leg if allowed, as the worker would. The network's results come separately. */
  submitLeg(legId: string, at: Date): SubmissionOutcome | 'gone' {
    const { side, status } = this.leg(legId);
    if (status !== 'ready' && status !== 'submitting') return 'gone';
    const batchId = newId();
    const outcomes: SubmissionOutcome[] = [];
    this.step(() => {
      const options = { batchId, partyVerification: CLEARED, routing: this.routing, now: NOW, at };
      outcomes.push(this.transfer.submit(legId, options));
    });
    const [outcome] = outcomes as [SubmissionOutcome];
    if (outcome !== 'goes') return outcome;
    const leg = this.leg(legId);
    must(leg.status === 'submitting' && leg.batch_id === batchId, () => `handed over as ${leg.status}`);
    must(this.status !== 'failed', () => `the ${side} of a failed transfer was handed over`);
    const debit = side === 'destination' ? this.of('source') : undefined;
    must(debit === undefined || debit.status === 'released', () => `the credit left beside a ${debit?.status} debit`);
    return outcome;
  }

  /** The processor has the leg as it is now: schedules its results, each `copies()` times. */
  arrive(legId: string, copies: () => number): void {
    const leg = this.leg(legId);
    for (const result of resultsOf(leg, this.story.fates[leg.side])) {
      for (let left = copies(); left > 0; left--) {
        this.actions.push({ kind: 'result', legId, time: result.occurred_at, attempt: leg.attempt, result });
      }
    }
  }

  report(legId: string, result: ProcessorResult): void {
    const [before, { length: statuses }] = [this.leg(legId), this.history];
    this.step(() => {
      const effect = this.transfer.recordResult(legId, result, { now: NOW, routing: this.routing });
      must(effect !== 'contradictory', () => `the ${result.kind} of a ${before.status} leg contradicts`);
    });
    const after = this.leg(legId);
    if (after.attempt !== before.attempt) {
      const isNew = before.attempts.every(({ rail }) => rail !== after.rail);
      must(isNew && UNAVAILABLE.includes(result.network_reason_code!), () => `from ${before.rail} to ${after.rail}`);
    }
    const completes = this.history.slice(statuses).includes('completed');
    must(!completes || legId === this.legs.at(-1)!.id, () => `completed by the ${before.side}`);
  }

  endHold(legId: string, at: Date): void {
    this.step(() => this.transfer.endHold(legId, { now: NOW, at, routing: this.routing }));
  }

  /** A worker that has lost its claim to another attempt confirms nothing. */
  confirm(legId: string, attempt: number): void {
    if (this.leg(legId).attempt === attempt) this.step(() => this.transfer.confirmLeg(legId, NOW));
  }

  cancel(stepTime: StepTime): void {
    this.step(() => this.transfer.cancel(stepTime));
  }
}

/** Everything happens once, when it should, and in the order of banking time. */
function inOrder(story: Story): Run {
  const run = new Run(story);
  const rank = ({ kind }: Action) => (kind === 'end_of_hold' ? 0 : 1);
  while (run.actions.length > 0) {
    const [next] = [...run.actions].sort((a, b) => a.time.getTime() - b.time.getTime() || rank(a) - rank(b));
    run.actions.splice(run.actions.indexOf(next!), 1);
    perform(run, next!);
  }
  return run;
}

function perform(run: Run, action: Action): void {
  const { legId, time, attempt } = action;
  if (action.kind === 'result') run.report(legId, action.result);
  else if (action.kind === 'confirm') run.confirm(legId, attempt);
  else if (action.kind === 'end_of_hold') run.endHold(legId, time);
  else if (run.submitLeg(legId, time) === 'goes') {
    run.confirm(legId, run.leg(legId).attempt);
    run.arrive(legId, () => 1);
  }
}

interface Disorder {
  /** A hold ends only once all earlier results are known. */
  readonly holdsKnowAll?: boolean;
  /** The turn at which the client cancels. */
  readonly cancelAt?: number;
}

/** Any scheduled action can come next: results up to three times, submissions late, or lost and repeated. */
function inDisorder(story: Story, { holdsKnowAll = true, cancelAt }: Disorder = {}): Run {
  const run = new Run(story);
  let draws = 0;
  const draw = (below: number) => story.draws[draws++ % story.draws.length]! % below;
  let mishaps = 6;
  const mishap = () => mishaps > 0 && draw(3) === 0 && mishaps-- > 0;
  const isOutstanding = (legId: string, until: Date) =>
    run.actions.some(({ kind, legId: id, time }) => kind === 'result' && id === legId && time < until);

  const submitLeg = (legId: string) => {
    const window = run.leg(legId).window_at!.getTime();
    const late = mishap() ? LEAD * MINUTE + draw(2) : 0;
    const outcome = run.submitLeg(legId, new Date(window + late));
    if (outcome !== 'goes') return;
    const { attempt } = run.leg(legId);
    if (mishap()) {
      run.actions.push({ kind: 'hand_over', legId, time: new Date(window), attempt });
      return;
    }
    run.arrive(legId, () => 1 + draw(3));
    run.actions.push({ kind: 'confirm', legId, time: new Date(window), attempt });
  };
  for (let turn = 0; run.actions.length > 0 || turn <= (cancelAt ?? 0); turn++) {
    if (turn === cancelAt) tryToCancel(run, story.at);
    if (draw(8) === 0) endHoldTooEarly(run);
    const may = run.actions.filter(
      ({ kind, legId, time }) => !(holdsKnowAll && kind === 'end_of_hold' && isOutstanding(legId, time)),
    );
    if (may.length === 0) continue;
    const action = may[draw(may.length)]!;
    run.actions.splice(run.actions.indexOf(action), 1);
    if (action.kind === 'hand_over') submitLeg(action.legId);
    else perform(run, action);
  }
  return run;
}

function endHoldTooEarly(run: Run): void {
  const debit = run.of('source');
  if (!debit?.hold_until) return;
  const before = [run.transfer.snapshot(), run.legs];
  run.endHold(debit.id, new Date(debit.hold_until.getTime() - 1));
  must(run.transfer.snapshot() === before[0] && run.legs === before[1], () => 'a hold ended too early');
}

/** Cancels the transfer, and checks both success and refusal against the rule. */
function tryToCancel(run: Run, at: Date): void {
  const { status, status_reasons } = run.transfer.snapshot();
  const last = run.legs.at(-1);
  const isNeverSent = (leg: LegState) => leg.status === 'submitting' && leg.batch_id === null;
  const unsent = run.legs.filter((leg) => leg.status === 'held' || leg.status === 'ready' || isNeverSent(leg));
  if (status !== 'pending' || !unsent.includes(last!)) {
    const before = [run.transfer.snapshot(), run.legs];
    expect(() => run.cancel({ now: NOW, at })).toThrow('can no longer be canceled');
    expect([run.transfer.snapshot(), run.legs]).toEqual(before);
    return;
  }
  const expected = run.legs.map((leg) => (unsent.includes(leg) ? 'canceled' : leg.status));
  run.cancel({ now: NOW, at });
  expect([run.status, run.legs.map((leg) => leg.status)]).toEqual(['failed', expected]);
  const added = run.transfer.snapshot().status_reasons.slice(status_reasons.length);
  expect(added.map((each) => Object.entries(each).map(([side, why]) => [side, why.reason_code]))).toEqual([
    unsent.map(({ side }) => [side, 'canceled_transfer']),
  ]);
}

const reasonsOf = (run: Run) =>
  [
    ...new Set(
      run.transfer
        .snapshot()
        .status_reasons.flatMap((each) => Object.entries(each).map((entry) => JSON.stringify(entry))),
    ),
  ].sort();
const legsOf = (run: Run) =>
  run.legs.map(({ side, status, rail, attempt, network_reason_code, trace_number, return_trace_number }) => ({
    ...{ side, status, rail, attempt, network_reason_code, trace_number, return_trace_number },
  }));
const entriesOf = (run: Run) =>
  run.postings.map(({ leg, attempt, kind, debit, credit }) => `${leg}/${attempt}/${kind}: ${debit} → ${credit}`).sort();
const essence = (run: Run) => ({
  ...{ status: run.status, legs: legsOf(run), reasons: reasonsOf(run), entries: entriesOf(run) },
});

// A reject does not imply an earlier acceptance, so the history includes one only if it arrived first.
const acceptanceIsCertain = (run: Run, { fates, use_case }: Story) =>
  run.legs.every(({ status }) => status !== 'rejected') ||
  SIDES[use_case].every((side) => !fates[side].acceptedFirst && fates[side].end !== 'rejected_accepted');
const historyOf = (run: Run, story: Story) =>
  acceptanceIsCertain(run, story) ? run.history : run.history.filter((status) => status !== 'completed');

const check = (stories: fc.Arbitrary<Story>, rule: (story: Story) => void) =>
  fc.assert(fc.property(stories, rule), { numRuns: RUNS });

describe(`${Transfer.name} with results in any order, repeated and late`, () => {
  it('obeys transitions, ledger and event numbering at every step', () => {
    check(anyStory, (story) => {
      inOrder(story);
      inDisorder(story, { holdsKnowAll: false });
    });
  });

  it('has each status at most once', () => {
    check(anyStory, (story) => {
      const { history } = inDisorder(story, { holdsKnowAll: false });
      expect(new Set(history).size).toBe(history.length);
    });
  });

  it('has no leg in progress once all results are reported', () => {
    check(anyStory, (story) => {
      for (const run of [inOrder(story), inDisorder(story, { holdsKnowAll: false })]) {
        expect(run.legs.filter(isOpen)).toEqual([]);
      }
    });
  });

  it('ends with money only in available and cash', () => {
    check(anyStory, (story) => {
      const run = inDisorder(story, { holdsKnowAll: false });
      const net = (account: string) =>
        run.postings.reduce((sum, { debit, credit, amount }) => {
          return sum + (credit === account ? amount : 0n) - (debit === account ? amount : 0n);
        }, 0n);
      const accounts = new Set(run.postings.flatMap(({ debit, credit }) => [debit, credit]));
      for (const account of accounts) if (account !== 'available' && account !== 'cash') expect(net(account)).toBe(0n);
      const came = run.of('source')?.status === 'released' ? story.amount : 0n;
      const went = run.of('destination')?.status === 'settled' ? story.amount : 0n;
      expect([net('available'), net('cash')]).toEqual([came - went, went - came]);
    });
  });

  it('with one leg ends as if results came once and in order', () => {
    check(withLegs(1), (story) => {
      const [ordered, shuffled] = [inOrder(story), inDisorder(story)];
      expect(essence(shuffled)).toEqual(essence(ordered));
      expect(historyOf(shuffled, story)).toEqual(historyOf(ordered, story));
    });
  });

  // Every datum: the trace numbers, the code, the times of a later window, and when the latest result occurred.
  it('with one leg keeps the same of its results, whatever their order', () => {
    const shuffled = fc.tuple(withLegs(1), fc.infiniteStream(fc.nat(1_000)), fc.boolean());
    fc.assert(
      fc.property(shuffled, ([story, draws, isRetimed]) => {
        const told = (order: (results: readonly ProcessorResult[]) => readonly ProcessorResult[]) => {
          const run = new Run({ ...story, amount: 12_500n, fates: withoutFallback(story.fates) });
          const [{ id, window_at }] = run.legs as [LegState];
          run.submitLeg(id, window_at!);
          const results = resultsOf(run.leg(id), run.story.fates[run.leg(id).side]);
          for (const result of order(results.map((each) => (isRetimed ? aDayLater(each) : each))))
            run.report(id, result);
          const { effective_date, settles_at, hold_until, last_result_at } = run.leg(id);
          return { ...legsOf(run)[0], effective_date, settles_at, hold_until, last_result_at, reasons: reasonsOf(run) };
        };
        const inDrawnOrder = told((results) =>
          results
            .map((result) => [draws.next().value as number, result] as const)
            .sort(([one], [other]) => one - other)
            .map(([, result]) => result),
        );
        expect(inDrawnOrder).toEqual(told((results) => results));
      }),
      { numRuns: RUNS },
    );
  });

  it('with one leg has the same balances if a hold ends early', () => {
    check(withLegs(1), (story) => {
      const [ordered, shuffled] = [inOrder(story), inDisorder(story, { holdsKnowAll: false })];
      const { entries: _, ...rest } = essence(ordered);
      expect(essence(shuffled)).toMatchObject(rest);
      // The difference is a release and its reversal.
      const more = entriesOf(shuffled).filter((entry) => !entriesOf(ordered).includes(entry));
      expect(more.every((entry) => entry.includes('release'))).toBe(true);
    });
  });

  // A late return may arrive before the credit is submitted, which is then canceled, or after.
  const comesBackLate = ({ fates }: Story) => fates.source.end === 'returned_late';

  it('with two legs ends the same unless the debit returns late', () => {
    check(
      withLegs(2).filter((story) => !comesBackLate(story)),
      (story) => {
        const [ordered, shuffled] = [inOrder(story), inDisorder(story)];
        expect(essence(shuffled)).toEqual(essence(ordered));
        expect(historyOf(shuffled, story)).toEqual(historyOf(ordered, story));
      },
    );
  });

  it('with two legs ends in the same status with the same debit', () => {
    check(withLegs(2).filter(comesBackLate), (story) => {
      const [ordered, shuffled] = [inOrder(story), inDisorder(story)];
      expect([shuffled.status, legsOf(shuffled)[0]]).toEqual([ordered.status, legsOf(ordered)[0]]);
      const ofSource = (run: Run) => reasonsOf(run).filter((each) => each.startsWith('["source"'));
      expect(ofSource(shuffled)).toEqual(ofSource(ordered));
    });
  });

  it('has at most one reason per failed leg, besides notifications of change', () => {
    check(anyStory, (story) => {
      const { transfer } = inDisorder(story, { holdsKnowAll: false });
      const sides = transfer
        .snapshot()
        .status_reasons.flatMap((reasons) => Object.entries(reasons))
        .filter(([, { reason_code }]) => !reason_code.startsWith('notification_of_change'))
        .map(([side]) => side);
      expect(new Set(sides).size).toBe(sides.length);
    });
  });

  it('ignores a repeated result', () => {
    check(anyStory, (story) => {
      const run = inDisorder(story);
      const before = [run.transfer.snapshot(), run.legs];
      for (const leg of run.legs.filter(({ batch_id }) => batch_id !== null)) {
        const again = resultsOf(leg, { ...story.fates[leg.side], change: false });
        for (const result of [...again, ...again.reverse()]) run.report(leg.id, result);
      }
      expect([run.transfer.snapshot(), run.legs]).toEqual(before);
    });
  });
});

describe(`${Transfer.name}.cancel at any time`, () => {
  const canceled = fc.tuple(anyStory, fc.nat(25));

  it('succeeds only before the outgoing leg is submitted, and breaks no rule', () => {
    fc.assert(
      fc.property(canceled, ([story, cancelAt]) => {
        const run = inDisorder(story, { holdsKnowAll: false, cancelAt });
        const wasCanceled = reasonsOf(run).some((each) => each.includes('canceled_transfer'));
        if (wasCanceled) expect([run.status, run.legs.at(-1)!.status]).toEqual(['failed', 'canceled']);
        expect(run.legs.filter(isOpen)).toEqual([]);
      }),
      { numRuns: 2 * RUNS },
    );
  });
});
