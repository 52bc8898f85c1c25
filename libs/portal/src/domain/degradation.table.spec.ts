import { degradedReasons, LATE_SECONDS, reasonsFor } from './degradation.table.js';

const ALL = new Set(['read:ledger', 'read:webhook-configurations']);
const well = { queues: [], dead_letters: 0, violations: 0, failing_endpoints: 0, open_breaks: 0 };
const ill = {
  ...{ queues: [{ oldest_due_seconds: LATE_SECONDS }], dead_letters: 1, violations: 1 },
  ...{ failing_endpoints: 1, open_breaks: 1 },
};

describe('reasonsFor', () => {
  it('finds none where all is well, and work that is just due is', () => {
    expect(reasonsFor(well, ALL)).toEqual([]);
    expect(reasonsFor({ ...well, queues: [{ oldest_due_seconds: LATE_SECONDS - 1 }] }, ALL)).toEqual([]);
  });

  it('finds every reason, the worst first', () => {
    expect(reasonsFor(ill, ALL)).toEqual(degradedReasons);
    expect(degradedReasons).toHaveLength(Object.keys(well).length);
  });

  it('keeps to what the scopes show', () => {
    expect(reasonsFor(ill, new Set())).toEqual(['invariant_violations', 'dead_letters', 'late_tasks']);
  });
});
