import { DAY_MS, newId } from '@payments/kernel';
import { expectedNet } from './probe-postings.js';
import type { ProbeState } from './probe.js';
import { newVerifyAccount } from './verify-account-state.js';
import type { VerificationRequest } from './verify-account-state.js';
import { VerifyAccount } from './verify-account.js';
import type { ProbeStep, Timetable } from './verify-steps.js';

const NOW = new Date('2026-07-15T16:00:00Z');
const after = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

const timetable: Timetable = (rail, at) =>
  rail === 'fednow' || rail === 'rtp'
    ? { window_at: at, effective_date: '2026-07-15', settles_at: at, hold_until: null }
    : {
        window_at: new Date(at.getTime() + DAY_MS / 24),
        effective_date: '2026-07-15',
        settles_at: new Date(at.getTime() + DAY_MS / 4),
        hold_until: new Date(at.getTime() + 3 * DAY_MS),
      };

const INVALID = { reason: 'invalid_account', isUnavailable: false };
const at = (days: number) => ({ now: after(days), at: after(days) });

function anAccount(request: Partial<VerificationRequest> = {}): VerifyAccount {
  const numbers = { account_number: '1234-5678', routing_number: '021000021', account_holder_name: 'Jane Doe' };
  return VerifyAccount.restore(newVerifyAccount({ ...numbers, ...request }, { id: newId(), now: NOW }), []);
}

/** An account with a cent that the processor has. */
function sent(request: Partial<VerificationRequest> = {}, rail: ProbeState['rail'] = 'same_day_ach') {
  const account = anAccount(request);
  account.examined({ probe: { rail, amount: 1n } }, { ...at(0), probeId: newId(), timetable });
  const [{ id }] = account.probeSnapshots() as [ProbeState];
  const isControl = account.probeSnapshots()[0]!.purpose === 'control';
  account.submit(id, {
    ...{ ...at(0), batchId: newId(), timetable, graceMs: () => DAY_MS, takeFunds: () => true },
    ...(isControl && { statementCodeHash: 'ab' }),
  });
  account.confirm(id, NOW);
  return { account, id };
}

const step = (kind: ProbeStep['kind'], days: number, code: string | null = null): ProbeStep => ({
  kind,
  network_reason_code: code,
  trace_number: '1',
  at: after(days),
});

/** The net of all entries by account, without those that cancel out. */
function net(account: VerifyAccount): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { debit, credit, amount } of account.takeChanges().postings) {
    sums.set(debit, (sums.get(debit) ?? 0n) - amount);
    sums.set(credit, (sums.get(credit) ?? 0n) + amount);
  }
  return new Map([...sums].filter(([, cents]) => cents !== 0n));
}

