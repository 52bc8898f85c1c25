import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutWall } from './tenant-table.js';

/** `ALTER … RENAME` of one object. */
interface Rename {
  readonly alter: string;
  readonly from: string;
  readonly to: string;
  /** The table of a policy or a trigger. */
  readonly on?: string;
}

const inSchema = (alter: 'TABLE' | 'VIEW' | 'INDEX' | 'FUNCTION') => (schema: string, from: string, to: string) => ({
  alter,
  from: `${schema}.${from}`,
  to,
});
const ofTable = (alter: 'POLICY' | 'TRIGGER') => (table: string, from: string, to: string) => ({
  alter,
  from,
  to,
  on: table,
});
const table = inSchema('TABLE');
const view = inSchema('VIEW');
const index = inSchema('INDEX');
const routine = inSchema('FUNCTION');
const policy = ofTable('POLICY');
const trigger = ofTable('TRIGGER');

/** Tables, views and functions. In this order: a name must be free before another object takes it. */
const RENAMED: readonly Rename[] = [
  table('sandbox', 'asked_outcomes', 'requested_outcomes'),
  table('ledger', 'checked_sums', 'balance_checkpoints'),
  table('transfers', 'leg_transitions', 'leg_direct_transitions'),
  table('transfers', 'leg_ways', 'leg_transitions'),
  table('webhooks', 'failing_receivers', 'failing_endpoints'),
  view('customers', 'standing', 'customer_status'),
  view('accounts', 'customer_standing', 'customer_status'),
  view('accounts', 'account_standing', 'account_status'),
  routine('transfers', 'refuse_illegal_transition', 'check_transfer_transition'),
  routine('transfers', 'refuse_illegal_leg_transition', 'check_leg_transition'),
  trigger('transfers.transfers', 'legal_transition', 'check_transition'),
  trigger('transfers.legs', 'legal_transition', 'check_transition'),
  policy('platform.idempotency_keys', 'found', 'read_all_tenants'),
  policy('platform.idempotency_keys', 'removed', 'delete_all_tenants'),
  policy('customers.screening_runs', 'found', 'read_all_tenants'),
];

/** Columns, by the table's new name. */
const COLUMNS: readonly (readonly [table: string, from: string, to: string])[] = [
  ['sandbox.planned_results', 'told_at', 'reported_at'],
  ['platform.tasks', 'unreported', 'crash_count'],
  ['platform.dead_letters', 'died_at', 'dead_lettered_at'],
  ['ledger.balance_checkpoints', 'last_id', 'last_entry_id'],
  ['ledger.balance_checkpoints', 'entries', 'entry_count'],
  ['ledger.balance_checkpoints', 'sums', 'balances'],
  ['transfers.set_aside_results', 'closed_because', 'close_reason'],
  ['transfers.processor_results', 'dismissed_because', 'dismissal_reason'],
];

/** Indexes, and the constraints that own one. */
const INDEXES: readonly Rename[] = [
  index('sandbox', 'asked_outcomes_pkey', 'requested_outcomes_pkey'),
  index('sandbox', 'planned_results_untold', 'planned_results_unreported'),
  index('ledger', 'checked_sums_pkey', 'balance_checkpoints_pkey'),
  index('ledger', 'entries_newest', 'entries_by_creation'),
  index('ledger', 'entries_of_credits', 'entries_by_credit'),
  index('ledger', 'entries_once', 'entries_unique'),
  index('transfers', 'leg_transitions_pkey', 'leg_direct_transitions_pkey'),
  index('transfers', 'leg_ways_pkey', 'leg_transitions_pkey'),
  index('transfers', 'legs_waiting', 'legs_ready'),
  index('transfers', 'transfers_newest', 'transfers_by_creation'),
  index('transfers', 'processor_results_once', 'processor_results_unique'),
  index('transfers', 'set_aside_results_once', 'set_aside_results_unique'),
  index('customers', 'persons_newest', 'persons_by_creation'),
  index('customers', 'businesses_newest', 'businesses_by_creation'),
  index('accounts', 'external_accounts_newest', 'external_accounts_by_creation'),
  index('webhooks', 'failing_receivers_pkey', 'failing_endpoints_pkey'),
  index('webhooks', 'attempts_of_configuration', 'attempts_by_configuration'),
  index('webhooks', 'deliveries_of_configuration', 'deliveries_by_configuration'),
  index('webhooks', 'deliveries_once', 'deliveries_unique'),
];

