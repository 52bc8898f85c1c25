import { achText, DAY_MS, idBefore } from '@payments/kernel';
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

// A leg is paid to the account as the transfer pinned it. An earlier attempt may have taken another rail.
const TOLD = `
  SELECT r.end_to_end_id AS subject, r.rail, r.name, d.account_holder_name AS holder,
    (r.side, r.amount) IS DISTINCT FROM (l.side, l.amount) OR r.end_to_end_id = l.end_to_end_id AND r.rail <> l.rail
      OR r.routing_number IS NOT NULL AND (r.routing_number, r.transaction_code) IS DISTINCT FROM (d.routing_number,
        CASE d.account_type WHEN 'savings' THEN 30 ELSE 20 END + CASE r.side WHEN 'source' THEN 7 ELSE 2 END) AS differs,
    format('the bank is told %s of the %s by %s, to %s (%s), but its leg is of %s of the %s by %s, to %s (%s)', r.amount, r.side, r.rail,
      r.routing_number, r.transaction_code, l.amount, l.side, l.rail, d.routing_number, d.account_type) AS message
  FROM jsonb_to_recordset($2::jsonb) AS r(leg_id uuid, end_to_end_id text, amount bigint, side text, rail text,
    transaction_code int, routing_number text, name text)
  LEFT JOIN transfers.legs l ON l.enterprise_id = $1 AND l.id = r.leg_id
  LEFT JOIN accounts.account_details d
    ON d.enterprise_id = $1 AND d.account_id = l.account_id AND d.details_version = l.account_version`;

interface Told extends Violation {
  readonly rail: string;
  readonly name: string | null;
  readonly holder: string | null;
  readonly differs: boolean;
}

const NAME_LENGTHS: Readonly<Record<string, number>> = { ach: 22, same_day_ach: 22, rtp: 140, fednow: 140 };

/** Banks choose the letter case, and releases how they fold other letters. */
function isName({ rail, name, holder }: Told): boolean {
  if (name === null || holder === null || !/^[ -~]*$/.test(holder)) return true;
  return name.toUpperCase() === achText(holder, { max: NAME_LENGTHS[rail]! });
}

/** Two contexts store each payment: the one that decides it, and the one that tells the bank. */
export const bankEntriesInvariant: Invariant = {
  ...{ name: 'bank-entries-equal-their-legs', isOfMoney: true },
  rule: 'a bank is told the amount, the direction and the rail of the leg, and the account that it pays, but for its sealed number',
  find: async (scope) => {
    const { transaction, enterpriseId, since } = scope;
    const violations: Violation[] = [];
    for (let after = idBefore(new Date(since === undefined ? 0 : since.getTime() - LATE_COMMIT_MS)); ;) {
      const entries = await railEntries(scope, after, STEP);
      if (entries.length === 0) return violations;
      const ours = entries
        .map((entry) => ({ ...entry, leg_id: legIdOf(entry.end_to_end_id) }))
        .filter(({ leg_id }) => leg_id !== undefined);
      const told = await transaction.query<Told>(TOLD, [enterpriseId, JSON.stringify(ours)]);
      for (const each of told) {
        const { subject, message, name } = each;
        if (each.differs) violations.push({ subject, message });
        else if (!isName(each)) violations.push({ subject, message: `the bank is told another name: ${name}` });
      }
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
