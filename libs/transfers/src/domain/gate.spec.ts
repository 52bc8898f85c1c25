import { newId } from '@payments/kernel';
import { aTransfer } from '@payments/testing';
import { judged, PASS, withdrawn } from './gate.js';
import type { GateState, Judgment } from './gate.js';
import { fedAchRails } from './rails.js';
import { routingBy } from './leg-steps.js';
import { Transfer } from './transfer.js';

const NOW = new Date('2026-01-30T17:00:00Z');
const HOLD = { kind: 'approval', id: newId(), queue: 'approval-expiry' } as const;
const holding: Judgment = { outcome: 'hold', gate: 'approval', passed: ['limit'], hold: HOLD };
const refusing: Judgment = {
  ...{ outcome: 'refuse', gate: 'approval', passed: ['limit'] },
  ...{ side: 'destination', reason_code: 'approval_expired' },
};
const VERIFIED = { destination: { account: 'verified', customer: 'verified' } } as const;

function accept(transfer: Transfer, judgment: Judgment) {
  const asked: bigint[] = [];
  const routing = routingBy(fedAchRails(30), () => ({ rtp: true, fednow: true }));
  const isDone = transfer.accept(VERIFIED, {
    ...{ now: NOW, at: NOW, waitUntil: NOW, newLegId: newId, routing, judgment },
    reserveFunds: (amount) => asked.push(amount) > 0,
  });
  return { isDone, asked, changes: transfer.takeChanges() };
}

describe('a transfer that a gate holds', () => {
  it('stays created, without legs, entries, money or a further task, and reports it once', () => {
    const transfer = Transfer.restore(aTransfer(), []);
    const { isDone, asked, changes } = accept(transfer, holding);
    expect([isDone, asked]).toEqual([true, []]);
    expect(transfer.snapshot()).toMatchObject({
      status: 'created',
      gate: { passed: ['limit'], hold: { ...HOLD, gate: 'approval', status: 'pending' } },
    });
    expect(changes).toMatchObject({ legs: [], postings: [], steps: [], statuses: [] });
    expect(changes.events).toMatchObject([{ type: 'transfer_updated' }]);
    expect(accept(transfer, holding).changes.events).toEqual([]);
  });

  it('goes on once the gate lets it pass', () => {
    const transfer = Transfer.restore(aTransfer(), []);
    accept(transfer, holding);
    expect(accept(transfer, PASS).asked).toEqual([12_500n]);
    expect(transfer.snapshot()).toMatchObject({ status: 'pending', gate: { hold: { status: 'approved' } } });
  });

  it('fails for the reason of the gate', () => {
    const transfer = Transfer.restore(aTransfer(), []);
    accept(transfer, holding);
    expect(accept(transfer, refusing).asked).toEqual([]);
    expect(transfer.snapshot()).toMatchObject({
      ...{ status: 'failed', gate: { hold: { status: 'expired' } } },
      status_reasons: [{ destination: { reason_code: 'approval_expired' } }],
    });
  });

  it('can be canceled, which withdraws what it waited for', () => {
    const transfer = Transfer.restore(aTransfer(), []);
    accept(transfer, holding);
    transfer.cancel({ now: NOW, at: NOW });
    expect(transfer.snapshot()).toMatchObject({ status: 'failed', gate: { hold: { status: 'withdrawn' } } });
  });

  it.each(['approved', 'rejected', 'expired'] as const)('says that it was %s, whatever becomes of it', (status) => {
    const transfer = Transfer.restore(aTransfer(), []);
    accept(transfer, holding);
    transfer.noteDecision({ id: newId(), status }, NOW);
    expect(transfer.snapshot().gate?.hold.status).toBe('pending');
    transfer.noteDecision({ id: HOLD.id, status }, NOW);
    transfer.noteDecision({ id: HOLD.id, status: 'approved' }, NOW);
    expect(transfer.takeChanges().events).toHaveLength(1);
    transfer.cancel({ now: NOW, at: NOW });
    expect(transfer.snapshot()).toMatchObject({ status: 'failed', gate: { hold: { status } } });
  });

  it('was released by the first gate when a later one refuses it', () => {
    const state = judged(null, holding);
    const later = { ...refusing, gate: 'later', reason_code: 'canceled_transfer' } as const;
    expect(judged(state, later)?.hold.status).toBe('approved');
  });
});

describe('a transfer that no gate holds', () => {
  it.each([PASS, refusing])('has no state of gates, whatever they say', (judgment) => {
    expect([judged(null, judgment), withdrawn(null)]).toEqual([null, null]);
  });

  it('keeps what was decided when it fails later', () => {
    const state = judged(judged(null, holding), PASS) as GateState;
    expect(withdrawn(state)).toBe(state);
  });
});
