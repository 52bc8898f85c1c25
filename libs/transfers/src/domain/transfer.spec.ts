import { DAY_MS, newId } from '@payments/kernel';
import { aTransfer } from '@payments/testing';
import { PASS } from './gate.js';
import { routingBy } from './leg-steps.js';
import type { Routing } from './leg-steps.js';
import { endToEndId } from './leg.js';
import type { LegState, LegStatus, ProcessorResult, ResultKind, Side } from './leg.js';
import { fedAchRails } from './rails.js';
import type { Participation } from './rails.js';
import type { ResultEffect } from './result-effects.table.js';
import { Transfer } from './transfer.js';
import type { TransferChanges } from './transfer-changes.js';
import type { SubmissionOutcome } from './transfer.js';
import type { AcceptOptions } from './transfer-options.js';
import { sidesOf, TRANSFER_FIELDS } from './transfer-state.js';
import type { PartyVerification, Speed, TransferRequest, TransferState } from './transfer-state.js';
import type { TransferStatus } from './transfer-status.js';
import { useCaseOf } from './transfer-type.js';
import type { UseCase } from './transfer-type.js';

const NOW = new Date('2026-01-31T17:00:00Z');
const LATER = new Date('2026-02-01T17:00:00Z');
/** Banking time: a Wednesday at noon in New York. */
const NOON = new Date('2026-07-15T12:00:00-04:00');
const LEAD = 15;
const SIDES: Readonly<Record<UseCase, readonly Side[]>> = {
  payout: ['destination'],
  direct_debit: ['source'],
  deposit: ['source', 'destination'],
  account_to_account: ['source', 'destination'],
};
const USE_CASES = Object.keys(SIDES) as UseCase[];

const routingFor = (participation: Participation = { rtp: true, fednow: true }) =>
  routingBy(fedAchRails(LEAD), () => participation);
const ROUTING = routingFor();
const MAKER = { created_by: 'client_a', owner: 'ada', origin: 'api' } as const;

const restored = (use_case: UseCase, changes: Partial<TransferState> = {}): Transfer =>
  Transfer.restore(aTransfer({ use_case, created_at: NOW, ...changes }), []);

type Verdict = NonNullable<PartyVerification[Side]>['account'];
const party = (account: Verdict, customer: Verdict = 'verified') => ({ account, customer });
const CLEARED: PartyVerification = { source: party('verified'), destination: party('verified') };
const verified = (use_case: UseCase): PartyVerification =>
  Object.fromEntries(SIDES[use_case].map((side) => [side, party('verified')]));

const clear = (transfer: Transfer, partyVerification: PartyVerification, options: Partial<AcceptOptions> = {}) =>
  transfer.accept(partyVerification, {
    ...{
      now: NOW,
      at: NOON,
      waitUntil: LATER,
      newLegId: newId,
      routing: ROUTING,
      judgment: PASS,
      reserveFunds: () => true,
    },
    ...options,
  });

/** A transfer that is cleared: its legs are made. */
function aPendingTransfer(
  use_case: UseCase,
  changes: Partial<TransferState> = {},
  options: Partial<AcceptOptions> = {},
) {
  const transfer = restored(use_case, changes);
  clear(transfer, verified(use_case), options);
  return transfer;
}

const legOf = (transfer: Transfer, side: Side): LegState => transfer.legSnapshots().find((leg) => leg.side === side)!;
const statusOf = (transfer: Transfer): TransferStatus => transfer.snapshot().status;
const legStatuses = (transfer: Transfer): LegStatus[] => transfer.legSnapshots().map(({ status }) => status);
const codesOf = (transfer: Transfer) =>
  transfer
    .snapshot()
    .status_reasons.map((each) => (Object.keys(each) as Side[]).map((side) => `${side} ${each[side]!.reason_code}`));

/** Submits a leg at its window, or at the given time. */
function submit(transfer: Transfer, side: Side, at?: Date): SubmissionOutcome {
  const { id, window_at } = legOf(transfer, side);
  const moment = { now: NOW, at: at ?? window_at ?? NOON };
  return transfer.submit(id, { ...moment, batchId: newId(), partyVerification: CLEARED, routing: ROUTING });
}

const NETWORK_CODE: Readonly<Partial<Record<ResultKind, string>>> = {
  returned: 'R01',
  rejected: 'AC03',
  notification_of_change: 'C01',
};
/** A result at its usual banking time: a return comes after the settlement, and before the hold of a debit has ended. */
function aResult(leg: LegState, kind: ResultKind, changes: Partial<ProcessorResult> = {}): ProcessorResult {
  const occurred_at = (kind === 'accepted' || kind === 'rejected' ? leg.window_at : leg.settles_at) ?? NOON;
  return {
    processor_result_id: `${leg.end_to_end_id}-${kind}`,
    end_to_end_id: leg.end_to_end_id,
    kind,
    network_reason_code: NETWORK_CODE[kind] ?? null,
    trace_number: `trace-${kind}`,
    occurred_at,
    ...changes,
  };
}
type Report = Pick<ProcessorResult, 'kind'> & Partial<ProcessorResult>;
const reportFor = (transfer: Transfer, leg: LegState, { kind, ...changes }: Report) =>
  transfer.recordResult(leg.id, aResult(leg, kind, changes), { now: NOW, routing: ROUTING });
const report = (transfer: Transfer, side: Side, ...kinds: ResultKind[]) =>
  kinds.forEach((kind) => reportFor(transfer, legOf(transfer, side), { kind }));
const reject = (transfer: Transfer, side: Side, code: string) =>
  reportFor(transfer, legOf(transfer, side), { kind: 'rejected', network_reason_code: code });
const daysAfter = (instant: Date, days: number) => new Date(instant.getTime() + days * DAY_MS);
const returnLate = (transfer: Transfer, side: Side, code = 'R10') => {
  const leg = legOf(transfer, side);
  const occurred_at = daysAfter(leg.hold_until ?? leg.settles_at!, 3);
  reportFor(transfer, leg, { kind: 'returned', network_reason_code: code, occurred_at });
};

function endHold(transfer: Transfer, at?: Date): void {
  const { id, hold_until } = legOf(transfer, 'source');
  transfer.endHold(id, { now: NOW, at: at ?? hold_until!, routing: ROUTING });
}

/** Advances the debit of two legs until the credit may be submitted. */
function collect(transfer: Transfer): void {
  submit(transfer, 'source');
  report(transfer, 'source', 'accepted', 'settled');
  endHold(transfer);
}

const untaken = new WeakMap<Transfer, TransferChanges>();

/** The changes of a transfer, one kind per call; the others are kept for the next call. */
function taken<Kind extends keyof TransferChanges>(transfer: Transfer, kind: Kind): TransferChanges[Kind] {
  const { events = [], statuses = [], legs = [], before = [], postings = [], steps = [] } = untaken.get(transfer) ?? {};
  const now = transfer.takeChanges();
  const all: TransferChanges = {
    events: [...events, ...now.events],
    statuses: [...statuses, ...now.statuses],
    legs: [...legs, ...now.legs],
    before: [...before, ...now.before],
    postings: [...postings, ...now.postings],
    steps: [...steps, ...now.steps],
  };
  untaken.set(transfer, { ...all, [kind]: [] });
  return all[kind];
}

/** Discards the changes recorded so far. */
function quiet(transfer: Transfer): Transfer {
  transfer.takeChanges();
  untaken.delete(transfer);
  return transfer;
}

const history = (transfer: Transfer) => taken(transfer, 'statuses').map(({ status }) => status);
const entries = (transfer: Transfer) =>
  taken(transfer, 'postings').map(({ leg, kind, debit, credit }) => `${leg} ${kind}: ${debit} → ${credit}`);

