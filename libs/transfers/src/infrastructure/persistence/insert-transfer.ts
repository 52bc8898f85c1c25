import { eventValues, insertEvent, insertTask, taskValues } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { currentTransaction, numberedParameters, rowValues, violatedUnique } from '@payments/persistence';
import type { Statement } from '@payments/persistence';
import { transferQueues } from '../../application/queues.js';
import { subledgerOwners } from '../../application/explain-rejection.js';
import type { Side } from '../../domain/leg.js';
import type { OpenedTransfer } from '../../domain/transfer.js';
import { sidesOf, TRANSFER_FIELDS } from '../../domain/transfer-state.js';
import type { NewTransfer } from '../../domain/transfer-state.js';
import { needsFullData } from '../../domain/transfer-type.js';
import { toRecordedEvent, toRow, TRANSFER_COLUMNS } from './rows.js';

const NOTHING_INSERTED = 'the transfer was not inserted';
const REFERENCE = 'transfers_reference';

/**
 * Everything that accepting a transfer writes, and the look-ups it depends on, in one statement. It fails when a party is
 * unusable or the reference is taken; `isNothingInserted` recognizes the error.
 */
export function insertTransfer(opened: OpenedTransfer): Statement {
  const { state } = opened;
  const sides = sidesOf(state);
  const named = namedBy(state);
  const name = `insert-transfer-${[...sides, ...named].join('-')}`;
  return {
    sql: textOf(name, () => statementFor(sides, named)),
    values: [...lookUpValues(state, sides), ...rowValues(toRow(state), fieldsAsSent(named)), ...recordValues(opened)],
    name,
  };
}

/**
 * The same on a distributed database, which takes each of these statements to the server of the rows as it is: the look-ups
 * first, as what they find is written. The statements fail as the one of `insertTransfer` does.
 */
export async function insertTransferApart(opened: OpenedTransfer): Promise<Statement[]> {
  const { state } = opened;
  const sides = sidesOf(state);
  const named = namedBy(state);
  const look = `find-${[...sides, ...named].join('-')}`;
  const [found] = await currentTransaction().query<Found>(
    textOf(look, () => lookUpFor(sides, named)),
    lookUpValues(state, sides),
    look,
  );
  if (found === undefined) return [{ sql: `SELECT platform.refuse('${NOTHING_INSERTED}')`, values: [] }];
  const pinned = Object.fromEntries(sides.map((side) => [side, { ...state[side], ...found[side] }]));
  const row = toRow({ ...state, ...pinned, ...(found.subledger_id && { subledger_id: found.subledger_id }) });
  return [
    {
      name: 'insert-transfer',
      sql: textOf('insert-transfer', () => valuesInto('transfers.transfers', ['enterprise_id', ...TRANSFER_FIELDS])),
      values: [workContext.enterpriseId(), ...rowValues(row, TRANSFER_FIELDS)],
    },
    {
      name: 'insert-first-status',
      sql: textOf('insert-first-status', () => valuesInto('transfers.status_history', HISTORY_COLUMNS)),
      values: [workContext.enterpriseId(), state.id, ...statusValues(opened)],
    },
    {
      name: 'insert-first-event',
      sql: textOf('insert-first-event', () => insertEvent(numberedParameters())),
      values: firstEventValues(opened),
    },
    {
      name: 'insert-first-task',
      sql: textOf('insert-first-task', () => insertTask(numberedParameters())),
      values: firstTaskValues(opened),
    },
  ];
}

export function isNothingInserted(error: unknown): boolean {
  return violatedUnique(error) === REFERENCE || (error instanceof Error && error.message === NOTHING_INSERTED);
}

/** What a transfer of its own server keeps of what was looked up for it. */
type Found = { readonly [side in Side]?: object } & { readonly subledger_id?: string };

/** What a transfer may name besides its parties: what is found is stored under `<name>_id`. */
type Named = 'subledger' | 'transfer_group';

const HISTORY_COLUMNS = ['enterprise_id', 'transfer_id', 'position', 'status', 'updated_at'];

const STATEMENTS = new Map<string, string>();

function textOf(name: string, make: () => string): string {
  let sql = STATEMENTS.get(name);
  if (sql === undefined) STATEMENTS.set(name, (sql = make()));
  return sql;
}

// One parameter for each column: taken out of JSON, they cost PostgreSQL a fifth of the statement. Only the sides that the
// transfer has are looked up, and a subledger or a group only for those that name one.
function statementFor(sides: readonly Side[], named: readonly Named[]): string {
  const parameter = numberedParameters();
  const enterpriseId = parameter();
  const looked = lookUps(parameter, enterpriseId, { sides, named });
  const columns = TRANSFER_FIELDS.map((field) => {
    const found = named.find((each) => field === `${each}_id`);
    if (found !== undefined) return `${found}.id`;
    return sides.some((side) => side === field) ? `${parameter()}::jsonb || ${pinned(field)}` : parameter();
  });
  return `
    WITH ${looked.map(({ name, sql }) => `${name} AS (${sql})`).join(', ')},
    inserted AS (
      INSERT INTO transfers.transfers (enterprise_id, ${TRANSFER_COLUMNS})
      SELECT ${enterpriseId}, ${columns.join(', ')} FROM ${[...sides, ...named].join(' CROSS JOIN ')}
      ON CONFLICT ON CONSTRAINT ${REFERENCE} DO NOTHING
      RETURNING id),
    history AS (
      INSERT INTO transfers.status_history (${HISTORY_COLUMNS.join(', ')})
      SELECT ${enterpriseId}, id, ${parameter()}, ${parameter()}, ${parameter()} FROM inserted RETURNING 1),
    event AS (${insertEvent(parameter, 'inserted')}),
    task AS (${insertTask(parameter, 'inserted')})
    SELECT platform.refuse('${NOTHING_INSERTED}') WHERE NOT EXISTS (SELECT FROM inserted)`;
}

