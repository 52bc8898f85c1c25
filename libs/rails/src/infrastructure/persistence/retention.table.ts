import { DAY_MS, idBefore, newYorkDate } from '@payments/kernel';
import { REMOVED_AT_ONCE, removeRows } from '@payments/persistence';
import type { RetentionRule, RetentionStep } from '@payments/persistence';
import { ENDED_FILES } from '../../domain/file-state.js';
import { inboundTransitions, isDone } from '../../domain/inbound/inbound-state.js';
import type { InboundState } from '../../domain/inbound/inbound-state.js';

/** No batch is as old as this when it arrives, so no inquiry about it is needed any more. */
const INQUIRY_DAYS = 7;
/** What takes longer to store or to render was interrupted. */
const UNUSED_DAYS = 1;
/** A document may have a gigabyte. */
const DOCUMENTS_AT_ONCE = 10;

const keptMs: RetentionRule['keptMs'] = ({ retention }) => retention.railDays * DAY_MS;

const listed = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ');
const DONE = listed((Object.keys(inboundTransitions) as InboundState[]).filter(isDone));
const openAbout = (condition: string) =>
  `EXISTS (SELECT FROM rails.exceptions x WHERE x.state = 'open' AND ${condition})`;

const OLD_FILES = `
  WITH old AS (
    SELECT f.id FROM rails.files f
    WHERE f.updated_at < $1 AND f.state IN (${listed(ENDED_FILES)}) AND f.entries_become IS NULL
      AND NOT ${openAbout('x.file_id = f.id')}
    LIMIT ${REMOVED_AT_ONCE}),
  batches AS (DELETE FROM rails.batches b USING old WHERE b.file_id = old.id)
  DELETE FROM rails.files f USING old WHERE f.id = old.id RETURNING f.id`;

const OLD_INBOUND_FILES = `
  UPDATE rails.inbound_files SET document_id = NULL WHERE id = ANY(ARRAY(
    SELECT i.id FROM rails.inbound_files i
    WHERE i.updated_at < $1 AND i.document_id IS NOT NULL AND i.state IN (${DONE})
      AND NOT ${openAbout('x.inbound_id = i.id')}
    LIMIT ${REMOVED_AT_ONCE}))
  RETURNING id`;

const OLD_STATEMENTS = `
  WITH old AS (
    SELECT s.id FROM rails.statements s
    WHERE s.received_at < $1
      AND NOT EXISTS (SELECT FROM rails.statement_lines l WHERE l.statement_id = s.id AND l.is_open)
    LIMIT ${DOCUMENTS_AT_ONCE}),
  lines AS (DELETE FROM rails.statement_lines l USING old WHERE l.statement_id = old.id)
  DELETE FROM rails.statements s USING old WHERE s.id = old.id RETURNING s.id`;

const UNUSED_DOCUMENTS = `
  WITH unused AS (
    SELECT d.id FROM rails.documents d
    WHERE d.created_at < $1 AND NOT EXISTS (SELECT FROM rails.files f WHERE f.document_id = d.id)
      AND NOT EXISTS (SELECT FROM rails.inbound_files i WHERE i.document_id = d.id)
    LIMIT ${DOCUMENTS_AT_ONCE}),
  chunks AS (DELETE FROM rails.payloads p USING unused WHERE p.document_id = unused.id)
  DELETE FROM rails.documents d USING unused WHERE d.id = unused.id RETURNING d.id`;

const byStatement =
  (sql: string, name: string): RetentionRule['remove'] =>
  async ({ transaction, before }) =>
    (await transaction.query(sql, [before], name)).length;

async function removeInquiries({ transaction, enterpriseId, before }: RetentionStep): Promise<number> {
  const removed = await transaction.query(
    `DELETE FROM rails.inquiries AS r
     WHERE r.enterprise_id = $1 AND r.inquiry_id < $2 AND r.end_to_end_id = ANY(ARRAY(
       SELECT end_to_end_id FROM rails.inquiries WHERE enterprise_id = $1 AND inquiry_id < $2 LIMIT ${REMOVED_AT_ONCE}))
     RETURNING r.end_to_end_id`,
    [enterpriseId, idBefore(before)],
    'delete-old-inquiries',
  );
  return removed.length;
}

async function removeReturnCounts({ transaction, enterpriseId, before }: RetentionStep): Promise<number> {
  const removed = await transaction.query(
    `DELETE FROM rails.return_counts AS r
     WHERE r.enterprise_id = $1 AND (r.connection, r.day, r.code) IN (
       SELECT connection, day, code FROM rails.return_counts WHERE enterprise_id = $1 AND day < $2::date
       LIMIT ${REMOVED_AT_ONCE})
     RETURNING r.day`,
    [enterpriseId, newYorkDate(before)],
    'delete-old-return-counts',
  );
  return removed.length;
}

/**
 * Retention of bank files. The file goes first, then its entries, so that what is stored of a file is always whole. Bytes go
 * when nothing refers to them. Open exceptions keep what they are about.
 */
export const railsRetention: readonly RetentionRule[] = [
  { what: 'rail_files', keptMs, ofAll: true, remove: byStatement(OLD_FILES, 'delete-old-files') },
  { what: 'rail_inbound_bytes', keptMs, ofAll: true, remove: byStatement(OLD_INBOUND_FILES, 'erase-inbound-bytes') },
  {
    what: 'rail_documents',
    keptMs: () => UNUSED_DAYS * DAY_MS,
    ofAll: true,
    remove: byStatement(UNUSED_DOCUMENTS, 'delete-unused-documents'),
  },
  {
    what: 'rail_exceptions',
    keptMs,
    ofAll: true,
    remove: removeRows({ table: 'rails.exceptions', key: 'id', isOld: 'r.resolved_at < $1' }),
  },
  {
    what: 'rail_entries',
    keptMs,
    remove: removeRows({
      ...{ table: 'rails.entries', key: 'id' },
      isOld: `r.id < $3 AND r.updated_at < $1 AND r.state IN ('settled', 'returned', 'rejected')
        AND NOT EXISTS (SELECT FROM rails.files f WHERE f.id = r.file_id)
        AND NOT ${openAbout('x.for_enterprise = r.enterprise_id AND x.end_to_end_id = r.end_to_end_id')}`,
    }),
  },
  {
    what: 'rail_results',
    keptMs,
    remove: removeRows({ table: 'rails.results', key: 'id', isOld: 'r.id < $3 AND r.reported_at < $1' }),
  },
  {
    what: 'rail_statements',
    keptMs,
    ofAll: true,
    remove: byStatement(OLD_STATEMENTS, 'delete-old-statements'),
  },
  {
    what: 'rail_breaks',
    keptMs,
    ofAll: true,
    remove: removeRows({ table: 'rails.breaks', key: 'id', isOld: 'r.resolved_at < $1' }),
  },
  {
    what: 'rail_postings',
    keptMs,
    remove: removeRows({
      ...{ table: 'rails.postings', key: 'id' },
      isOld: 'r.created_at < $1 AND r.match_id IS NOT NULL',
    }),
  },
  {
    what: 'rail_reversals',
    keptMs,
    remove: removeRows({ table: 'rails.reversals', key: 'id', isOld: 'r.id < $3 AND r.created_at < $1' }),
  },
  { what: 'rail_return_counts', keptMs, remove: removeReturnCounts },
  { what: 'rail_inquiries', keptMs: () => INQUIRY_DAYS * DAY_MS, remove: removeInquiries },
];
