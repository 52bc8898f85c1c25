import { canMove, newId } from '@payments/kernel';
import fc from 'fast-check';
import { legTransitions } from './leg.js';
import type { LegState, ProcessorResult, ResultKind, Side } from './leg.js';
import { sidesOf, Transfer, useCaseOf } from './transfer.js';
import type { Clearance, StatusChange, TransferEvent, TransferState, UseCase } from './transfer.js';
import { transferTransitions } from './transfer-status.js';
import type { TransferStatus } from './transfer-status.js';

const NOW = new Date('2026-01-31T17:00:00Z');
const LATER = new Date('2026-02-01T17:00:00Z');
const SIDES: Readonly<Record<UseCase, readonly Side[]>> = {
  payout: ['destination'],
  direct_debit: ['source'],
  deposit: ['source', 'destination'],
  account_to_account: ['source', 'destination'],
};
const USE_CASES = Object.keys(SIDES) as UseCase[];

const aParty = (name: string) => ({
  account_reference_id: `${name}-account`,
  customer_reference_id: `${name}-customer`,
  account_id: newId(),
  account_version: 2,
});

function aTransfer(use_case: UseCase, changes: Partial<TransferState> = {}): Transfer {
  const state: TransferState = {
    id: newId(),
    transfer_reference_id: 'payout-1',
    use_case,
    amount: 12_500n,
    currency: 'USD',
    speed: 'standard',
    source: SIDES[use_case].includes('source') ? aParty('source') : null,
    destination: SIDES[use_case].includes('destination') ? aParty('destination') : null,
    status: 'created',
    status_reasons: [],
    account_statement_descriptor: null,
    metadata: null,
    sequence: 1,
    version: 1,
    created_at: NOW,
    updated_at: NOW,
    ...changes,
  };
  return Transfer.restore(state, []);
}

type Verdict = NonNullable<Clearance[Side]>['account'];
const party = (account: Verdict, customer: Verdict = 'verified') => ({ account, customer });
const CLEARED: Clearance = { source: party('verified'), destination: party('verified') };
const verified = (use_case: UseCase): Clearance =>
  Object.fromEntries(SIDES[use_case].map((side) => [side, party('verified')]));

/** A transfer that is cleared: its legs are made. */
function aPendingTransfer(use_case: UseCase, changes: Partial<TransferState> = {}): Transfer {
  const transfer = aTransfer(use_case, changes);
  transfer.clear(verified(use_case), { now: NOW, waitUntil: LATER, newLegId: newId });
  return transfer;
}

const legOf = (transfer: Transfer, side: Side): LegState => transfer.legSnapshots().find((leg) => leg.side === side)!;
const statusOf = (transfer: Transfer): TransferStatus => transfer.snapshot().status;

function submit(transfer: Transfer, side: Side): void {
  transfer.handOver(legOf(transfer, side).id, { batchId: newId(), clearance: CLEARED, now: NOW });
}

const NETWORK_CODE: Readonly<Partial<Record<ResultKind, string>>> = { returned: 'R01', rejected: 'R03' };
const aResult = (leg: LegState, kind: ResultKind): ProcessorResult => ({
  processor_result_id: `${leg.end_to_end_id}-${kind}`,
  end_to_end_id: leg.end_to_end_id,
  kind,
  network_reason_code: NETWORK_CODE[kind] ?? null,
  trace_number: `trace-${kind}`,
  occurred_at: NOW,
});
const tell = (transfer: Transfer, side: Side, ...kinds: ResultKind[]) =>
  kinds.forEach((kind) => transfer.recordResult(aResult(legOf(transfer, side), kind), NOW));

