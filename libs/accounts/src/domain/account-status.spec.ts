import { canMove, finalStates, unreachableStates } from '@payments/kernel';
import { accountTransitions, reasonMessages, statusReason } from './account-status.js';

describe('the statuses of an external account', () => {
  it('are all reachable, and only closed is final', () => {
    expect(unreachableStates(accountTransitions, 'created')).toEqual([]);
    expect(finalStates(accountTransitions)).toEqual(['closed']);
  });

  it('every open status may close, and a restriction does not end by another verification', () => {
    const open = ['created', 'verified', 'rejected', 'restricted'] as const;
    expect(open.every((from) => canMove(accountTransitions, from, 'closed'))).toBe(true);
    expect(canMove(accountTransitions, 'restricted', 'created')).toBe(false);
  });

  it('a reason has a code and a message', () => {
    const reason_code = 'closed_account';
    expect(statusReason(reason_code)).toEqual({ reason_code, reason_code_message: reasonMessages[reason_code] });
  });
});
