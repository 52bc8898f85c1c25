import type { EnterpriseSettings } from '@payments/observability';
import { SESSION_DEFAULTS } from '../domain/session-rules.js';

type Settings = Required<EnterpriseSettings>;
/** Whether the change of a setting loosens a control. */
type Decision<Value> = (from: Value | undefined, to: Value) => boolean;

const turnedOff: Decision<boolean> = (from = false, to) => from && !to;
const raisedAbove =
  (omitted: number): Decision<number> =>
  (from = omitted, to) =>
    to > from;
const movedBack =
  <Value>(fromLoose: readonly Value[], omitted: Value): Decision<Value> =>
  (from = omitted, to) =>
    fromLoose.indexOf(to) < fromLoose.indexOf(from);
/** What the operator sets alone, and what no payment depends on. */
const never = () => false;

/** Of each setting, which changes another administrator approves while dual control is on. */
export const LOOSENING: { readonly [Name in keyof Settings]: Decision<Settings[Name]> } = {
  require_api_key: turnedOff,
  customer_requirements: movedBack(['at_transfer', 'at_registration'], 'at_transfer'),
  unique_account_details: turnedOff,
  require_mfa: turnedOff,
  portal_idle_minutes: raisedAbove(SESSION_DEFAULTS.portal_idle_minutes),
  portal_session_hours: raisedAbove(SESSION_DEFAULTS.portal_session_hours),
  subledger_required: turnedOff,
  debit_requires_validation: turnedOff,
  verify_gates_accounts: turnedOff,
  verify_daily_max: raisedAbove(1_000),
  use_cases: (from, to) => from !== undefined && to.some((added) => !from.includes(added)),
  return_guard: movedBack(['off', 'warn', 'stop'], 'warn'),
  return_guard_min_entries: raisedAbove(100),
  return_guard_min_returns: raisedAbove(3),
  dual_control: turnedOff,
  rate_limits: never,
  fees: never,
};

/** The names of the settings whose change loosens a control. */
export function loosened(before: EnterpriseSettings, change: Partial<EnterpriseSettings>): readonly string[] {
  const isLooser = <Name extends keyof Settings>(name: Name) => {
    const to = change[name] as Settings[Name] | undefined;
    return to !== undefined && LOOSENING[name](before[name] as Settings[Name] | undefined, to);
  };
  return (Object.keys(LOOSENING) as (keyof Settings)[]).filter(isLooser);
}