describe('a transfer whose parties are looked at', () => {
  const clear = (transfer: Transfer, clearance: Clearance, now = NOW) =>
    transfer.clear(clearance, { now, waitUntil: LATER, newLegId: newId });

  it.each(USE_CASES)('is pending with a leg for each side once all are verified: %s', (use_case) => {
    const transfer = aTransfer(use_case);
    expect(clear(transfer, verified(use_case))).toBe(true);
    expect(statusOf(transfer)).toBe('pending');
    expect(transfer.legSnapshots().map(({ side }) => side)).toEqual(SIDES[use_case]);
  });

  it('has legs that carry its amount and the account version of its acceptance', () => {
    const transfer = aPendingTransfer('account_to_account', { speed: 'asap' });
    for (const side of ['source', 'destination'] as const) {
      const { account_id, account_version } = transfer.snapshot()[side]!;
      expect(legOf(transfer, side)).toMatchObject({ amount: 12_500n, account_id, account_version, version: 1 });
    }
    expect(transfer.legSnapshots().map(({ rail }) => rail)).toEqual(['same_day_ach', 'rtp']);
  });

  it('holds the credit back until the debit has settled', () => {
    const transfer = aPendingTransfer('account_to_account');
    expect(transfer.legSnapshots().map(({ status }) => status)).toEqual(['ready', 'held']);
    expect(legOf(aPendingTransfer('payout'), 'destination').status).toBe('ready');
    expect(legOf(aPendingTransfer('direct_debit'), 'source').status).toBe('ready');
  });

  it.each<[string, Clearance]>([
    ['the account', { destination: party('created') }],
    ['the customer', { destination: party('verified', 'created') }],
    ['both', { destination: party('created', 'created') }],
  ])('waits while %s awaits a verdict', (_, clearance) => {
    const transfer = aTransfer('payout');
    expect(clear(transfer, clearance)).toBe(false);
    expect(statusOf(transfer)).toBe('created');
    expect([...transfer.legSnapshots(), ...transfer.pullEvents()]).toEqual([]);
  });

  it('waits while only one of two parties is verified', () => {
    const transfer = aTransfer('account_to_account');
    expect(clear(transfer, { source: party('verified'), destination: party('created') })).toBe(false);
    expect(statusOf(transfer)).toBe('created');
  });

  it('fails when its account has other details by now, whatever is said of these', () => {
    const transfer = aTransfer('payout');
    expect(clear(transfer, { destination: { ...party('verified'), changed: true } })).toBe(true);
    expect(statusOf(transfer)).toBe('failed');
  });

  it('waits for a side of which nothing is known yet, instead of taking silence for a clearance', () => {
    const two = aTransfer('account_to_account');
    expect(clear(two, { source: party('verified') })).toBe(false);
    expect(statusOf(two)).toBe('created');
    const one = aTransfer('payout');
    expect(clear(one, {})).toBe(false);
    expect(statusOf(one)).toBe('created');
  });

  it.each(['rejected', 'restricted', 'closed'] as const)(
    'fails at once when a party is %s, and says which',
    (verdict) => {
      const transfer = aTransfer('account_to_account');
      expect(clear(transfer, { source: party('created'), destination: party('verified', verdict) })).toBe(true);
      expect(statusOf(transfer)).toBe('failed');
      expect(transfer.legSnapshots()).toEqual([]);
      expect(transfer.snapshot().status_reasons).toEqual([
        { destination: expect.objectContaining({ reason_code: 'account_not_verified' }) },
      ]);
    },
  );

  it('names both parties in one reason when both are refused', () => {
    const transfer = aTransfer('account_to_account');
    clear(transfer, { source: party('rejected'), destination: party('rejected') });
    expect(transfer.snapshot().status_reasons.map((each) => Object.keys(each))).toEqual([['source', 'destination']]);
  });

  it('fails when no verdict has come in time', () => {
    const transfer = aTransfer('payout');
    expect(clear(transfer, { destination: party('created') }, new Date(LATER.getTime() - 1))).toBe(false);
    expect(clear(transfer, { destination: party('created') }, LATER)).toBe(true);
    expect(statusOf(transfer)).toBe('failed');
  });

  it('is cleared once, however often it is looked at', () => {
    const transfer = aPendingTransfer('payout');
    const before = [transfer.snapshot(), transfer.legSnapshots()];
    expect(clear(transfer, { destination: party('rejected') })).toBe(true);
    expect([transfer.snapshot(), transfer.legSnapshots()]).toEqual(before);
  });
});

