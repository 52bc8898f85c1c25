import { DAY_MS } from '@payments/kernel';
import { REMOVED_AT_ONCE } from '@payments/persistence';
import type { RetentionRule } from '@payments/persistence';

/** A day longer than the file can be downloaded, which counts from the end: the first part may be made long before. */
const KEPT_DAYS = 31;

const REMOVE = `
  DELETE FROM reports.parts WHERE enterprise_id = $1 AND (report_id, number) IN (
    SELECT o.report_id, o.number FROM reports.parts o WHERE o.enterprise_id = $1 AND o.made_at < $2 LIMIT ${REMOVED_AT_ONCE})
  RETURNING report_id`;

/** Files go; the reports themselves, with the hashes of their files, stay. */
export const reportRetention: readonly RetentionRule[] = [
  {
    what: 'report_files',
    keptMs: () => KEPT_DAYS * DAY_MS,
    remove: async ({ transaction, enterpriseId, before }) =>
      (await transaction.query(REMOVE, [enterpriseId, before])).length,
  },
];
