import { DAY_MS, idBefore } from '@payments/kernel';
import { LATE_COMMIT_MS } from '@payments/messaging';
import type { Invariant, Violation } from '@payments/persistence';
import { railEntries, reportedRailResults } from '@payments/rails';
import { legIdOf } from '../../domain/leg.js';

const STEP = 500;
/** RETENTION_RESULT_DAYS is more, so the inbox still has every result of this time. */
const RESULTS_STAND_MS = 100 * DAY_MS;

const NOT_RECEIVED = `
  SELECT r.end_to_end_id AS subject, format('its result %s was reported as %s, but the inbox has %s', r.key, r.kind,
    coalesce(format('%s of %s', p.kind, p.end_to_end_id), 'nothing')) AS message
  FROM jsonb_to_recordset($2::jsonb) AS r(key text, end_to_end_id text, kind text)
  LEFT JOIN transfers.processor_results p ON p.enterprise_id = $1 AND p.processor_result_id = r.key
  WHERE (p.end_to_end_id, p.kind) IS DISTINCT FROM (r.end_to_end_id, r.kind)`;

const OTHERWISE = `
  SELECT r.end_to_end_id AS subject, format('the bank is told %s cents, but its leg is of %s', r.amount, coalesce(l.amount::text, 'nothing'))
    AS message
  FROM jsonb_to_recordset($2::jsonb) AS r(leg_id uuid, end_to_end_id text, amount bigint)
  LEFT JOIN transfers.legs l ON l.enterprise_id = $1 AND l.id = r.leg_id
  WHERE l.amount IS DISTINCT FROM r.amount`;

/** Two contexts store the amount of each payment: the one that decides it, and the one that tells the bank. */
export const bankEntriesInvariant: Invariant = {
  ...{ name: 'bank-entries-equal-their-legs', isOfMoney: true },
  rule: 'a bank is told the amount of the leg',
  find: async (scope) => {
    const { transaction, enterpriseId, since } = scope;
    const violations: Violation[] = [];
    for (let after = idBefore(new Date(since === undefined ? 0 : since.getTime() - LATE_COMMIT_MS)); ;) {
      const entries = await railEntries(scope, after, STEP);
      if (entries.length === 0) return violations;
      const ours = entries
        .map((entry) => ({ ...entry, leg_id: legIdOf(entry.end_to_end_id) }))
        .filter(({ leg_id }) => leg_id !== undefined);
      violations.push(...(await transaction.query<Violation>(OTHERWISE, [enterpriseId, JSON.stringify(ours)])));
      after = entries.at(-1)!.id;
    }
  },
};

/** Two contexts store each result of a bank: the one that learned of it, and the inbox that applies it. */
export const bankResultsInvariant: Invariant = {
  name: 'bank-results-are-received',
  rule: 'every result that bank files reported is in the inbox of results',
  find: async (scope) => {
    const { transaction, enterpriseId, since, now } = scope;
    const from = new Date(since === undefined ? now.getTime() - RESULTS_STAND_MS : since.getTime() - LATE_COMMIT_MS);
    const violations: Violation[] = [];
    for (let after = idBefore(from); ;) {
      const reported = await reportedRailResults(scope, after, STEP);
      if (reported.length === 0) return violations;
      const values = [enterpriseId, JSON.stringify(reported)];
      violations.push(...(await transaction.query<Violation>(NOT_RECEIVED, values)));
      after = reported.at(-1)!.id;
    }
  },
};