describe('a transfer whose results come one after the other', () => {
  const statuses = (transfer: Transfer) => transfer.pullStatusChanges().map(({ status }) => status);

  it('a payout is completed when the network has it, and stays so when it settles', () => {
    const transfer = aPendingTransfer('payout');
    submit(transfer, 'destination');
    tell(transfer, 'destination', 'accepted', 'settled');
    expect(statuses(transfer)).toEqual(['pending', 'completed']);
    expect(legOf(transfer, 'destination').status).toBe('settled');
  });

  it('a direct debit is completed when the network has it, and settled when the money is there', () => {
    const transfer = aPendingTransfer('direct_debit');
    submit(transfer, 'source');
    tell(transfer, 'source', 'accepted', 'settled');
    expect(statuses(transfer)).toEqual(['pending', 'completed', 'settled']);
  });

  it.each(['deposit', 'account_to_account'] as const)(
    'a %s sends the credit when the debit has settled, not before',
    (use_case) => {
      const transfer = aPendingTransfer(use_case);
      submit(transfer, 'source');
      tell(transfer, 'source', 'accepted');
      expect([statusOf(transfer), legOf(transfer, 'destination').status]).toEqual(['pending', 'held']);
      tell(transfer, 'source', 'settled');
      expect([statusOf(transfer), legOf(transfer, 'destination').status]).toEqual(['pending', 'ready']);
      submit(transfer, 'destination');
      tell(transfer, 'destination', 'accepted', 'settled');
      expect(statuses(transfer)).toEqual(['pending', 'completed']);
    },
  );

  it('a debit that comes back takes the unsent credit with it', () => {
    const transfer = aPendingTransfer('account_to_account');
    submit(transfer, 'source');
    tell(transfer, 'source', 'accepted', 'returned');
    expect([statusOf(transfer), legOf(transfer, 'destination').status]).toEqual(['failed', 'canceled']);
    expect(transfer.snapshot().status_reasons).toEqual([
      {
        source: {
          reason_code: 'insufficient_funds',
          reason_code_message: expect.any(String),
          network_reason_code: 'R01',
          network_reason_code_message: expect.any(String) as string,
          network_reason_code_rail_type: 'ach',
        },
      },
    ]);
  });

  it('a debit that comes back late fails the transfer although the credit has settled', () => {
    const transfer = aPendingTransfer('account_to_account');
    submit(transfer, 'source');
    tell(transfer, 'source', 'accepted', 'settled');
    submit(transfer, 'destination');
    tell(transfer, 'destination', 'accepted', 'settled');
    tell(transfer, 'source', 'returned');
    expect([statusOf(transfer), legOf(transfer, 'destination').status]).toEqual(['failed', 'settled']);
  });

  it('a second refusal adds its reason and tells of it, and the status stays', () => {
    const transfer = aPendingTransfer('account_to_account');
    submit(transfer, 'source');
    tell(transfer, 'source', 'settled');
    submit(transfer, 'destination');
    tell(transfer, 'destination', 'returned');
    transfer.pullEvents();
    transfer.pullStatusChanges();
    tell(transfer, 'source', 'returned');
    expect(transfer.pullEvents().map(({ type }) => type)).toEqual(['transfer_updated']);
    expect(transfer.pullStatusChanges()).toEqual([]);
    expect(transfer.snapshot().status_reasons.map((each) => Object.keys(each))).toEqual([['destination'], ['source']]);
  });

  it('keeps the trace number of the entry apart from that of its return', () => {
    const transfer = aPendingTransfer('direct_debit');
    submit(transfer, 'source');
    tell(transfer, 'source', 'accepted', 'returned');
    expect(legOf(transfer, 'source')).toMatchObject({
      trace_number: 'trace-accepted',
      return_trace_number: 'trace-returned',
      network_reason_code: 'R01',
    });
  });

  it('records for each event the transfer as it was right after it', () => {
    const transfer = aPendingTransfer('direct_debit');
    submit(transfer, 'source');
    tell(transfer, 'source', 'settled');
    const events = transfer.pullEvents();
    expect(events.map(({ sequence, state }) => [sequence, state.sequence, state.status])).toEqual([
      [2, 2, 'pending'],
      [3, 3, 'completed'],
      [4, 4, 'settled'],
    ]);
  });

  it('hands events and status changes out once', () => {
    const transfer = aPendingTransfer('payout');
    expect([transfer.pullEvents().length, transfer.pullStatusChanges().length]).toEqual([1, 1]);
    expect([transfer.pullEvents(), transfer.pullStatusChanges()]).toEqual([[], []]);
  });
});

