import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import type { LookedUp } from '../../application/ports.js';
import type { Side } from '../../domain/leg.js';
import type { OpenedTransfer } from '../../domain/transfer.js';
import { sidesOf, TRANSFER_FIELDS } from '../../domain/transfer-state.js';
import type { TransferState } from '../../domain/transfer-state.js';
import { needsFullData } from '../../domain/transfer-type.js';
import { toJson, TRANSFER_COLUMNS } from './rows.js';

const SIDES: readonly Side[] = ['source', 'destination'];

const COLUMNS = TRANSFER_FIELDS.map((field) => {
  if (field === 'subledger_id') return 'subledger.id';
  return SIDES.some((side) => side === field) ? pinned(field) : `sent.${field}`;
}).join(', ');

// The references stand in columns of their own: behind row-level security an index finds by a column, but not by what is
// taken out of JSON. The parties are usable by the rule of `insertTransfer`.
const SENT = `
  WITH sent AS MATERIALIZED (
    SELECT t.*, ${SIDES.map(references).join(', ')}
    FROM jsonb_populate_recordset(NULL::transfers.transfers, $2::jsonb) AS t)`;

// A subledger that is to be used cannot be closed meanwhile.
const SUBLEDGERS = `subledger AS MATERIALIZED (
    SELECT id, subledger_reference_id, customer_reference_id FROM subledgers.directory
    WHERE enterprise_id = $1 AND subledger_reference_id = ANY($5::text[]) AND closed_at IS NULL`;

const USABLE = `
  FROM sent ${SIDES.map(party).join('')}
  LEFT JOIN subledger ON subledger.subledger_reference_id = sent.subledger_reference_id
    AND (sent.source IS NULL OR sent.destination IS NULL
      OR subledger.customer_reference_id IN (sent.source_customer, sent.destination_customer, $6))
  WHERE ${SIDES.map((side) => `(sent.${side} IS NULL OR ${side}.account_id IS NOT NULL)`).join(' AND ')}
    AND (sent.subledger_reference_id IS NULL OR subledger.id IS NOT NULL)
    AND (sent.transfer_group_id IS NULL OR EXISTS (
      SELECT FROM transfers.groups WHERE enterprise_id = $1 AND id = sent.transfer_group_id))`;

const INSERT = `${SENT}, ${SUBLEDGERS} FOR KEY SHARE)
  INSERT INTO transfers.transfers (enterprise_id, ${TRANSFER_COLUMNS})
  SELECT $1, ${COLUMNS} ${USABLE}
  ON CONFLICT ON CONSTRAINT transfers_reference DO NOTHING
  RETURNING id`;

const STORABLE = `${SENT}, ${SUBLEDGERS})
  SELECT sent.id, subledger.id AS subledger_id, ${SIDES.map((side) => `${pinned(side)} AS ${side}`).join(', ')} ${USABLE} AND NOT EXISTS (
    SELECT FROM transfers.transfers taken
    WHERE taken.enterprise_id = $1 AND taken.transfer_reference_id = sent.transfer_reference_id)`;

function references(side: Side): string {
  return `t.${side} ->> 'account_reference_id' AS ${side}_account, t.${side} ->> 'customer_reference_id' AS ${side}_customer,
      t.id = ANY(${side === 'source' ? '$3' : '$4'}::uuid[]) AS ${side}_full`;
}

function party(side: Side): string {
  return `
  LEFT JOIN accounts.party ${side} ON ${side}.enterprise_id = $1
    AND ${side}.account_reference_id = sent.${side}_account AND ${side}.customer_reference_id = sent.${side}_customer
    AND ${side}.account_status <> 'closed' AND ${side}.customer_status <> 'closed'
    AND NOT (sent.${side}_full AND (${side}.lacks_tax_id OR ${side}.lacks_address))`;
}

function pinned(side: string): string {
  return `sent.${side} || jsonb_build_object('account_id', ${side}.account_id, 'account_version', ${side}.account_version,
    'was_verified', ${side}.account_status = 'verified')`;
}

/** Stores the transfers whose parties are usable and whose references are unused. Returns their ids. */
export async function insertTransfers(opened: readonly OpenedTransfer[]): Promise<ReadonlySet<string>> {
  const stored = await run<{ id: string }>(INSERT, opened, 'insert-transfers');
  return new Set(stored.map(({ id }) => id));
}

/** What `insertTransfers` would look up now, by the ids of the transfers that it would store. */
export async function storableTransfers(opened: readonly OpenedTransfer[]): Promise<ReadonlyMap<string, LookedUp>> {
  const storable = await run<LookedUp & Pick<TransferState, 'id'>>(STORABLE, opened, 'find-storable-transfers');
  return new Map(storable.map(({ id, ...lookedUp }) => [id, lookedUp]));
}

async function run<Found>(sql: string, opened: readonly OpenedTransfer[], name: string): Promise<Found[]> {
  if (opened.length === 0) return [];
  const states = opened.map(({ state }) => state);
  const withFullData = (side: Side) =>
    states.filter((state) => sidesOf(state).includes(side) && needsFullData(state.use_case, side)).map(({ id }) => id);
  return currentTransaction().query<Found>(
    sql,
    [
      ...[workContext.enterpriseId(), toJson(states), withFullData('source'), withFullData('destination')],
      states.flatMap(({ subledger_reference_id }) => subledger_reference_id ?? []),
      workContext.tenant().enterpriseName,
    ],
    name,
  );
}