describe(VerifyAccount.name, () => {
  it('is valid when its cent does not come back in time', () => {
    const { account, id } = sent();
    account.record(id, [step('accepted', 0.1), step('settled', 0.25)], { answer: INVALID, now: after(1) });
    account.clear(id, at(2));
    expect(account.snapshot().verification_status).toBe('pending');
    account.clear(id, at(3));
    expect(account.snapshot()).toMatchObject({ verification_status: 'valid', evidence: { provider: 'micro' } });
  });

  it('is valid as soon as an instant network has accepted the cent', () => {
    const { account, id } = sent({}, 'fednow');
    account.record(id, [step('accepted', 0)], { answer: INVALID, now: NOW });
    expect(account.snapshot()).toMatchObject({ verification_status: 'valid', evidence: { rail: 'fednow' } });
  });

  it('asks the next provider when its rail was unavailable', () => {
    const { account, id } = sent({}, 'fednow');
    account.takeChanges();
    account.record(id, [step('rejected', 0, '9948')], { answer: { ...INVALID, isUnavailable: true }, now: NOW });
    expect(account.snapshot().verification_status).toBe('pending');
    expect([account.needsExamination, account.triedRails]).toEqual([true, ['fednow']]);
    expect(account.takeChanges().steps.map(({ kind }) => kind)).toEqual(['examine']);
  });

  it.each([
    ['R02', 'closed'],
    ['R03', 'invalid'],
    ['R16', 'invalid'],
    ['R20', 'failed'],
    ['R29', 'failed'],
  ])('ends by a return of %s as %s, without any entry left', (code, status) => {
    const { account, id } = sent();
    account.record(id, [step('accepted', 0.1), step('settled', 0.25), step('returned', 2, code)], {
      ...{ answer: INVALID, now: after(2) },
    });
    expect(account.snapshot().verification_status).toBe(status);
    expect(net(account)).toEqual(new Map());
  });

  it.each([
    [60, 'closed'],
    [64, 'valid'],
  ])('%i days after a valid cent, a late return makes it %s', (days, status) => {
    const { account, id } = sent();
    account.record(id, [step('accepted', 0.1), step('settled', 0.25)], { answer: INVALID, now: after(1) });
    account.clear(id, at(3));
    account.record(id, [step('returned', days, 'R02')], { answer: INVALID, now: after(days) });
    expect(account.snapshot().verification_status).toBe(status);
    expect(net(account)).toEqual(new Map());
  });

  it('has at every step the entries that its status requires', () => {
    const { account, id } = sent();
    const sums = new Map<string, bigint>();
    for (const days of [0, 0.1, 0.25, 3]) {
      if (days === 0.1) account.record(id, [step('accepted', days)], { answer: INVALID, now: after(days) });
      if (days === 0.25) account.record(id, [step('settled', days)], { answer: INVALID, now: after(days) });
      if (days === 3) account.clear(id, at(days));
      for (const [name, cents] of net(account)) sums.set(name, (sums.get(name) ?? 0n) + cents);
      const found = new Map([...sums].filter(([, cents]) => cents !== 0n));
      expect(found).toEqual(expectedNet(account.probeSnapshots()[0]!));
    }
  });

  it('reports one event for a step that changes several statuses', () => {
    const { account, id } = sent({ type: 'control_ownership', person: { first_name: 'Jane', last_name: 'Doe' } });
    account.takeChanges();
    account.record(id, [step('rejected', 0, 'R03')], { answer: INVALID, now: NOW });
    const { events } = account.takeChanges();
    expect(events).toHaveLength(1);
    expect(events[0]!.state).toMatchObject({
      ...{ verification_status: 'invalid', ownership_status: 'not_found', control_status: 'canceled' },
    });
  });

  it('judges three wrong codes, and no fourth', () => {
    const { account } = sent({ type: 'control' });
    const outcomes = [1, 2, 3, 4].map(() => account.confirmControl(false, at(0)));
    expect(outcomes).toEqual(['wrong', 'wrong', 'wrong', 'exhausted']);
    expect(account.confirmControl(true, at(0))).toBe('exhausted');
    expect(account.snapshot().control_status).toBe('canceled');
  });

  it('takes the right code within fourteen days', () => {
    const [early, late] = [sent({ type: 'control' }).account, sent({ type: 'control' }).account];
    expect(early.confirmControl(true, at(13.9))).toBe('valid');
    expect(late.confirmControl(true, at(14))).toBe('expired');
    expect(late.snapshot().control_status).toBe('canceled');
  });

  it('compares the owner only when the account is valid, and keeps no number afterwards', () => {
    const account = anAccount({
      type: 'status_ownership',
      person: { first_name: 'Jane', last_name: 'Doe', ssn: '6789' },
    });
    account.ownerCompared('full', { first_name: true }, NOW);
    expect(account.snapshot()).toMatchObject({ ownership_status: 'pending', identity_number: '6789' });
    const evidence = { provider: 'sandbox', checked_at: NOW.toISOString() } as const;
    account.examined({ decision: { status: 'valid', evidence } }, { ...at(0), probeId: newId(), timetable });
    account.ownerCompared('full', { first_name: true }, NOW);
    expect(account.snapshot()).toMatchObject({ ownership_status: 'full', identity_number: null });
  });

  it('never sends the debit of a check before its credit', () => {
    const account = anAccount();
    const evidence = { provider: 'history', checked_at: NOW.toISOString() } as const;
    account.examined({ decision: { status: 'valid', evidence } }, { ...at(0), probeId: newId(), timetable });
    account.checkDebit('same_day_ach', { ...at(0), timetable, newProbeId: newId });
    const [credit, debit] = account.probeSnapshots() as [ProbeState, ProbeState];
    const options = { ...at(0), batchId: newId(), timetable, graceMs: () => DAY_MS };
    expect(account.submit(debit.id, { ...options, takeFunds: () => true })).toBe('waits');
    expect(account.submit(credit.id, { ...options, takeFunds: () => false })).toBe('waits');
    expect(account.submit(credit.id, { ...options, takeFunds: () => true })).toBe('goes');
    expect(account.submit(debit.id, { ...options, takeFunds: () => false })).toBe('goes');
  });

  it.each([
    ['R08', 'blocked', 'debit_blocked'],
    ['R29', 'blocked', 'debit_blocked'],
    ['R10', 'failed', 'unauthorized_transfer'],
    ['R01', 'failed', 'invalid_account'],
  ])('ends a debit check by %s as %s', (code, status, reason) => {
    const account = anAccount();
    const evidence = { provider: 'history', checked_at: NOW.toISOString() } as const;
    account.examined({ decision: { status: 'valid', evidence } }, { ...at(0), probeId: newId(), timetable });
    account.checkDebit('same_day_ach', { ...at(0), timetable, newProbeId: newId });
    const options = { ...at(0), batchId: newId(), timetable, graceMs: () => DAY_MS, takeFunds: () => true };
    const [credit, debit] = account.probeSnapshots() as [ProbeState, ProbeState];
    for (const { id } of [credit, debit]) account.submit(id, options);
    account.record(debit.id, [step('accepted', 0), step('returned', 2, code)], { answer: INVALID, now: after(2) });
    expect(account.snapshot()).toMatchObject({
      ...{ debit_status: status, debit_status_reason: reason, verification_status: 'valid' },
    });
  });

  it('fails after a day without funds for the cent', () => {
    const account = anAccount();
    const probeId = newId();
    account.examined({ probe: { rail: 'fednow', amount: 1n } }, { ...at(0), probeId, timetable });
    const options = { batchId: newId(), timetable, graceMs: () => DAY_MS, takeFunds: () => false };
    expect(account.submit(probeId, { ...at(0.9), ...options })).toBe('waits');
    expect(account.submit(probeId, { ...at(1), ...options })).toBe('refused');
    expect(account.snapshot()).toMatchObject({ verification_status: 'failed', status_reason: 'unexpected_error' });
  });
});
