import { ACH_ODFI, achLines, addenda99, asFile } from '@payments/testing';
import { traceOf } from './inbound-stage.js';

/** The bank that the entries of the stage are for: the first eight digits of its routing number. */
export const RECEIVER = '01140153';

/**
 * A file of the bank with returns of the first entry that was sent, a debit over 1,001 cents, each in a batch of its own. They
 * settle on 2026-07-16.
 */
export const returnsOfFirst = (...sequences: readonly number[]): Buffer => filesOf(sequences, {});

/** The same, once, with another code or other words. */
export const returnOfFirst = (words: Parameters<typeof addenda99>[0]): Buffer => filesOf([1], words);

function filesOf(sequences: readonly number[], words: Parameters<typeof addenda99>[0]): Buffer {
  const batches = sequences.map((sequence) => {
    const trace = `${RECEIVER}${String(sequence).padStart(7, '0')}`;
    const addenda = [addenda99({ original: traceOf(1), originalDfi: RECEIVER, trace, ...words })];
    const entry = {
      code: 26,
      amount: 1_001,
      routing: `${ACH_ODFI}9`,
      id: 'REF1',
      account: '123456789',
      sequence,
      addenda,
    };
    return { odfi: RECEIVER, settlementDate: '197', entries: [entry] };
  });
  return asFile(achLines(batches));
}