function lookUpFor(sides: readonly Side[], named: readonly Named[]): string {
  const parameter = numberedParameters();
  const looked = lookUps(parameter, parameter(), { sides, named });
  const found = [
    ...sides.map((side) => `${pinned(side)} AS ${side}`),
    ...named.map((each) => `${each}.id AS ${each}_id`),
  ];
  return `SELECT ${found.join(', ')} FROM ${looked.map(({ name, sql }) => `(${sql}) AS ${name}`).join(' CROSS JOIN ')}`;
}

function lookUps(
  parameter: () => string,
  enterpriseId: string,
  { sides, named }: { readonly sides: readonly Side[]; readonly named: readonly Named[] },
): { readonly name: string; readonly sql: string }[] {
  return [
    ...sides.map((name) => ({ name, sql: party(enterpriseId, [parameter(), parameter(), parameter()]) })),
    ...named.map((name) => ({ name, sql: LOOK_UPS[name](enterpriseId, parameter) })),
  ];
}

function valuesInto(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(numberedParameters()).join(', ')})`;
}

// A party is usable when the account is open, belongs to the named customer, the customer is open, and a business has
// the data that the use case demands.
function party(enterpriseId: string, [account, customer, full]: readonly [string, string, string]): string {
  return `
      SELECT account_id, account_version, account_status = 'verified' AS was_verified
      FROM accounts.party
      WHERE enterprise_id = ${enterpriseId} AND account_reference_id = ${account} AND customer_reference_id = ${customer}
        AND account_status <> 'closed' AND customer_status <> 'closed'
        AND NOT (${full}::boolean AND (lacks_tax_id OR lacks_address))`;
}

// Locked until the commit, so that nobody closes it before this transfer can be seen.
function subledger(enterpriseId: string, parameter: () => string): string {
  const [reference, owners] = [parameter(), parameter()];
  return `
      SELECT id FROM subledgers.directory
      WHERE enterprise_id = ${enterpriseId} AND subledger_reference_id = ${reference} AND closed_at IS NULL
        AND (${owners}::text[] IS NULL OR customer_reference_id = ANY(${owners}::text[]))
      FOR KEY SHARE`;
}

function pinned(side: string): string {
  return `jsonb_build_object('account_id', ${side}.account_id, 'account_version', ${side}.account_version,
        'was_verified', ${side}.was_verified)`;
}

// Not locked: a group neither changes nor ends.
function transferGroup(enterpriseId: string, parameter: () => string): string {
  return `SELECT id FROM transfers.groups WHERE enterprise_id = ${enterpriseId} AND id = ${parameter()}`;
}

const LOOK_UPS: Readonly<Record<Named, typeof subledger>> = { subledger, transfer_group: transferGroup };

function namedBy({ subledger_reference_id, transfer_group_id }: NewTransfer): readonly Named[] {
  return [
    ...(subledger_reference_id === null ? [] : (['subledger'] as const)),
    ...(transfer_group_id === null ? [] : (['transfer_group'] as const)),
  ];
}

function fieldsAsSent(named: readonly Named[]): readonly (keyof NewTransfer)[] {
  return named.length === 0
    ? TRANSFER_FIELDS
    : TRANSFER_FIELDS.filter((field) => !named.some((each) => field === `${each}_id`));
}

// In the order in which `lookUps` numbers its parameters.
function lookUpValues(state: NewTransfer, sides: readonly Side[]): unknown[] {
  return [
    workContext.enterpriseId(),
    ...sides.flatMap((side) => partyValues(state, side)),
    ...(state.subledger_reference_id === null ? [] : [state.subledger_reference_id, subledgerOwners(state)]),
    ...(state.transfer_group_id === null ? [] : [state.transfer_group_id]),
  ];
}

function partyValues(transfer: NewTransfer, side: Side): unknown[] {
  const { account_reference_id, customer_reference_id } = transfer[side]!;
  return [account_reference_id, customer_reference_id, needsFullData(transfer.use_case, side)];
}

function recordValues(opened: OpenedTransfer): unknown[] {
  return [...statusValues(opened), ...firstEventValues(opened), ...firstTaskValues(opened)];
}

function statusValues({ changes }: OpenedTransfer): unknown[] {
  return rowValues(changes.statuses[0]!, ['position', 'status', 'updated_at']);
}

function firstEventValues({ changes }: OpenedTransfer): unknown[] {
  return eventValues(toRecordedEvent(changes.events[0]!, []));
}

function firstTaskValues({ state }: OpenedTransfer): unknown[] {
  return taskValues({ queue: transferQueues.acceptance, subjectId: state.id });
}