describe('a leg on its way', () => {
  it('goes out again in another batch when the first one never arrived', () => {
    const transfer = aPendingTransfer('payout');
    const { id } = legOf(transfer, 'destination');
    const [lost, next] = [newId(), newId()];
    for (const batchId of [lost, next]) transfer.handOver(id, { batchId, clearance: CLEARED, now: NOW });
    expect(legOf(transfer, 'destination')).toMatchObject({ status: 'submitting', batch_id: next });
  });

  it.each(['created', 'rejected', 'restricted'] as const)(
    'is not handed over to an account that is %s by then',
    (verdict) => {
      const transfer = aPendingTransfer('payout');
      const { id } = legOf(transfer, 'destination');
      const clearance = { destination: party(verdict) };
      expect(transfer.handOver(id, { batchId: newId(), clearance, now: NOW })).toBe(false);
      expect([legOf(transfer, 'destination').status, statusOf(transfer)]).toEqual(['canceled', 'failed']);
      expect(transfer.snapshot().status_reasons).toMatchObject([
        { destination: { reason_code: 'account_not_verified' } },
      ]);
    },
  );

  it('is handed over although its party has closed since it was accepted', () => {
    const transfer = aPendingTransfer('payout');
    const clearance = { destination: party('closed', 'closed') };
    const { id } = legOf(transfer, 'destination');
    expect(transfer.handOver(id, { batchId: newId(), clearance, now: NOW })).toBe(true);
  });

  it('is submitting before the call and submitted after it', () => {
    const transfer = aPendingTransfer('payout');
    const { id } = legOf(transfer, 'destination');
    const batch = newId();
    expect(transfer.handOver(id, { batchId: batch, clearance: CLEARED, now: LATER })).toBe(true);
    expect(legOf(transfer, 'destination')).toMatchObject({ status: 'submitting', batch_id: batch, updated_at: LATER });
    transfer.confirmLeg(id, LATER);
    expect(legOf(transfer, 'destination').status).toBe('submitted');
  });

  it('does not fall back to submitted when a result was faster', () => {
    const transfer = aPendingTransfer('payout');
    submit(transfer, 'destination');
    tell(transfer, 'destination', 'accepted');
    transfer.confirmLeg(legOf(transfer, 'destination').id, LATER);
    expect(legOf(transfer, 'destination').status).toBe('accepted');
  });

  it('is not handed over once the processor has it, nor while it is held', () => {
    const transfer = aPendingTransfer('account_to_account');
    submit(transfer, 'source');
    transfer.confirmLeg(legOf(transfer, 'source').id, NOW);
    expect(() => submit(transfer, 'source')).toThrow(/submitted does not lead to submitting/);
    expect(() => submit(transfer, 'destination')).toThrow(/held does not lead to submitting/);
  });

  it('hears nothing of results before it was handed over', () => {
    const transfer = aPendingTransfer('payout');
    transfer.pullEvents();
    tell(transfer, 'destination', 'accepted', 'settled', 'returned');
    expect([legOf(transfer, 'destination').status, statusOf(transfer)]).toEqual(['ready', 'pending']);
    expect(transfer.pullEvents()).toEqual([]);
  });

  it('is not the leg of another transfer', () => {
    const transfer = aPendingTransfer('payout');
    const stranger = legOf(aPendingTransfer('payout'), 'destination');
    expect(() => transfer.recordResult(aResult(stranger, 'accepted'), NOW)).toThrow(/has no leg/);
    const handOver = () => transfer.handOver(stranger.id, { batchId: newId(), clearance: CLEARED, now: NOW });
    expect(handOver).toThrow(/has no leg/);
    expect(() => transfer.confirmLeg(stranger.id, NOW)).toThrow(/has no leg/);
  });
});

