import type { FileStatus } from '../file-state.js';
import type { Verdict } from './acknowledgment.js';
import type { ExceptionKind } from './exceptions.table.js';

/** What an acknowledgment does to a file of ours. */
export interface FileVerdict {
  /** Undefined when its state stays. */
  readonly to?: 'acknowledged' | 'refused' | 'doubtful';
  readonly exception?: ExceptionKind;
  /** Whether what is said about single batches and entries counts, too. */
  readonly partsCount: boolean;
}

/** The bank may have a file in these states, and has not judged it. */
export const AWAITING: readonly FileStatus[] = ['uploading', 'doubtful', 'uploaded'];
const ACCEPTED: readonly FileStatus[] = ['acknowledged', 'closed'];

/** What the verdict of a bank means for a file in a state. A refusal wins over an acceptance, whichever comes first. */
export function verdictOn(state: FileStatus, verdict: Verdict | null, hasOtherTotals: boolean): FileVerdict {
  const isAwaiting = AWAITING.includes(state);
  const isAccepted = ACCEPTED.includes(state);
  if (!isAwaiting && !isAccepted && state !== 'refused') return { exception: 'unknown_file', partsCount: false };
  switch (verdict) {
    case null:
      return { partsCount: state !== 'refused' };
    case 'duplicate':
      return { exception: 'duplicate_file', partsCount: false };
    case 'other':
      return { exception: 'ack_status', partsCount: false };
    case 'refused':
      if (state === 'refused') return { partsCount: false };
      if (state === 'closed') return { exception: 'ack_contradiction', partsCount: false };
      return { to: 'refused', partsCount: false, ...(isAccepted && { exception: 'ack_contradiction' as const }) };
    case 'accepted':
      if (hasOtherTotals) {
        const doubts = state === 'uploading' || state === 'uploaded';
        return { exception: 'ack_totals', partsCount: false, ...(doubts && { to: 'doubtful' as const }) };
      }
      if (state === 'refused') return { exception: 'ack_contradiction', partsCount: false };
      return { partsCount: true, ...(isAwaiting && { to: 'acknowledged' as const }) };
  }
}
