import type { EnterpriseSettings } from '@payments/observability';
import { loosened } from './loosening.table.js';
import type { LOOSENING } from './loosening.table.js';

const settings: EnterpriseSettings = {
  require_api_key: false,
  customer_requirements: 'at_transfer',
  unique_account_details: false,
};

/** A loose and a strict value of each setting, and what an omitted one is. */
const CASES: { readonly [Name in keyof typeof LOOSENING]: readonly unknown[] } = {
  require_api_key: [false, true, false],
  customer_requirements: ['at_transfer', 'at_registration', 'at_transfer'],
  unique_account_details: [false, true, false],
  require_mfa: [false, true, false],
  portal_idle_minutes: [31, 29, 30],
  portal_session_hours: [13, 11, 12],
  subledger_required: [false, true, false],
  debit_requires_validation: [false, true, false],
  verify_gates_accounts: [false, true, false],
  verify_daily_max: [1_001, 0, 1_000],
  use_cases: [['payout', 'deposit'], ['deposit'], ['payout', 'direct_debit', 'deposit', 'account_to_account']],
  return_guard: ['off', 'stop', 'warn'],
  return_guard_min_entries: [101, 1, 100],
  return_guard_min_returns: [4, 1, 3],
  dual_control: [false, true, false],
  rate_limits: [],
  fees: [],
};

describe('of each setting', () => {
  it.each(Object.entries(CASES))('%s is loosened by the looser value only', (name, [loose, strict, omitted]) => {
    const isLoosened = (from: unknown, to: unknown) =>
      loosened({ ...settings, ...(from !== undefined && { [name]: from }) }, { [name]: to }).includes(name);
    if (loose === undefined) return expect(isLoosened({ rtp: 1 }, {})).toBe(false);
    expect([isLoosened(strict, loose), isLoosened(loose, strict), isLoosened(strict, strict)]).toEqual([
      true,
      false,
      false,
    ]);
    return expect([isLoosened(undefined, omitted), isLoosened(undefined, strict)]).toEqual([false, false]);
  });

  it('only what is sent is compared', () => {
    expect(loosened({ ...settings, require_mfa: true }, { require_api_key: true })).toEqual([]);
    expect(
      loosened({ ...settings, require_mfa: true, return_guard: 'stop' }, { return_guard: 'warn', require_mfa: false }),
    ).toEqual([...['require_mfa', 'return_guard']]);
  });
});
