import { partiesAsSent } from '@payments/persistence';
import type { ContextRegistration } from '@payments/persistence';
import { scheduleInvariants } from './infrastructure/persistence/invariants.table.js';
import { scheduleQueues } from './application/queues.js';

/** What the context registers with the shared libraries. Schedules and their dates are never removed. */
export const schedulesContext: ContextRegistration = {
  name: 'schedules',
  queues: Object.values(scheduleQueues),
  toldAmounts: [{ resource: 'schedule', table: 'schedules.schedules', changes: true, parties: partiesAsSent }],
  invariants: scheduleInvariants,
};
