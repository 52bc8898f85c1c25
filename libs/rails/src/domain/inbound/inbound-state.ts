import type { Transitions } from '@payments/kernel';

/**
 * `fetched`: its bytes are stored · `parsed`: every control agrees, and effects may have begun · `applied`: every effect is
 * stored · `quarantined`: it breaks a rule, and nothing of it is used · `duplicate`: its content was received before ·
 * `ignored`: nothing in it is for this service · `discarded`: an operator gave it up
 */
export type InboundState = 'fetched' | 'parsed' | 'applied' | 'quarantined' | 'duplicate' | 'ignored' | 'discarded';

export const inboundTransitions: Transitions<InboundState> = {
  fetched: ['parsed', 'quarantined', 'ignored'],
  parsed: ['applied'],
  quarantined: ['fetched', 'discarded'],
  applied: [],
  duplicate: [],
  ignored: [],
  discarded: [],
};

/** Nothing more happens to the file here, so what the profile wants may happen to it at the bank. */
export const isDone = (state: InboundState): boolean => inboundTransitions[state].length === 0;