const NOTICE_KINDS = { receiver_gone: 'endpoint_gone', receiver_lost: 'endpoint_abandoned' };

/** Renames to the terms of the field (ADR 49). Processes of the previous version must be stopped. */
export class FieldTerms1764100001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const each of RENAMED) await rename(runner, each);
    for (const [of, from, to] of COLUMNS) await runner.query(`ALTER TABLE ${of} RENAME COLUMN ${from} TO ${to}`);
    for (const each of INDEXES) await rename(runner, each);
    await notNullConstraints(runner);
    await transitionCheck(runner, { name: 'check_transfer_transition', allowed: 'transitions', of: 'transfer' });
    await transitionCheck(runner, { name: 'check_leg_transition', allowed: 'leg_transitions', of: 'leg' });
    await noticeKinds(runner, Object.entries(NOTICE_KINDS));
  }

  async down(runner: QueryRunner): Promise<void> {
    await noticeKinds(
      runner,
      Object.entries(NOTICE_KINDS).map(([from, to]) => [to, from]),
    );
    for (const each of INDEXES.toReversed()) await rename(runner, reversed(each));
    for (const [of, from, to] of COLUMNS) await runner.query(`ALTER TABLE ${of} RENAME COLUMN ${to} TO ${from}`);
    for (const each of RENAMED.toReversed()) await rename(runner, reversed(each));
    await notNullConstraints(runner);
    await transitionCheck(runner, { name: 'refuse_illegal_transition', allowed: 'transitions', of: 'transfer' });
    await transitionCheck(runner, { name: 'refuse_illegal_leg_transition', allowed: 'leg_ways', of: 'leg' });
  }
}

function rename(runner: QueryRunner, { alter, from, to, on }: Rename): Promise<unknown> {
  return runner.query(`ALTER ${alter} ${from}${on === undefined ? '' : ` ON ${on}`} RENAME TO ${to}`);
}

function reversed({ alter, from, to, on }: Rename): Rename {
  const [name, schema] = from.split('.').toReversed();
  return { alter, from: schema === undefined ? to : `${schema}.${to}`, to: name!, ...(on !== undefined && { on }) };
}

// PostgreSQL 18 names them after table and column, and keeps the name when one of the two is renamed.
async function notNullConstraints(runner: QueryRunner): Promise<void> {
  await runner.query(`
    DO $$
    DECLARE outdated record;
    BEGIN
      FOR outdated IN
        SELECT k.conrelid::regclass AS relation, k.conname, c.relname || '_' || a.attname || '_not_null' AS name
        FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
        JOIN pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
        WHERE k.contype = 'n' AND n.nspname IN ('platform', 'ledger', 'transfers', 'sandbox', 'webhooks')
          AND k.conname <> c.relname || '_' || a.attname || '_not_null'
          AND length(c.relname || '_' || a.attname) <= 54
      LOOP
        EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', outdated.relation, outdated.conname, outdated.name);
      END LOOP;
    END $$`);
}

async function transitionCheck(
  runner: QueryRunner,
  { name, allowed, of }: { readonly name: string; readonly allowed: string; readonly of: string },
): Promise<void> {
  await runner.query(`
    CREATE OR REPLACE FUNCTION transfers.${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (SELECT FROM transfers.${allowed} WHERE from_status = OLD.status AND to_status = NEW.status) THEN
        RAISE EXCEPTION 'illegal ${of} transition: % to %', OLD.status, NEW.status;
      END IF;
      RETURN NEW;
    END $$`);
}

async function noticeKinds(
  runner: QueryRunner,
  renamed: readonly (readonly [from: string, to: string])[],
): Promise<void> {
  await runner.query('ALTER TABLE webhooks.notices DROP CONSTRAINT notices_kind_check');
  await withoutWall(runner, ['webhooks.notices'], async () => {
    for (const [from, to] of renamed) {
      await runner.query(`UPDATE webhooks.notices SET kind = '${to}' WHERE kind = '${from}'`);
    }
  });
  const kinds = [...renamed.map(([, to]) => to), 'deliveries_expired'].map((kind) => `'${kind}'`).join(', ');
  await runner.query(`ALTER TABLE webhooks.notices ADD CONSTRAINT notices_kind_check CHECK (kind IN (${kinds}))`);
}
