import { finalStates, unreachableStates } from '@payments/kernel';
import { inboundTransitions, isDone } from './inbound-state.js';

describe('the states of a file from a bank', () => {
  it('are all reached from fetched, but for duplicates', () => {
    expect(unreachableStates(inboundTransitions, 'fetched')).toEqual(['duplicate']);
  });

  it('end when it is applied, ignored, given up, or known already', () => {
    expect(finalStates(inboundTransitions)).toEqual(['applied', 'duplicate', 'ignored', 'discarded']);
    expect(isDone('quarantined')).toBe(false);
  });

  it('lead out of parsed only by applying all of it', () => {
    expect(inboundTransitions.parsed).toEqual(['applied']);
  });
});
