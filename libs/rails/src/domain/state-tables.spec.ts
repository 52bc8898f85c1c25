import { finalStates, unreachableStates } from '@payments/kernel';
import { entryTransitions } from './entry-state.js';
import { fileTransitions } from './file-state.js';

describe('the states of a file', () => {
  it('are all reached from building', () => {
    expect(unreachableStates(fileTransitions, 'building')).toEqual([]);
  });

  it('end when the entries went elsewhere, were rejected, or nothing more is expected', () => {
    expect(finalStates(fileTransitions)).toEqual(['withdrawn', 'resubmitted', 'failed', 'dropped', 'closed']);
  });

  it('let an operator withdraw a file only before an upload began', () => {
    const withdrawable = Object.entries(fileTransitions).filter(([, to]) => to.includes('withdrawn'));
    expect(withdrawable.map(([from]) => from)).toEqual(['sealed', 'held']);
  });

  it('send a file that the bank may have again only from sealed', () => {
    const sending = Object.entries(fileTransitions).filter(([, to]) => to.includes('uploading'));
    expect(sending.map(([from]) => from)).toEqual(['sealed']);
  });
});

describe('the states of an entry', () => {
  it('are all reached from waiting', () => {
    expect(unreachableStates(entryTransitions, 'waiting')).toEqual([]);
  });

  it('end with a rejection or a return', () => {
    expect(finalStates(entryTransitions)).toEqual(['returned', 'rejected']);
  });

  it('never let a settled entry wait for another file', () => {
    expect(entryTransitions.settled).toEqual(['returned']);
  });
});
