import { canMove } from '@payments/kernel';
import { type FileStatus, fileTransitions } from '../file-state.js';
import type { Verdict } from './acknowledgment.js';
import { verdictOn } from './file-verdict.js';

const states = Object.keys(fileTransitions) as FileStatus[];
const verdicts: (Verdict | null)[] = ['accepted', 'refused', 'duplicate', 'other', null];

describe('an acknowledgment', () => {
  it.each<readonly [FileStatus, Verdict | null, boolean, object]>([
    ['uploaded', 'accepted', false, { to: 'acknowledged', partsCount: true }],
    ['doubtful', 'accepted', false, { to: 'acknowledged', partsCount: true }],
    ['uploading', 'refused', false, { to: 'refused', partsCount: false }],
    ['acknowledged', 'accepted', false, { partsCount: true }],
    ['acknowledged', 'refused', false, { to: 'refused', exception: 'ack_contradiction', partsCount: false }],
    ['refused', 'accepted', false, { exception: 'ack_contradiction', partsCount: false }],
    ['refused', 'refused', false, { partsCount: false }],
    ['closed', 'refused', false, { exception: 'ack_contradiction', partsCount: false }],
    ['uploaded', 'accepted', true, { to: 'doubtful', exception: 'ack_totals', partsCount: false }],
    ['doubtful', 'accepted', true, { exception: 'ack_totals', partsCount: false }],
    ['acknowledged', 'accepted', true, { exception: 'ack_totals', partsCount: false }],
    ['uploaded', 'duplicate', false, { exception: 'duplicate_file', partsCount: false }],
    ['uploaded', 'other', false, { exception: 'ack_status', partsCount: false }],
    ['uploaded', null, false, { partsCount: true }],
    ['sealed', 'accepted', false, { exception: 'unknown_file', partsCount: false }],
    ['withdrawn', 'refused', false, { exception: 'unknown_file', partsCount: false }],
  ])('of a file that is %s, saying %s, other totals %s', (...[state, verdict, hasOtherTotals, expected]) => {
    expect(verdictOn(state, verdict, hasOtherTotals)).toEqual(expected);
  });

  it('never moves a file on a way that does not exist', () => {
    for (const state of states) {
      for (const verdict of verdicts) {
        for (const hasOtherTotals of [true, false]) {
          const { to } = verdictOn(state, verdict, hasOtherTotals);
          if (to !== undefined) expect([state, to, canMove(fileTransitions, state, to)]).toEqual([state, to, true]);
        }
      }
    }
  });
});
