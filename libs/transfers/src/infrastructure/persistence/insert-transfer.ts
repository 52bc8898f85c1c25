import { eventValues, insertEvent, insertTask, taskValues } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { numberedParameters, rowValues } from '@payments/persistence';
import { transferQueues } from '../../application/queues.js';
import { subledgerOwners } from '../../application/explain-rejection.js';
import type { Side } from '../../domain/leg.js';
import type { OpenedTransfer } from '../../domain/transfer.js';
import { sidesOf, TRANSFER_FIELDS } from '../../domain/transfer-state.js';
import type { NewTransfer } from '../../domain/transfer-state.js';
import { needsFullData } from '../../domain/transfer-type.js';
import { toRecordedEvent, toRow, TRANSFER_COLUMNS } from './rows.js';

const NOTHING_INSERTED = 'the transfer was not inserted';

/**
 * Everything that accepting a transfer writes, and the look-ups it depends on, in one statement. It fails when a party is
 * unusable or the reference is taken; `isNothingInserted` recognizes the error.
 */
export function insertTransfer(opened: OpenedTransfer): { sql: string; values: unknown[]; name: string } {
  const sides = sidesOf(opened.state);
  const hasSubledger = opened.state.subledger_reference_id !== null;
  const name = `insert-transfer-${[...sides, ...(hasSubledger ? ['subledger'] : [])].join('-')}`;
  let sql = STATEMENTS.get(name);
  if (sql === undefined) STATEMENTS.set(name, (sql = statementFor(sides, hasSubledger)));
  return { sql, values: valuesOf(opened, sides), name };
}

export function isNothingInserted(error: unknown): boolean {
  return error instanceof Error && error.message === NOTHING_INSERTED;
}

const FIELDS_AS_SENT = TRANSFER_FIELDS.filter((field) => field !== 'subledger_id');

const STATEMENTS = new Map<string, string>();

// One parameter for each column: taken out of JSON, they cost PostgreSQL a fifth of the statement. Only the sides that the
// transfer has are looked up, and a subledger only for those that name one.
function statementFor(sides: readonly Side[], hasSubledger: boolean): string {
  const parameter = numberedParameters();
  const enterpriseId = parameter();
  const parties = sides.map((side) => party(side, enterpriseId, [parameter(), parameter(), parameter()]));
  const looked = hasSubledger ? [...parties, subledger(enterpriseId, [parameter(), parameter()])] : parties;
  const columns = TRANSFER_FIELDS.map((field) => {
    if (hasSubledger && field === 'subledger_id') return 'subledger.id';
    return sides.some((side) => side === field) ? pinned(field, parameter()) : parameter();
  });
  const found = hasSubledger ? [...sides, 'subledger'] : sides;
  return `
    WITH ${looked.join(', ')},
    inserted AS (
      INSERT INTO transfers.transfers (enterprise_id, ${TRANSFER_COLUMNS})
      SELECT ${enterpriseId}, ${columns.join(', ')} FROM ${found.join(' CROSS JOIN ')}
      ON CONFLICT ON CONSTRAINT transfers_reference DO NOTHING
      RETURNING id),
    history AS (
      INSERT INTO transfers.status_history (enterprise_id, transfer_id, position, status, updated_at)
      SELECT ${enterpriseId}, id, ${parameter()}, ${parameter()}, ${parameter()} FROM inserted RETURNING 1),
    event AS (${insertEvent(parameter, 'inserted')}),
    task AS (${insertTask(parameter, 'inserted')})
    SELECT platform.refuse('${NOTHING_INSERTED}') WHERE NOT EXISTS (SELECT FROM inserted)`;
}

// A party is usable when the account is open, belongs to the named customer, the customer is open, and a business has
// the data that the use case demands.
function party(side: Side, enterpriseId: string, [account, customer, full]: readonly [string, string, string]): string {
  return `${side} AS (
      SELECT account_id, account_version, account_status = 'verified' AS was_verified
      FROM accounts.party
      WHERE enterprise_id = ${enterpriseId} AND account_reference_id = ${account} AND customer_reference_id = ${customer}
        AND account_status <> 'closed' AND customer_status <> 'closed'
        AND NOT (${full}::boolean AND (lacks_tax_id OR lacks_address)))`;
}

// Locked until the commit, so that nobody closes it before this transfer can be seen.
function subledger(enterpriseId: string, [reference, owners]: readonly [string, string]): string {
  return `subledger AS (
      SELECT id FROM subledgers.directory
      WHERE enterprise_id = ${enterpriseId} AND subledger_reference_id = ${reference} AND closed_at IS NULL
        AND (${owners}::text[] IS NULL OR customer_reference_id = ANY(${owners}::text[]))
      FOR KEY SHARE)`;
}

function pinned(side: string, parameter: string): string {
  return `${parameter}::jsonb || jsonb_build_object('account_id', ${side}.account_id,
        'account_version', ${side}.account_version, 'was_verified', ${side}.was_verified)`;
}

// In the order in which `statementFor` numbers its parameters.
function valuesOf({ state, changes }: OpenedTransfer, sides: readonly Side[]): unknown[] {
  const [status] = changes.statuses;
  const [event] = changes.events;
  const hasSubledger = state.subledger_reference_id !== null;
  return [
    workContext.enterpriseId(),
    ...sides.flatMap((side) => partyValues(state, side)),
    ...(hasSubledger ? [state.subledger_reference_id, subledgerOwners(state)] : []),
    ...rowValues(toRow(state), hasSubledger ? FIELDS_AS_SENT : TRANSFER_FIELDS),
    ...rowValues(status!, ['position', 'status', 'updated_at']),
    ...eventValues(toRecordedEvent(event!, [])),
    ...taskValues({ queue: transferQueues.acceptance, subjectId: state.id }),
  ];
}

function partyValues(transfer: NewTransfer, side: Side): unknown[] {
  const { account_reference_id, customer_reference_id } = transfer[side]!;
  return [account_reference_id, customer_reference_id, needsFullData(transfer.use_case, side)];
}
