import type { IconName } from './icons.table.js';

export type Tone = 'good' | 'wait' | 'bad' | 'calm' | 'plain';

/** How a status looks: a tone and a shape, beside its word, so that color is never the only sign. */
export const statuses: Readonly<Record<string, { readonly tone: Tone; readonly icon: IconName }>> = {
  created: { tone: 'plain', icon: 'dot' },
  pending: { tone: 'wait', icon: 'clock' },
  completed: { tone: 'good', icon: 'check' },
  settled: { tone: 'good', icon: 'check' },
  failed: { tone: 'bad', icon: 'cross' },
  verified: { tone: 'good', icon: 'check' },
  rejected: { tone: 'bad', icon: 'cross' },
  restricted: { tone: 'bad', icon: 'lock' },
  closed: { tone: 'plain', icon: 'lock' },
  delivered: { tone: 'good', icon: 'check' },
  held: { tone: 'wait', icon: 'pause' },
  enabled: { tone: 'good', icon: 'check' },
  disabled: { tone: 'plain', icon: 'pause' },
  ready: { tone: 'wait', icon: 'clock' },
  submitting: { tone: 'wait', icon: 'clock' },
  submitted: { tone: 'calm', icon: 'send' },
  accepted: { tone: 'good', icon: 'check' },
  released: { tone: 'good', icon: 'check' },
  returned: { tone: 'bad', icon: 'cross' },
  canceled: { tone: 'plain', icon: 'cross' },
  running: { tone: 'wait', icon: 'clock' },
};
