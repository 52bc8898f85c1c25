import { newId } from '@payments/kernel';
import type { LegState, ProcessorResult, Side } from '../../libs/transfers/src/domain/leg.js';
import { route } from '../../libs/transfers/src/domain/rails.js';
import { expectedNet } from '../../libs/transfers/src/domain/expected-net.js';
import { RealBankingTime } from '../../libs/transfers/src/infrastructure/banking-time/real-banking-time.js';
import { Transfer } from '../../libs/transfers/src/domain/transfer.js';
import type { TransferState, UseCase } from '../../libs/transfers/src/domain/transfer-state.js';

// A Tuesday, 09:00 in New York.
const AT = new Date('2026-02-03T14:00:00Z');
const routing = {
  leadMinutes: 15,
  route: (
    { side, amount }: Pick<LegState, 'side' | 'amount'>,
    speed: TransferState['speed'],
    { at, unavailable = [] }: { at: Date; unavailable?: readonly LegState['rail'][] },
  ) => route({ side, speed, amount, at, leadMinutes: 15, unavailable, participation: { rtp: true, fednow: true } }),
};
const CLEARED = {
  source: { account: 'verified', customer: 'verified' },
  destination: { account: 'verified', customer: 'verified' },
} as const;
const party = () => ({
  account_reference_id: 'a',
  customer_reference_id: 'c',
  account_id: newId(),
  account_version: 1,
});

function pending(use_case: UseCase, changes: Partial<TransferState> = {}): Transfer {
  const transfer = Transfer.restore(
    {
      id: newId(),
      transfer_reference_id: 'r',
      use_case,
      amount: 12_500n,
      currency: 'USD',
      speed: 'asap',
      source: use_case === 'payout' ? null : party(),
      destination: use_case === 'direct_debit' ? null : party(),
      status: 'created',
      status_reasons: [],
      account_statement_descriptor: null,
      estimated_funds_delivery_date: null,
      metadata: null,
      sequence: 1,
      version: 1,
      created_at: AT,
      updated_at: AT,
      ...changes,
    },
    [],
  );
  transfer.clear(CLEARED, { now: AT, at: AT, waitUntil: AT, newLegId: newId, routing, takeFunds: () => true });
  return transfer;
}
const leg = (t: Transfer, side: Side) => t.legSnapshots().find((l) => l.side === side)!;
const goes = (t: Transfer, side: Side, at = AT) =>
  t.handOver(leg(t, side).id, { batchId: newId(), clearance: CLEARED, routing, now: at, at });
interface Told {
  readonly kind: ProcessorResult['kind'];
  readonly code?: string;
  readonly at?: Date;
  readonly trace_number?: string;
}
const tell = (t: Transfer, side: Side, { kind, code, at = AT, trace_number }: Told) =>
  t.recordResult(
    leg(t, side).id,
    {
      processor_result_id: newId(),
      end_to_end_id: leg(t, side).end_to_end_id,
      kind,
      network_reason_code: code ?? null,
      trace_number: trace_number ?? null,
      occurred_at: at,
    },
    { now: at, routing },
  );
function net(t: Transfer, into: Map<string, bigint>) {
  for (const { debit, credit, amount } of t.pullPostings()) {
    into.set(debit, (into.get(debit) ?? 0n) - amount);
    into.set(credit, (into.get(credit) ?? 0n) + amount);
  }
  return Object.fromEntries([...into].filter(([, v]) => v !== 0n));
}

describe('a rail that turns out unavailable', () => {
  it('after the network had accepted the leg ends it, and does not stop the processing of results', () => {
    const t = pending('payout');
    goes(t, 'destination');
    tell(t, 'destination', { kind: 'accepted' });
    expect(() => tell(t, 'destination', { kind: 'rejected', code: '9910' })).not.toThrow();
    expect(t.snapshot().status).toBe('failed');
    expect(net(t, new Map())).toEqual({});
  });

  it('does not debit the payer of a canceled transfer again on another rail', () => {
    const t = pending('account_to_account');
    goes(t, 'source');
    t.cancel({ now: AT, at: AT });
    tell(t, 'source', { kind: 'rejected', code: '9910' });
    expect(leg(t, 'source').status).toBe('rejected');
    expect(t.pullWaits().filter(({ from }) => from > AT)).toEqual([]);
  });

  it('does not pay out again what the debit has been returned for', () => {
    const t = pending('account_to_account');
    const map = new Map<string, bigint>();
    goes(t, 'source', leg(t, 'source').window_at!);
    tell(t, 'source', { kind: 'settled', at: leg(t, 'source').settles_at! });
    const end = leg(t, 'source').hold_until!;
    t.endHold(leg(t, 'source').id, { now: end, at: end, routing });
    goes(t, 'destination', end);
    tell(t, 'source', { kind: 'returned', code: 'R10', at: end });
    tell(t, 'destination', { kind: 'rejected', code: '9910', at: end });
    expect(leg(t, 'destination').status).toBe('rejected');
    expect(net(t, map)).toEqual(Object.fromEntries(expectedNet(t.legSnapshots())));
    expect(net(t, map)).toEqual({});
  });
});

describe('a trace number', () => {
  const traced = (t: Transfer, side: Side) => tell(t, side, { kind: 'accepted', trace_number: '091000010000001' });

  it('is told by an event of its own where no status comes with it', () => {
    const t = pending('account_to_account');
    goes(t, 'source');
    t.pullEvents();
    traced(t, 'source');
    expect(t.pullEvents()).toMatchObject([{ type: 'transfer_updated', state: { status: 'pending' } }]);
    traced(t, 'source');
    expect(t.pullEvents()).toEqual([]);
  });

  it('is told with the status that comes with it', () => {
    const t = pending('payout');
    goes(t, 'destination');
    t.pullEvents();
    traced(t, 'destination');
    expect(t.pullEvents()).toMatchObject([{ state: { status: 'completed' } }]);
  });
});

describe('in production', () => {
  it('a hold ends though the clock that handed the task out goes before', async () => {
    const t = pending('direct_debit', { speed: 'standard' });
    goes(t, 'source', leg(t, 'source').window_at!);
    tell(t, 'source', { kind: 'settled', at: leg(t, 'source').settles_at! });
    const { id, hold_until } = leg(t, 'source');
    const { now, stepAt } = await new RealBankingTime({ now: () => new Date(hold_until!.getTime() - 5) }).read();
    t.endHold(id, { now, at: stepAt(hold_until), routing });
    expect(leg(t, 'source').status).toBe('released');
  });
});
