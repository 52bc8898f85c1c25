const SEQUENCE_DIGITS = 7;
export const LAST_SEQUENCE = 10 ** SEQUENCE_DIGITS - 1;

/** The next sequence of a connection. The epoch counts how often the sequence began again at 1. */
export interface TraceCounter {
  readonly next: number;
  readonly epoch: number;
}

/** Consecutive sequences of one epoch. */
export interface TraceBlock {
  readonly first: number;
  readonly count: number;
  readonly epoch: number;
}

/** The trace number of an entry: the ODFI's eight digits and a sequence. @throws RangeError when it is out of range. */
export function traceNumber(odfi: string, sequence: number): string {
  if (!/^\d{8}$/.test(odfi)) throw new RangeError('the ODFI of a trace number has 8 digits');
  if (!Number.isInteger(sequence) || sequence < 1 || sequence > LAST_SEQUENCE) {
    throw new RangeError(`the sequence of a trace number is 1 to ${LAST_SEQUENCE}`);
  }
  return odfi + String(sequence).padStart(SEQUENCE_DIGITS, '0');
}

/** The last seven digits, which the addenda of an entry repeat. */
export const sequenceOf = (trace: string): string => trace.slice(-SEQUENCE_DIGITS);

/** The mark of a bank that rejected an entry, in place of the ODFI of its trace number; undefined where there is none. */
export const rejectMarkOf = (trace: string): string | undefined =>
  trace.startsWith('REJ') ? trace.slice(0, -SEQUENCE_DIGITS) : undefined;

export const odfiOf = (trace: string): string => trace.slice(0, -SEQUENCE_DIGITS);

/**
 * Takes up to `wanted` sequences. A block ends where the sequence begins again, so that all its trace numbers ascend; the
 * caller takes another block for the rest.
 */
export function takeTraceBlock(
  { next, epoch }: TraceCounter,
  wanted: number,
): { block: TraceBlock; after: TraceCounter } {
  if (!Number.isInteger(wanted) || wanted < 1) throw new RangeError('a block has at least one trace number');
  const count = Math.min(wanted, LAST_SEQUENCE - next + 1);
  const isUsedUp = next + count > LAST_SEQUENCE;
  return {
    block: { first: next, count, epoch },
    // 0000000 is not used.
    after: isUsedUp ? { next: 1, epoch: epoch + 1 } : { next: next + count, epoch },
  };
}
