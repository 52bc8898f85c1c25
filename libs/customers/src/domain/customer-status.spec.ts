import { canMove, finalStates, unreachableStates } from '@payments/kernel';
import { customerTransitions, reasonMessages, statusReason } from './customer-status.js';

describe('the statuses of a customer', () => {
  it('are all reachable, and only closed is final', () => {
    expect(unreachableStates(customerTransitions, 'created')).toEqual([]);
    expect(finalStates(customerTransitions)).toEqual(['closed']);
  });

  it('every status may close, and none may stay by moving to itself', () => {
    const open = (['created', 'verified', 'rejected', 'restricted'] as const).filter((from) =>
      canMove(customerTransitions, from, 'closed'),
    );
    expect(open).toHaveLength(4);
    for (const [from, to] of Object.entries(customerTransitions)) expect(to).not.toContain(from);
  });

  it('a restriction does not end by another verification', () => {
    expect(canMove(customerTransitions, 'restricted', 'created')).toBe(false);
  });

  it('a verified customer can be stopped by a new screening list', () => {
    for (const to of ['rejected', 'restricted'] as const) {
      expect(canMove(customerTransitions, 'verified', to)).toBe(true);
    }
  });

  it('a reason has a code and a message', () => {
    expect(statusReason('invalid_ssn')).toEqual({
      reason_code: 'invalid_ssn',
      reason_code_message: reasonMessages.invalid_ssn,
    });
  });
});