describe('a transfer whose results come in any order, twice and late', () => {
  type Fates = Readonly<Partial<Record<Side, readonly ResultKind[]>>>;

  const FATES: readonly (readonly ResultKind[])[] = [
    ['accepted', 'settled'],
    ['accepted', 'returned'],
    ['accepted', 'settled', 'returned'],
    ['accepted', 'rejected'],
    ['rejected'],
  ];

  /** What happened to one transfer, step by step, with every step held against the tables. */
  class Run {
    readonly transfer: Transfer;
    readonly changes: StatusChange[] = [];
    readonly events: TransferEvent[] = [];

    constructor(use_case: UseCase) {
      this.transfer = aPendingTransfer(use_case);
      this.collect();
    }

    step(work: () => void): void {
      const legs = this.transfer.legSnapshots();
      work();
      for (const { side, status } of legs) {
        const to = legOf(this.transfer, side).status;
        if (to !== status)
          expect([side, status, to, canMove(legTransitions, status, to)]).toEqual([side, status, to, true]);
      }
      this.collect();
    }

    /** The legs that may be handed over now are. */
    handOver(): Side[] {
      const ready = this.transfer.legSnapshots().filter(({ status }) => status === 'ready');
      for (const { side } of ready) this.step(() => submit(this.transfer, side));
      return ready.map(({ side }) => side);
    }

    tell(side: Side, kind: ResultKind): void {
      this.step(() => tell(this.transfer, side, kind));
    }

    private collect(): void {
      this.changes.push(...this.transfer.pullStatusChanges());
      this.events.push(...this.transfer.pullEvents());
    }
  }

  function inOrder(use_case: UseCase, fates: Fates): Run {
    const run = new Run(use_case);
    for (let sides = run.handOver(); sides.length > 0; sides = run.handOver()) {
      for (const side of sides) for (const kind of fates[side]!) run.tell(side, kind);
    }
    return run;
  }

  /** Deliveries are drawn from what is under way; each result is told up to three times. */
  function anyOrder(use_case: UseCase, fates: Fates, draws: readonly number[]): Run {
    const run = new Run(use_case);
    let turn = 0;
    const draw = (below: number) => draws[turn++ % draws.length]! % below;
    const underWay: { side: Side; kind: ResultKind }[] = [];
    const unconfirmed: Side[] = [];
    for (;;) {
      const [before] = [run.transfer.legSnapshots().filter(({ status }) => status === 'ready').length];
      if (before > 0 && (underWay.length === 0 || draw(2) === 0)) {
        for (const side of run.handOver()) {
          unconfirmed.push(side);
          for (const kind of fates[side]!) for (let copy = draw(3); copy >= 0; copy--) underWay.push({ side, kind });
        }
      } else if (unconfirmed.length > 0 && draw(3) === 0) {
        const { id } = legOf(run.transfer, unconfirmed.shift()!);
        run.step(() => run.transfer.confirmLeg(id, NOW));
      } else if (underWay.length > 0) {
        const [{ side, kind }] = underWay.splice(draw(underWay.length), 1) as [{ side: Side; kind: ResultKind }];
        run.tell(side, kind);
      } else {
        return run;
      }
    }
  }

  const fate = fc.constantFrom(...FATES);
  const story = fc.record({
    use_case: fc.constantFrom(...USE_CASES),
    fates: fc.record({ source: fate, destination: fate }),
    draws: fc.array(fc.nat(1_000), { minLength: 20, maxLength: 60 }),
  });

  it('moves along its table only, and once into each status', () => {
    fc.assert(
      fc.property(story, ({ use_case, fates, draws }) => {
        const { changes } = anyOrder(use_case, fates, draws);
        const walk: TransferStatus[] = ['created', ...changes.map(({ status }) => status)];
        walk.slice(1).forEach((to, i) => expect(canMove(transferTransitions, walk[i]!, to)).toBe(true));
        expect(new Set(walk).size).toBe(walk.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it('ends in the status it has when everything comes once and in order', () => {
    fc.assert(
      fc.property(story, ({ use_case, fates, draws }) => {
        const ordered = statusOf(inOrder(use_case, fates).transfer);
        expect(statusOf(anyOrder(use_case, fates, draws).transfer)).toBe(ordered);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of one leg ends with the same leg and the same reasons too', () => {
    const oneLeg = story.filter(({ use_case }) => SIDES[use_case].length === 1);
    fc.assert(
      fc.property(oneLeg, ({ use_case, fates, draws }) => {
        const [ordered, shuffled] = [inOrder(use_case, fates).transfer, anyOrder(use_case, fates, draws).transfer];
        expect(shuffled.snapshot().status_reasons).toEqual(ordered.snapshot().status_reasons);
        const essence = ({ legSnapshots }: { legSnapshots: readonly LegState[] }) =>
          legSnapshots.map(({ status, network_reason_code }) => [status, network_reason_code]);
        expect(essence({ legSnapshots: shuffled.legSnapshots() })).toEqual(
          essence({ legSnapshots: ordered.legSnapshots() }),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('numbers its events without a gap, and tells at most one reason for each leg', () => {
    fc.assert(
      fc.property(story, ({ use_case, fates, draws }) => {
        const { events, transfer } = anyOrder(use_case, fates, draws);
        expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, i) => i + 2));
        expect(transfer.snapshot().sequence).toBe(events.length + 1);
        const sides = transfer.snapshot().status_reasons.flatMap((reasons) => Object.keys(reasons));
        expect(new Set(sides).size).toBe(sides.length);
      }),
      { numRuns: 1_000 },
    );
  });

  it('never hands over the credit unless the debit has settled before', () => {
    fc.assert(
      fc.property(story, ({ use_case, fates, draws }) => {
        fc.pre(SIDES[use_case].length === 2);
        const { transfer } = anyOrder(use_case, fates, draws);
        const sent = !['held', 'ready', 'canceled'].includes(legOf(transfer, 'destination').status);
        if (sent) expect(fates.source).toContain('settled');
      }),
    );
  });

  it('takes a result told again for nothing new', () => {
    fc.assert(
      fc.property(story, ({ use_case, fates, draws }) => {
        const run = anyOrder(use_case, fates, draws);
        const before = [run.transfer.snapshot(), run.transfer.legSnapshots()];
        for (const { side, status } of run.transfer.legSnapshots()) {
          if (status !== 'canceled' && status !== 'held') for (const kind of fates[side]) run.tell(side, kind);
        }
        expect([run.transfer.snapshot(), run.transfer.legSnapshots()]).toEqual(before);
      }),
    );
  });
});

describe('what kind of transfer it is', () => {
  const source = {};
  const destination = { customer_reference_id: 'customer' };
  const enterprise = { customer_reference_id: 'Acme' };

  it.each<[UseCase, Parameters<typeof useCaseOf>[0]]>([
    ['payout', { destination }],
    ['payout', { destination: enterprise }],
    ['direct_debit', { source }],
    ['account_to_account', { source, destination }],
    ['deposit', { source, destination: enterprise }],
  ])('%s follows from the parties %j of the enterprise Acme', (expected, parties) => {
    expect(useCaseOf(parties, 'Acme')).toBe(expected);
  });

  it('has the sides that are there, the debit first', () => {
    expect(sidesOf({ source: {}, destination: {} })).toEqual(['source', 'destination']);
    expect(sidesOf({ source: null, destination: {} })).toEqual(['destination']);
    expect(sidesOf({ source: {}, destination: null })).toEqual(['source']);
  });
});
