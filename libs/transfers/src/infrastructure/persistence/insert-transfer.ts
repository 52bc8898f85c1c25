import { newId } from '@payments/kernel';
import type { RecordedEvent } from '@payments/kernel';
import { eventsParameter, insertEvents, insertTasks, tasksParameter } from '@payments/messaging';
import { workContext } from '@payments/observability';
import type { NewTransfer } from '../../application/ports.js';
import { transferQueues } from '../../application/queues.js';
import { needsFullData } from '../../domain/transfer-type.js';

// A party is usable when the account is open, belongs to the named customer, the customer is open, and a business has
// the data that the use case demands. LEFT JOIN keeps the row of a side that the transfer does not have.
const party = (side: string, [account, customer, full]: readonly [number, number, number]) => `
  ${side} AS (
    SELECT account_id, account_version, account_status = 'verified' AS was_verified
    FROM accounts.party
    WHERE enterprise_id = $1 AND account_reference_id = $${account} AND customer_reference_id = $${customer}
      AND account_status <> 'closed' AND customer_status <> 'closed'
      AND NOT ($${full}::boolean AND (lacks_tax_id OR lacks_address)))`;

const pinned = (side: string, parameter: number) => `
  CASE WHEN ${side}.account_id IS NULL THEN NULL ELSE $${parameter}::jsonb ||
    jsonb_build_object('account_id', ${side}.account_id, 'account_version', ${side}.account_version,
      'was_verified', ${side}.was_verified) END`;

/** Everything that accepting a transfer writes, and the look-ups it depends on, in one statement: one round trip. */
export const INSERT_TRANSFER = `
WITH ${party('source', [2, 3, 4])}, ${party('destination', [5, 6, 7])},
inserted AS (
  INSERT INTO transfers.transfers (enterprise_id, id, transfer_reference_id, use_case, amount, currency, speed, source,
    destination, status, status_reasons, account_statement_descriptor, metadata, sequence, version, created_at, updated_at)
  SELECT $1, $8, $9, $10, $11, $12, $13, ${pinned('source', 14)}, ${pinned('destination', 15)},
    'created', '[]', $16, $17::jsonb, 1, 1, $18::timestamptz, $18::timestamptz
  FROM (VALUES (1)) AS one LEFT JOIN source ON true LEFT JOIN destination ON true
  WHERE ($2::text IS NULL OR source.account_id IS NOT NULL) AND ($5::text IS NULL OR destination.account_id IS NOT NULL)
  ON CONFLICT ON CONSTRAINT transfers_reference DO NOTHING
  RETURNING id),
history AS (
  INSERT INTO transfers.status_history (enterprise_id, transfer_id, position, status, updated_at)
  SELECT $1, id, 1, 'created', $18 FROM inserted),
event AS (${insertEvents('$19', 'EXISTS (SELECT FROM inserted)')}),
task AS (${insertTasks('$20', 'EXISTS (SELECT FROM inserted)')})
SELECT id FROM inserted`;

export function insertTransferValues(transfer: NewTransfer, data: RecordedEvent['data']): unknown[] {
  const { source, destination, use_case, created_at } = transfer;
  const event: RecordedEvent = {
    id: newId(),
    type: 'transfer_created',
    resource_type: 'transfer',
    resource_id: transfer.id,
    sequence: 1,
    data,
    created_at,
  };
  const task = { queue: transferQueues.acceptance, subjectId: transfer.id };
  return [
    workContext.tenant().enterpriseId,
    source?.account_reference_id ?? null,
    source?.customer_reference_id ?? null,
    needsFullData(use_case, 'source'),
    destination?.account_reference_id ?? null,
    destination?.customer_reference_id ?? null,
    needsFullData(use_case, 'destination'),
    transfer.id,
    transfer.transfer_reference_id,
    use_case,
    transfer.amount,
    transfer.currency,
    transfer.speed,
    source === null ? null : JSON.stringify(source),
    destination === null ? null : JSON.stringify(destination),
    transfer.account_statement_descriptor,
    transfer.metadata === null ? null : JSON.stringify(transfer.metadata),
    created_at,
    eventsParameter([event]),
    tasksParameter([task]),
  ];
}
