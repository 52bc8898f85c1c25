import type { Settings } from '../../api/types.js';
import { changesOf } from './changes.js';

const settings: Settings = {
  ...{ require_api_key: false, require_mfa: true, portal_idle_minutes: 30, portal_session_hours: 12 },
  ...{ customer_requirements: 'at_transfer', unique_account_details: false },
};
const form = (change: Readonly<Record<string, string | undefined>> = {}) => {
  const data = new FormData();
  const shown = {
    ...{ require_mfa: 'on', portal_idle_minutes: '30', portal_session_hours: '12', verify_daily_max: '1000' },
    ...{ return_guard: 'warn', return_guard_min_entries: '100', return_guard_min_returns: '3' },
    ...{ customer_requirements: 'at_transfer', ...change },
  };
  for (const [name, value] of Object.entries(shown)) if (value !== undefined) data.set(name, value);
  return data;
};

describe('changesOf', () => {
  it('finds no change in a form as it was shown, defaults included', () => {
    expect(changesOf(settings, form())).toEqual([]);
  });

  it('tells the value before and after of each change', () => {
    const changed = form({ require_mfa: undefined, verify_gates_accounts: 'on', portal_idle_minutes: '15' });
    expect(changesOf(settings, changed)).toEqual([
      { name: 'require_mfa', before: true, after: false },
      { name: 'portal_idle_minutes', before: 30, after: 15 },
      { name: 'verify_gates_accounts', before: false, after: true },
    ]);
  });
});
