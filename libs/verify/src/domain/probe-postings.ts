import type { ProbeState, Rail } from './probe.js';
import { isSent } from './probe.js';

export type LedgerAccount = 'available' | 'pending' | `clearing_${Rail}` | 'cash';

/** One ledger entry of a probe: the amount leaves the debited account for the credited one. */
export interface ProbePosting {
  readonly subject_id: string;
  readonly leg: 'none';
  readonly attempt: 1;
  readonly kind: string;
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly amount: bigint;
  /** The banking instant that the entry belongs to. */
  readonly banking_at: Date;
}

type Move = Pick<ProbePosting, 'kind' | 'debit' | 'credit'>;
type Moved = Pick<ProbeState, 'side' | 'rail' | 'amount' | 'status'>;
export type Step = 'submit' | 'settle' | 'release';

// A credit is paid from what is available; a debit is pending until the banks can no longer return it.
const MOVES: Readonly<Record<ProbeState['side'], (clearing: LedgerAccount) => Partial<Record<Step, Move>>>> = {
  destination: (clearing) => ({
    submit: { kind: 'verify_submit', debit: 'available', credit: clearing },
    settle: { kind: 'verify_settle', debit: clearing, credit: 'cash' },
  }),
  source: (clearing) => ({
    submit: { kind: 'verify_submit', debit: clearing, credit: 'pending' },
    settle: { kind: 'verify_settle', debit: 'cash', credit: clearing },
    release: { kind: 'verify_release', debit: 'pending', credit: 'available' },
  }),
};

/** The entry of a step. A prenote moves nothing, nor does the release of a credit. */
export function movesOf({ side, rail, amount }: Omit<Moved, 'status'>, step: Step): readonly Move[] {
  const move = MOVES[side](`clearing_${rail}`)[step];
  return amount === 0n || move === undefined ? [] : [move];
}

/** The entries that take back all since the submission, the latest first. */
export function undo(probe: Moved): Move[] {
  const steps: readonly Step[] = ['submit', 'settle', 'release'];
  const posted = steps.slice(0, probe.status === 'released' ? 3 : probe.status === 'settled' ? 2 : 1);
  return posted
    .flatMap((step) => movesOf(probe, step))
    .reverse()
    .map(({ kind, debit, credit }) => ({ kind: `reverse_${kind}`, debit: credit, credit: debit }));
}

/**
 * The net that the ledger must have for a probe, by account, as credits minus debits. Derived from its status alone,
 * deliberately not by the moves, so that one verifies the other.
 */
export function expectedNet({ side, rail, amount, status }: Moved): ReadonlyMap<LedgerAccount, bigint> {
  if (!isSent({ status }) || amount === 0n) return new Map();
  const isSettled = status === 'settled' || status === 'released';
  const network = isSettled ? 'cash' : (`clearing_${rail}` as const);
  if (side === 'destination') {
    return new Map<LedgerAccount, bigint>([
      ['available', -amount],
      [network, amount],
    ]);
  }
  return new Map<LedgerAccount, bigint>([
    [network, -amount],
    [status === 'released' ? 'available' : 'pending', amount],
  ]);
}