/** The net of the entries by account, in multiples of the transfer's amount; accounts at zero are omitted. */
function netOf(transfer: Transfer): Record<string, number> {
  const net: Record<string, number> = {};
  for (const { debit, credit } of taken(transfer, 'postings')) {
    net[debit] = (net[debit] ?? 0) - 1;
    net[credit] = (net[credit] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(net).filter(([, count]) => count !== 0));
}

describe(`${Transfer.name}: a new transfer`, () => {
  const party = { account_reference_id: 'a', customer_reference_id: 'c' };
  const open = (request: Partial<TransferRequest>) =>
    Transfer.open(
      { transfer_reference_id: 'r', amount: 12_500, currency: 'USD', speed: 'asap', ...request },
      { id: newId(), enterpriseName: 'Acme', maker: MAKER, now: NOW },
    );

  it('starts as created, with its event and first history row', () => {
    const { state, changes } = open({ destination: party });
    expect(state).toMatchObject({
      status: 'created',
      use_case: 'payout',
      amount: 12_500n,
      sequence: 1,
      created_at: NOW,
    });
    expect(changes).toEqual({
      events: [{ type: 'transfer_created', occurredAt: NOW, sequence: 1, state }],
      statuses: [{ position: 1, status: 'created', updated_at: NOW }],
      ...{ legs: [], before: [], postings: [], steps: [] },
    });
  });

  it('has every field, with null for those not sent', () => {
    const { state } = open({ source: party, metadata: {} });
    expect(Object.keys(state).sort()).toEqual([...TRANSFER_FIELDS].sort());
    expect(state).toMatchObject({ destination: null, metadata: null, account_statement_descriptor: null });
    expect(Object.values(state)).not.toContain(undefined);
  });
});

describe(`${Transfer.name} and the verification of its parties`, () => {
  it.each(USE_CASES)('becomes pending with a leg per side once all are verified: %s', (use_case) => {
    const transfer = restored(use_case);
    expect(clear(transfer, verified(use_case))).toBe(true);
    expect(statusOf(transfer)).toBe('pending');
    expect(transfer.legSnapshots().map(({ side }) => side)).toEqual(SIDES[use_case]);
  });

  it('gives the legs its amount and the account version at acceptance', () => {
    const transfer = aPendingTransfer('account_to_account', { speed: 'asap' });
    for (const side of ['source', 'destination'] as const) {
      const { account_id, account_version } = transfer.snapshot()[side]!;
      expect(legOf(transfer, side)).toMatchObject({ amount: 12_500n, account_id, account_version, version: 1 });
    }
    expect(transfer.legSnapshots().map(({ rail }) => rail)).toEqual(['same_day_ach', 'rtp']);
  });

  it('holds the credit back until the hold of the debit ends', () => {
    const transfer = aPendingTransfer('account_to_account');
    expect(transfer.legSnapshots().map(({ status }) => status)).toEqual(['ready', 'held']);
    expect(legOf(aPendingTransfer('payout'), 'destination').status).toBe('ready');
    expect(legOf(aPendingTransfer('direct_debit'), 'source').status).toBe('ready');
  });

  it.each<[string, PartyVerification]>([
    ['the account', { destination: party('created') }],
    ['the customer', { destination: party('verified', 'created') }],
    ['both', { destination: party('created', 'created') }],
  ])('waits while the verification of %s is pending', (_, partyVerification) => {
    const transfer = restored('payout');
    expect(clear(transfer, partyVerification)).toBe(false);
    expect(statusOf(transfer)).toBe('created');
    expect([...transfer.legSnapshots(), ...taken(transfer, 'events'), ...taken(transfer, 'postings')]).toEqual([]);
  });

  it('waits while only one of two parties is verified', () => {
    const transfer = restored('account_to_account');
    expect(clear(transfer, { source: party('verified'), destination: party('created') })).toBe(false);
    expect(statusOf(transfer)).toBe('created');
  });

  it('fails when its account details have changed since', () => {
    const transfer = restored('payout');
    expect(clear(transfer, { destination: { ...party('verified'), changed: true } })).toBe(true);
    expect(statusOf(transfer)).toBe('failed');
  });

  it('waits for a side that has no verification result yet', () => {
    const two = restored('account_to_account');
    expect(clear(two, { source: party('verified') })).toBe(false);
    expect(statusOf(two)).toBe('created');
    const one = restored('payout');
    expect(clear(one, {})).toBe(false);
    expect(statusOf(one)).toBe('created');
  });

  it.each(['rejected', 'restricted', 'closed'] as const)(
    'fails at once when a party is %s, and names it',
    (verdict) => {
      const transfer = restored('account_to_account');
      expect(clear(transfer, { source: party('created'), destination: party('verified', verdict) })).toBe(true);
      expect(statusOf(transfer)).toBe('failed');
      expect(transfer.legSnapshots()).toEqual([]);
      expect(transfer.snapshot().status_reasons).toEqual([
        { destination: expect.objectContaining({ reason_code: 'account_not_verified' }) },
      ]);
    },
  );

  it('names both parties in one reason when both are rejected', () => {
    const transfer = restored('account_to_account');
    clear(transfer, { source: party('rejected'), destination: party('rejected') });
    expect(transfer.snapshot().status_reasons.map((each) => Object.keys(each))).toEqual([['source', 'destination']]);
  });

  it('fails when no verification result arrives in time', () => {
    const transfer = restored('payout');
    expect(clear(transfer, { destination: party('created') }, { now: new Date(LATER.getTime() - 1) })).toBe(false);
    expect(clear(transfer, { destination: party('created') }, { now: LATER })).toBe(true);
    expect(statusOf(transfer)).toBe('failed');
  });

  it('is accepted once, however often it is checked', () => {
    const transfer = aPendingTransfer('payout');
    const before = [transfer.snapshot(), transfer.legSnapshots()];
    expect(clear(transfer, { destination: party('rejected') })).toBe(true);
    expect([transfer.snapshot(), transfer.legSnapshots()]).toEqual(before);
  });
});

describe(`${Transfer.name}.accept`, () => {
  it('reserves the money of a payout, and of no other transfer', () => {
    const asked: bigint[] = [];
    const reserveFunds = (amount: bigint) => asked.push(amount) > 0;
    const payout = aPendingTransfer('payout', {}, { reserveFunds });
    expect(entries(payout)).toEqual(['destination reserve: available → reserved']);
    for (const use_case of USE_CASES.filter((each) => each !== 'payout')) {
      expect(entries(aPendingTransfer(use_case, {}, { reserveFunds }))).toEqual([]);
    }
    expect(asked).toEqual([12_500n]);
  });

  it('fails with insufficient funds, without legs or entries', () => {
    const transfer = restored('payout');
    expect(clear(transfer, CLEARED, { reserveFunds: () => false })).toBe(true);
    expect([codesOf(transfer), history(transfer)]).toEqual([[['source enterprise_insufficient_funds']], ['failed']]);
    expect([...transfer.legSnapshots(), ...taken(transfer, 'postings'), ...taken(transfer, 'steps')]).toEqual([]);
  });

  it.each<[UseCase, Speed, bigint, string[]]>([
    ['payout', 'same_day', 100_000_001n, ['destination invalid_amount']],
    ['direct_debit', 'same_day', 100_000_001n, ['source invalid_amount']],
    ['account_to_account', 'same_day', 100_000_001n, ['source invalid_amount', 'destination invalid_amount']],
  ])('fails when no rail of its speed carries its amount: %s, %s, %s', (...row) => {
    const [use_case, speed, amount, reasons] = row;
    const asked: bigint[] = [];
    const transfer = aPendingTransfer(use_case, { speed, amount }, { reserveFunds: (each) => asked.push(each) > 0 });
    expect([statusOf(transfer), codesOf(transfer)]).toEqual(['failed', [reasons]]);
    expect([...transfer.legSnapshots(), ...taken(transfer, 'postings'), ...taken(transfer, 'steps'), ...asked]).toEqual(
      [],
    );
    expect(transfer.snapshot().estimated_funds_delivery_date).toBeNull();
  });

  it.each<[UseCase, string[]]>([
    ['payout', ['destination unsupported_transfer']],
    ['account_to_account', ['source unsupported_transfer', 'destination unsupported_transfer']],
  ])('fails when the bank of the enterprise offers no rail of its speed: %s', (use_case, reasons) => {
    const offered = { ...fedAchRails(LEAD), carried: new Set(['ach', 'rtp', 'fednow'] as const) };
    const routing = routingBy(offered, () => ({ rtp: true, fednow: true }));
    const transfer = aPendingTransfer(use_case, { speed: 'same_day' }, { routing });
    expect([statusOf(transfer), codesOf(transfer)]).toEqual(['failed', [reasons]]);
    expect(taken(transfer, 'postings')).toEqual([]);
  });

  it.each<[UseCase, Speed, bigint]>([
    ['payout', 'same_day', 100_000_000n],
    ['payout', 'asap', 9_999_999_999n],
    ['direct_debit', 'standard', 9_999_999_999n],
  ])('is pending when a rail carries its amount: %s, %s, %s', (use_case, speed, amount) => {
    expect(statusOf(aPendingTransfer(use_case, { speed, amount }))).toBe('pending');
  });

  it('reports the estimated delivery date in the same event', () => {
    const transfer = aPendingTransfer('account_to_account');
    const [event] = taken(transfer, 'events');
    expect(event!.state).toMatchObject({
      status: 'pending',
      estimated_funds_delivery_date: new Date('2026-07-21T00:00:00.000Z'),
    });
  });

  it('schedules the first leg for its window, and no credit yet', () => {
    const transfer = aPendingTransfer('account_to_account');
    const until = new Date('2026-07-16T02:00:00-04:00');
    const { id } = legOf(transfer, 'source');
    expect(taken(transfer, 'steps')).toEqual([{ kind: 'hand_over', leg_id: id, from: NOON, until }]);
    expect(legOf(transfer, 'source').window_at).toEqual(until);
    expect(legOf(transfer, 'destination')).toMatchObject({ window_at: null, attempts: [{ number: 1, rail: 'ach' }] });
  });

  it('schedules an instant rail at once', () => {
    const transfer = aPendingTransfer('payout', { speed: 'asap' });
    expect(taken(transfer, 'steps')).toMatchObject([{ from: NOON, until: NOON }]);
  });

  it('writes entries with transfer, leg, attempt, amount and banking time', () => {
    const transfer = aPendingTransfer('payout');
    expect(taken(transfer, 'postings')).toEqual([
      {
        ...{ subject_id: transfer.snapshot().id, leg: 'destination', attempt: 1, amount: 12_500n, banking_at: NOON },
        ...{ kind: 'reserve', debit: 'available', credit: 'reserved' },
      },
    ]);
  });

  it('uses real time in records, and banking time in dates', () => {
    const transfer = aPendingTransfer('payout');
    expect(transfer.snapshot().updated_at).toBe(NOW);
    expect(taken(transfer, 'events')[0]!.occurredAt).toBe(NOW);
    expect(taken(transfer, 'statuses')).toEqual([{ position: 2, status: 'pending', updated_at: NOW }]);
    expect(legOf(transfer, 'destination')).toMatchObject({ created_at: NOW, effective_date: '2026-07-16' });
  });
});

describe(`${Transfer.name}.submit: a leg`, () => {
  it('is submitting before the call and submitted after it', () => {
    const transfer = quiet(aPendingTransfer('payout'));
    const { id, window_at } = legOf(transfer, 'destination');
    const batch = newId();
    const moment = { now: LATER, at: window_at! };
    const options = { ...moment, batchId: batch, partyVerification: CLEARED, routing: ROUTING };
    expect(transfer.submit(id, options)).toBe('goes');
    expect(legOf(transfer, 'destination')).toMatchObject({ status: 'submitting', batch_id: batch, updated_at: LATER });
    transfer.confirmLeg(id, LATER);
    expect(legOf(transfer, 'destination').status).toBe('submitted');
    expect(taken(transfer, 'postings')).toMatchObject([{ kind: 'submit', banking_at: window_at }]);
    expect(taken(transfer, 'events')).toEqual([]);
  });

  it('is submitted again in a new batch with one entry for both', () => {
    const transfer = quiet(aPendingTransfer('payout'));
    expect([submit(transfer, 'destination'), submit(transfer, 'destination')]).toEqual(['goes', 'goes']);
    const { batch_id } = legOf(transfer, 'destination');
    submit(transfer, 'destination');
    expect(legOf(transfer, 'destination').status).toBe('submitting');
    expect(legOf(transfer, 'destination').batch_id).not.toBe(batch_id);
    expect(entries(transfer)).toEqual(['destination submit: reserved → clearing_ach']);
  });

  it.each(['created', 'rejected', 'restricted'] as const)('is refused when its account has become %s', (verdict) => {
    const transfer = aPendingTransfer('payout');
    const { id, window_at } = legOf(transfer, 'destination');
    const partyVerification = { destination: party(verdict) };
    const options = { batchId: newId(), partyVerification, routing: ROUTING, now: NOW, at: window_at! };
    expect(transfer.submit(id, options)).toBe('refused');
    expect([legOf(transfer, 'destination').status, statusOf(transfer)]).toEqual(['canceled', 'failed']);
    expect(codesOf(transfer)).toEqual([['destination account_not_verified']]);
    expect(netOf(transfer)).toEqual({});
  });

  it('is refused when the state of its party is unknown', () => {
    const transfer = aPendingTransfer('payout');
    const { id } = legOf(transfer, 'destination');
    const options = { batchId: newId(), partyVerification: {}, routing: ROUTING, now: NOW, at: NOON };
    expect(transfer.submit(id, options)).toBe('refused');
  });

  it('cancels the waiting credit when the debit is refused', () => {
    const transfer = aPendingTransfer('account_to_account');
    const { id } = legOf(transfer, 'source');
    const partyVerification = { ...CLEARED, source: party('restricted') };
    expect(transfer.submit(id, { batchId: newId(), partyVerification, routing: ROUTING, now: NOW, at: NOON })).toBe(
      'refused',
    );
    expect([legStatuses(transfer), codesOf(transfer), entries(transfer)]).toEqual([
      ['canceled', 'canceled'],
      [['source account_not_verified']],
      [],
    ]);
  });

  it('leaves collected money with the enterprise when the credit is refused', () => {
    const transfer = aPendingTransfer('account_to_account');
    collect(transfer);
    const { id, window_at } = legOf(transfer, 'destination');
    const partyVerification = { ...CLEARED, destination: party('rejected') };
    transfer.submit(id, { batchId: newId(), partyVerification, routing: ROUTING, now: NOW, at: window_at! });
    expect([statusOf(transfer), legStatuses(transfer)]).toEqual(['failed', ['released', 'canceled']]);
    expect(netOf(transfer)).toEqual({ cash: -1, available: 1 });
  });

  it.each([
    ['verified', 'goes'],
    ['restricted', 'refused'],
    ['rejected', 'refused'],
    ['created', 'refused'],
    [null, 'refused'],
  ] as const)('to a party that closed while %s: %s', (before, outcome) => {
    for (const closed of ['account', 'customer'] as const) {
      const transfer = aPendingTransfer('payout');
      const partyVerification = {
        destination: { ...party('verified'), [closed]: 'closed', [`${closed}_before_close`]: before },
      };
      const { id } = legOf(transfer, 'destination');
      const options = { batchId: newId(), partyVerification, routing: ROUTING, now: NOW, at: NOON };
      expect(transfer.submit(id, options)).toBe(outcome);
    }
  });

  it.each(['payout', 'direct_debit', 'account_to_account'] as const)(
    'is checked again when it is resubmitted: a %s is taken back',
    (useCase) => {
      const transfer = aPendingTransfer(useCase);
      const [{ id, side, window_at }] = transfer.legSnapshots() as [LegState];
      submit(transfer, side);
      const partyVerification = { ...CLEARED, [side]: party('verified', 'restricted') };
      const options = { batchId: newId(), partyVerification, routing: ROUTING, now: LATER, at: window_at! };
      expect(transfer.submit(id, options)).toBe('refused');
      expect([statusOf(transfer), new Set(legStatuses(transfer))]).toEqual(['failed', new Set(['canceled'])]);
      expect([codesOf(transfer), netOf(transfer)]).toEqual([[[`${side} account_not_verified`]], {}]);
    },
  );

  it('of a failed transfer is taken back once, with no second reason', () => {
    const transfer = aPendingTransfer('account_to_account');
    collect(transfer);
    submit(transfer, 'destination');
    returnLate(transfer, 'source');
    const before = transfer.snapshot().status_reasons;
    const { id, window_at } = legOf(transfer, 'destination');
    const partyVerification = { destination: party('restricted') };
    const options = { batchId: newId(), partyVerification, routing: ROUTING, now: LATER, at: window_at! };
    expect(transfer.submit(id, options)).toBe('refused');
    expect([transfer.snapshot().status_reasons, legOf(transfer, 'destination').status]).toEqual([before, 'canceled']);
  });

  it('is submitted until the deadline of its window', () => {
    const deadline = new Date('2026-07-16T02:15:00-04:00');
    expect(submit(aPendingTransfer('payout'), 'destination', deadline)).toBe('goes');
  });

  it('waits for the next window when it misses its own', () => {
    const transfer = quiet(aPendingTransfer('direct_debit'));
    const missed = new Date('2026-07-16T02:15:00.001-04:00');
    expect(submit(transfer, 'source', missed)).toBe('waits');
    const leg = legOf(transfer, 'source');
    expect(leg).toMatchObject({
      ...{ status: 'ready', batch_id: null, rail: 'ach', attempt: 1, end_to_end_id: endToEndId(leg.id, 1) },
      ...{ window_at: new Date('2026-07-17T02:00:00-04:00'), effective_date: '2026-07-17' },
      ...{ settles_at: new Date('2026-07-17T08:30:00-04:00'), hold_until: new Date('2026-07-21T09:30:00-04:00') },
    });
    expect(taken(transfer, 'steps')).toEqual([
      { kind: 'hand_over', leg_id: leg.id, from: missed, until: new Date('2026-07-17T02:00:00-04:00') },
    ]);
    expect([...taken(transfer, 'postings'), ...taken(transfer, 'events')]).toEqual([]);
    expect(submit(transfer, 'source')).toBe('goes');
  });

  it('goes late when its rail has no window any more, for the processor to reject it', () => {
    const transfer = aPendingTransfer('direct_debit');
    const { id, window_at } = legOf(transfer, 'source');
    const missed = new Date(window_at!.getTime() + DAY_MS);
    const schedule = { ...ROUTING.schedule, windows: [] };
    const options = { now: NOW, at: missed, batchId: newId(), partyVerification: CLEARED };
    expect(transfer.submit(id, { ...options, routing: { ...ROUTING, schedule } })).toBe('goes');
    expect(legOf(transfer, 'source')).toMatchObject({ status: 'submitting', window_at });
  });

  it('waits for the next window when its batch never arrived', () => {
    const transfer = aPendingTransfer('payout');
    submit(transfer, 'destination');
    quiet(transfer);
    expect(submit(transfer, 'destination', new Date('2026-07-16T03:00:00-04:00'))).toBe('waits');
    expect(legOf(transfer, 'destination')).toMatchObject({
      ...{ status: 'submitting', batch_id: null },
      window_at: new Date('2026-07-17T02:00:00-04:00'),
    });
    expect(submit(transfer, 'destination')).toBe('goes');
    expect(entries(transfer)).toEqual([]);
  });

  it('never misses a window on an instant rail', () => {
    const transfer = aPendingTransfer('payout', { speed: 'asap' });
    expect(submit(transfer, 'destination', daysAfter(NOON, 1))).toBe('goes');
  });

  it('does not return to submitted when a result came first', () => {
    const transfer = aPendingTransfer('payout');
    submit(transfer, 'destination');
    report(transfer, 'destination', 'accepted');
    transfer.confirmLeg(legOf(transfer, 'destination').id, LATER);
    expect(legOf(transfer, 'destination').status).toBe('accepted');
  });

  it.each([0, 30])('is not submitted while it is held or the processor has it, %s days later', (days) => {
    const transfer = aPendingTransfer('account_to_account');
    submit(transfer, 'source');
    transfer.confirmLeg(legOf(transfer, 'source').id, NOW);
    const before = transfer.legSnapshots();
    const at = daysAfter(NOON, days);
    expect(() => submit(transfer, 'source', at)).toThrow(/no transition from submitted to submitting/);
    expect(() => submit(transfer, 'destination', at)).toThrow(/no transition from held to submitting/);
    expect(transfer.legSnapshots()).toBe(before);
  });

  it('is not submitted again for a transfer that has failed', () => {
    const transfer = aPendingTransfer('account_to_account');
    collect(transfer);
    submit(transfer, 'destination');
    returnLate(transfer, 'source');
    expect(submit(transfer, 'destination')).toBe('refused');
    expect([statusOf(transfer), legStatuses(transfer)]).toEqual(['failed', ['returned', 'canceled']]);
    expect(netOf(transfer)).toEqual({});
  });

  it('ignores results before its submission', () => {
    const transfer = quiet(aPendingTransfer('payout'));
    for (const kind of ['accepted', 'settled', 'returned', 'rejected'] as const) {
      expect(reportFor(transfer, legOf(transfer, 'destination'), { kind })).toBe('contradictory');
    }
    expect([legOf(transfer, 'destination').status, statusOf(transfer)]).toEqual(['ready', 'pending']);
    expect([...taken(transfer, 'events'), ...taken(transfer, 'postings')]).toEqual([]);
  });

  it('is not the leg of another transfer', () => {
    const transfer = aPendingTransfer('payout');
    const stranger = legOf(aPendingTransfer('payout'), 'destination');
    const moment = { now: NOW, at: NOON, routing: ROUTING };
    expect(() => reportFor(transfer, stranger, { kind: 'accepted' })).toThrow(/has no leg/);
    const submitUnknownLeg = () =>
      transfer.submit(stranger.id, { ...moment, batchId: newId(), partyVerification: CLEARED });
    expect(submitUnknownLeg).toThrow(/has no leg/);
    expect(() => transfer.confirmLeg(stranger.id, NOW)).toThrow(/has no leg/);
    expect(() => transfer.endHold(stranger.id, moment)).toThrow(/has no leg/);
  });
});

describe(`${Transfer.name}.recordResult in order`, () => {
  it('a payout completes when the network accepts it, before it settles', () => {
    const transfer = aPendingTransfer('payout');
    submit(transfer, 'destination');
    report(transfer, 'destination', 'accepted', 'settled');
    expect(history(transfer)).toEqual(['pending', 'completed']);
    expect(legOf(transfer, 'destination').status).toBe('settled');
    expect(entries(transfer)).toEqual([
      'destination reserve: available → reserved',
      'destination submit: reserved → clearing_ach',
      'destination settle: clearing_ach → cash',
    ]);
  });

  it('a payout has no hold', () => {
    const transfer = aPendingTransfer('payout');
    submit(transfer, 'destination');
    quiet(transfer);
    report(transfer, 'destination', 'settled');
    expect(taken(transfer, 'steps')).toEqual([]);
    const leg = legOf(transfer, 'destination');
    transfer.endHold(leg.id, { now: NOW, at: daysAfter(NOON, 30), routing: ROUTING });
    expect(legOf(transfer, 'destination')).toBe(leg);
  });

  it('a direct debit completes on acceptance, and settles when its hold ends', () => {
    const transfer = aPendingTransfer('direct_debit');
    submit(transfer, 'source');
    report(transfer, 'source', 'accepted', 'settled');
    expect(history(transfer)).toEqual(['pending', 'completed']);
    endHold(transfer);
    expect([history(transfer), legStatuses(transfer)]).toEqual([['settled'], ['released']]);
    expect(entries(transfer)).toEqual([
      'source submit: clearing_ach → pending',
      'source settle: cash → clearing_ach',
      'source release: pending → available',
    ]);
  });

  it('a debit waits for the end of its hold after settlement', () => {
    const transfer = aPendingTransfer('direct_debit');
    submit(transfer, 'source');
    quiet(transfer);
    report(transfer, 'source', 'accepted');
    expect(taken(transfer, 'steps')).toEqual([]);
    report(transfer, 'source', 'settled');
    const { id, settles_at, hold_until } = legOf(transfer, 'source');
    expect(taken(transfer, 'steps')).toEqual([
      { kind: 'end_of_hold', leg_id: id, from: settles_at, until: hold_until },
    ]);
  });

  it('a hold ends once, on time, and only after settlement', () => {
    const transfer = aPendingTransfer('direct_debit');
    submit(transfer, 'source');
    report(transfer, 'source', 'accepted');
    endHold(transfer);
    expect(legStatuses(transfer)).toEqual(['accepted']);
    report(transfer, 'source', 'settled');
    endHold(transfer, new Date(legOf(transfer, 'source').hold_until!.getTime() - 1));
    expect(legStatuses(transfer)).toEqual(['settled']);
    endHold(transfer);
    quiet(transfer);
    endHold(transfer);
    expect([...taken(transfer, 'postings'), ...taken(transfer, 'events'), ...taken(transfer, 'legs')]).toEqual([]);
  });

  it.each(['deposit', 'account_to_account'] as const)(
    'a %s submits the credit only after the hold of the debit',
    (use_case) => {
      const transfer = aPendingTransfer(use_case);
      submit(transfer, 'source');
      report(transfer, 'source', 'accepted', 'settled');
      expect([statusOf(transfer), legStatuses(transfer)]).toEqual(['pending', ['settled', 'held']]);
      taken(transfer, 'steps');
      endHold(transfer);
      expect([statusOf(transfer), legStatuses(transfer)]).toEqual(['pending', ['released', 'ready']]);
      const { hold_until } = legOf(transfer, 'source');
      const { id, window_at } = legOf(transfer, 'destination');
      expect(taken(transfer, 'steps')).toEqual([{ kind: 'hand_over', leg_id: id, from: hold_until, until: window_at }]);
      submit(transfer, 'destination');
      report(transfer, 'destination', 'accepted', 'settled');
      expect(history(transfer)).toEqual(['pending', 'completed']);
      expect(entries(transfer)).toEqual([
        'source submit: clearing_ach → pending',
        'source settle: cash → clearing_ach',
        'source release: pending → reserved',
        'destination submit: reserved → clearing_ach',
        'destination settle: clearing_ach → cash',
      ]);
    },
  );

  it('the credit is routed again when the hold ends', () => {
    const transfer = aPendingTransfer('account_to_account', { speed: 'asap' });
    expect(legOf(transfer, 'destination').rail).toBe('rtp');
    submit(transfer, 'source');
    report(transfer, 'source', 'settled');
    const { id, hold_until } = legOf(transfer, 'source');
    transfer.endHold(id, { now: NOW, at: hold_until!, routing: routingFor({ rtp: false, fednow: true }) });
    const credit = legOf(transfer, 'destination');
    expect(credit).toMatchObject({ status: 'ready', rail: 'fednow', attempt: 1, window_at: hold_until });
    expect(credit.attempts).toMatchObject([{ number: 1, rail: 'fednow', routed_at: hold_until!.toISOString() }]);
  });

  it('a credit without a rail leaves the money with the enterprise', () => {
    const transfer = aPendingTransfer('account_to_account');
    submit(transfer, 'source');
    report(transfer, 'source', 'settled');
    const tooMuch: Routing = {
      ...ROUTING,
      route: (leg, _, when) => ROUTING.route({ ...leg, amount: 100_000_001n }, 'same_day', when),
    };
    const { id, hold_until } = legOf(transfer, 'source');
    transfer.endHold(id, { now: NOW, at: hold_until!, routing: tooMuch });
    expect([statusOf(transfer), legStatuses(transfer)]).toEqual(['failed', ['released', 'canceled']]);
    expect(codesOf(transfer)).toEqual([['destination invalid_amount']]);
    expect(netOf(transfer)).toEqual({ cash: -1, available: 1 });
  });

  it('a returned debit cancels the unsent credit', () => {
    const transfer = aPendingTransfer('account_to_account');
    submit(transfer, 'source');
    report(transfer, 'source', 'accepted', 'returned');
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
    expect(netOf(transfer)).toEqual({});
  });

  it('a debit returned after its release takes money from the unsent credit', () => {
    const transfer = aPendingTransfer('account_to_account');
    collect(transfer);
    quiet(transfer);
    returnLate(transfer, 'source');
    expect(legStatuses(transfer)).toEqual(['returned', 'canceled']);
    expect(entries(transfer)).toEqual([
      'destination unreserve: reserved → available',
      'source reverse_release: available → pending',
      'source reverse_settle: clearing_ach → cash',
      'source reverse_submit: pending → clearing_ach',
    ]);
  });

  it('a settled direct debit fails when it is returned after its hold', () => {
    const transfer = aPendingTransfer('direct_debit');
    collect(transfer);
    returnLate(transfer, 'source');
    expect(history(transfer)).toEqual(['pending', 'completed', 'settled', 'failed']);
    expect([codesOf(transfer), netOf(transfer)]).toEqual([[['source unauthorized_transfer']], {}]);
  });

  it('a debit returned after the credit settled costs the enterprise', () => {
    const transfer = aPendingTransfer('account_to_account');
    collect(transfer);
    submit(transfer, 'destination');
    report(transfer, 'destination', 'accepted', 'settled');
    returnLate(transfer, 'source');
    expect([statusOf(transfer), legOf(transfer, 'destination').status]).toEqual(['failed', 'settled']);
    expect(netOf(transfer)).toEqual({ available: -1, cash: 1 });
  });

  it.each<[ResultKind, ResultKind[]]>([
    ['rejected', []],
    ['rejected', ['accepted']],
    ['returned', ['accepted']],
    ['returned', ['accepted', 'settled']],
  ])('a payout that is %s after %j gives all its money back', (kind, before) => {
    const transfer = aPendingTransfer('payout');
    submit(transfer, 'destination');
    report(transfer, 'destination', ...before, kind);
    expect([statusOf(transfer), legStatuses(transfer), netOf(transfer)]).toEqual(['failed', [kind], {}]);
  });

  it('a returned credit leaves the collected money with the enterprise', () => {
    const transfer = aPendingTransfer('account_to_account');
    collect(transfer);
    submit(transfer, 'destination');
    report(transfer, 'destination', 'accepted', 'settled', 'returned');
    expect([statusOf(transfer), legStatuses(transfer)]).toEqual(['failed', ['released', 'returned']]);
    expect(netOf(transfer)).toEqual({ cash: -1, available: 1 });
  });

  it('a second failure adds its reason and event, but no status', () => {
    const transfer = aPendingTransfer('account_to_account');
    collect(transfer);
    submit(transfer, 'destination');
    report(transfer, 'destination', 'returned');
    taken(transfer, 'events');
    taken(transfer, 'statuses');
    returnLate(transfer, 'source');
    expect(taken(transfer, 'events').map(({ type }) => type)).toEqual(['transfer_updated']);
    expect(taken(transfer, 'statuses')).toEqual([]);
    expect(codesOf(transfer)).toEqual([['destination insufficient_funds'], ['source unauthorized_transfer']]);
    expect(netOf(transfer)).toEqual({});
  });

  it('keeps the trace number of the entry apart from that of its return', () => {
    const transfer = aPendingTransfer('direct_debit');
    submit(transfer, 'source');
    report(transfer, 'source', 'accepted', 'returned');
    expect(legOf(transfer, 'source')).toMatchObject({
      trace_number: 'trace-accepted',
      return_trace_number: 'trace-returned',
      network_reason_code: 'R01',
    });
  });

  it('records with each event the transfer right after it', () => {
    const transfer = aPendingTransfer('direct_debit');
    collect(transfer);
    const events = taken(transfer, 'events');
    expect(events.map(({ sequence, state }) => [sequence, state.sequence, state.status])).toEqual([
      [2, 2, 'pending'],
      [3, 3, 'completed'],
      [4, 4, 'settled'],
    ]);
  });

  it('returns each of its changes once', () => {
    const transfer = aPendingTransfer('payout');
    const counts = () => Object.values<readonly unknown[]>({ ...transfer.takeChanges() }).map(({ length }) => length);
    expect([counts(), counts()]).toEqual([
      [1, 1, 1, 0, 1, 1],
      [0, 0, 0, 0, 0, 0],
    ]);
  });

  it('lists the legs changed since it was restored or last asked', () => {
    const transfer = aPendingTransfer('account_to_account');
    const restored = Transfer.restore(transfer.snapshot(), transfer.legSnapshots());
    expect(taken(restored, 'legs')).toEqual([]);
    submit(restored, 'source');
    expect(taken(restored, 'legs')).toEqual([legOf(restored, 'source')]);
  });
});

describe(`${Transfer.name}.recordResult: an early result`, () => {
  it('implies the acceptance before it', () => {
    const transfer = aPendingTransfer('payout');
    submit(transfer, 'destination');
    report(transfer, 'destination', 'settled', 'accepted');
    expect([history(transfer), legStatuses(transfer)]).toEqual([['pending', 'completed'], ['settled']]);
  });

  it('implies settlement and release, with their banking times, for a late return', () => {
    const transfer = aPendingTransfer('direct_debit');
    submit(transfer, 'source');
    quiet(transfer);
    const { settles_at, hold_until } = legOf(transfer, 'source');
    returnLate(transfer, 'source');
    expect(history(transfer)).toEqual(['completed', 'settled', 'failed']);
    const late = daysAfter(hold_until!, 3);
    expect(taken(transfer, 'postings').map(({ kind, banking_at }) => [kind, banking_at])).toEqual([
      ['settle', settles_at],
      ['release', hold_until],
      ['reverse_release', late],
      ['reverse_settle', late],
      ['reverse_submit', late],
    ]);
    quiet(transfer);
    report(transfer, 'source', 'accepted', 'settled');
    endHold(transfer);
    // Only the trace number of the entry is news.
    expect(taken(transfer, 'events').map(({ state }) => state.status)).toEqual(['failed']);
    expect(taken(transfer, 'postings')).toEqual([]);
  });

  it('submits no credit when it is the return of the debit', () => {
    const transfer = aPendingTransfer('account_to_account');
    submit(transfer, 'source');
    returnLate(transfer, 'source');
    expect([legStatuses(transfer), netOf(transfer)]).toEqual([['returned', 'canceled'], {}]);
  });
});

describe(`${Transfer.name}: a leg that its rail rejects`, () => {
  const neither = routingFor({ rtp: false, fednow: false });

  it('tries the next rail of its speed until none is left', () => {
    const transfer = aPendingTransfer('payout', { speed: 'asap' });
    const tried: unknown[] = [];
    for (const code of ['9910', 'AG03', '9948', 'NOAT']) {
      expect(submit(transfer, 'destination')).toBe('goes');
      const { rail, attempt, status } = legOf(transfer, 'destination');
      tried.push([rail, attempt, status]);
      reject(transfer, 'destination', code);
    }
    expect(tried).toEqual([
      ['rtp', 1, 'submitting'],
      ['fednow', 2, 'submitting'],
      ['same_day_ach', 3, 'submitting'],
      ['ach', 4, 'submitting'],
    ]);
    expect([statusOf(transfer), legStatuses(transfer)]).toEqual(['failed', ['rejected']]);
    expect(codesOf(transfer)).toEqual([['destination unsupported_transfer']]);
    const { attempts } = legOf(transfer, 'destination');
    expect(attempts.map(({ rail, unavailable_code }) => [rail, unavailable_code])).toEqual([
      ['rtp', '9910'],
      ['fednow', 'AG03'],
      ['same_day_ach', '9948'],
      ['ach', undefined],
    ]);
    expect(netOf(transfer)).toEqual({});
  });

  it('is ready again under another end-to-end id, without an event', () => {
    const transfer = aPendingTransfer('payout', { speed: 'asap' });
    submit(transfer, 'destination');
    transfer.confirmLeg(legOf(transfer, 'destination').id, NOW);
    quiet(transfer);
    reject(transfer, 'destination', '9910');
    const leg = legOf(transfer, 'destination');
    expect(leg).toMatchObject({
      ...{ status: 'ready', rail: 'fednow', attempt: 2, end_to_end_id: endToEndId(leg.id, 2), batch_id: null },
      ...{ trace_number: null, network_reason_code: null },
    });
    expect(taken(transfer, 'steps')).toEqual([{ kind: 'hand_over', leg_id: leg.id, from: NOON, until: NOON }]);
    expect(entries(transfer)).toEqual(['destination reverse_submit: clearing_rtp → reserved']);
    expect(taken(transfer, 'events')).toEqual([]);
    submit(transfer, 'destination');
    expect(taken(transfer, 'postings')).toMatchObject([{ kind: 'submit', attempt: 2, credit: 'clearing_fednow' }]);
  });

  it('waits for the window of the rail that it falls back to', () => {
    const transfer = aPendingTransfer('payout', { speed: 'asap' });
    submit(transfer, 'destination');
    quiet(transfer);
    const { id } = legOf(transfer, 'destination');
    const result = aResult(legOf(transfer, 'destination'), 'rejected', { network_reason_code: '9912' });
    transfer.recordResult(id, result, { now: NOW, routing: neither });
    expect(taken(transfer, 'steps')).toMatchObject([{ from: NOON, until: new Date('2026-07-15T14:30:00-04:00') }]);
    expect(legOf(transfer, 'destination')).toMatchObject({ rail: 'same_day_ach', effective_date: '2026-07-15' });
  });

  it.each(['AC03', 'AC04', 'AM09', 'RR04', 'DS24', 'AB08', 'ZZZZ'])('fails permanently after %s', (code) => {
    const transfer = aPendingTransfer('payout', { speed: 'asap' });
    submit(transfer, 'destination');
    reject(transfer, 'destination', code);
    expect([statusOf(transfer), legOf(transfer, 'destination')]).toMatchObject([
      'failed',
      { status: 'rejected', attempt: 1, network_reason_code: code },
    ]);
  });

  it('fails permanently after a rejection by the processor itself', () => {
    const transfer = aPendingTransfer('payout', { speed: 'asap' });
    submit(transfer, 'destination');
    reportFor(transfer, legOf(transfer, 'destination'), { kind: 'rejected', network_reason_code: null });
    expect([statusOf(transfer), codesOf(transfer)]).toEqual(['failed', [['destination invalid_account']]]);
  });

  it.each<[UseCase, Side, Speed]>([
    ['payout', 'destination', 'standard'],
    ['payout', 'destination', 'same_day'],
    ['direct_debit', 'source', 'standard'],
  ])('has no fallback when its speed allows one rail: %s, %s, %s', (use_case, side, speed) => {
    const transfer = aPendingTransfer(use_case, { speed });
    submit(transfer, side);
    reject(transfer, side, '9910');
    expect([statusOf(transfer), legStatuses(transfer)]).toEqual(['failed', ['rejected']]);
  });

  it('does not fall back once the network has accepted it', () => {
    const transfer = aPendingTransfer('payout', { speed: 'same_day' });
    submit(transfer, 'destination');
    report(transfer, 'destination', 'accepted');
    reject(transfer, 'destination', '9910');
    expect([statusOf(transfer), legOf(transfer, 'destination')]).toMatchObject([
      'failed',
      { status: 'rejected', attempt: 1, rail: 'same_day_ach' },
    ]);
    expect(netOf(transfer)).toEqual({});
  });

  it.each([-1, 0, 1])('does not fall back after an instant acceptance, %s ms before or after it', (offset) => {
    const transfer = aPendingTransfer('payout', { speed: 'asap' });
    submit(transfer, 'destination');
    report(transfer, 'destination', 'accepted');
    quiet(transfer);
    const leg = legOf(transfer, 'destination');
    const occurred_at = new Date(leg.window_at!.getTime() + offset);
    expect(reportFor(transfer, leg, { kind: 'rejected', network_reason_code: '9910', occurred_at })).toBe(
      'contradictory',
    );
    expect([statusOf(transfer), legOf(transfer, 'destination')]).toEqual(['completed', leg]);
    expect(taken(transfer, 'postings')).toEqual([]);
  });

  it.each<[ResultKind, ResultEffect]>([
    ['rejected', 'duplicate'],
    ['accepted', 'contradictory'],
    ['settled', 'contradictory'],
    ['returned', 'contradictory'],
  ])('ignores a later result of its first attempt: %s is %s', (kind, effect) => {
    const transfer = aPendingTransfer('payout', { speed: 'asap' });
    submit(transfer, 'destination');
    const first = legOf(transfer, 'destination');
    reject(transfer, 'destination', '9910');
    submit(transfer, 'destination');
    const before = [transfer.snapshot(), transfer.legSnapshots()];
    expect(reportFor(transfer, first, { kind })).toBe(effect);
    expect([transfer.snapshot(), transfer.legSnapshots()]).toEqual(before);
  });

  it('accepts no result of an attempt that was never made', () => {
    const transfer = aPendingTransfer('payout', { speed: 'asap' });
    submit(transfer, 'destination');
    const leg = legOf(transfer, 'destination');
    const end_to_end_id = endToEndId(leg.id, 2);
    expect(reportFor(transfer, leg, { kind: 'accepted', end_to_end_id })).toBe('contradictory');
  });

  it('tries no other rail as a debit of a canceled transfer', () => {
    const transfer = aPendingTransfer('account_to_account', { speed: 'asap' });
    submit(transfer, 'source');
    transfer.cancel({ now: NOW, at: NOON });
    reject(transfer, 'source', '9910');
    expect(legStatuses(transfer)).toEqual(['rejected', 'canceled']);
    expect(codesOf(transfer)).toEqual([
      ['destination canceled_transfer'],
      ['source unavailable_financial_institution'],
    ]);
    expect(netOf(transfer)).toEqual({});
  });

  it('tries no other rail as a credit whose debit was returned', () => {
    const transfer = aPendingTransfer('account_to_account', { speed: 'asap' });
    collect(transfer);
    submit(transfer, 'destination');
    returnLate(transfer, 'source');
    reject(transfer, 'destination', '9910');
    expect([legStatuses(transfer), netOf(transfer)]).toEqual([['returned', 'rejected'], {}]);
  });
});

describe(`${Transfer.name}.cancel`, () => {
  const cancel = (transfer: Transfer) => transfer.cancel({ now: LATER, at: NOON });
  const sent = (use_case: UseCase, side: Side, ...kinds: ResultKind[]) => {
    const transfer = aPendingTransfer(use_case);
    if (side === 'destination' && use_case !== 'payout') collect(transfer);
    submit(transfer, side);
    report(transfer, side, ...kinds);
    return transfer;
  };
  const debited = () => sent('account_to_account', 'source');
  const onHold = () => sent('account_to_account', 'source', 'settled');
  const collected = () => {
    const transfer = aPendingTransfer('account_to_account');
    collect(transfer);
    return transfer;
  };
  /** An inquiry showed that the batch did not arrive, after its window had closed. */
  const lost = (transfer: Transfer, side: Side) => {
    submit(transfer, side);
    expect(submit(transfer, side, daysAfter(legOf(transfer, side).window_at!, 1))).toBe('waits');
    return transfer;
  };

  it.each<[string, () => Transfer, LegStatus[], reasons: string[], net: Record<string, number>]>([
    ['a payout that is created', () => restored('payout'), [], ['destination'], {}],
    ['a debit that is created', () => restored('direct_debit'), [], ['source'], {}],
    ['two legs that are created', () => restored('deposit'), [], ['source', 'destination'], {}],
    ['a payout that waits for its window', () => aPendingTransfer('payout'), ['canceled'], ['destination'], {}],
    ['a debit that waits for its window', () => aPendingTransfer('direct_debit'), ['canceled'], ['source'], {}],
    ['two legs that wait', () => aPendingTransfer('deposit'), ['canceled', 'canceled'], ['source', 'destination'], {}],
    [
      'a credit whose debit was submitted',
      debited,
      ['submitting', 'canceled'],
      ['destination'],
      { clearing_ach: -1, pending: 1 },
    ],
    ['a credit whose debit is on hold', onHold, ['settled', 'canceled'], ['destination'], { cash: -1, pending: 1 }],
    [
      'a credit whose money is available',
      collected,
      ['released', 'canceled'],
      ['destination'],
      { cash: -1, available: 1 },
    ],
    [
      'a payout whose batch did not arrive',
      () => lost(aPendingTransfer('payout'), 'destination'),
      ['canceled'],
      ['destination'],
      {},
    ],
    [
      'a debit whose batch did not arrive',
      () => lost(aPendingTransfer('direct_debit'), 'source'),
      ['canceled'],
      ['source'],
      {},
    ],
    [
      'a credit whose batch did not arrive',
      () => lost(collected(), 'destination'),
      ['released', 'canceled'],
      ['destination'],
      { cash: -1, available: 1 },
    ],
  ])('stops %s, with a reason for each party whose leg stops', (...row) => {
    const [, make, legs, reasons, net] = row;
    const transfer = make();
    taken(transfer, 'events');
    cancel(transfer);
    expect([statusOf(transfer), legStatuses(transfer)]).toEqual(['failed', legs]);
    expect(codesOf(transfer)).toEqual([reasons.map((side) => `${side} canceled_transfer`)]);
    expect(taken(transfer, 'events')).toMatchObject([{ type: 'transfer_updated', occurredAt: LATER }]);
    expect(netOf(transfer)).toEqual(net);
  });

  it.each<[string, () => Transfer]>([
    ['a payout that may be with the processor', () => sent('payout', 'destination')],
    ['a payout that is completed', () => sent('payout', 'destination', 'accepted')],
    ['a payout that has settled', () => sent('payout', 'destination', 'settled')],
    ['a payout that has failed', () => sent('payout', 'destination', 'returned')],
    ['a direct debit that may be with the processor', () => sent('direct_debit', 'source')],
    ['a direct debit that is completed', () => sent('direct_debit', 'source', 'accepted')],
    ['a direct debit on hold', () => sent('direct_debit', 'source', 'settled')],
    ['two legs whose credit may be with the processor', () => sent('account_to_account', 'destination')],
    ['two legs that are completed', () => sent('account_to_account', 'destination', 'accepted')],
    ['two legs whose debit was returned', () => sent('account_to_account', 'source', 'returned')],
  ])('is refused for %s, and changes nothing', (_, make) => {
    const transfer = make();
    quiet(transfer);
    const before = [transfer.snapshot(), transfer.legSnapshots()];
    expect(() => cancel(transfer)).toThrow('The transfer can no longer be canceled');
    expect([transfer.snapshot(), transfer.legSnapshots()]).toEqual(before);
    expect([...taken(transfer, 'events'), ...taken(transfer, 'postings')]).toEqual([]);
  });

  it('is refused once a lost batch is submitted again', () => {
    const transfer = lost(aPendingTransfer('payout'), 'destination');
    expect(submit(transfer, 'destination')).toBe('goes');
    expect(() => cancel(transfer)).toThrow('can no longer be canceled');
  });

  it('is refused for a settled direct debit', () => {
    const transfer = aPendingTransfer('direct_debit');
    collect(transfer);
    expect(() => cancel(transfer)).toThrow('can no longer be canceled');
  });

  it('is refused the second time', () => {
    const transfer = aPendingTransfer('payout');
    cancel(transfer);
    expect(() => cancel(transfer)).toThrow('can no longer be canceled');
    expect(codesOf(transfer)).toHaveLength(1);
  });

  it('stops a payout that is between two rails', () => {
    const transfer = aPendingTransfer('payout', { speed: 'asap' });
    submit(transfer, 'destination');
    reject(transfer, 'destination', '9910');
    cancel(transfer);
    expect([legStatuses(transfer), netOf(transfer)]).toEqual([['canceled'], {}]);
  });

  it('lets a submitted debit continue, to the enterprise', () => {
    const transfer = sent('account_to_account', 'source');
    cancel(transfer);
    quiet(transfer);
    report(transfer, 'source', 'accepted', 'settled');
    endHold(transfer);
    expect([statusOf(transfer), legStatuses(transfer)]).toEqual(['failed', ['released', 'canceled']]);
    expect(entries(transfer)).toEqual(['source settle: cash → clearing_ach', 'source release: pending → available']);
    expect(taken(transfer, 'statuses')).toEqual([]);
  });

  it('is followed by the reason of a submitted debit that returns', () => {
    const transfer = sent('account_to_account', 'source', 'settled');
    cancel(transfer);
    endHold(transfer);
    taken(transfer, 'events');
    returnLate(transfer, 'source');
    expect(codesOf(transfer)).toEqual([['destination canceled_transfer'], ['source unauthorized_transfer']]);
    expect(taken(transfer, 'events').map(({ state }) => state.status)).toEqual(['failed']);
    expect(netOf(transfer)).toEqual({});
  });

  it('leaves nothing to accept', () => {
    const transfer = restored('payout');
    cancel(transfer);
    expect(clear(transfer, CLEARED)).toBe(true);
    expect([statusOf(transfer), transfer.legSnapshots()]).toEqual(['failed', []]);
  });
});

describe(`${Transfer.name} and notifications of change`, () => {
  it.each<[UseCase, Side]>([
    ['payout', 'destination'],
    ['direct_debit', 'source'],
    ['account_to_account', 'source'],
  ])('of a %s adds a reason under its %s only', (use_case, side) => {
    const transfer = aPendingTransfer(use_case);
    submit(transfer, side);
    report(transfer, side, 'accepted');
    const before = [statusOf(transfer), transfer.legSnapshots()];
    quiet(transfer);
    report(transfer, side, 'notification_of_change');
    expect([statusOf(transfer), transfer.legSnapshots()]).toEqual(before);
    expect(transfer.snapshot().status_reasons).toMatchObject([
      {
        [side]: {
          reason_code: 'notification_of_change_1',
          network_reason_code: 'C01',
          network_reason_code_rail_type: 'ach',
        },
      },
    ]);
    expect(taken(transfer, 'events').map(({ type }) => type)).toEqual(['transfer_updated']);
    expect([...taken(transfer, 'statuses'), ...taken(transfer, 'postings')]).toEqual([]);
  });

  it('is kept beside the reason of a later return', () => {
    const transfer = aPendingTransfer('direct_debit');
    submit(transfer, 'source');
    report(transfer, 'source', 'notification_of_change', 'returned');
    expect(codesOf(transfer)).toEqual([['source notification_of_change_1'], ['source insufficient_funds']]);
  });
});

describe(`${Transfer.name}.changeMetadata: the metadata`, () => {
  const STORED = { order: 17, gift: true };

  it('is replaced as a whole, with an event', () => {
    const transfer = restored('payout', { metadata: STORED });
    transfer.changeMetadata({ order: 18 }, LATER);
    expect(transfer.snapshot()).toMatchObject({ metadata: { order: 18 }, status: 'created', updated_at: LATER });
    expect(taken(transfer, 'events')).toMatchObject([{ type: 'transfer_updated', sequence: 2, occurredAt: LATER }]);
    expect(taken(transfer, 'statuses')).toEqual([]);
  });

  it('is cleared by an empty map', () => {
    const transfer = restored('payout', { metadata: STORED });
    transfer.changeMetadata({}, LATER);
    expect(transfer.snapshot().metadata).toBeNull();
    expect(taken(transfer, 'events')).toHaveLength(1);
  });

  it.each<[string, TransferState['metadata'], Record<string, string | number | boolean>]>([
    ['the same pairs', STORED, { order: 17, gift: true }],
    ['the same pairs in another order', STORED, { gift: true, order: 17 }],
    ['an empty map when there was none', null, {}],
  ])('records no event for %s', (_, metadata, sent) => {
    const transfer = restored('payout', { metadata });
    const before = transfer.snapshot();
    transfer.changeMetadata(sent, LATER);
    expect([transfer.snapshot() === before, taken(transfer, 'events')]).toEqual([true, []]);
  });

  it('records an event for a value of another type', () => {
    const transfer = restored('payout', { metadata: STORED });
    transfer.changeMetadata({ order: '17', gift: true }, LATER);
    expect(taken(transfer, 'events')).toHaveLength(1);
  });

  it('can change after the transfer has ended', () => {
    const transfer = restored('payout', { status: 'failed' });
    transfer.changeMetadata({ seen: true }, LATER);
    expect(transfer.snapshot()).toMatchObject({ status: 'failed', metadata: { seen: true } });
  });
});

describe('the use case of a transfer', () => {
  const source = {};
  const destination = { customer_reference_id: 'customer' };
  const enterprise = { customer_reference_id: 'Acme' };

  it.each<[UseCase, Parameters<typeof useCaseOf>[0]]>([
    ['payout', { destination }],
    ['payout', { destination: enterprise }],
    ['direct_debit', { source }],
    ['account_to_account', { source, destination }],
    ['deposit', { source, destination: enterprise }],
  ])('is %s for the parties %j of the enterprise Acme', (expected, parties) => {
    expect(useCaseOf(parties, 'Acme')).toBe(expected);
  });

  it('has the sides that exist, debit first', () => {
    expect(sidesOf({ source: {}, destination: {} })).toEqual(['source', 'destination']);
    expect(sidesOf({ source: null, destination: {} })).toEqual(['destination']);
    expect(sidesOf({ source: {}, destination: null })).toEqual(['source']);
  });
});
