import { canMove, finalStates, newId, unreachableStates } from '@payments/kernel';
import { endToEndId, legTransitions, railOf } from './leg.js';
import { transferStatuses, transferTransitions } from './transfer-status.js';

describe('the states of a leg', () => {
  it('are all reached from held', () => {
    expect(unreachableStates(legTransitions, 'held')).toEqual([]);
  });

  it('end in a refusal, a return or a cancellation, and nowhere else', () => {
    expect(finalStates(legTransitions)).toEqual(['rejected', 'returned', 'canceled']);
  });

  it('can be canceled only while nobody outside may have heard of the leg', () => {
    const cancelable = Object.keys(legTransitions).filter((status) =>
      canMove(legTransitions, status as keyof typeof legTransitions, 'canceled'),
    );
    expect(cancelable).toEqual(['held', 'ready']);
  });

  it('lead to nothing but what the processor says once the leg may have been handed over', () => {
    for (const from of ['submitting', 'submitted', 'accepted', 'settled'] as const) {
      expect(legTransitions[from].some((to) => ['held', 'ready', 'submitting', 'canceled'].includes(to))).toBe(false);
    }
  });

  it('let a result overtake the note that the leg was handed over', () => {
    const results = ['accepted', 'settled', 'rejected', 'returned'] as const;
    expect(results.every((kind) => canMove(legTransitions, 'submitting', kind))).toBe(true);
    expect(results.every((kind) => canMove(legTransitions, 'submitted', kind))).toBe(true);
  });

  it('let a bank return money that has settled, and reject nothing that has', () => {
    expect(legTransitions.settled).toEqual(['returned']);
  });
});

describe('the states of a transfer', () => {
  it('are all reached from created', () => {
    expect(unreachableStates(transferTransitions, 'created')).toEqual([]);
  });

  it('end in failed alone, because even settled money may be returned', () => {
    expect(finalStates(transferTransitions)).toEqual(['failed']);
  });

  it('may fail at any time', () => {
    const others = transferStatuses.filter((status) => status !== 'failed');
    expect(others.every((status) => canMove(transferTransitions, status, 'failed'))).toBe(true);
  });

  it('never lead back', () => {
    const order = transferStatuses;
    const back = order.flatMap((from) =>
      transferTransitions[from].filter((to) => order.indexOf(to) <= order.indexOf(from)),
    );
    expect(back).toEqual([]);
  });
});

describe('what the network knows a leg by', () => {
  it('fits the 35 characters of an end-to-end id, and is another for each leg', () => {
    const ids = Array.from({ length: 1_000 }, () => endToEndId(newId()));
    expect(ids.every((id) => /^P[0-9a-f]{32}$/.test(id) && id.length <= 35)).toBe(true);
    expect(new Set(ids).size).toBe(1_000);
  });
});

describe('the rail of a leg', () => {
  it.each([
    ['source', 'standard', 'ach'],
    ['source', 'same_day', 'same_day_ach'],
    ['source', 'asap', 'same_day_ach'],
    ['destination', 'standard', 'ach'],
    ['destination', 'same_day', 'same_day_ach'],
    ['destination', 'asap', 'rtp'],
  ] as const)('of the %s at the speed %s is %s', (side, speed, rail) => {
    expect(railOf(side, speed)).toBe(rail);
  });
});
