import { eventsParameter, insertEvents, insertTasks, tasksParameter } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { transferQueues } from '../../application/queues.js';
import type { OpenedTransfer } from '../../domain/transfer.js';
import { TRANSFER_FIELDS } from '../../domain/transfer-state.js';
import { needsFullData } from '../../domain/transfer-type.js';
import { toJson, toRecordedEvent, TRANSFER_COLUMNS } from './rows.js';

// A party is usable when the account is open, belongs to the named customer, the customer is open, and a business has
// the data that the use case demands. LEFT JOIN keeps the row of a side that the transfer does not have.
const party = (side: string, [account, customer, full]: readonly [number, number, number]) => `
  ${side} AS (
    SELECT account_id, account_version, account_status = 'verified' AS was_verified
    FROM accounts.party
    WHERE enterprise_id = $1 AND account_reference_id = $${account} AND customer_reference_id = $${customer}
      AND account_status <> 'closed' AND customer_status <> 'closed'
      AND NOT ($${full}::boolean AND (lacks_tax_id OR lacks_address)))`;

const pinned = (side: string) => `
    CASE WHEN ${side}.account_id IS NULL THEN NULL ELSE asked.${side} ||
      jsonb_build_object('account_id', ${side}.account_id, 'account_version', ${side}.account_version,
        'was_verified', ${side}.was_verified) END`;

const VALUES = TRANSFER_FIELDS.map((field) => (isSide(field) ? pinned(field) : `asked.${field}`));

const NOTHING_INSERTED = 'the transfer was not inserted';

/**
 * Everything that accepting a transfer writes, and the look-ups it depends on, in one statement: one round trip. It fails
 * when a party is unusable or the reference is taken.
 */
export const INSERT_TRANSFER = `
WITH ${party('source', [2, 3, 4])}, ${party('destination', [5, 6, 7])},
inserted AS (
  INSERT INTO transfers.transfers (enterprise_id, ${TRANSFER_COLUMNS})
  SELECT $1, ${VALUES.join(', ')}
  FROM jsonb_populate_record(NULL::transfers.transfers, $8::jsonb) AS asked
    LEFT JOIN source ON true LEFT JOIN destination ON true
  WHERE ($2::text IS NULL OR source.account_id IS NOT NULL) AND ($5::text IS NULL OR destination.account_id IS NOT NULL)
  ON CONFLICT ON CONSTRAINT transfers_reference DO NOTHING
  RETURNING id),
history AS (
  INSERT INTO transfers.status_history (enterprise_id, transfer_id, position, status, updated_at)
  SELECT $1, id, step.position, step.status, step.updated_at
  FROM inserted, jsonb_populate_recordset(NULL::transfers.status_history, $9::jsonb) AS step),
event AS (${insertEvents('$10', 'EXISTS (SELECT FROM inserted)')}),
task AS (${insertTasks('$11', 'EXISTS (SELECT FROM inserted)')})
SELECT platform.refuse('${NOTHING_INSERTED}') WHERE NOT EXISTS (SELECT FROM inserted)`;

export function insertTransferValues({ state, changes }: OpenedTransfer): unknown[] {
  const { id, source, destination, use_case } = state;
  return [
    workContext.enterpriseId(),
    source?.account_reference_id ?? null,
    source?.customer_reference_id ?? null,
    needsFullData(use_case, 'source'),
    destination?.account_reference_id ?? null,
    destination?.customer_reference_id ?? null,
    needsFullData(use_case, 'destination'),
    toJson(state),
    JSON.stringify(changes.statuses),
    eventsParameter(changes.events.map((event) => toRecordedEvent(event, []))),
    tasksParameter([{ queue: transferQueues.acceptance, subjectId: id }]),
  ];
}

function isSide(field: string): boolean {
  return field === 'source' || field === 'destination';
}

/** Whether the statement failed because a party is unusable or the reference is taken. */
export function isNothingInserted(error: unknown): boolean {
  return error instanceof Error && error.message === NOTHING_INSERTED;
}
