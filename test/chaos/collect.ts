import { describeErrors, operationsOf } from '@payments/http';
import { previewApplication } from '../../apps/api/src/describe-api.js';
import { documentedErrors } from '../../apps/api/src/description/errors.table.js';
import { violationsIn } from '../support/ledger-sound.js';
import type { CatalogueEntry, DatabaseState, StoredEvent, StoredLeg, StoredTransfer } from './evidence.js';
import type { Stage } from './stage.js';

const TRANSFERS = `
  SELECT t.enterprise_id AS enterprise, t.id, t.transfer_reference_id AS reference, t.amount::int, t.status, t.sequence,
    t.status_reasons::text AS reasons, coalesce(array_agg(h.status ORDER BY h.position), '{}') AS history
  FROM transfers.transfers t LEFT JOIN transfers.status_history h
    ON h.enterprise_id = t.enterprise_id AND h.transfer_id = t.id
  GROUP BY t.enterprise_id, t.id`;
const LEGS = `
  SELECT enterprise_id AS enterprise, transfer_id AS transfer, status, amount::int,
    ARRAY(SELECT attempt ->> 'end_to_end_id' FROM jsonb_array_elements(attempts) WITH ORDINALITY AS a(attempt, number)
      ORDER BY number) AS end_to_end_ids
  FROM transfers.legs`;
const EVENTS = `
  SELECT enterprise_id AS enterprise, id, type, resource_id AS resource, sequence, data FROM platform.events`;
const OPEN = `
  SELECT 'task of ' || queue || ' (' || count(*) || '): ' || coalesce(max(last_error), 'no error') AS open
    FROM platform.tasks GROUP BY queue
  UNION ALL SELECT 'unpublished event ' || id FROM platform.events WHERE position IS NULL
  UNION ALL SELECT 'delivery of event ' || event_id || ': ' || status
    FROM webhooks.deliveries WHERE status <> 'delivered'
  UNION ALL SELECT 'leg ' || id || ' of transfer ' || transfer_id || ' is ' || status FROM transfers.legs
    WHERE status IN ('held', 'ready', 'submitting', 'submitted', 'accepted')
      OR (status = 'settled' AND hold_until IS NOT NULL)
  UNION ALL SELECT 'transfer ' || id || ' is ' || status FROM transfers.transfers WHERE status IN ('created', 'pending')
  UNION ALL SELECT 'file ' || id || ' to the bank is ' || state || coalesce(', ' || reason, '') FROM rails.files
    WHERE purpose = 'payments' AND state NOT IN ('acknowledged', 'dropped')
      AND NOT (state = 'failed' AND message_id IS NOT NULL)
  UNION ALL SELECT 'file ' || name || ' of the bank is ' || state FROM rails.inbound_files
    WHERE state IN ('fetched', 'parsed')
  UNION ALL SELECT 'result ' || key || ' of the bank is not reported' FROM rails.results WHERE reported_at IS NULL`;
const OPEN_COUNT = `SELECT count(*)::int AS count FROM (${OPEN}) AS open`;

/** Pieces of work that are left: tasks, events, deliveries, legs and transfers that are not at their end. */
export async function leftToDo({ database }: Stage): Promise<number> {
  const [row] = await database.query<{ count: number }>(OPEN_COUNT);
  return row!.count;
}

/** What the database holds in the end; when it is quiet, what has to be so then is looked at too. */
export async function databaseState(stage: Stage, { isQuiet }: { readonly isQuiet: boolean }): Promise<DatabaseState> {
  const { database } = stage;
  return {
    transfers: await database.query<StoredTransfer>(TRANSFERS),
    legs: await database.query<StoredLeg>(LEGS),
    events: await database.query<StoredEvent>(EVENTS),
    findings: [...(await invariantFindings(stage)), ...(isQuiet ? await endFindings(stage) : [])],
    open: (await database.query<{ open: string }>(`${OPEN} LIMIT 100`)).map(({ open }) => open),
  };
}

/** Every code that the service may return. */
export async function catalogue(): Promise<CatalogueEntry[]> {
  return describeErrors(operationsOf(await previewApplication()), documentedErrors).map(({ status, code }) => ({
    status,
    code,
  }));
}

/** Where a rule is broken that holds at any moment, also in the middle of the storm. */
export function invariantFindings({ database }: Stage): Promise<string[]> {
  return violationsIn(database.environment['DATABASE_URL']!);
}

// Once everything is final, no money is in transit, and every result of the sandbox was applied once.
async function endFindings({ database }: Stage): Promise<string[]> {
  const rows = await database.query<{ finding: string }>(`
    SELECT 'balance of ' || account || ' of ' || enterprise_id || ' is ' || balance AS finding FROM ledger.balances
      WHERE balance <> 0 AND account NOT IN ('available', 'cash')
    UNION ALL SELECT 'result ' || id || ' of the processor was not taken in' FROM transfers.processor_results
      WHERE applied_at IS NULL`);
  return rows.map(({ finding }) => finding);
}
