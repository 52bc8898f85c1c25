import type { Settings } from '../../api/types.js';

/** What the page shows: the operator sets rate limits, and use cases are a list that programs set. */
export type SettingName = Exclude<keyof Settings, 'rate_limits' | 'fees' | 'use_cases'>;

export interface SettingField {
  readonly name: SettingName;
  readonly kind: 'switch' | 'number' | 'choice';
  /** The value of a setting that the API leaves out. */
  readonly fallback?: boolean | number | string;
  readonly range?: readonly [min: number, max: number];
  readonly values?: readonly string[];
}

/** The settings by what they are about. */
export const settingGroups: readonly {
  readonly id: 'access' | 'customers' | 'verify' | 'returns' | 'subledgers';
  readonly fields: readonly SettingField[];
}[] = [
  {
    id: 'access',
    fields: [
      { name: 'require_api_key', kind: 'switch' },
      { name: 'require_mfa', kind: 'switch' },
      { name: 'portal_idle_minutes', kind: 'number', range: [5, 480] },
      { name: 'portal_session_hours', kind: 'number', range: [1, 24] },
      { name: 'dual_control', kind: 'switch', fallback: false },
    ],
  },
  {
    id: 'customers',
    fields: [
      { name: 'customer_requirements', kind: 'choice', values: ['at_registration', 'at_transfer'] },
      { name: 'unique_account_details', kind: 'switch' },
    ],
  },
  {
    id: 'verify',
    fields: [
      { name: 'debit_requires_validation', kind: 'switch', fallback: false },
      { name: 'verify_gates_accounts', kind: 'switch', fallback: false },
      { name: 'verify_daily_max', kind: 'number', range: [0, 1_000_000], fallback: 1_000 },
    ],
  },
  {
    id: 'returns',
    fields: [
      { name: 'return_guard', kind: 'choice', values: ['off', 'warn', 'stop'], fallback: 'warn' },
      { name: 'return_guard_min_entries', kind: 'number', range: [1, 1_000_000], fallback: 100 },
      { name: 'return_guard_min_returns', kind: 'number', range: [1, 1_000_000], fallback: 3 },
    ],
  },
  { id: 'subledgers', fields: [{ name: 'subledger_required', kind: 'switch', fallback: false }] },
];
