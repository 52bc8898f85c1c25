import { newId } from '@payments/kernel';
import fc from 'fast-check';
import { aTransfer, countOf } from '@payments/testing';
import { PASS } from './gate.js';
import { expectedNet } from './expected-net.js';
import { routingBy } from './leg-steps.js';
import { endToEndId } from './leg.js';
import type { LegState, ProcessorResult, ResultKind, Side } from './leg.js';
import { fedAchRails, isInstant } from './rails.js';
import { Transfer } from './transfer.js';
import type { PartyVerification, Speed } from './transfer-state.js';
import type { UseCase } from './transfer-type.js';

const RUNS = countOf(1_000);
const NOW = new Date('2026-07-15T16:00:00Z');
const HOUR = 60 * 60_000;
const VERIFIED = { account: 'verified', customer: 'verified' } as const;
const CLEARED: PartyVerification = { source: VERIFIED, destination: VERIFIED };
const ROUTING = routingBy(fedAchRails(15), () => ({ rtp: true, fednow: true }));

/** One report that a bank may send, valid or not. */
interface Report {
  readonly kind: ResultKind;
  readonly code: string | null;
  /** Hours after the window of the leg at its first attempt. */
  readonly hours: number;
  readonly attempt: number;
  readonly side: Side;
}

interface Story {
  readonly use_case: UseCase;
  readonly speed: Speed;
  readonly reports: readonly Report[];
}

const anyStory: fc.Arbitrary<Story> = fc.record({
  use_case: fc.constantFrom<UseCase>('payout', 'payout', 'direct_debit', 'account_to_account'),
  speed: fc.constantFrom<Speed>('standard', 'same_day', 'asap', 'asap'),
  reports: fc.array(
    fc.record({
      kind: fc.constantFrom<ResultKind>('accepted', 'settled', 'rejected', 'returned', 'notification_of_change'),
      code: fc.constantFrom(null, 'R01', 'AC03', '9910', 'AG03', 'C01', 'C02'),
      hours: fc.integer({ min: -2, max: 200 }),
      attempt: fc.constantFrom(1, 1, 1, 2, 3),
      side: fc.constantFrom<Side>('source', 'destination'),
    }),
    { minLength: 1, maxLength: 12 },
  ),
});

function aPendingTransfer({ use_case, speed }: Story): Transfer {
  const transfer = Transfer.restore(aTransfer({ use_case, speed, created_at: NOW }), []);
  const options = { waitUntil: NOW, newLegId: newId, routing: ROUTING, judgment: PASS, reserveFunds: () => true };
  transfer.accept(CLEARED, { now: NOW, at: NOW, ...options });
  return transfer;
}

/** Submits whatever waits, as a worker would, so that results find legs at the processor. */
function submitReady(transfer: Transfer): void {
  for (const { id, status, window_at } of transfer.legSnapshots()) {
    if (status !== 'ready') continue;
    const options = { batchId: newId(), partyVerification: CLEARED, routing: ROUTING, now: NOW, at: window_at! };
    transfer.submit(id, options);
  }
}

/** Net of all entries, by account. */
class Books {
  private readonly net = new Map<string, bigint>();

  enter(transfer: Transfer): Map<string, bigint> {
    for (const { debit, credit, amount } of transfer.takeChanges().postings) {
      this.net.set(debit, (this.net.get(debit) ?? 0n) - amount);
      this.net.set(credit, (this.net.get(credit) ?? 0n) + amount);
    }
    return new Map([...this.net].filter(([, amount]) => amount !== 0n).sort());
  }
}

const sorted = (net: ReadonlyMap<string, bigint>) => new Map([...net].sort());
const legOf = (transfer: Transfer, side: Side) => transfer.legSnapshots().find((leg) => leg.side === side);

function resultOf(leg: LegState, { kind, code, hours, attempt }: Report, index: number): ProcessorResult {
  return {
    ...{ processor_result_id: `${index}`, end_to_end_id: endToEndId(leg.id, attempt), kind, trace_number: null },
    ...{ network_reason_code: code, occurred_at: new Date(NOW.getTime() + hours * HOUR) },
  };
}

/** Reports everything and checks the rules at each step; returns the results that were applied. */
function reportAll(story: Story) {
  const transfer = aPendingTransfer(story);
  const books = new Books();
  books.enter(transfer);
  const applied: { readonly legId: string; readonly result: ProcessorResult; readonly leg: LegState }[] = [];
  for (const [index, report] of story.reports.entries()) {
    submitReady(transfer);
    books.enter(transfer);
    const leg = legOf(transfer, report.side) ?? transfer.legSnapshots()[0]!;
    const result = resultOf(leg, report, index);
    const before = [transfer.snapshot(), transfer.legSnapshots()];
    const effect = transfer.recordResult(leg.id, result, { now: NOW, routing: ROUTING });
    const after = legOf(transfer, leg.side)!;
    if (effect === 'apply') applied.push({ legId: leg.id, result, leg: after });
    else expect([transfer.snapshot(), transfer.legSnapshots()]).toEqual(before);
    if (after.attempt > leg.attempt) expect(['submitting', 'submitted']).toContain(leg.status);
    const isFinal = isInstant(leg.rail) && leg.status === 'accepted';
    if (isFinal) expect(after.status).not.toBe('rejected');
    const net = books.enter(transfer);
    expect(net).toEqual(sorted(expectedNet(transfer.legSnapshots())));
  }
  return { transfer, applied };
}

describe(`${Transfer.name}.recordResult with any results from a bank`, () => {
  it('leaves the leg in the status of its latest applied result', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const { transfer, applied } = reportAll(story);
        for (const leg of transfer.legSnapshots()) {
          const last = applied
            .filter(({ legId, result }) => legId === leg.id && result.kind !== 'notification_of_change')
            .at(-1);
          if (last === undefined) continue;
          const fellBack = last.leg.end_to_end_id !== last.result.end_to_end_id;
          if (fellBack) expect(last.result.kind).toBe('rejected');
          else expect(leg.status).toBe(last.result.kind);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('treats every applied result as a duplicate when it repeats', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const { transfer, applied } = reportAll(story);
        for (const { legId, result } of applied) {
          expect(transfer.recordResult(legId, result, { now: NOW, routing: ROUTING })).toBe('duplicate');
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('never has two settled attempts', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const { applied } = reportAll(story);
        const moved = applied.filter(({ result }) => result.kind === 'settled' || result.kind === 'accepted');
        const attempts = new Map<string, Set<string>>();
        for (const { legId, result } of moved) {
          attempts.set(legId, (attempts.get(legId) ?? new Set()).add(result.end_to_end_id));
        }
        for (const ids of attempts.values()) expect(ids.size).toBe(1);
      }),
      { numRuns: RUNS },
    );
  });
});
