import type { UserRole } from '../../api/types.js';

interface Area {
  /** What scopes end with. */
  readonly resources: readonly string[];
  /** Who may read it; everybody if missing. */
  readonly readers?: readonly UserRole[];
  readonly writers: readonly UserRole[];
}

const PAYERS = ['admin', 'payment_initiator'] as const;
const INTEGRATORS = ['admin', 'developer'] as const;

/** What each role may read and change. A spec compares it with the scopes of the roles. */
export const areas = {
  customers: { resources: ['persons', 'businesses', 'external-accounts', 'verify-accounts'], writers: PAYERS },
  transfers: {
    resources: ['transfers', 'transfer-groups', 'schedules', 'bulk-transfers', 'subledgers', 'booktransfers'],
    writers: PAYERS,
  },
  approvals: { resources: ['approvals'], writers: ['admin', 'payment_approver'] },
  money: { resources: ['balances', 'ledger', 'reports'], writers: ['admin'] },
  webhooks: { resources: ['webhook-configurations'], writers: INTEGRATORS },
  secrets: { resources: ['webhook-secret'], readers: INTEGRATORS, writers: INTEGRATORS },
  credentials: { resources: ['credentials'], readers: INTEGRATORS, writers: INTEGRATORS },
  rails: { resources: ['rails'], writers: ['admin'] },
  controls: { resources: ['controls'], writers: ['admin'] },
  settings: { resources: ['settings'], writers: ['admin'] },
  users: { resources: ['users'], readers: ['admin'], writers: ['admin'] },
  audit: { resources: ['audit'], readers: ['admin'], writers: [] },
} as const satisfies Readonly<Record<string, Area>>;

export type AreaName = keyof typeof areas;

/** What a role may do in an area. */
export function accessOf(role: UserRole, name: AreaName): 'change' | 'read' | 'nothing' {
  const { readers, writers }: Area = areas[name];
  if (writers.includes(role)) return 'change';
  return readers === undefined || readers.includes(role) ? 'read' : 'nothing';
}
